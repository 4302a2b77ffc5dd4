"""A sweep: a specification over one scenario, or over several."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.kubernetes.objects.reading import InvalidInput, Problems
from scheduler_core.simulation.run.scenario import Scenario, ScenarioContent

from .contract import SweepResult, SweepSpecification, SweepTally
from .counting import CellSums
from .kinds import study_of
from .result import result_of
from .specification import check_points
from .tally import ordered


class Sweep:
    """A sweep of `points` runs; raise InvalidInput for scenarios that it cannot be made of.

    The scenarios are decoded once, and a cluster serves all seeds of a cell: keep a sweep where pieces of it are
    evaluated one after another.
    """

    def __init__(self, scenarios: Sequence[Scenario], specification: SweepSpecification) -> None:
        self.specification = specification
        self._study = study_of(scenarios, specification)
        self._seeds = specification["seeds"]
        problems = Problems()
        check_points(self._study.cells, self._seeds, problems)
        if problems.entries:
            raise InvalidInput(problems.errors())
        self.points = self._study.cells * self._seeds

    def evaluate(self, start: int, stop: int) -> SweepTally:
        """Return what the points from `start` up to `stop` come to: sums of integers, the same for any split."""
        decisions, cells = 0, {}
        for cell in range(start // self._seeds, -(-stop // self._seeds)):
            first = cell * self._seeds
            sums = CellSums(self._study.detail)
            for point in range(max(start, first), min(stop, first + self._seeds)):
                decisions += self._study.count(cell, point - first + 1, point, sums)
            cells[str(cell)] = sums.finished()
        return ordered({"points": stop - start, "decisions": decisions, "cells": cells})

    def scenario(self, point: int) -> tuple[ScenarioContent, str, int]:
        """Return the run of a point: the scenario's content, its version, and the seed."""
        cell, seed = divmod(point, self._seeds)
        scenario = self._study.scenario(cell, seed + 1)
        return scenario.content(), scenario.release, seed + 1

    def result(self, tally: SweepTally) -> SweepResult:
        """Return what the pictures show, also of a partial tally."""
        return result_of(self._study, self.specification, tally)
