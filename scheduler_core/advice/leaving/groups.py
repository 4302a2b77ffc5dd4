"""Which nodes Cluster Autoscaler removes, and why the others stay, in its words.

Follows pkg/core/scaledown/eligibility/eligibility.go, pkg/simulator/cluster.go and pkg/utils/drain/drain.go of
cluster-autoscaler 1.35, with default options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from scheduler_core.advice.phrases import Phrase, say
from scheduler_core.advice.whatif.holding import node_hold
from scheduler_core.advice.whatif.holding_contract import HeldPod, HoldKind
from scheduler_core.autoscaling.nodegroups.groups import NodeGroup, ToldGroups
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.node import ZONE, Node
from scheduler_core.kubernetes.objects.nodegroups import group_of
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY

from .contract import Leaving, LeavingNode, StayingKind

_THRESHOLD = 0.5  # the default of --scale-down-utilization-threshold, and of GPUs' threshold
_DISABLED = "cluster-autoscaler.kubernetes.io/scale-down-disabled"
_GPUS = ("nvidia.com/gpu", "amd.com/gpu")
_TYPES = ("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type")
_OF_PODS: Final[Mapping[HoldKind, str]] = {
    "bare": "NotReplicated",
    "local-storage": "LocalStorageRequested",
    "annotation": "NotSafeToEvictAnnotation",
    "system": "UnmovableKubeSystemPod",
    "budget": "NotEnoughPdb",
}
_WAIVED: Final = ("bare", "local-storage", "system")  # by the annotation safe-to-evict: "true"
PLACES: Final = ("room", "rule", "volume")


class GroupsLeaving:
    """The question which nodes Cluster Autoscaler removes after a run; one node, or all of its groups."""

    def __init__(self, recording: Recording, told: ToldGroups, only: str = "") -> None:
        self._recording, self._told = recording, told
        simulation = recording.before(len(recording.finished))
        self._snapshot = simulation.handle.snapshot
        own = [node for node in self._snapshot.nodes if self._group(node) is not None]
        self._own = [node for node in own if not only or node.name == only]
        self._nodes: list[LeavingNode] = []
        self._searching = True

    def _group(self, node: Node) -> NodeGroup | None:
        return self._told.of_node(node.name, group_of(node.labels) or "")

    def steps(self) -> Iterator[None]:
        """Look at one node after another, and yield after each."""
        for node in self._own:
            self._nodes.append(self._looked_at(node))
            yield
        self._searching = False

    def answer(self) -> Leaving:
        """Return what is known so far."""
        return {
            "autoscaler": "cluster-autoscaler",
            "nodes": self._nodes,
            "commands": [],
            "price": None,
            "savings": None,
            "budgets": [],
            "basis": None,
            "notes": [],
            "searching": self._searching,
            "done": len(self._nodes),
            "total": len(self._own),
        }

    def _looked_at(self, node: Node) -> LeavingNode:
        stays = self._why_it_stays(node)
        kind, phrase, says = stays or (None, say("node unneeded"), "")
        group = self._group(node)
        return {
            "node": node.name,
            "pool": group.name if group is not None else "",
            "type": next((node.labels[key] for key in _TYPES if node.labels.get(key)), ""),
            "zone": node.labels.get(ZONE, ""),
            "capacity_type": "",
            "price": None,
            "cost": None,
            "verdict": "stays" if stays else "goes",
            "kind": kind,
            "text": str(phrase),
            "phrase": phrase.as_json(),
            "says": says,
            "replacement": None,
        }

    def _why_it_stays(self, node: Node) -> tuple[StayingKind, Phrase, str] | None:
        """Return the first reason in its order: the node itself, what it is used for, its pods, its group's size."""
        manifest = self._recording.scenario.objects.manifests["Node", node.name]
        annotations = (manifest.get("metadata") or {}).get("annotations") or {}
        if annotations.get(_DISABLED) == "true":
            return "annotation", say("node annotated", annotation=_DISABLED), "ScaleDownDisabledAnnotation"
        resource, used = self._utilization(node)
        if used > _THRESHOLD:
            percents = {"percent": f"{100 * used:.0f}", "threshold": f"{100 * _THRESHOLD:.0f}"}
            return "utilization", say("node used", resource=resource, **percents), "NotUnderutilized"
        hold = node_hold(self._recording, node.name)
        for pod in hold["pods"]:
            for kind in _blocking(pod):
                says = f"BlockedByPod: {_OF_PODS[kind]} ({pod['pod']})"
                return "pod", say(f"node pod {kind}", pod=pod["pod"]), says
        for pod in hold["pods"]:
            if any(one["kind"] in PLACES for one in pod["holds"]):
                return (
                    "no-place",
                    say("node pod no place", pod=pod["pod"]),
                    f"NoPlaceToMovePods ({pod['pod']})",
                )
        group = self._group(node)
        if (
            group is not None
            and group.count is not None
            and group.least is not None
            and group.count <= group.least
        ):
            words = say("node minimum", group=group.name, count=group.count, least=group.least)
            return "minimum", words, "NodeGroupMinSizeReached"
        return None

    def _utilization(self, node: Node) -> tuple[str, float]:
        """Return the resource of which most is requested, with the share; of a node with GPUs that of these."""
        row = self._snapshot.index[node.name]
        gpu = next((name for name in _GPUS if node.allocatable.get(name)), None)
        requested: dict[str, int] = {}
        for pod in self._snapshot.pods_on(row):
            for name, amount in pod.template.requests.items():
                requested[name] = requested.get(name, 0) + amount
        shares = {
            name: requested.get(name, 0) / node.allocatable[name]
            for name in ((gpu,) if gpu else (CPU, MEMORY))
            if node.allocatable.get(name)
        }
        return max(shares.items(), key=lambda share: share[1], default=(CPU, 0.0))


def _blocking(pod: HeldPod) -> Iterator[HoldKind]:
    """Yield what keeps Cluster Autoscaler from moving a pod."""
    for one in () if pod["stays"] else pod["holds"]:
        is_other = one["kind"] == "annotation" and one["operand"].startswith("karpenter.sh/")
        is_waived = pod["safe_to_evict"] and one["kind"] in _WAIVED
        if one["kind"] in _OF_PODS and not is_other and not is_waived:
            yield one["kind"]
