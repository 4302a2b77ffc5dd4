"""Features of kubelets: a pod that does without, or a kubelet that has them."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.phrases import listed, say
from scheduler_core.advice.whatif.change import Change, Edit
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.explain.view.causes.reasons import Reason
from scheduler_core.kubernetes.objects.features import RESTART_ALL_CONTAINERS, USER_NAMESPACES_HOST_NETWORK
from scheduler_core.kubernetes.objects.parsing import Manifest


def features(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield the pod without what needs the features that the nodes lack, and a kubelet that has them."""
    if reason.plugin != "NodeDeclaredFeatures":
        return
    node = situation.node(int(nodes.nodes[0]))
    lacking = [f for f in situation.pod.template.required_features if f not in node.declared_features]
    edits = tuple(edit for feature in lacking for edit in _without(situation.manifest["spec"], feature))
    named = listed(lacking)
    yield Change(say("feature unused", feature=named), "manifest", ("feature",), edits, rank=0.4)
    declared = sorted(node.declared_features.union(lacking))
    yield Change(
        say("kubelet feature", node=node.name, feature=named),
        "node",
        ("kubelet",),
        (Edit("set", ("status", "declaredFeatures"), declared, object=f"Node {node.name}"),),
        commands=(f"# upgrade the kubelet of {node.name}, or enable its feature gate {named}",),
    )


def _without(spec: Manifest, feature: str) -> Iterator[Edit]:
    if feature == USER_NAMESPACES_HOST_NETWORK:
        yield Edit("remove", ("spec", "hostUsers"))
    if feature != RESTART_ALL_CONTAINERS:
        return
    for key in ("containers", "initContainers"):
        for i, container in enumerate(spec.get(key) or ()):
            for rule in container.get("restartPolicyRules") or ():
                if rule.get("action") == "RestartAllContainers":
                    yield Edit("drop", ("spec", key, i, "restartPolicyRules"), rule)
