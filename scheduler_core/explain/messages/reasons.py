"""What is known of the reasons of Filter, by their current wording."""

from __future__ import annotations

from typing import Final

from scheduler_core.explain.compare.wordings import SPREAD

NOT_HELPFUL: Final = "Preemption is not helpful for scheduling"
NEVER: Final = "not eligible due to preemptionPolicy=Never"
TERMINATING: Final = "not eligible due to a terminating pod on the nominated node"
PLACED: Final = "found a potential placement for pod on node "
CLAIMS: Final = "no new claims to deallocate"
TOO_MANY_PODS: Final = "Too many pods"
INSUFFICIENT: Final = "Insufficient "
PORTS: Final = "node(s) didn't have free ports for the requested pod ports"
ANTI_AFFINITY: Final = "node(s) didn't match pod anti-affinity rules"
EXISTING_ANTI_AFFINITY: Final = "node(s) didn't satisfy existing pods anti-affinity rules"
VOLUME_COUNT: Final = "node(s) exceed max volume count"
ONE_POD: Final = (
    "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by "
    "another pod"
)
DISK: Final = "node(s) had no available disk"

# Removing pods may help: the status is Unschedulable. For resources it depends on the size of the node.
_HELPED: Final = frozenset(
    {SPREAD, PORTS, ANTI_AFFINITY, EXISTING_ANTI_AFFINITY, VOLUME_COUNT, ONE_POD, DISK, TOO_MANY_PODS}
)


def is_resource(reason: str) -> bool:
    """Return whether NodeResourcesFit gives the reason, which may be one of several on a node."""
    return reason.startswith(INSUFFICIENT) or reason == TOO_MANY_PODS


def helps(reason: str) -> bool:
    """Return whether removing pods of lower priority can make a node fit that has this reason."""
    return is_resource(reason) or reason in _HELPED
