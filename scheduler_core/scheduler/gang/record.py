"""What the cycle of a pod group computed, as its parts returned it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.podgroups import Condition
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.claims import ClaimWrites
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, unschedulable

GANG_SCHEDULING = "GangScheduling"
UNSCHEDULABLE = "pod group is unschedulable"
WAITS_FOR_PREEMPTION = "pod group is waiting for preemption to complete"

NOT_SCHEDULABLE = unschedulable(UNSCHEDULABLE)


@dataclass(slots=True)
class MemberResult:
    """What became of a member when it was tried.

    `node` is where it was placed or nominated, an index into the snapshot of `record`; `permit` the answer of Permit,
    None if it was not placed. `record.start_index` is where its search for nodes started.
    """

    record: CycleRecord
    status: Status
    node: int | None = None
    permit: Status | None = None
    requires_preemption: bool = False

    @property
    def pod(self) -> Pod:
        return self.record.pod

    @property
    def node_name(self) -> str | None:
        snapshot = self.record.framework.handle.snapshot
        return None if self.node is None else snapshot.nodes[self.node].name

    @property
    def nominated_node(self) -> str | None:
        """What becomes of the nomination of a member that failed: None leaves it as it is, "" clears it."""
        return self.record.nominated_node if self.permit is None or self.requires_preemption else ""


@dataclass(slots=True)
class Trial:
    """All members tried one after the other on some nodes (podGroupAlgorithmResult)."""

    results: list[MemberResult] = field(default_factory=list)
    status: Status = NOT_SCHEDULABLE
    waiting_on_preemption: bool = False

    @property
    def works(self) -> bool:
        return self.status.ok or self.waiting_on_preemption


@dataclass(slots=True)
class PlacementTrial:
    """A placement, which is some of the nodes by index, and what became of the members there."""

    name: str
    nodes: list[int]
    trial: Trial


@dataclass(slots=True)
class Rejection:
    """Why a member stays pending: the text of its condition. `nominated_node` None leaves it as it is."""

    pod: Pod
    status: Status
    nominated_node: str | None


@dataclass(slots=True)
class Victim:
    """A pod, or the pods of a group that are preempted together, each with its node."""

    placed: list[tuple[Pod, int]]
    priority: int

    @property
    def of_pod_group(self) -> bool:
        return bool(self.placed[0][0].template.pod_group)


@dataclass(slots=True)
class GroupPreemption:
    """Preemption for the group as a whole: `victims` are evicted if `status` is Success.

    `reprieved` were removed on trial and came back. `nominations` has the node of each member by pod, where a version
    keeps those of the trial.
    """

    status: Status
    victims: list[Victim]
    reprieved: list[Victim]
    nominations: Mapping[str, str] = field(default_factory=dict)

    @property
    def pods(self) -> list[Pod]:
        return [pod for victim in self.victims for pod, _ in victim.placed]


@dataclass(slots=True)
class GangRecord:
    """The cycle of a pod group.

    `members` are in the order in which they were tried, `not_in_queue` those that a PreEnqueue plugin holds back.
    `placements` are those that were tried, in the order of their names; empty if the group has no topology
    constraint. `chosen` is the one that `trial` is of; `scores` has the points of each by plugin and in total.
    `victims` go even if the group is not placed; `preemption` is that for the group as a whole, if it was looked for.
    `scheduled_before` members had a node already.
    `rejections` and `pre_bind_failures` have the members that stay pending, `bound` the node of the others.
    """

    key: str
    framework: Framework
    members: list[Pod]
    not_in_queue: list[str] = field(default_factory=list)
    trial: Trial = field(default_factory=Trial)
    placements: list[PlacementTrial] = field(default_factory=list)
    chosen: PlacementTrial | None = None
    scores: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    victims: list[Pod] = field(default_factory=list)
    preemption: GroupPreemption | None = None
    scheduled_before: int = 0
    rejections: dict[str, Rejection] = field(default_factory=dict)
    bound: dict[str, str] = field(default_factory=dict)
    pre_bind_failures: dict[str, Status] = field(default_factory=dict)
    claims_released: ClaimWrites | None = None
    condition: Condition | None = None
    last_cycles: Mapping[str, CycleRecord] = field(default_factory=dict)
    """By pod the last cycle of each member, in whichever trial that was."""

    @property
    def victims_by_group(self) -> list[Pod]:
        """The victims that were chosen for the group as a whole."""
        return self.preemption.pods if self.preemption is not None else []

    @property
    def profile(self) -> str:
        return self.framework.profile.scheduler_name

    @property
    def status(self) -> Status:
        return self.trial.status

    def result_of(self, pod_key: str) -> MemberResult | None:
        """Return the result of a member, None if it was not tried."""
        return next((result for result in self.trial.results if result.pod.key == pod_key), None)


def conclude(record: CycleRecord, *, bound: bool, status: Status, pre_bind: bool = False) -> CycleRecord:
    """Return the cycle of a member with what became of it; `pre_bind`: `status` is the failure of PreBind."""
    status = Status(status.code, (status.message,) if status.reasons else ())
    if bound:
        record.reserve = record.pre_bind = SUCCESS
    elif pre_bind:
        if record.selected is not None:
            record.pre_bind_node, record.selected = record.selected, None
        record.pre_bind = status
    elif record.selected is not None or (record.reserve.ok and status.message != record.fit_error):
        record.selected, record.reserve = None, status.with_plugin(GANG_SCHEDULING)
    return record


def condition_of(trial: Trial) -> Condition:
    """Return the condition PodGroupScheduled after a trial (submitPodGroupAlgorithmResult)."""
    if trial.status.ok:
        return Condition("True", "Scheduled")
    reason = "SchedulerError" if trial.status.code is Code.Error else "Unschedulable"
    return Condition("False", reason, trial.status.message)
