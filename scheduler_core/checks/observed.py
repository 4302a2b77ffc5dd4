"""A finished run, as facts look at it: who ended where, and any attempt again."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scheduler_core.expectations.shown import NotTried, OutOfTime
from scheduler_core.explain.recording import replay
from scheduler_core.objects.labels import equals
from scheduler_core.run.run import simulate
from scheduler_core.run.scenario import Scenario
from scheduler_core.versions import DEFAULT_VERSION, find_version

Event = dict[str, Any]


@dataclass
class Observed:
    """`finished` are the cycle.finished events of the run, in order. After `deadline` nothing long is begun."""

    scenario: Scenario
    finished: list[Event]
    kubernetes_version: str = DEFAULT_VERSION
    seed: int | None = None
    allow_extenders: bool = False
    deadline: float | None = None
    _traces: dict[int, dict[str, Any]] = field(default_factory=dict)

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
        """Runs the scenario; raises OutOfTime when that takes longer than there is time for."""
        scenario = scenario.under(find_version(kubernetes_version))
        events = simulate(
            scenario, kubernetes_version=kubernetes_version, seed=seed, allow_extenders=allow_extenders
        )
        run = cls(scenario, [], kubernetes_version, seed, allow_extenders, deadline)
        for event in events:
            if event["kind"] == "cycle.finished":
                run.finished.append(event)
                run.mind_the_time()
        return run

    @classmethod
    def kept(
        cls, scenario: Scenario, finished: list[Event], *, kubernetes_version: str, seed: int | None
    ) -> Observed:
        """A run whose events were kept."""
        return cls(scenario.under(find_version(kubernetes_version)), finished, kubernetes_version, seed)

    def key(self, name: str) -> str:
        """`namespace/name` of a pod that is written with or without its namespace; `default` comes first."""
        return name if "/" in name else self._keys.get(name, f"default/{name}")

    def attempt(self, pod: str, number: int | None) -> Event | None:
        """The event of this attempt, or of the last one; None when there is no such attempt."""
        attempts = self._attempts.get(self.key(pod), [])
        if number is None:
            return attempts[-1] if attempts else None
        return next((event for event in attempts if event["attempt"] == number), None)

    def tried(self, pod: str, number: int | None) -> Event:
        """The same; raises NotTried when there is none."""
        event = self.attempt(pod, number)
        if event is None:
            raise NotTried
        return event

    def look(self, pod: str, number: int | None) -> tuple[Event, dict[str, Any]]:
        """An attempt and what it computed; raises NotTried, or OutOfTime."""
        event = self.tried(pod, number)
        return event, self.trace(event)

    def trace(self, event: Event) -> dict[str, Any]:
        """The cycle of an attempt, computed again, in the keys of the vectors."""
        n = event["cycle"]
        if n not in self._traces:
            self.mind_the_time()
            cycle = replay(
                self.scenario,
                self.finished,
                n,
                kubernetes_version=self.kubernetes_version,
                seed=self.seed,
            )
            self._traces[n] = cycle.trace()
        return self._traces[n]

    def mind_the_time(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfTime

    def node_of(self, pod: str) -> str | None:
        """Where the pod runs at the end."""
        return self._placements.get(self.key(pod))

    def label_of(self, node: str | None, key: str) -> str | None:
        return self._labels[node].get(key) if node in self._labels else None

    def counts(self, key: str, selector: Mapping[str, str], namespace: str) -> dict[str, int]:
        """At the end: the pods that match, for each value of the key; pods on nodes without it are in none."""
        self.mind_the_time()
        wanted = equals(selector)
        values = (labels[key] for labels in self._labels.values() if key in labels)
        counts = dict.fromkeys(values, 0)
        for pod_key, node in self._placements.items():
            pod, value = self._pods[pod_key], self.label_of(node, key)
            if value is None or (namespace and pod.namespace != namespace):
                continue
            counts[value] += wanted.matches(pod.template.labels)
        return counts

    @cached_property
    def _pods(self) -> dict[str, Any]:
        return {pod.key: pod for pod in self.scenario.objects.pods}

    @cached_property
    def _keys(self) -> dict[str, str]:
        by_name = {pod.name: key for key, pod in reversed(self._pods.items())}
        return by_name | {pod.name: key for key, pod in self._pods.items() if pod.namespace == "default"}

    @cached_property
    def _labels(self) -> dict[str | None, Mapping[str, str]]:
        return {node.name: node.labels for node in self.scenario.objects.nodes}

    @cached_property
    def _attempts(self) -> dict[str, list[Event]]:
        found: dict[str, list[Event]] = {}
        for event in self.finished:
            found.setdefault(event["pod"], []).append(event)
        return found

    @cached_property
    def _placements(self) -> dict[str, str]:
        running = (p for p in self.scenario.objects.pods if p.phase not in ("Succeeded", "Failed"))
        placed = {pod.key: pod.node_name for pod in running if pod.node_name}
        for event in self.finished:
            for victim in event["victims"]:
                placed.pop(victim, None)
            if event["node"]:
                placed[event["pod"]] = event["node"]
        return placed
