"""What each reason means in plain words: one entry a reason, in the order in which the scheduler checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scheduler_core.explain.compare.wordings import (
    EXCLUDED_NODES,
    SPREAD,
    SPREAD_LABEL,
    TAINT,
    UNNAMED_TAINTS,
)

from .language import Language
from .patterns import Wordings
from .reasons import (
    ANTI_AFFINITY,
    DISK,
    EXISTING_ANTI_AFFINITY,
    INSUFFICIENT,
    ONE_POD,
    PORTS,
    TOO_MANY_PODS,
    VOLUME_COUNT,
)

POD: Final = "kubectl get pod {pod} -n {namespace} -o jsonpath="


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of reasons. `group` is how its nodes count together: closed, busy, rules or storage."""

    name: str
    plugin: str
    group: str
    reasons: tuple[str, ...]
    commands: tuple[str, ...] = ()
    case: str | None = None


KINDS: Final = (
    Kind(
        "cordoned",
        "NodeUnschedulable",
        "closed",
        ("node(s) were unschedulable", "node(s) had unknown conditions"),
        ("kubectl get nodes --field-selector spec.unschedulable=true",),
        "drain-cordoned-node",
    ),
    Kind(
        "named",
        "NodeName",
        "closed",
        ("node(s) didn't match the requested node name",),
        (POD + "'{.spec.nodeName}'",),
    ),
    Kind(
        "tainted",
        "TaintToleration",
        "closed",
        (TAINT, UNNAMED_TAINTS),
        (
            "kubectl get nodes -o custom-columns='NAME:.metadata.name,TAINTS:.spec.taints[*].key'",
            POD + "'{.spec.tolerations}'",
        ),
        "toleration-does-not-attract",
    ),
    Kind(
        "labels",
        "NodeAffinity",
        "closed",
        (
            "node(s) didn't match Pod's node affinity/selector",
            "node(s) didn't match scheduler-enforced node affinity",
            "node(s) didn't satisfy plugin(s) [{plugins}]",
            EXCLUDED_NODES,
            "pod affinity terms conflict",
            "node(s) didn't have the requested labels",
        ),
        (POD + "'{.spec.nodeSelector}{.spec.affinity.nodeAffinity}'", "kubectl get nodes --show-labels"),
        "one-tenant-per-pool",
    ),
    Kind(
        "ports",
        "NodePorts",
        "busy",
        (PORTS,),
        (POD + "'{.spec.containers[*].ports}'",),
    ),
    Kind(
        "pods",
        "NodeResourcesFit",
        "busy",
        (TOO_MANY_PODS,),
        ("kubectl get nodes -o custom-columns='NAME:.metadata.name,PODS:.status.allocatable.pods'",),
        "thirteen-pods-per-node",
    ),
    Kind(
        "resources",
        "NodeResourcesFit",
        "busy",
        (f"{INSUFFICIENT}{{resource}}",),
        (
            POD + "'{.spec.containers[*].resources.requests}'",
            'kubectl describe nodes | grep -A 7 "Allocated resources"',
        ),
        "free-cpu-in-pieces",
    ),
    Kind(
        "claims",
        "VolumeBinding",
        "storage",
        (
            "pod has unbound immediate PersistentVolumeClaims",
            'persistentvolumeclaim "{claim}" not found',
            'persistentvolumeclaim "{claim}" bound to non-existent persistentvolume "{volume}"',
            'persistentvolumeclaim "{claim}" is being deleted',
            'persistentvolume "{volume}" not found',
            'waiting for ephemeral volume controller to create the persistentvolumeclaim "{claim}"',
            "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)",
        ),
        ("kubectl get pvc -n {namespace}", "kubectl describe pvc -n {namespace}"),
        "volume-waits-for-consumer",
    ),
    Kind(
        "volume-in-use",
        "VolumeRestrictions",
        "storage",
        (ONE_POD, DISK),
        ("kubectl get pvc -n {namespace}", "kubectl get pods -n {namespace} -o wide"),
    ),
    Kind(
        "volume-limit",
        "NodeVolumeLimits",
        "storage",
        (VOLUME_COUNT,),
        ("kubectl get csinodes -o yaml", "kubectl get volumeattachments"),
    ),
    Kind(
        "volume-place",
        "VolumeBinding",
        "storage",
        (
            "node(s) didn't match PersistentVolume's node affinity",
            "node(s) didn't find available persistent volumes to bind",
            "node(s) did not have enough free storage",
            "node(s) had no available volume zone",
        ),
        ("kubectl get pvc -n {namespace}", "kubectl get pv -o wide"),
        "volume-pins-zone",
    ),
    Kind(
        "spread",
        "PodTopologySpread",
        "rules",
        (SPREAD,),
        (POD + "'{.spec.topologySpreadConstraints}'", "kubectl get pods -n {namespace} -o wide"),
        "spread-one-constraint",
    ),
    Kind(
        "spread-label",
        "PodTopologySpread",
        "closed",
        (SPREAD_LABEL,),
        (POD + "'{.spec.topologySpreadConstraints[*].topologyKey}'", "kubectl get nodes --show-labels"),
        "nodes-without-the-key",
    ),
    Kind(
        "affinity",
        "InterPodAffinity",
        "rules",
        ("node(s) didn't match pod affinity rules", "node(s) didn't match pod affinity/anti-affinity"),
        (POD + "'{.spec.affinity.podAffinity}'", "kubectl get pods -n {namespace} -o wide --show-labels"),
        "affinity-to-nobody",
    ),
    Kind(
        "anti-affinity",
        "InterPodAffinity",
        "rules",
        (ANTI_AFFINITY,),
        (POD + "'{.spec.affinity.podAntiAffinity}'", "kubectl get pods -n {namespace} -o wide --show-labels"),
        "rollout-anti-affinity-deadlock",
    ),
    Kind(
        "existing-anti-affinity",
        "InterPodAffinity",
        "rules",
        (EXISTING_ANTI_AFFINITY,),
        ("kubectl get pods -A -o custom-columns='NAME:.metadata.name,RULE:.spec.affinity.podAntiAffinity'",),
        "running-pod-keeps-others-out",
    ),
    Kind(
        "devices",
        "DynamicResources",
        "busy",
        ("cannot allocate all claims", "timed out trying to allocate devices", "cannot fit resource"),
        ("kubectl get resourceclaims -n {namespace}", "kubectl get resourceslices"),
        "devices-pcie-apart",
    ),
    Kind(
        "claim-elsewhere",
        "DynamicResources",
        "rules",
        ("resourceclaim not available on the node",),
        ("kubectl get resourceclaims -n {namespace} -o yaml",),
        "devices-shared-claim-pins",
    ),
    Kind(
        "device-pools",
        "DynamicResources",
        "rules",
        ("invalid resource pools were encountered",),
        ("kubectl get resourceslices -o yaml",),
    ),
)

