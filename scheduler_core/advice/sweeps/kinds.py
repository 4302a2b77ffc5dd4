"""The kinds of sweeps, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput
from scheduler_core.simulation.run.scenario import Scenario

from .capacity import CAPACITY
from .contract import SweepKind, SweepSpecification
from .fleet import FLEET
from .kind import Kind
from .losses import LOSSES
from .percentages import PERCENTAGES
from .seeds import SEEDS
from .study import Study
from .versions import VERSIONS
from .weights import WEIGHTS

KINDS: Mapping[SweepKind, Kind[Any]] = {
    "seeds": SEEDS,
    "weights": WEIGHTS,
    "percentages": PERCENTAGES,
    "versions": VERSIONS,
    "losses": LOSSES,
    "capacity": CAPACITY,
    "fleet": FLEET,
}


def study_of(scenarios: Sequence[Scenario], specification: SweepSpecification) -> Study:
    """Return what a specification asks of the scenarios; raise InvalidInput."""
    kind = KINDS[specification["kind"]]
    most = kind.most_scenarios
    if not 1 <= len(scenarios) <= most:
        count = "one scenario" if most == 1 else f"1 to {most:,} scenarios"
        message = f"must be over {count} for the kind {specification['kind']}, got {len(scenarios)}"
        raise InvalidInput(
            [InputError("sweep.kind", f"{message}: choose {count}, or kind fleet for several")]
        )
    return kind.study(scenarios, specification)
