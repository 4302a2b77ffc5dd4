"""Many scenarios, each before and after one change, one upgrade, or both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, quoted
from scheduler_core.kubernetes.source.operations import Operation, apply_operations
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.reduction import content_text
from scheduler_core.simulation.run.scenario import Scenario, load

from .bounds import MOST_OPERATIONS, MOST_SCENARIOS
from .contract import FleetSweep, SweepOperation
from .counting import CellSums, Detail
from .fields import seeds_of, version_of
from .kind import Kind
from .runs import Runs
from .study import Study, axis_of
from .subject import Subject
from .versions import under

_OPERATIONS = ("set", "add", "remove", "delete", "copy", "create", "uncordon")


class FleetStudy(Study):
    """A cell for each scenario; a point is the run after the change, compared with that before of the same seed."""

    def __init__(self, scenarios: Sequence[Scenario], specification: FleetSweep) -> None:
        self._before = list(scenarios)
        self._after = [_changed(scenario, specification) for scenario in scenarios]
        self._current: tuple[int, Runs, Runs] | None = None
        names = [scenario.name or f"scenario {i + 1}" for i, scenario in enumerate(scenarios)]
        self.axes = [axis_of("scenario", names)]
        self.subject = Subject([], [])
        self.detail = Detail(np.zeros(0, dtype=np.int64), has_pods=False)

    def count(self, cell: int, seed: int, point: int, sums: CellSums) -> int:
        before, after = self._runs(cell)
        was, now = before.run(seed), after.run(seed)
        moved = sum(was.placed.get(pod.key) != now.placed.get(pod.key) for pod in before.pods)
        sums.add(
            point,
            now,
            moved=moved,
            before_placed=len(was.placed),
            before_pending=len(was.waiting),
        )
        return was.decisions + now.decisions

    def scenario(self, cell: int, seed: int) -> Scenario:
        return self._after[cell]

    def _runs(self, cell: int) -> tuple[Runs, Runs]:
        """Return the runs of a scenario before and after; those of the last one are kept."""
        if self._current is None or self._current[0] != cell:
            self._current = cell, Runs(self._before[cell]), Runs(self._after[cell])
        return self._current[1:]


def _changed(scenario: Scenario, specification: FleetSweep) -> Scenario:
    """Return the scenario after the change; raise InvalidInput, with the name of the scenario."""
    try:
        if "change" in specification:
            scenario = _operated(scenario, specification["change"]["operations"])
        if "version" in specification:
            scenario = under(scenario, specification["version"], "sweep.version")
    except InvalidInput as error:
        first, name = error.errors[0], scenario.name or worded("a scenario")
        message = worded(
            "cannot be made in {name}: {error}; leave that scenario out, or change another field",
            name=name,
            error=first.sentence,
        )
        path = first.path if first.path == "sweep.version" else "sweep.change"
        raise InvalidInput.of(path, message) from None
    return scenario


def _operated(scenario: Scenario, operations: Sequence[SweepOperation]) -> Scenario:
    content = scenario.content()
    source = apply_operations(content_text(content), map(_operation, operations)).source
    changed = load(
        source, NO_LIMITS, name=scenario.name, version=scenario.version, admission=scenario.admission
    )
    return Scenario.from_content(changed.content(), name=scenario.name, version=scenario.version)


def _operation(operation: SweepOperation) -> Operation:
    path = tuple(operation.get("path", ()))
    return Operation(operation["op"], operation.get("object", ""), path, operation.get("value"))


def _read(at: ManifestField) -> FleetSweep:
    specification: FleetSweep = {"kind": "fleet", "seeds": 1}
    if at.has("change"):
        specification["change"] = {"operations": _operations(at.child("change"))}
    if at.has("version"):
        specification["version"] = version_of(at, "version", at.raw("version"))
    if not at.has("change") and not at.has("version"):
        at.problem(
            "",
            worded(
                "must have a change, a version, or both: add version: '1.36' or change: {operations: [...]}"
            ),
        )
    specification["seeds"] = seeds_of(at)
    return specification


def _operations(at: ManifestField) -> list[SweepOperation]:
    if len(at.list("operations")) > MOST_OPERATIONS:
        at.problem(
            "operations",
            worded(
                "must be at most {most}: make fewer changes at once",
                most=f"{MOST_OPERATIONS:,}",
            ),
        )
    operations: list[SweepOperation] = []
    for entry in at.children("operations"):
        entry.choice("op", _OPERATIONS)
        if not entry.has("op"):
            entry.problem("op", worded("must be one of {names}: add it", names=", ".join(_OPERATIONS)))
        path = entry.list("path")
        for i, key in enumerate(path):
            if not isinstance(key, str | int) or isinstance(key, bool):
                entry.problem(
                    f"path[{i}]", worded("must be a key or an index, got {value}", value=quoted(key))
                )
        operation = {"op": entry.text("op"), "object": entry.text("object"), "path": path}
        value = {"value": entry.raw("value")} if "value" in entry.value else {}
        operations.append(cast("SweepOperation", {**operation, **value}))
    if not operations:
        at.problem("operations", worded("must have at least one operation: add one, or leave the change out"))
    return operations


KIND: Kind[FleetSweep] = Kind(("change", "version"), _read, FleetStudy, most_scenarios=MOST_SCENARIOS)
