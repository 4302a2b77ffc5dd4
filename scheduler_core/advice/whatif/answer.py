"""What it would take to place a pod: causes, and verified repairs as they are found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from time import monotonic

from scheduler_core.advice.phrases import Phrase
from scheduler_core.advice.scaling import Scaling, scaling_of
from scheduler_core.advice.scaling.contract import NewNodeAnswer
from scheduler_core.allowance import patience
from scheduler_core.explain.view.facts.remedies import RemedyChange
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.source import Operation, apply_operations
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.as_pending import as_pending
from scheduler_core.simulation.run.reduction import content_text
from scheduler_core.simulation.run.scenario import Scenario

from .autoscaled import autoscaled_repairs
from .causes import Causes
from .change import DEFAULT_COSTS, Costs, cost_of
from .contract import CauseFact, FreeRoom, Repair, RepairOperation, RequestSteps, TransientRepair, WhatIf
from .effects import RepairedRun, with_run
from .fitting import FittingNodes, Topology, fitting_nodes, topology_of
from .folding import folded
from .lasting import why_not_lasting, with_more_nodes
from .outside import group_causes, outside_causes, refused
from .patches import as_yaml
from .places import CONFIG, Edited, Sources
from .remedies import remedy_operations
from .repair import operation_json, operation_of_json, order_of, repair_of
from .search import MOST_ATTEMPTS, MOST_CHANGES, Search, Solution, is_weaker
from .staircase import free_room, request_steps
from .standing import Standing, standing
from .trial import Trial

MOST_RUNS = 12  # repairs whose whole run is made
_FEW_RUNS, _LARGE = 3, 20_000  # in scenarios with more pods than that
_MOST_NODES, _FEW_NODES = 10, 3  # that are added together
_MOST_COMPLETED = 4  # repairs that get further nodes
_MOST_YAML = 2000  # objects: YAML of more takes long to write
_STATED = ("admission", "expect", "steps", "gates", "lesson", "machines")
_MOST_EDITED = 50_000  # characters of JSON in which changes are edits


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How far a search goes: changes of a repair, cycles that are tried, and repairs whose whole run is made.

    After so many `seconds` of the clock the search ends with its first repair, and the runs with the first that lasts.
    """

    changes: int = MOST_CHANGES
    attempts: int = MOST_ATTEMPTS
    runs: int = MOST_RUNS
    seconds: float = inf


