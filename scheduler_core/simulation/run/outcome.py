"""The outcome of one attempt: the changes that a cycle makes, or why there was no cycle."""

from __future__ import annotations

from dataclasses import dataclass, field

from scheduler_core.kubernetes.objects.podgroups import Condition
from scheduler_core.scheduler.cycle.contract import (
    GangPartJson,
    GroupCondition,
    OutcomeFields,
    ReservedJson,
    SkipReason,
)
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.assumed import VolumeDecisions
from scheduler_core.scheduler.framework.batch import Batch
from scheduler_core.scheduler.framework.claims import ClaimWrite, ClaimWrites
from scheduler_core.scheduler.framework.status import Status


@dataclass(frozen=True, slots=True)
class GangPart:
    """What an outcome is for its pod group, of which every member has one.

    `first` and `last` are the ends of the group's cycle. `assumed` is the node on which the members after it see this
    one, `reserved` the devices that they see in use. The outcomes of a group take effect together, with the last of
    them, which has the group's condition. `pre_bind`: the member was let through, and failed in PreBind; `untried`: the
    group's cycle ended before.
    """

    group: str
    start_index: int
    assumed: str | None = None
    first: bool = False
    untried: bool = False
    pre_bind: bool = False
    placement: str | None = None
    last: bool = False
    condition: Condition | None = None
    reserved: tuple[ReservedJson, ...] = ()

    def as_json(self) -> GangPartJson:
        fields: GangPartJson = {
            "pod_group": self.group,
            "start_index": self.start_index,
            "assumed": self.assumed,
            "first": self.first,
            "last": self.last,
        }
        if self.untried:
            fields["untried"] = True
        if self.pre_bind:
            fields["pre_bind"] = True
        if self.placement is not None:
            fields["placement"] = self.placement
        if self.condition is not None:
            fields["condition"] = condition_json(self.condition)
        if self.reserved:
            fields["reserved"] = list(self.reserved)
        return fields

    @classmethod
    def from_json(cls, fields: GangPartJson) -> GangPart:
        condition = fields.get("condition")
        return cls(
            fields["pod_group"],
            fields["start_index"],
            fields["assumed"],
            fields["first"],
            fields.get("untried", False),
            fields.get("pre_bind", False),
            fields.get("placement"),
            fields["last"],
            Condition(condition["status"], condition["reason"], condition.get("message", ""))
            if condition
            else None,
            tuple(fields.get("reserved", ())),
        )


def condition_json(condition: Condition) -> GroupCondition:
    fields: GroupCondition = {"status": condition.status, "reason": condition.reason}
    if condition.message:
        fields["message"] = condition.message
    return fields


@dataclass(frozen=True, slots=True)
class Outcome:
    """The changes that a cycle makes; sufficient to fold a run log without recomputing its cycles.

    `nominated` None leaves the pod's nomination as it is, "" clears it. `volumes` are the pod's assumed volumes,
    `claims` the resource claims that the cycle wrote, even if the pod was not bound. `gang` is there for a member of a
    pod group: what its outcome changes then waits for the last member.
    `batch` is what the cycle leaves to the next one. It is not part of the log, which has the hints that came of it.
    """

    pod: str
    node: str | None = None
    victims: tuple[str, ...] = ()
    nominated: str | None = None
    cleared: tuple[str, ...] = ()
    next_start_index: int | None = None
    volumes: VolumeDecisions | None = None
    claims: tuple[ClaimWrite, ...] = ()
    gang: GangPart | None = None
    batch: Batch | None = field(default=None, compare=False)

    @classmethod
    def of(cls, record: CycleRecord) -> Outcome:
        result = record.post_filter
        return cls(
            record.pod.key,
            record.node_name,
            tuple(v.key for v in result.deleted) if result else (),
            record.nominated_node,
            tuple(result.cleared) if result else (),
            record.next_start_index,
            record.state.get(VolumeDecisions) if record.selected is not None else None,
            tuple(writes.as_json()) if (writes := record.state.get(ClaimWrites)) else (),
            batch=record.batch,
        )

    def as_json(self) -> OutcomeFields:
        fields: OutcomeFields = {
            "pod": self.pod,
            "node": self.node,
            "victims": list(self.victims),
            "nominated_node": self.nominated,
            "cleared": list(self.cleared),
            "next_start_index": self.next_start_index,
            "volumes": self.volumes.as_json() if self.volumes else None,
        }
        if self.claims:
            fields["claims"] = list(self.claims)
        if self.gang is not None:
            fields["gang"] = self.gang.as_json()
        return fields

    @classmethod
    def from_json(cls, event: OutcomeFields) -> Outcome:
        volumes, gang = event.get("volumes"), event.get("gang")
        return cls(
            event["pod"],
            event["node"],
            tuple(event["victims"]),
            event["nominated_node"],
            tuple(event["cleared"]),
            event["next_start_index"],
            VolumeDecisions.from_json(volumes) if volumes else None,
            tuple(event.get("claims", ())),
            GangPart.from_json(gang) if gang else None,
        )


@dataclass(slots=True)
class Skipped:
    """An attempt without a cycle; `statuses` are those of PreEnqueue if the pod is gated.

    `scheduler` is the schedulerName of a pod that no profile has.
    """

    pod: str
    why: SkipReason
    profile: str = ""
    statuses: tuple[Status, ...] = ()
    scheduler: str = ""

    @property
    def status(self) -> Status | None:
        """The answer of the first plugin that holds the pod back."""
        return self.statuses[0] if self.statuses else None
