"""The outcome of one attempt: the changes that a cycle makes, or why there was no cycle."""

from __future__ import annotations

from dataclasses import dataclass, field

from scheduler_core.cycle.contract import OutcomeFields, SkipReason
from scheduler_core.cycle.cycle import CycleRecord
from scheduler_core.framework.assumed import VolumeDecisions
from scheduler_core.framework.batch import Batch
from scheduler_core.framework.claims import ClaimWrite, ClaimWrites
from scheduler_core.framework.status import Status


@dataclass(frozen=True, slots=True)
class Outcome:
    """The changes that a cycle makes; sufficient to fold a run log without recomputing its cycles.

    `nominated` None leaves the pod's nomination as it is, "" clears it. `volumes` are the pod's assumed volumes,
    `claims` the resource claims that the cycle wrote, even if the pod was not bound.
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
            record.batch,
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
        return fields

    @classmethod
    def from_json(cls, event: OutcomeFields) -> Outcome:
        volumes = event.get("volumes")
        return cls(
            event["pod"],
            event["node"],
            tuple(event["victims"]),
            event["nominated_node"],
            tuple(event["cleared"]),
            event["next_start_index"],
            VolumeDecisions.from_json(volumes) if volumes else None,
            tuple(event.get("claims", ())),
        )


@dataclass(slots=True)
class Skipped:
    """An attempt without a cycle; `status` is that of PreEnqueue if the pod is gated."""

    pod: str
    why: SkipReason
    profile: str = ""
    status: Status | None = None
