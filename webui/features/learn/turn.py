"""The turn of the pod that a lesson is about: its first cycle, and the cluster as it was then."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scheduler_core import Recording
from scheduler_core.contract import CycleFinished, CycleView, Trace
from webui.core.runs.picture import zones

DEFAULT_NAMESPACE = "default/"


@dataclass(frozen=True)
class Turn:
    """An attempt of a pod in a run."""

    recording: Recording
    event: CycleFinished

    @classmethod
    def of(cls, recording: Recording, pod: str, attempt: int = 1) -> Turn:
        """Return the turn of a pod; of no pod, that of the first that stays pending.

        Without one it is the last. A name without a namespace is one of the namespace default. Raise KeyError if the
        pod has no such attempt, or if the run has none at all.
        """
        if pod:
            attempts = recording.attempts(pod if "/" in pod else DEFAULT_NAMESPACE + pod)
            if not 1 <= attempt <= len(attempts):
                raise KeyError(pod)
            return cls(recording, attempts[attempt - 1])
        if not recording.finished:
            raise KeyError(pod)
        pending = (event for event in recording.finished if event["pod"] not in recording.placements)
        return cls(recording, next(pending, recording.finished[-1]))

    @property
    def pod(self) -> str:
        return self.event["pod"].removeprefix(DEFAULT_NAMESPACE)

    @property
    def node(self) -> str | None:
        """Where the pod runs at the end."""
        return self.recording.placements.get(self.event["pod"])

    @cached_property
    def view(self) -> CycleView:
        return self.recording.cycle(self.event["cycle"]).view()

    @property
    def trace(self) -> Trace:
        return self.view["trace"]

    @property
    def feasible(self) -> list[str]:
        return list(self.view["trace"].get("feasible") or ())

    def fact(self, name: str) -> dict[str, Any]:
        return dict(self.recording.cycle(self.event["cycle"]).fact(name))

    @cached_property
    def zone_of(self) -> dict[str, str]:
        return zones(self.recording.scenario.cluster())

    @cached_property
    def at_start(self) -> dict[str, str]:
        """Return the node of each pod that the manifests have on one."""
        running = (pod for pod in self.recording.scenario.objects.pods if pod.node_name and not pod.finished)
        return {pod.key: pod.node_name for pod in running}

    @cached_property
    def before(self) -> dict[str, str]:
        """Return the node of each pod that ran when the turn came."""
        nodes = dict(self.at_start)
        for event in self.recording.finished[: self.event["cycle"]]:
            if event["node"]:
                nodes[event["pod"]] = event["node"]
        return nodes
