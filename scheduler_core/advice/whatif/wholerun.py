"""The whole run: the change that places most pending pods, what excludes each other, and the dearest constraint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.simulation.run.scenario import Scenario

from .causes import Causes
from .change import DEFAULT_COSTS, Changes, Costs
from .cluster_contract import Conflict, CostlyFact, RunRepair, WholeRun
from .conflicts import Conflicts, workload_name
from .effects import RepairedRun, with_run
from .facts import without
from .repair import order_of, repair_of
from .search import Search, Solution
from .trial import Trial

MOST_CLASSES = 20  # of pending pods that are looked at
_MOST_REPAIRS = 4  # of each class


@dataclass
class RunInquiry:
    """The question what would place more of the pods that are pending at the end of a run.

    A class of pending pods is looked at by the first of its pods, those with most pods first: its cheapest repairs,
    with each of which the whole run is made, its conflict with pods that were placed, and the facts without which
    more of all pods are placed.
    """

    recording: Recording
    costs: Costs = field(default_factory=lambda: DEFAULT_COSTS)
    repairs: list[RunRepair] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    costly: list[CostlyFact] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._classes = _pending_classes(self.recording)
        self._search = Conflicts(self.recording)
        self._made: set[tuple[object, tuple[str, ...]]] = set()
        self._done, self._searching = 0, True

    def steps(self) -> Iterator[None]:
        """Look at one class after another: repairs, conflicts, then facts; yield after each run."""
        for steps in (self._repair_steps, self._conflict_steps, self._fact_steps):
            for pod in self._classes[:MOST_CLASSES]:
                yield from steps(pod)
                self._done += 1
                yield
        self._searching = False

    def answer(self) -> WholeRun:
        """Return what is known so far."""
        unfinished = [pod for pod in self.recording.scenario.objects.pods if not pod.finished]
        return {
            "pods": len(unfinished),
            "pending": sum(pod.key not in self.recording.placements for pod in unfinished),
            "repairs": sorted(self.repairs, key=order_of),
            "conflicts": self.conflicts,
            "conflicts_complete": self._search.complete,
            "costly": sorted(self.costly, key=lambda fact: -fact["placed"]),
            "searching": self._searching,
            "complete": len(self._classes) <= MOST_CLASSES and not self._searching,
            "done": self._done,
            "total": 3 * min(len(self._classes), MOST_CLASSES),
        }

    def _repair_steps(self, pod: Pod) -> Iterator[None]:
        trial = Trial.of(self.recording, pod.key)
        for solution in islice(Search(trial, self.costs).repairs(), _MOST_REPAIRS):
            if self._is_new(pod, solution.changes):
                yield from self._run(trial, solution)

    def _is_new(self, pod: Pod, changes: Changes) -> bool:
        """Return whether no class before has led to the same changes of the cluster or configuration."""
        of_pod = any(edit.of_pod for change in changes for edit in change.edits)
        key = pod.template if of_pod else None, tuple(change.text for change in changes)
        is_new = key not in self._made
        self._made.add(key)
        return is_new

    def _run(self, trial: Trial, solution: Solution) -> Iterator[None]:
        run = RepairedRun(self.recording, trial, solution.changes)
        if run.node is not None:
            repair = with_run(repair_of(trial, solution, self.costs), solution, run)
            placed = repair["run"]["placed"] - len(self.recording.placements)
            if placed > 0:
                made: RunRepair = {
                    **repair,
                    "pod": trial.pod.key,
                    "workload": workload_name(trial.pod),
                    "placed": placed,
                }
                self.repairs.append(made)
        yield

    def _conflict_steps(self, pod: Pod) -> Iterator[None]:
        if (conflict := self._search.of(pod)) is not None:
            self.conflicts.append(conflict)
        yield

    def _fact_steps(self, pod: Pod) -> Iterator[None]:
        for fact in Causes(Trial.of(self.recording, pod.key)).facts:
            template = without(pod.template, [fact])
            if fact.of == "pod" and template is not pod.template:
                scenario = _with_template(self.recording.scenario, pod.template, template)
                run = Recording.of(scenario, seed=self.recording.seed)
                placed = len(run.placements) - len(self.recording.placements)
                if placed > 0:
                    self.costly.append(
                        {
                            "workload": workload_name(pod),
                            "fact": fact.text,
                            "phrase": fact.phrase.as_json(),
                            "placed": placed,
                        }
                    )
                yield


def best_changes(recording: Recording) -> list[RunRepair]:
    """Return sets of changes by their risk, then by how many more pods are placed with them, then by their cost.

    They are the cheapest repairs of a pod of each pending class; the whole run is made with each.
    """
    return _answer(RunInquiry(recording))["repairs"]


def costly_facts(recording: Recording) -> list[CostlyFact]:
    """Return the facts of pending workloads by how many more pods are placed if the workload does without one."""
    return _answer(RunInquiry(recording))["costly"]


def _answer(inquiry: RunInquiry) -> WholeRun:
    for _ in inquiry.steps():
        pass
    return inquiry.answer()


def _pending_classes(recording: Recording) -> list[Pod]:
    """Return the first pending pod of each class that was tried, those with most pending pods first."""
    tried = {event["pod"] for event in recording.finished}
    classes: dict[PodTemplate, list[Pod]] = {}
    for pod in recording.scenario.objects.pods:
        if pod.key in tried and pod.key not in recording.placements:
            classes.setdefault(pod.template, []).append(pod)
    return [pods[0] for pods in sorted(classes.values(), key=len, reverse=True)]


def _with_template(scenario: Scenario, old: PodTemplate, new: PodTemplate) -> Scenario:
    """Return the scenario in which the pending pods of one class have another."""
    objects = scenario.objects
    pods = [
        replace(pod, template=new) if pod.template is old and not pod.node_name else pod
        for pod in objects.pods
    ]
    return replace(scenario, objects=replace(objects, pods=pods))
