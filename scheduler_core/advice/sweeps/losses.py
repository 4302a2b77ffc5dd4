"""Nodes lost after a run, by a value of their labels: who comes again elsewhere, and who stays pending."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.scenario import Scenario

from .aftermath import Aftermath, is_replaced
from .contract import LossesSweep, SweepLoss, SweepResult
from .counting import CellSums, Detail
from .fields import seeds_of
from .kind import Kind
from .runs import Runs
from .study import Study, axis_of, has_room
from .subject import Subject

# Clusters after the run of a seed are kept for the next cells, so many pods and nodes of them in all.
_MOST_KEPT = 1_000_000


@dataclass(frozen=True, slots=True)
class _Loss:
    """Nodes that go together, by name."""

    key: str
    values: tuple[str, ...]
    nodes: frozenset[str]

    @property
    def label(self) -> str:
        return " + ".join(self.values)


class LossesStudy(Study):
    """A cell for each value, or pair of values, that is lost. The run before is that of the same seed."""

    def __init__(self, scenario: Scenario, specification: LossesSweep) -> None:
        self._scenario = scenario
        self._losses = _losses(scenario, specification)
        self._runs = Runs(scenario)
        self._aftermaths: OrderedDict[int, Aftermath] = OrderedDict()
        waiting = {pod.key for pod in self._runs.pods}
        pods = [pod for pod in scenario.objects.pods if pod.key in waiting or _may_come_again(pod)]
        self.axes = [axis_of("loss", [loss.label for loss in self._losses])]
        self.subject = Subject(pods, scenario.objects.nodes)
        self.detail = Detail(
            self.subject.workload_numbers,
            per_workload=has_room(self.cells, len(self.subject.workloads())),
        )

    def count(self, cell: int, seed: int, point: int, sums: CellSums) -> int:
        lost = self._losses[cell].nodes
        after = self._aftermath(seed).without(lost)
        runs = Runs(after.scenario)
        ending = runs.run(seed)
        numbers = [self.subject.numbers[pod.key] for pod in runs.pods if pod.key in after.returning]
        returned = ending.of(runs.pods, after.returning)
        sums.add(point, returned, np.array(numbers, dtype=np.int64), gone=after.gone)
        return ending.decisions

    def scenario(self, cell: int, seed: int) -> Scenario:
        return self._aftermath(seed).without(self._losses[cell].nodes).scenario

    def complete(self, result: SweepResult) -> SweepResult:
        losses: list[SweepLoss] = [
            {"topology_key": loss.key, "values": list(loss.values), "nodes": len(loss.nodes)}
            for loss in self._losses
        ]
        return {**result, "losses": losses}

    def _aftermath(self, seed: int) -> Aftermath:
        """Return the cluster after the run of a seed; the last ones are kept."""
        aftermath = self._aftermaths.pop(seed, None)
        if aftermath is None:
            aftermath = Aftermath.of(self._scenario, self._runs.run(seed))
        self._aftermaths[seed] = aftermath
        size = len(self._scenario.objects.pods) + len(self._scenario.objects.nodes)
        while len(self._aftermaths) > max(_MOST_KEPT // size, 1):
            self._aftermaths.popitem(last=False)
        return aftermath


def _may_come_again(pod: Pod) -> bool:
    return bool(pod.node_name) and not pod.finished and is_replaced(pod)


def _losses(scenario: Scenario, specification: LossesSweep) -> list[_Loss]:
    """Return all that is lost, key by key: each value, then each pair of values."""
    losses: list[_Loss] = []
    for i, key in enumerate(specification["topology_keys"]):
        nodes_by_value: dict[str, set[str]] = {}
        for node in scenario.objects.nodes:
            if key in node.labels:
                nodes_by_value.setdefault(node.labels[key], set()).add(node.name)
        if not nodes_by_value:
            message = worded(
                "must be a label that a node has, got {value}: choose another, or label the nodes",
                value=repr(key),
            )
            raise InvalidInput.of(f"sweep.topology_keys[{i}]", message)
        losses += [_loss(key, (value,), nodes_by_value) for value in nodes_by_value]
        if specification["pairs"]:
            losses += [_loss(key, pair, nodes_by_value) for pair in combinations(nodes_by_value, 2)]
    return losses


def _loss(key: str, values: tuple[str, ...], nodes_by_value: Mapping[str, set[str]]) -> _Loss:
    return _Loss(key, values, frozenset().union(*(nodes_by_value[value] for value in values)))


def _read(at: ManifestField) -> LossesSweep:
    keys = list(at.texts("topology_keys"))
    if not keys:
        at.problem(
            "topology_keys",
            worded(
                "must have at least one label of nodes: add kubernetes.io/hostname or "
                "topology.kubernetes.io/zone"
            ),
        )
    if len(set(keys)) < len(keys):
        at.problem("topology_keys", worded("must be distinct: remove the duplicate"))
    return {"kind": "losses", "topology_keys": keys, "pairs": at.flag("pairs"), "seeds": seeds_of(at)}


KIND: Kind[LossesSweep] = Kind(
    ("topology_keys", "pairs"),
    _read,
    lambda scenarios, specification: LossesStudy(scenarios[0], specification),
)
