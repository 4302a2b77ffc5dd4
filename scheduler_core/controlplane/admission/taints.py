"""The taints that the node lifecycle controller gives to nodes.

Mirrors doNoScheduleTaintingPass and processTaintBaseEviction of
pkg/controller/nodelifecycle/node_lifecycle_controller.go @ v1.34.1. The controller also removes taints without a
reason; here a taint that is written stays, so that a node can be described by its taints alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from .policy import NODE_LIFECYCLE
from .report import Cause
from .request import AdmissionRequest

_PREFIX = "node.kubernetes.io/"
_UNSCHEDULABLE = "unschedulable"

# (type, status) of a condition to its taint and the effects.
_BY_CONDITION = {
    ("Ready", "False"): ("not-ready", ("NoSchedule", "NoExecute")),
    ("Ready", "Unknown"): ("unreachable", ("NoSchedule", "NoExecute")),
    ("MemoryPressure", "True"): ("memory-pressure", ("NoSchedule",)),
    ("DiskPressure", "True"): ("disk-pressure", ("NoSchedule",)),
    ("PIDPressure", "True"): ("pid-pressure", ("NoSchedule",)),
    ("NetworkUnavailable", "True"): ("network-unavailable", ("NoSchedule",)),
}


def taint_node(node: AdmissionRequest) -> None:
    """Give the node the taints of its conditions and of spec.unschedulable, unless it has them."""
    present = {(str(taint.get("key")), str(taint.get("effect"))) for taint in node.mappings("spec", "taints")}
    for name, effect, reason in _taints(node):
        key = _PREFIX + name
        if (key, effect) not in present:
            taint = {"key": key, "effect": effect}
            node.extend([(taint, f"{key}:{effect}")], ("spec", "taints"), Cause(NODE_LIFECYCLE, reason))


def _taints(node: AdmissionRequest) -> Iterator[tuple[str, str, str]]:
    """Yield (name, effect, reason) of the taints: NoSchedule first, as the controller adds them."""
    by_effect: dict[str, list[tuple[str, str]]] = {"NoSchedule": [], "NoExecute": []}
    for condition in node.mappings("status", "conditions"):
        kind, status = str(condition.get("type")), str(condition.get("status"))
        name, effects = _BY_CONDITION.get((kind, status), ("", ()))
        for effect in effects:
            by_effect[effect].append((name, f"condition {kind} is {status}"))
    if node.part("spec").get("unschedulable") is True:
        by_effect["NoSchedule"].append((_UNSCHEDULABLE, "spec.unschedulable is true"))
    for effect, entries in by_effect.items():
        for name, reason in entries:
            yield name, effect, reason
