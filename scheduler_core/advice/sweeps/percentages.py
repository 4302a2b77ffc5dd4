"""Values of percentageOfNodesToScore: fewer nodes searched, other nodes taken."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.reading import ManifestField
from scheduler_core.simulation.run.scenario import Scenario

from .configuration import with_percentage
from .contract import PercentagesSweep
from .fields import numbers_of, seeds_of
from .kind import Kind
from .study import VariantStudy, axis_of, detail_of_pods, subject_of


class PercentagesStudy(VariantStudy):
    """A cell for each percentage."""

    def __init__(self, scenario: Scenario, specification: PercentagesSweep) -> None:
        super().__init__()
        self._scenario = scenario
        self._percentages = specification["percentages"]
        self.axes = [axis_of("percentage", self._percentages)]
        self.subject = subject_of(scenario)
        self.detail = detail_of_pods(self.subject, self.cells, specification["seeds"])

    def variant(self, cell: int) -> Scenario:
        return with_percentage(self._scenario, self._percentages[cell])


def _read(at: ManifestField) -> PercentagesSweep:
    return {
        "kind": "percentages",
        "percentages": numbers_of(at, "percentages", 0, 100),
        "seeds": seeds_of(at),
    }


KIND: Kind[PercentagesSweep] = Kind(
    ("percentages",),
    _read,
    lambda scenarios, specification: PercentagesStudy(scenarios[0], specification),
    cells=lambda specification: len(specification["percentages"]),
)