@dataclass
class Inquiry:
    """The question what it would take to place a pod that is pending at the end of a run.

    With a `node`, the question is why the pod is not there, wherever it is. Raises InvalidInput if there is no such pod
    or node.
    """

    recording: Recording
    pod: str
    costs: Costs = field(default_factory=lambda: DEFAULT_COSTS)
    limits: SearchLimits = field(default_factory=SearchLimits)
    node: str | None = None
    repairs: list[tuple[Solution, Repair]] = field(default_factory=list)
    transient: list[TransientRepair] = field(default_factory=list)

    def __post_init__(self) -> None:
        _require(self.recording.scenario, self.pod, self.node)
        if self.node is not None and _runs(self.recording.scenario, self.pod):
            self.recording = Recording.of(
                as_pending(self.recording.scenario, self.pod), seed=self.recording.seed
            )
        self.placed = self.recording.placements.get(self.pod)
        is_open = self.placed is None or self.node not in (None, self.placed)
        rolled_back = list(group_causes(self.recording, self.pod)) if self.placed is None else []
        searched = is_open and self._exists() and not rolled_back
        self.trial = Trial.of(self.recording, self.pod) if searched else None
        self.searching = self.trial is not None
        self.causes: list[list[str]] = []
        self.facts: list[CauseFact] = []
        self.outside = refused(self.recording.scenario, self.pod) + rolled_back
        self.scaling: Scaling | None = None
        self.new_nodes: list[NewNodeAnswer] = []
        self.requests: list[RequestSteps] = []
        self.room: FreeRoom | None = None
        self.topology: Topology | None = None
        self.fits: FittingNodes | None = None
        self.standing: Standing | None = None
        if self.trial is not None:
            self.search = Search(self.trial, self.costs, self.node, self.limits.changes, self.limits.attempts)

    def _exists(self) -> bool:
        """Return whether the API server would have accepted the pod."""
        return bool(self.recording.attempts(self.pod))

    def answers(self) -> Iterator[WhatIf]:
        """Yield the answer as it grows: causes, each repair that is found, and at last the effects of their runs."""
        if self.trial is not None:
            if self.placed is None:
                causes = Causes(self.trial)
                minimal = ([fact.text for fact in cause] for cause in causes.minimal())
                self.causes = [list(cause) for cause in dict.fromkeys(map(tuple, minimal))]
                self.facts = causes.as_json()
                self.requests = request_steps(causes)
                self.room = free_room(causes)
            self._look_around(self.trial)
            if self.placed is None:
                yield self.answer()  # an autoscaler's pass over many pods takes its time
                self.scaling = scaling_of(self.recording)
                self.new_nodes = self.scaling.of(self.pod)
                self.outside += outside_causes(self.trial, self.new_nodes)
            yield self.answer()
            if self.scaling:
                for repair in autoscaled_repairs(self.trial, self.scaling, self.costs):
                    self.repairs.append((repair, self._listed(self.trial, repair)))
                    self.search.solutions.append(repair)
                    yield self.answer()
            ends = monotonic() + self.limits.seconds
            for solution in self.search.steps():
                if solution is not None:
                    self.repairs.append((solution, self._listed(self.trial, solution)))
                yield self.answer()
                if self.repairs and monotonic() > ends:
                    self.search.complete = False
                    break
            self.repairs = [pair for pair in self.repairs if pair[0] in self.search.solutions]
            self._run_repairs(self.trial)
            self.searching = False
        yield self.answer()

    def _look_around(self, trial: Trial) -> None:
        """Note which nodes fit without any change, and how the target fares."""
        self.topology = topology_of(trial.cluster.handle.snapshot, trial.pod)
        self.fits = fitting_nodes(trial.attempt(()), self.topology["key"])
        if self.node is not None:
            self.standing = standing(trial, self.node)

    def answer(self) -> WhatIf:
        attempts = self.recording.attempts(self.pod)
        return {
            "pod": self.pod,
            "target": self.node,
            "placed": self.placed,
            "message": "" if self.placed or not attempts else attempts[-1]["message"] or "",
            "causes": self.causes,
            "facts": self.facts,
            "outside": self.outside,
            "requests": self.requests,
            "room": self.room,
            "topology": self.topology,
            "fits": self.fits,
            "standing": self.standing,
            "new_nodes": self.new_nodes,
            "repairs": [repair for _, repair in self.repairs],
            "transient": self.transient,
            "complete": not self.searching and (self.trial is None or self.search.complete),
            "searching": self.searching,
            "most_changes": self.limits.changes,
            "attempts": self.trial.count if self.trial else 0,
            "sets": self.search.sets if self.trial else 0,
            "expected_sets": self.search.expected if self.trial else 0,
            "costs": dict(self.costs),
        }

    def _listed(self, trial: Trial, solution: Solution) -> Repair:
        """Return a repair with the nodes that take the pod."""
        key = self.topology["key"] if self.topology else ""
        fits = fitting_nodes(trial.attempt(solution.changes), key, solution.node)
        return {**repair_of(trial, solution, self.costs), "fits": fits}

    def _run_repairs(self, trial: Trial) -> None:
        """Make the whole run of the best repairs; those with which the pod is not placed at its end do not last."""
        is_large = len(trial.scenario.objects.pods) >= _LARGE
        listed = self._ordered(self.repairs)
        most = _FEW_RUNS if is_large else self.limits.runs
        tried, others = listed[:most], listed[most:]
        self._few_nodes, self._completions = (_FEW_NODES if is_large else _MOST_NODES), _MOST_COMPLETED
        lasting: list[tuple[Solution, Repair]] = []
        with patience(self.limits.seconds, lambda: lasting):
            while tried:
                self._run_repair(trial, *tried[0], lasting)
                del tried[0]
        self.repairs = folded(self._ordered([*lasting, *tried, *others]))

    def _run_repair(
        self, trial: Trial, solution: Solution, repair: Repair, lasting: list[tuple[Solution, Repair]]
    ) -> None:
        """Make the whole run of a repair, or of it with more nodes, and note what comes of it."""
        run = RepairedRun(self.recording, trial, solution.changes)
        if self._is_lasting(run):
            lasting.append((solution, self._with_run(repair, solution, run)))
            return
        completed = with_more_nodes(run, self._few_nodes) if self._completions else None
        self._completions -= completed is not None
        if completed is not None and self._is_lasting(completed):
            larger = Solution(completed.changes, cost_of(completed.changes, self.costs), completed.node or "")
            if not any(is_weaker(other.changes, larger.changes) for other, _ in lasting):
                lasting.append((larger, self._with_run(self._listed(trial, larger), larger, completed)))
        else:
            self.transient.append(_transient(repair, why_not_lasting(run, solution.node)))

    def _ordered(self, repairs: list[tuple[Solution, Repair]]) -> list[tuple[Solution, Repair]]:
        return sorted(repairs, key=lambda pair: order_of(pair[1]))

    def _is_lasting(self, run: RepairedRun) -> bool:
        return run.node is not None and self.node in (None, run.node)

    def _with_run(self, repair: Repair, solution: Solution, run: RepairedRun) -> Repair:
        return {**with_run(repair, solution, run), "expectations": run.expectations()}


