"""The same scenario with many seeds: where each pod lands how often, and which ties decide."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.simulation.run.scenario import Scenario

from .contract import SeedsSweep, SweepAxis
from .counting import Detail
from .fields import seeds_of
from .kind import Kind
from .study import VariantStudy, subject_of


class SeedsStudy(VariantStudy):
    """One cell: the scenario."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__()
        self._scenario = scenario
        self.axes: list[SweepAxis] = []
        self.subject = subject = subject_of(scenario)
        self.detail = Detail(
            subject.workload_numbers,
            landing=subject.landing,
            pods=subject.pod_places,
            ties=True,
        )

    def variant(self, cell: int) -> Scenario:
        return self._scenario


def _read(at: ManifestField) -> SeedsSweep:
    return {"kind": "seeds", "seeds": seeds_of(at)}


KIND: Kind[SeedsSweep] = Kind((), _read, lambda scenarios, _: SeedsStudy(scenarios[0]))