OTHER: Final = Kind("other", "", "other", (), ("kubectl describe pod {pod} -n {namespace}",))


_KIND_BY_WORDING: Final = Wordings((words, kind) for kind in KINDS for words in kind.reasons)


def kind_of(reason: str) -> tuple[Kind, Mapping[str, str]]:
    """Return the kind of a reason in its current wording, with the values of its placeholders."""
    return _KIND_BY_WORDING.find(reason) or (OTHER, {})


def title(kind: Kind, count: int, resources: str, language: Language) -> str:
    """Return what a kind says of a number of nodes. `resources` lists those that are short."""
    ngettext = language.ngettext
    texts = {
        "cordoned": ngettext("{n} node is cordoned", "{n} nodes are cordoned", count),
        "named": ngettext(
            "{n} node is not the one that the pod names",
            "{n} nodes are not the one that the pod names",
            count,
        ),
        "tainted": ngettext(
            "{n} node has a taint that this pod does not tolerate",
            "{n} nodes have a taint that this pod does not tolerate",
            count,
        ),
        "labels": ngettext(
            "{n} node does not have the labels that the pod requires",
            "{n} nodes do not have the labels that the pod requires",
            count,
        ),
        "ports": ngettext(
            "On {n} node a host port of the pod is in use",
            "On {n} nodes a host port of the pod is in use",
            count,
        ),
        "pods": ngettext(
            "{n} node holds as many pods as it may", "{n} nodes hold as many pods as they may", count
        ),
        "resources": ngettext("{n} node lacks {resources}", "{n} nodes lack {resources}", count),
        "claims": language.gettext("A volume claim of the pod is not ready, so no node is checked"),
        "volume-in-use": ngettext(
            "{n} node: a volume of the pod is in use by another pod",
            "{n} nodes: a volume of the pod is in use by another pod",
            count,
        ),
        "volume-limit": ngettext(
            "{n} node cannot attach another volume", "{n} nodes cannot attach another volume", count
        ),
        "volume-place": ngettext(
            "The pod's volumes cannot be reached from {n} node",
            "The pod's volumes cannot be reached from {n} nodes",
            count,
        ),
        "spread": ngettext(
            "On {n} node the pod would break its topology spread",
            "On {n} nodes the pod would break its topology spread",
            count,
        ),
        "spread-label": ngettext(
            "{n} node lacks the label that the pod is spread by",
            "{n} nodes lack the label that the pod is spread by",
            count,
        ),
        "affinity": ngettext(
            "{n} node is not near the pods that this pod requires",
            "{n} nodes are not near the pods that this pod requires",
            count,
        ),
        "anti-affinity": ngettext(
            "{n} node is too near pods that this pod avoids",
            "{n} nodes are too near pods that this pod avoids",
            count,
        ),
        "existing-anti-affinity": ngettext(
            "{n} node is too near running pods that keep this pod away",
            "{n} nodes are too near running pods that keep this pod away",
            count,
        ),
        "devices": ngettext(
            "{n} node cannot satisfy the pod's device claims",
            "{n} nodes cannot satisfy the pod's device claims",
            count,
        ),
        "claim-elsewhere": ngettext(
            "A claim of the pod has devices that {n} node cannot use",
            "A claim of the pod has devices that {n} nodes cannot use",
            count,
        ),
        "device-pools": ngettext(
            "{n} node has devices whose slices contradict each other",
            "{n} nodes have devices whose slices contradict each other",
            count,
        ),
        "other": ngettext("{n} node gives another reason", "{n} nodes give another reason", count),
    }
    return texts[kind.name].format(n=f"{count:,}", resources=resources)


