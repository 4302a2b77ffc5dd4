"""What the kinds of sweeps have in common: cells, each of which is run with every seed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .bounds import MOST_CELL_COUNTS
from .contract import SweepAxis, SweepAxisName, SweepResult
from .counting import CellSums, Detail
from .runs import Runs
from .subject import Subject

# Clusters that are kept: pieces come in order, so that the next cell follows the one before.
_MOST_RUNS: Final = 2


class Study(ABC):
    """A kind of sweep over its scenario. `axes` do not have the seeds; cells are numbered row by row."""

    axes: list[SweepAxis]
    subject: Subject
    detail: Detail

    @property
    def cells(self) -> int:
        cells = 1
        for axis in self.axes:
            cells *= axis["length"]
        return cells

    def position(self, cell: int) -> list[int]:
        """Return the cell's place on each axis."""
        return position(self.axes, cell)

    @abstractmethod
    def count(self, cell: int, seed: int, point: int, sums: CellSums) -> int:
        """Make the run of a point, add it to the sums of its cell, and return the number of decisions."""

    @abstractmethod
    def scenario(self, cell: int, seed: int) -> Scenario:
        """Return the scenario whose run with the seed is that of a point."""

    def complete(self, result: SweepResult) -> SweepResult:
        """Return the result with what only this kind of sweep has."""
        return result


class VariantStudy(Study):
    """A kind of which each cell is a scenario of its own, whatever the seed."""

    def __init__(self) -> None:
        self._runs: OrderedDict[int, Runs] = OrderedDict()

    @abstractmethod
    def variant(self, cell: int) -> Scenario:
        """Return the scenario of a cell."""

    def runs(self, cell: int) -> Runs:
        """Return the runs of a cell; the last few are kept."""
        runs = self._runs.pop(cell, None) or self._begun(cell)
        self._runs[cell] = runs
        if len(self._runs) > _MOST_RUNS:
            self._runs.popitem(last=False)
        return runs

    def _begun(self, cell: int) -> Runs:
        """Return new runs, in the cluster of others if these have the same objects and version."""
        scenario = self.variant(cell)
        alike = (
            runs.snapshot
            for runs in self._runs.values()
            if runs.scenario.objects is scenario.objects and runs.scenario.version == scenario.version
        )
        return Runs(scenario, next(alike, None))

    def count(self, cell: int, seed: int, point: int, sums: CellSums) -> int:
        ending = self.runs(cell).run(seed)
        sums.add(point, ending)
        return ending.decisions

    def scenario(self, cell: int, seed: int) -> Scenario:
        return self.variant(cell)


def position(axes: Sequence[SweepAxis], cell: int) -> list[int]:
    """Return the place of a cell on each axis."""
    places: list[int] = []
    for axis in reversed(axes):
        cell, place = divmod(cell, axis["length"])
        places.insert(0, place)
    return places


def axis_of(name: SweepAxisName, values: Sequence[object], label: str = "") -> SweepAxis:
    """Return an axis with these values as text."""
    return {"name": name, "label": label, "length": len(values), "values": [_text(value) for value in values]}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def subject_of(scenario: Scenario) -> Subject:
    """Return the pods that a run schedules, and the nodes."""
    pods = list(Simulation(scenario, scenario.version).waiting.values())
    return Subject(pods, scenario.objects.nodes)


def detail_of_pods(subject: Subject, cells: int, seeds: int) -> Detail:
    """Return what is counted of cells in which each pod has its own places, as far as there is room."""
    places = min(seeds, len(subject.nodes) + 1)
    return Detail(
        subject.workload_numbers,
        per_workload=has_room(cells, len(subject.workloads())),
        pods=subject.by_node if has_room(cells, len(subject.pods) * places) else None,
    )


def has_room(cells: int, counts: int) -> bool:
    """Return whether so many counts may be kept for each of the cells."""
    return cells * counts <= MOST_CELL_COUNTS
