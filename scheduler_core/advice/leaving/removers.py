"""What those who remove nodes would say of one: Karpenter, Cluster Autoscaler, and `kubectl drain`.

Karpenter: ValidatePodsDisruptable of pkg/controllers/state/statenode.go and computeConsolidation of
pkg/controllers/disruption/consolidation.go (1.14). Cluster Autoscaler: simulator/drain.go and the reasons of
utils/drain/drain.go and simulator/cluster.go (1.34), with its default options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from scheduler_core.advice.whatif.holding_contract import HeldPod, HoldKind, NodeHold
from scheduler_core.kubernetes.typeddict import TypedDict

_CLUSTER_AUTOSCALER: Final[Mapping[HoldKind, str]] = {
    "bare": "NotReplicated",
    "local-storage": "LocalStorageRequested",
    "annotation": "NotSafeToEvictAnnotation",
    "system": "UnmovableKubeSystemPod",
    "budget": "NotEnoughPdb",
}
# What the annotation safe-to-evict: "true" waives.
_WAIVED: Final = ("bare", "local-storage", "system")
_PLACES: Final = ("room", "rule", "volume")


class Remover(TypedDict):
    """What a program that removes nodes would do with one, in its own words where it has some."""

    program: Literal["Karpenter", "Cluster Autoscaler", "kubectl drain"]
    verdict: Literal["goes", "stays", "hangs"]
    says: str


def removers(hold: NodeHold) -> list[Remover]:
    """Return what each would say of a node; all are approximate: they see more than is in the input."""
    return [_karpenter(hold), _cluster_autoscaler(hold), _drain(hold)]


def _karpenter(hold: NodeHold) -> Remover:
    blocked = next(_blocks_karpenter(hold), None)
    if blocked is not None:
        return {"program": "Karpenter", "verdict": "stays", "says": blocked}
    if not _homeless(hold):
        return {
            "program": "Karpenter",
            "verdict": "goes",
            "says": _preferring(hold) or "all its pods fit elsewhere",
        }
    added = hold["nodes_to_add"]
    count = sum(nodes["count"] for nodes in added) if added else 0
    if count == 1:
        return {"program": "Karpenter", "verdict": "stays", "says": "Can't replace with a cheaper node"}
    if count:
        return {
            "program": "Karpenter",
            "verdict": "stays",
            "says": f"Can't remove without creating {count} candidates",
        }
    return {
        "program": "Karpenter",
        "verdict": "stays",
        "says": f"Not all pods would schedule, {', '.join(pod['pod'] for pod in _homeless(hold))}",
    }


def _blocks_karpenter(hold: NodeHold) -> Iterator[str]:
    held = [(pod, one) for pod in hold["pods"] if not pod["stays"] for one in pod["holds"]]
    for pod, one in held:
        if one["kind"] == "annotation" and one["operand"].startswith("karpenter.sh/"):
            yield f'Pod has "{one["operand"].partition(":")[0]}" annotation (Pod={pod["pod"]})'
    for _, one in held:
        if one["kind"] == "budget":
            yield f"Pdb prevents pod evictions (PodDisruptionBudget={one['operand']})"


def _preferring(hold: NodeHold) -> str:
    """Return where Karpenter parts from the scheduler: it first takes preferences for requirements."""
    if names := [pod["pod"] for pod in hold["pods"] if pod["prefers"] and not pod["stays"]]:
        return (
            f"if the preferences of {', '.join(names[:3])} can be kept: it takes them for requirements first"
        )
    return ""


def _cluster_autoscaler(hold: NodeHold) -> Remover:
    for pod in hold["pods"]:
        for kind in _blocks_cluster_autoscaler(pod):
            says = f"BlockedByPod: {_CLUSTER_AUTOSCALER[kind]} ({pod['pod']})"
            return {"program": "Cluster Autoscaler", "verdict": "stays", "says": says}
    if homeless := _homeless(hold):
        says = f"NoPlaceToMovePods ({homeless[0]['pod']})"
        return {"program": "Cluster Autoscaler", "verdict": "stays", "says": says}
    says = "once its requests are below half of it for ten minutes"
    return {"program": "Cluster Autoscaler", "verdict": "goes", "says": says}


def _blocks_cluster_autoscaler(pod: HeldPod) -> Iterator[HoldKind]:
    for one in () if pod["stays"] else pod["holds"]:
        is_other = one["kind"] == "annotation" and one["operand"].startswith("karpenter.sh/")
        is_waived = pod["safe_to_evict"] and one["kind"] in _WAIVED
        if one["kind"] in _CLUSTER_AUTOSCALER and not is_other and not is_waived:
            yield one["kind"]


def _drain(hold: NodeHold) -> Remover:
    leaving = [pod for pod in hold["pods"] if not pod["stays"]]
    kinds = {one["kind"] for pod in leaving for one in pod["holds"]}
    options = ["--ignore-daemonsets"] if len(leaving) < len(hold["pods"]) else []
    options += ["--delete-emptydir-data"] if "local-storage" in kinds else []
    options += ["--force"] if "bare" in kinds else []
    needs = f"with {' '.join(options)}" if options else ""
    lost = len(_homeless(hold))
    after = f"no other node for {lost} of {len(leaving)} evicted" if lost else ""
    if "budget" in kinds:
        says = ", ".join(filter(None, ["waits for the budget", needs, after]))
        return {"program": "kubectl drain", "verdict": "hangs", "says": says}
    says = ", ".join(filter(None, [f"evicts {len(leaving)}", needs, after]))
    return {"program": "kubectl drain", "verdict": "goes", "says": says}


def _homeless(hold: NodeHold) -> list[HeldPod]:
    """Return the pods for which there is no place."""
    return [pod for pod in hold["pods"] if any(one["kind"] in _PLACES for one in pod["holds"])]