def about(kind: Kind, language: Language) -> str:
    """Return what a kind of reasons means."""
    gettext = language.gettext
    return {
        "cordoned": gettext("Somebody closed them to new pods, often to drain them."),
        "named": gettext("spec.nodeName of the pod names a single node."),
        "tainted": gettext("The nodes are kept for others, or have a condition such as not-ready."),
        "labels": gettext(
            "The pod's nodeSelector or required node affinity names labels, or nodes, that these are not."
        ),
        "ports": gettext("A host port can be used once a node; a Service needs none."),
        "pods": gettext("The kubelet limits the number of pods, often by the addresses that a node has."),
        "resources": gettext(
            "What pods request counts, not what they use. Free pieces of several nodes are never added up."
        ),
        "claims": gettext("The scheduler waits until the claim is bound, created or replaced."),
        "volume-in-use": gettext("The volume may be used by a single pod, or a single node, at a time."),
        "volume-limit": gettext("Clouds and CSI drivers limit the number of volumes that a node can attach."),
        "volume-place": gettext(
            "A volume is often reachable from one zone or node only, and the pod must follow it."
        ),
        "spread": gettext(
            "Their zone, or other domain, already holds maxSkew more matching pods than the emptiest one."
        ),
        "spread-label": gettext(
            "Nodes without the topology key never take pods that are spread by it with DoNotSchedule."
        ),
        "affinity": gettext(
            "In their zone, or other domain, no pod runs that the required pod affinity selects."
        ),
        "anti-affinity": gettext(
            "In their zone, or other domain, a pod runs that the required anti-affinity selects."
        ),
        "existing-anti-affinity": gettext(
            "The rule is not in this pod: a running pod has an anti-affinity that selects it."
        ),
        "devices": gettext(
            "Resource claims ask for devices that the node does not offer, or no longer has free."
        ),
        "claim-elsewhere": gettext(
            "The claim is allocated already, and every pod that uses it must run where its devices can be reached."
        ),
        "device-pools": gettext(
            "Two devices of a pool have the same name, or counters are missing; the driver has to publish them anew."
        ),
        "other": gettext("No version of Kubernetes is known to say this; a plugin of your own may."),
    }[kind.name]


