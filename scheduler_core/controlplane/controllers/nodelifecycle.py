"""Node lifecycle: when a silent node is tainted, and how fast nodes of a zone are.

Mirrors monitorNodeHealth, handleDisruption and ComputeZoneState of
pkg/controller/nodelifecycle/node_lifecycle_controller.go @ v1.34.1, and the defaults of its flags
(config/v1alpha1/defaults.go).
"""

from __future__ import annotations

from typing import Final, Literal

# The kubelet renews its lease every 10 s; a node without a sign for this long is not ready (NodeMonitorGracePeriod:
# 50 s since v1.32, 40 s before).
GRACE_SECONDS: Final = 50.0
GRACE_SECONDS_BEFORE_1_32: Final = 40.0
UNREACHABLE: Final = "node.kubernetes.io/unreachable"
NOT_READY: Final = "node.kubernetes.io/not-ready"
UNSCHEDULABLE: Final = "node.kubernetes.io/unschedulable"
# DefaultTolerationSeconds gives these to each pod without its own.
DEFAULT_TOLERATION_SECONDS: Final = 300

ZoneState = Literal["normal", "partial", "full"]

_RATE = 0.1
_SECONDARY_RATE = 0.01
_UNHEALTHY_SHARE = 0.55
_LARGE_CLUSTER = 50


def grace_seconds(minor: int) -> float:
    """Return after how long a silent node is unreachable in a release 1.`minor`."""
    return GRACE_SECONDS if minor >= 32 else GRACE_SECONDS_BEFORE_1_32


def zone_state(ready: int, not_ready: int) -> ZoneState:
    """Return how far a zone is disrupted (ComputeZoneState)."""
    if ready == 0 and not_ready > 0:
        return "full"
    if not_ready > 2 and not_ready / (ready + not_ready) >= _UNHEALTHY_SHARE:
        return "partial"
    return "normal"


def taint_rate(state: ZoneState, *, all_full: bool, cluster_size: int) -> float:
    """Return how many nodes of a zone get the NoExecute taint a second.

    None at all while every zone is fully disrupted: then the fault is taken to be on the side of the control plane.
    """
    if all_full:
        return 0.0
    if state == "partial":
        return _SECONDARY_RATE if cluster_size > _LARGE_CLUSTER else 0.0
    return _RATE
