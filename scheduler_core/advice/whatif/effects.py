"""The whole run with a repair made: whether the pod is placed at its end, and what else becomes of the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scheduler_core.advice.phrases import say
from scheduler_core.explain.checks.checking import check
from scheduler_core.explain.checks.recorded_run import RecordedRun
from scheduler_core.explain.view.causes.workload import workload_of
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.node import ZONE
from scheduler_core.kubernetes.objects.pod import PodTemplate

from .change import Changes, reason_of_all
from .contract import RelocatedPod, Repair, RunEffects
from .repair import note_of
from .risks import greatest, risk_of
from .search import Solution
from .trial import Trial, scenario_with
from .tried import renamed

MOST_MOVED = 200
MOST_READ_AGAIN = 2000  # manifests: in larger scenarios the objects that change are replaced
_NAMED = 3


@dataclass
class RepairedRun:
    """The run of the scenario with changes made in its manifests."""

    recording: Recording
    trial: Trial
    changes: Changes

    @cached_property
    def made(self) -> Recording:
        before = self.trial.scenario
        is_large = (
            len(before.manifests) > MOST_READ_AGAIN and before.queued is None
        )  # Kueue looks at all of it
        if is_large and self.trial.changes_objects(self.changes):
            return Recording.of(self.trial.with_objects(self.changes), seed=self.recording.seed)
        scenario, _ = scenario_with(self.trial.sources, self.trial.pod, self.changes)
        return Recording.of(scenario, seed=self.recording.seed)

    def with_changes(self, changes: Changes) -> RepairedRun:
        return RepairedRun(self.recording, self.trial, changes)

    @cached_property
    def pod(self) -> str:
        """The name of the pod in this run: one that a controller makes is named after its template."""
        own = self.trial.pod.key
        return next((new for new, old in self._names.items() if old == own), own)

    @property
    def node(self) -> str | None:
        """The node of the pod at the end of the run, None if it is pending."""
        return self._placements.get(self.trial.pod.key)

    @cached_property
    def _names(self) -> dict[str, str]:
        """The former names of pods by their new ones: those that controllers make are named after their template."""
        return renamed(self.trial.scenario, self.made.scenario)

    @cached_property
    def _placements(self) -> dict[str, str]:
        """The nodes of the pods at the end of the run, by their former names."""
        return {self._names.get(key, key): node for key, node in self.made.placements.items()}

    def expectations(self) -> str:
        """Return what this run fulfils as a document of expectations: the pod's node, or the zone of a new one."""
        own = {node.name: node for node in self.trial.scenario.objects.nodes}
        if self.node in own:
            place = f"node: {self.node}"
        else:
            nodes = {node.name: node for node in self.made.scenario.objects.nodes}
            zone = nodes[self.node or ""].labels.get(ZONE)
            place = f"zone: {zone}" if zone else "pending: false"
        return f"expect:\n- {{pod: {self.pod}, {place}}}\n"

    def effects(self) -> RunEffects:
        before, after = self.recording.placements, self._placements
        unfinished = [pod for pod in self.made.scenario.objects.pods if not pod.finished]
        pods = [self._names.get(pod.key, pod.key) for pod in unfinished]
        ran = [self._names.get(pod.key, pod.key) for pod in unfinished if pod.node_name]
        own = self.trial.pod.key
        moved: list[RelocatedPod] = [
            {"pod": key, "before": before.get(key), "after": after.get(key)}
            for key in dict.fromkeys((*before, *pods))
            if before.get(key) != after.get(key) and key != own
        ]
        alike = [key for key in pods if key not in before and key in self._alike]
        return {
            "placed": sum(key in after for key in pods),
            "pods": len(pods),
            "evicted": sum(key not in after for key in ran),
            "moved": moved[:MOST_MOVED],
            "moved_count": len(moved),
            "gained": sum(key in after for key in alike),
            "waiting": len(alike),
            "displaced": sum(entry["before"] is not None for entry in moved),
            "stranded": sum(entry["after"] is None for entry in moved),
            "broken": self._broken(),
        }

    @cached_property
    def _alike(self) -> frozenset[str]:
        """The pods of the same workload."""
        own = workload_of(self.trial.pod)
        templates: dict[PodTemplate, bool] = {}
        pods = self.trial.scenario.objects.pods
        for pod in pods:
            if pod.template not in templates:
                templates[pod.template] = workload_of(pod) == own
        return frozenset(pod.key for pod in pods if templates[pod.template])

    def _broken(self) -> list[str]:
        held = _failed(self.recording)
        return [text for text in _failed(self.made) if text not in held]


def _failed(recording: Recording) -> list[str]:
    if not recording.scenario.expectations:
        return []
    results = check(RecordedRun(recording))
    return [str(result.expectation) for result in results if not result.holds]


def with_run(repair: Repair, solution: Solution, run: RepairedRun) -> Repair:
    """Return a repair with what the rest of the run does with it; pods that lose their node are a risk."""
    effects = run.effects()
    reason = reason_of_all(solution.changes)
    if stranded := effects["stranded"]:
        reason = greatest((reason, say("risk of stranding", n=stranded)))
    return {
        **repair,
        "risk": risk_of(reason),
        "risk_reason": note_of(reason),
        "node": run.node or "",
        "effects": sentences(effects),
        "run": effects,
    }


def sentences(effects: RunEffects) -> list[str]:
    """Return the effects of a run in words."""
    groups: dict[str, list[str]] = {"placed too": [], "moves": [], "becomes pending": []}
    for moved in effects["moved"]:
        pod, before, after = moved["pod"], moved["before"], moved["after"]
        if after is None:
            groups["becomes pending"].append(pod)
        elif before is None:
            groups["placed too"].append(f"{pod} -> {after}")
        else:
            groups["moves"].append(f"{pod} {before} -> {after}")
    lines = [f"{name}: {_listed(pods)}" for name, pods in groups.items() if pods]
    return lines + [f"expectation fails: {text}" for text in effects["broken"]]


def _listed(names: list[str]) -> str:
    rest = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{rest}"
