"""A finished run, as facts look at it: who ended where, and any attempt again."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scheduler_core.cycle.contract import CycleFinished, Trace
from scheduler_core.expectations.shown import NotTried, OutOfTime
from scheduler_core.explain.recording import Recording
from scheduler_core.objects.labels import equals
from scheduler_core.objects.pod import Pod
from scheduler_core.run.run import simulate
from scheduler_core.run.scenario import Scenario
from scheduler_core.versions import DEFAULT_VERSION, find_version


@dataclass
class Observed:
    """A recording, of which nothing that takes long is computed after `deadline` (of `time.monotonic`)."""

    recording: Recording
    allow_extenders: bool = False
    deadline: float | None = None
    _traces: dict[int, Trace] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        scenario: Scenario,
        *,
        kubernetes_version: str = DEFAULT_VERSION,
        seed: int | None = None,
        allow_extenders: bool = False,
        deadline: float | None = None,
    ) -> Observed:
        """Run the scenario; raises OutOfTime when that takes longer than there is time for."""
        scenario = scenario.under(find_version(kubernetes_version))
        events = simulate(
            scenario, kubernetes_version=kubernetes_version, seed=seed, allow_extenders=allow_extenders
        )
        finished = _in_time((event for event in events if event["kind"] == "cycle.finished"), deadline)
        recording = Recording(scenario, finished, kubernetes_version=kubernetes_version, seed=seed)
        return cls(recording, allow_extenders, deadline)

    def key(self, name: str) -> str:
        """`namespace/name` of a pod that is written with or without its namespace; `default` comes first."""
        return name if "/" in name else self._keys.get(name, f"default/{name}")

    def attempt(self, pod: str, number: int | None) -> CycleFinished | None:
        """The event of this attempt, or of the last one; None when there is no such attempt."""
        if number is None:
            attempts = self.recording.attempts(self.key(pod))
            return attempts[-1] if attempts else None
        return self.recording.attempt(self.key(pod), number)

    def tried(self, pod: str, number: int | None) -> CycleFinished:
        """The same; raises NotTried when there is none."""
        event = self.attempt(pod, number)
        if event is None:
            raise NotTried
        return event

    def look(self, pod: str, number: int | None) -> tuple[CycleFinished, Trace]:
        """An attempt and what it computed; raises NotTried, or OutOfTime."""
        event = self.tried(pod, number)
        return event, self.trace(event)

    def trace(self, event: CycleFinished) -> Trace:
        """The cycle of an attempt, computed again, in the keys of the vectors."""
        n = event["cycle"]
        if n not in self._traces:
            check_deadline(self.deadline)
            self._traces[n] = self.recording.cycle(n).trace()
        return self._traces[n]

    def node_of(self, pod: str) -> str | None:
        """Where the pod runs at the end."""
        return self.recording.placements.get(self.key(pod))

    def label_of(self, node: str | None, key: str) -> str | None:
        return self._labels[node].get(key) if node in self._labels else None

    def counts(self, key: str, selector: Mapping[str, str], namespace: str) -> dict[str, int]:
        """At the end: the pods that match, for each value of the key; pods on nodes without it are in none."""
        check_deadline(self.deadline)
        wanted = equals(selector)
        values = (labels[key] for labels in self._labels.values() if key in labels)
        counts = dict.fromkeys(values, 0)
        for pod_key, node in self.recording.placements.items():
            pod, value = self._pods[pod_key], self.label_of(node, key)
            if value is None or (namespace and pod.namespace != namespace):
                continue
            counts[value] += wanted.matches(pod.template.labels)
        return counts

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


def check_deadline(deadline: float | None) -> None:
    """Raise OutOfTime when the deadline has passed."""
    if deadline is not None and time.monotonic() > deadline:
        raise OutOfTime


def _in_time(events: Iterable[CycleFinished], deadline: float | None) -> Iterator[CycleFinished]:
    for event in events:
        yield event
        check_deadline(deadline)
