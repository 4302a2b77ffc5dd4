"""The state of a run: pods that wait, pods that run, and what each cycle's outcome does to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from .cluster.accounting import accounting
from .cluster.snapshot import Snapshot
from .config import Config, read_config
from .cycle.cycle import CycleRecord, schedule_one
from .framework.assumed import VolumeDecisions
from .framework.events import ClusterEvent, EventKind
from .framework.extender.chain import Extenders
from .framework.handle import Handle
from .framework.runtime import Framework
from .framework.status import Status
from .objects.loading import CONFIG_KIND
from .objects.pod import Pod
from .objects.reading import InvalidInput, Problems
from .plugins.registry import make_profile
from .scenario import Scenario
from .versions import V1_34, Version

# The first pod that a run binds starts here, each further one a second later.
_FIRST_START = datetime(2030, 1, 1)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a cycle changes; enough to fold a run log without computing its cycles again.

    `nominated` None leaves the pod's nomination as it is, "" clears it. `volumes` is what the pod took with its node.
    """

    pod: str
    node: str | None = None
    victims: tuple[str, ...] = ()
    nominated: str | None = None
    cleared: tuple[str, ...] = ()
    next_start_index: int | None = None
    volumes: VolumeDecisions | None = None

    @classmethod
    def of(cls, record: CycleRecord) -> Outcome:
        result = record.post_filter
        return cls(
            record.pod.key,
            record.node_name,
            tuple(v.key for v in result.deleted) if result else (),
            result.nominated_node if result else None,
            tuple(result.cleared) if result else (),
            record.next_start_index,
            record.state.get(VolumeDecisions) if record.selected is not None else None,
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "pod": self.pod,
            "node": self.node,
            "victims": list(self.victims),
            "nominated_node": self.nominated,
            "cleared": list(self.cleared),
            "next_start_index": self.next_start_index,
            "volumes": self.volumes.as_json() if self.volumes else None,
        }

    @classmethod
    def from_json(cls, event: dict[str, Any]) -> Outcome:
        return cls(
            event["pod"],
            event["node"],
            tuple(event["victims"]),
            event["nominated_node"],
            tuple(event["cleared"]),
            event["next_start_index"],
            VolumeDecisions.from_json(event["volumes"]) if event.get("volumes") else None,
        )


@dataclass(slots=True)
class Skipped:
    """No cycle took place; `status` is that of PreEnqueue when the pod is gated."""

    pod: str
    why: str
    profile: str = ""
    status: Status | None = None


@dataclass(slots=True)
class Simulation:
    """A cluster on which pods are scheduled one after another.

    Raises InvalidInput when the version does not know what the configuration asks for, or when it asks for extenders
    and `allow_extenders` is off.
    """

    scenario: Scenario
    version: Version = V1_34
    seed: int | None = None
    allow_extenders: bool = False
    config: Config = field(init=False)
    handle: Handle = field(init=False)
    frameworks: dict[str, Framework] = field(init=False)
    waiting: dict[str, Pod] = field(init=False)
    bound: int = 0
    start_index: int = 0
    cycles: int = 0

    def __post_init__(self) -> None:
        objects = self.scenario.objects
        self.handle = Handle(Snapshot.of(objects, accounting(self.version)), objects, self.version)
        problems = Problems(CONFIG_KIND)
        self.config = read_config(self.scenario.config_manifest, problems, self.version)
        self._connect_extenders(problems)
        self.frameworks = {
            profile.scheduler_name: Framework(make_profile(profile, self.handle, problems), self.handle)
            for profile in self.config.profiles
        }
        if problems.found:
            raise InvalidInput(problems.errors())
        unfinished = (p for p in objects.pods if p.phase not in ("Succeeded", "Failed"))
        self.waiting = {p.key: p for p in unfinished if not p.node_name}
        for pod in self.waiting.values():
            if pod.nominated_node_name and self._enters_queue(pod):
                self.handle.nominator.add(pod, pod.nominated_node_name)

    def _connect_extenders(self, problems: Problems) -> None:
        """Scenarios come from anybody, and an extender is an address that this machine would call."""
        listed = self.config.extenders
        if listed and not self.allow_extenders:
            problems.add(
                "extenders",
                "must be absent, as calls to extenders are not allowed here: remove it, or allow them with "
                "allow_extenders (--allow-extenders)",
            )
        elif listed:
            self.handle.extenders = Extenders(listed, self.handle.snapshot, self.scenario.objects)
            self.handle.ignored_resources = frozenset().union(*(e.ignored_by_scheduler for e in listed))

    def _enters_queue(self, pod: Pod) -> bool:
        framework = self.frameworks.get(pod.template.scheduler_name)
        return framework is not None and framework.run_pre_enqueue(pod).ok

    def attempt(self, pod_key: str) -> CycleRecord | Skipped:
        """One attempt to schedule a pod, and what follows from it."""
        record = self.compute(pod_key)
        if isinstance(record, CycleRecord):
            self.apply(Outcome.of(record))
        return record

    def compute(self, pod_key: str) -> CycleRecord | Skipped:
        """The cycle that the pod would have now; nothing is changed."""
        pod = self.waiting.get(pod_key)
        if pod is None:
            return Skipped(
                pod_key, "NotFound" if self.handle.snapshot.node_of(pod_key) is None else "AlreadyBound"
            )
        framework = self.frameworks.get(pod.template.scheduler_name)
        if framework is None:
            return Skipped(pod_key, "NoProfile")
        profile = framework.profile.scheduler_name
        if pod.template.terminating:
            return Skipped(pod_key, "Terminating", profile)
        status = framework.run_pre_enqueue(pod)
        if not status.ok:
            return Skipped(pod_key, "Gated", profile, status)
        rng = None if self.seed is None else Random(f"{self.seed}/{self.cycles}")
        return schedule_one(
            framework, pod, percentage=self.config.percentage, start_index=self.start_index, rng=rng
        )

    def apply(self, outcome: Outcome) -> list[ClusterEvent]:
        """Binds, evicts and nominates as a cycle decided; gives the events that the queue hears of."""
        self.cycles += 1
        if outcome.next_start_index is not None:
            self.start_index = outcome.next_start_index
        events = [
            ClusterEvent(EventKind.AssignedPodDelete, self._evict(victim)) for victim in outcome.victims
        ]
        if outcome.volumes is not None:
            self.handle.volumes.take(outcome.volumes)
        for pod_key in outcome.cleared:
            self.handle.nominator.delete(pod_key)
        if outcome.node is not None:
            events.append(ClusterEvent(EventKind.AssignedPodAdd, self._bind(outcome.pod, outcome.node)))
        elif outcome.nominated:
            self.handle.nominator.add(self.waiting[outcome.pod], outcome.nominated)
        elif outcome.nominated == "":
            self.handle.nominator.delete(outcome.pod)
        return events

    def _bind(self, pod_key: str, node_name: str) -> Pod:
        started = _FIRST_START + timedelta(seconds=self.bound)
        pod = self.waiting.pop(pod_key).bound(node_name, f"{started.isoformat()}Z")
        self.bound += 1
        self.handle.nominator.delete(pod_key)
        self.handle.snapshot.assume(pod, self.handle.snapshot.index[node_name])
        return pod

    def _evict(self, pod_key: str) -> Pod:
        pod = self.handle.snapshot.pod(pod_key)
        self.handle.snapshot.forget(pod)
        return pod
