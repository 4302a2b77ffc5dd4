"""The kinds of sweeps, by name."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput
from scheduler_core.simulation.run.scenario import Scenario

from .bounds import MOST_SCENARIOS
from .capacity import CapacityStudy
from .contract import SweepSpecification
from .fleet import FleetStudy
from .losses import LossesStudy
from .percentages import PercentagesStudy
from .seeds import SeedsStudy
from .study import Study
from .versions import VersionsStudy
from .weights import WeightsStudy


def study_of(scenarios: Sequence[Scenario], specification: SweepSpecification) -> Study:
    """Return what a specification asks of the scenarios; raise InvalidInput."""
    most = MOST_SCENARIOS if specification["kind"] == "fleet" else 1
    if not 1 <= len(scenarios) <= most:
        count = "one scenario" if most == 1 else f"1 to {most:,} scenarios"
        message = f"must be over {count} for the kind {specification['kind']}, got {len(scenarios)}"
        raise InvalidInput(
            [InputError("sweep.kind", f"{message}: choose {count}, or kind fleet for several")]
        )
    study: Study
    match specification["kind"]:
        case "seeds":
            study = SeedsStudy(scenarios[0])
        case "weights":
            study = WeightsStudy(scenarios[0], specification)
        case "percentages":
            study = PercentagesStudy(scenarios[0], specification)
        case "versions":
            study = VersionsStudy(scenarios[0], specification)
        case "losses":
            study = LossesStudy(scenarios[0], specification)
        case "capacity":
            study = CapacityStudy(scenarios[0], specification)
        case "fleet":
            study = FleetStudy(scenarios, specification)
    return study
