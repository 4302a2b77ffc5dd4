"""The answer for one workload of Kueue as plain data: amounts in integer units (cpu in thousandths), and as text."""

from __future__ import annotations

from typing import Literal

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.queueing.topology.contract import SearchRecord

CauseKind = Literal[
    "admitted",
    "finished",
    "evicting",
    "reserved",
    "deactivated",
    "no_local_queue",
    "no_cluster_queue",
    "inactive_queue",
    "equal_parked",
    "behind_head",
    "behind_others",
    "invalid",
    "no_matching_flavor",
    "exceeds_max",
    "no_place",
    "places_taken",
    "waiting_for_victims",
    "skipped",
    "short_nobody_to_preempt",
    "short",
]
"""What keeps a workload waiting, or that nothing does. `CAUSES` has a sentence for each."""


By = Literal["sticky", "priority", "time", "uid"]
"""By what one workload comes before another: it is the sticky head, or is compared by the first that differs."""


class Cause(TypedDict):
    """What decides, with the operands of its sentence."""

    kind: CauseKind
    operands: dict[str, str]
    text: str


class Said(TypedDict):
    """What Kueue itself says: the workload's condition QuotaReserved."""

    reason: str
    message: str


class ResourceLine(TypedDict):
    """The arithmetic of one resource in one flavor: it fits when earlier + requested ≤ available.

    `earlier` is what pod sets before this one put there. `available` is what the ClusterQueue could have, borrowed
    quota included; `maximum` with nothing else running. `short` is what is missing, 0 if nothing. `texts` has all as
    messages write them.
    """

    resource: str
    earlier: int
    requested: int
    nominal: int
    available: int
    maximum: int
    short: int
    fits: bool
    borrowingLevel: int
    texts: dict[str, str]


class FlavorLine(TypedDict):
    """A flavor that was looked at.

    `mode` is NoFit, Preempt or Fit; `excluded` says why its quota was not looked at, "" if it was. `preemption` is
    NoCandidates, Preempt or Reclaim where a trial search for victims was made.
    """

    flavor: str
    mode: str
    excluded: str
    preemption: str
    chosen: bool
    resources: list[ResourceLine]


class PodSetLine(TypedDict):
    """The flavors of a pod set in the order of the search."""

    name: str
    count: int
    flavors: list[FlavorLine]


class QueuedWorkload(TypedDict):
    """A workload that comes first, by what: sticky, priority, time or uid; and what it asks for."""

    workload: str
    by: By
    requests: dict[str, str]


class Victims(TypedDict):
    """The last search for victims: who could be preempted (with the right to), who would be, and why nobody."""

    candidates: list[list[str]]
    targets: list[list[str]]
    why: str
    """A kind of `VICTIMS`."""
    text: str


class Bar(TypedDict):
    """A ClusterQueue's part of the cohort's quota in one flavor and resource at the end of the run."""

    clusterQueue: str
    own: bool
    nominal: int
    used: int
    borrowed: int
    borrowingLimit: int | None
    lendingLimit: int | None


class QuotaBars(TypedDict):
    """All ClusterQueues of the cohort tree in one flavor and resource."""

    flavor: str
    resource: str
    bars: list[Bar]


class WorkloadAccount(TypedDict):
    """Why a workload waits. `cycle` is its last attempt, None if it was never tried."""

    workload: str
    clusterQueue: str
    state: str
    cause: Cause
    said: Said | None
    cycle: int | None
    parked: bool
    """Whether nobody looks at it again until something ends in its cohort tree."""
    ahead: list[QueuedWorkload]
    podSets: list[PodSetLine]
    victims: Victims | None
    quota: list[QuotaBars]
    places: list[SearchRecord]