def _transient(repair: Repair, why: Phrase) -> TransientRepair:
    return {
        "changes": repair["changes"],
        "atoms": repair["atoms"],
        "cost": repair["cost"],
        "node": repair["node"],
        "text": str(why),
        "phrase": why.as_json(),
    }


def remedied_operations(scenario: Scenario, pod: str, remedy: RemedyChange) -> list[RepairOperation]:
    """Return the operations of a change that was tried for a node; raise InvalidInput if none expresses it."""
    return [operation_json(operation) for operation in remedy_operations(scenario, pod, remedy)]


def documents(scenario: Scenario, made: Iterable[RepairOperation], sources: list[str]) -> str:
    """Return the manifests with a repair made: the text of a single source, with its comments, where that can be."""
    operations = [operation_of_json(operation) for operation in made]
    as_json = len(sources) == 1 and _is_long_json(sources[0])
    if len(sources) == 1 and not as_json:
        try:
            return apply_operations(sources[0], operations).source
        except InvalidInput:
            pass
    return written(scenario, operations, as_json=as_json)


def _is_long_json(source: str) -> bool:
    """Return whether a text has no comments to keep, and takes long to edit: each edit parses all of it."""
    return len(source) > _MOST_EDITED and source.lstrip()[:1] in ("{", "[")


def written(scenario: Scenario, operations: list[Operation], *, as_json: bool = False) -> str:
    """Return the manifests of a scenario after operations, as documents of YAML, or as JSON if there are very many."""
    result = Edited(dict(Sources(scenario).manifests))
    for operation in operations:
        result.apply(operation)
    content = scenario.content()
    content["config"] = result.manifests.pop(CONFIG, None)
    content["objects"] = [manifest for manifest in result.manifests.values() if manifest]
    if as_json or len(content["objects"]) > _MOST_YAML:
        return content_text(content)
    stated = ((key, content.get(key)) for key in _STATED)
    statements: list[Manifest] = [{key: value} for key, value in stated if value is not None]
    config = [content["config"]] if content["config"] else []
    return "---\n".join(map(as_yaml, [*content["objects"], *config, *statements]))


def _runs(scenario: Scenario, pod: str) -> bool:
    return any(
        candidate.key == pod and candidate.node_name and not candidate.finished
        for candidate in scenario.objects.pods
    )


def _require(scenario: Scenario, pod: str, node: str | None) -> None:
    """Raise InvalidInput if pod or node are not in the input, or if the pod runs and no node is asked for."""
    if node is not None and all(candidate.name != node for candidate in scenario.objects.nodes):
        raise InvalidInput.of(
            "", worded("is not in the input: use the name of a node in it"), object=f"Node {node}"
        )
    for candidate in scenario.objects.pods:
        if candidate.key == pod:
            if candidate.finished or (candidate.node_name and node is None):
                state = (
                    worded("has finished")
                    if candidate.finished
                    else worded("is already running on {node}", node=candidate.node_name)
                )
                raise InvalidInput.of(
                    "spec.nodeName", worded("{state}: name a pending pod", state=state), object=f"Pod {pod}"
                )
            return
    for refusal in scenario.admitted.refusals:
        if refusal.object == f"Pod {pod}":
            return
    raise InvalidInput.of("", worded("is not in the input: name it as namespace/name"), object=f"Pod {pod}")
