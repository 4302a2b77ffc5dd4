"""The kinds of sweeps, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, get_args

from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.scenario import Scenario

from .contract import SweepKind, SweepSpecification
from .kind import Kind
from .study import Study

# The module of the same name has it.
KINDS: Mapping[SweepKind, Kind[Any]] = {
    name: import_module(f".{name}", __package__).KIND for name in get_args(SweepKind)
}


def study_of(scenarios: Sequence[Scenario], specification: SweepSpecification) -> Study:
    """Return what a specification asks of the scenarios; raise InvalidInput."""
    kind = KINDS[specification["kind"]]
    most = kind.most_scenarios
    if not 1 <= len(scenarios) <= most:
        count = worded("one scenario") if most == 1 else worded("1 to {most} scenarios", most=f"{most:,}")
        message = worded(
            "must be over {count} for the kind {kind}, got {given}",
            count=count,
            kind=specification["kind"],
            given=len(scenarios),
        )
        raise InvalidInput.of(
            "sweep.kind",
            worded("{message}: choose {count}, or kind fleet for several", message=message, count=count),
        )
    return kind.study(scenarios, specification)
