"""Taints and cordons: a toleration, a taint removed, a node uncordoned."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.whatif.change import Change, CostKind, Edit
from scheduler_core.advice.whatif.phrases import say
from scheduler_core.advice.whatif.situation import NodeClass, Situation
from scheduler_core.explain.view.causes.reasons import Reason
from scheduler_core.kubernetes.objects.node import Taint
from scheduler_core.kubernetes.objects.resources import is_extended
from scheduler_core.scheduler.plugins.helper import DO_NOT_SCHEDULE, untolerated

# What the cluster itself says of a node that cannot run pods: neither a toleration nor its removal makes it able to.
_CONDITIONS = ("node.kubernetes.io/", "node.cloudprovider.kubernetes.io/")
_CONTROL_PLANE = ("node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master")
_DEDICATED = ("dedicated", "tenant", "team", "reserved")


def tolerate(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield a toleration, and the taint removed from one node."""
    row = int(nodes.nodes[0])
    node, template = situation.node(row), situation.pod.template
    taint = untolerated(node.taints, template.tolerations, DO_NOT_SCHEDULE)
    if taint is None or taint.key.startswith(_CONDITIONS):
        return
    toleration = {"key": taint.key, "operator": "Equal" if taint.value else "Exists", "effect": taint.effect}
    if taint.value:
        toleration["value"] = taint.value
    kind: CostKind = "reserved" if _is_reserved(situation, taint, row) else "manifest"
    edit = Edit("add", ("spec", "tolerations"), toleration)
    yield Change(say("toleration", taint=taint), kind, ("toleration", str(taint)), (edit,), rank=0.4)
    yield from untaint(situation, taint, row)


def _is_reserved(situation: Situation, taint: Taint, row: int) -> bool:
    """Return whether the nodes are kept for pods of another sort: for a device, the control plane, or a team."""
    requests = situation.pod.template.requests
    devices = [
        name for name, amount in situation.node(row).allocatable.items() if amount and is_extended(name)
    ]
    unused = any(not requests.get(name) for name in devices)
    name = taint.key.rpartition("/")[2]
    return unused or taint.key in _CONTROL_PLANE or any(word in name for word in _DEDICATED)


def untaint(situation: Situation, taint: Taint, row: int) -> Iterator[Change]:
    node = situation.node(row).name
    manifest = situation.cluster.manifests[f"Node {node}"] or {}
    for entry in manifest.get("spec", {}).get("taints") or ():
        if (entry["key"], entry.get("value") or "", entry["effect"]) == (
            taint.key,
            taint.value,
            taint.effect,
        ):
            yield Change(
                say("taint removed", taint=taint, node=node),
                "label",
                ("taint", str(taint)),
                (Edit("drop", ("spec", "taints"), entry, object=f"Node {node}"),),
                commands=(f"kubectl taint node {node} {taint}-",),
                amount=0,
                rank=0.5,
            )


def uncordon(situation: Situation, reason: Reason, nodes: NodeClass) -> Iterator[Change]:
    """Yield one node of the class uncordoned."""
    node = situation.node(int(nodes.nodes[0])).name
    yield Change(
        say("uncordon", node=node),
        "label",
        ("cordon",),
        (Edit("uncordon", object=f"Node {node}"),),
        commands=(f"kubectl uncordon {node}",),
        amount=0,
        rank=0.1,
    )