def what_helps(kind: Kind, language: Language) -> str:
    """Return what has to happen so that waiting helps."""
    gettext = language.gettext
    return {
        "cordoned": gettext("Waiting helps once somebody uncordons them."),
        "named": gettext("Waiting does not help."),
        "tainted": gettext("Waiting helps once the taint is removed."),
        "labels": gettext("Waiting helps once a node with these labels joins."),
        "ports": gettext("Waiting helps once the other pod ends."),
        "pods": gettext("Waiting helps once pods end or a node joins."),
        "resources": gettext("Waiting helps once pods end or a node joins that is large enough."),
        "claims": gettext("Waiting helps once the claim is bound."),
        "volume-in-use": gettext("Waiting helps once the other pod ends."),
        "volume-limit": gettext("Waiting helps once pods with volumes end or a node joins."),
        "volume-place": gettext("Waiting helps once a node can reach the volume, or a volume becomes free."),
        "spread": gettext("Waiting helps once other domains can take pods, or pods of the full ones end."),
        "spread-label": gettext("Waiting helps once the nodes are labelled."),
        "affinity": gettext("Waiting helps once such a pod runs there."),
        "anti-affinity": gettext("Waiting helps once these pods end or a node joins."),
        "existing-anti-affinity": gettext("Waiting helps once these pods end or a node joins."),
        "devices": gettext("Waiting helps once devices become free."),
        "claim-elsewhere": gettext("Waiting helps once the other nodes have room, or nobody uses the claim."),
        "device-pools": gettext("Waiting helps once the driver publishes its devices anew."),
        "other": gettext("Whether waiting helps is not known."),
    }[kind.name]


def label(kind: Kind, language: Language) -> str:
    """Return a few words for a kind, beside its number of nodes."""
    gettext = language.gettext
    return {
        "cordoned": gettext("cordoned"),
        "named": gettext("not the named node"),
        "tainted": gettext("tainted"),
        "labels": gettext("without the labels"),
        "ports": gettext("port in use"),
        "pods": gettext("full of pods"),
        "resources": gettext("short of resources"),
        "claims": gettext("claim not ready"),
        "volume-in-use": gettext("volume in use"),
        "volume-limit": gettext("no more volumes"),
        "volume-place": gettext("volume elsewhere"),
        "spread": gettext("would break the spread"),
        "spread-label": gettext("without the topology key"),
        "affinity": gettext("not near its friends"),
        "anti-affinity": gettext("near pods it avoids"),
        "existing-anti-affinity": gettext("near pods that avoid it"),
        "devices": gettext("devices missing"),
        "claim-elsewhere": gettext("claim used elsewhere"),
        "device-pools": gettext("contradictory device pools"),
        "other": gettext("other reasons"),
    }[kind.name]
