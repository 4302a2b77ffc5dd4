"""A recorded run as facts need it: final placements, and the trace of any attempt."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scheduler_core.explain.compare.upgrade import Stay, UpgradeMatrix, upgrade_matrix
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.labels import equals
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.versions import release_of
from scheduler_core.scheduler.cycle.contract import CycleFinished, Trace
from scheduler_core.sentences import worded
from scheduler_core.simulation.expectations.finished_run import NoRun, NoSuchAttempt, OutOfTime, PodShift
from scheduler_core.simulation.run.run import simulate
from scheduler_core.simulation.run.scenario import Scenario


@dataclass
class RecordedRun:
    """A recording of which no cycle is computed after `deadline` (of `time.monotonic`)."""

    recording: Recording
    allow_extenders: bool = False
    deadline: float | None = None
    _traces: dict[int, Trace] = field(default_factory=dict)
    _matrices: dict[tuple[str, str], UpgradeMatrix] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        scenario: Scenario,
        *,
        kubernetes_version: str | None = None,
        seed: int | None = None,
        allow_extenders: bool = False,
        deadline: float | None = None,
    ) -> RecordedRun:
        """Run the scenario; raise OutOfTime after the deadline."""
        scenario = scenario.under_release(kubernetes_version)
        events = simulate(scenario, seed=seed, allow_extenders=allow_extenders)
        finished = _in_time((event for event in events if event["kind"] == "cycle.finished"), deadline)
        recording = Recording(scenario, finished, seed=seed)
        return cls(recording, allow_extenders, deadline)

    def key(self, name: str) -> str:
        """Return `namespace/name` of a pod given with or without its namespace; `default` takes precedence."""
        return name if "/" in name else self._keys.get(name, f"default/{name}")

    def attempt(self, pod: str, number: int | None) -> CycleFinished | None:
        """Return the event of this attempt (None: of the last one), None if there is no such attempt."""
        if number is None:
            attempts = self.recording.attempts(self.key(pod))
            return attempts[-1] if attempts else None
        return self.recording.attempt(self.key(pod), number)

    def require_attempt(self, pod: str, number: int | None) -> CycleFinished:
        """Return the event of an attempt; raise NoSuchAttempt."""
        event = self.attempt(pod, number)
        if event is None:
            raise NoSuchAttempt
        return event

    def cycle_of(self, pod: str, number: int | None) -> tuple[CycleFinished, Trace]:
        """Return an attempt and its cycle's trace; raise NoSuchAttempt or OutOfTime."""
        event = self.require_attempt(pod, number)
        return event, self.trace(event)

    def trace(self, event: CycleFinished) -> Trace:
        """Return the trace of an attempt's cycle, which is recomputed; raise OutOfTime."""
        n = event["cycle"]
        if n not in self._traces:
            check_deadline(self.deadline)
            self._traces[n] = self.recording.cycle(n).trace()
        return self._traces[n]

    def node_of(self, pod: str) -> str | None:
        """Return the node that the pod runs on at the end."""
        return self.recording.placements.get(self.key(pod))

    def admission(self, workload: str) -> tuple[bool, str] | None:
        """Return whether Kueue admits a workload, and its message; None if there is none of that name."""
        queued = self.recording.scenario.queued
        if queued is None:
            return None
        jobs = queued.owners.names()
        for key, stored in sorted(queued.settled.stored.items()):
            named = key, jobs.get(key, "").rpartition(" ")[2]
            if any(workload in (name, name.rpartition("/")[2]) for name in named):
                return queued.admitted(key) is not None, stored.quota_message
        return None

    def label_of(self, node: str | None, key: str) -> str | None:
        return self._labels[node].get(key) if node in self._labels else None

    def counts(self, key: str, selector: Mapping[str, str], namespace: str) -> dict[str, int]:
        """Count the matching pods at the end for each value of the key, without pods on nodes that lack it."""
        check_deadline(self.deadline)
        label_selector = equals(selector)
        values = (labels[key] for labels in self._labels.values() if key in labels)
        counts = dict.fromkeys(values, 0)
        for pod_key, node in self.recording.placements.items():
            pod, value = self._pods[pod_key], self.label_of(node, key)
            if value is None or (namespace and pod.namespace != namespace):
                continue
            counts[value] += label_selector.matches(pod.template.labels)
        return counts

    def shifts(self, before: str, after: str) -> list[PodShift]:
        """Return the pods that end otherwise under another release, with their causes; raise NoRun or OutOfTime."""
        releases = (before or release_of(self.recording.version), after)
        if releases not in self._matrices:
            self._matrices[releases] = upgrade_matrix(
                self.recording.scenario,
                releases,
                seed=self.recording.seed,
                report=lambda progress: check_deadline(self.deadline),
            )
        return list(_shifts(self._matrices[releases]))

    @cached_property
    def _pods(self) -> dict[str, Pod]:
        return {pod.key: pod for pod in self.recording.scenario.objects.pods}

    @cached_property
    def _keys(self) -> dict[str, str]:
        by_name = {pod.name: key for key, pod in reversed(self._pods.items())}
        return by_name | {pod.name: key for key, pod in self._pods.items() if pod.namespace == "default"}

    @cached_property
    def _labels(self) -> dict[str | None, Mapping[str, str]]:
        return {node.name: node.labels for node in self.recording.scenario.objects.nodes}


def _shifts(matrix: UpgradeMatrix) -> Iterator[PodShift]:
    for version in matrix["versions"]:
        if version["problems"]:
            raise NoRun(
                worded(
                    "no run on {version}: {problem}",
                    version=version["release"],
                    problem="; ".join(version["problems"]),
                )
            )
    for pod in matrix["pods"]:
        if len(pod["stays"]) > 1:
            before, after = pod["stays"]
            causes = after["shift"]["causes"] if after["shift"] else []
            yield PodShift(pod["pod"], _place(before), _place(after), ", ".join(causes) or "no known change")


def _place(stay: Stay) -> str:
    return stay["node"] or stay["state"].capitalize()


def check_deadline(deadline: float | None) -> None:
    """Raise OutOfTime if the deadline has passed."""
    if deadline is not None and time.monotonic() > deadline:
        raise OutOfTime


def _in_time(events: Iterable[CycleFinished], deadline: float | None) -> Iterator[CycleFinished]:
    for event in events:
        yield event
        check_deadline(deadline)
