"""The kinds of sweeps, by name."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.objects.reading import InputError, InvalidInput
from scheduler_core.run.scenario import Scenario

from .contract import SweepSpecification
from .seeds import SeedsStudy
from .study import Study


def study_of(scenarios: Sequence[Scenario], specification: SweepSpecification) -> Study:
    """Return what a specification asks of the scenarios; raise InvalidInput."""
    if len(scenarios) != 1 and specification["kind"] != "fleet":
        kind = specification["kind"]
        message = (
            f"must be over one scenario for the kind {kind}, got {len(scenarios)}: choose one, or kind fleet"
        )
        raise InvalidInput([InputError("sweep.kind", message)])
    if specification["kind"] == "seeds":
        return SeedsStudy(scenarios[0])
    raise InvalidInput([InputError("sweep.kind", "is not available")])
