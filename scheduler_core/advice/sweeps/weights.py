"""A grid of settings: how packed or spread the cluster becomes, and who wins a chosen pod."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, quoted
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.scenario import Scenario

from .configuration import Value, scoring_plugins, with_setting
from .contract import SweepFlips, SweepResult, SweepSetting, WeightsSweep
from .counting import Detail
from .fields import WEIGHT, seeds_of, values_of
from .flips import flips
from .kind import Kind
from .pareto import undominated
from .study import VariantStudy, axis_of, has_room, subject_of

_MOST_WEIGHT = 1_000_000


class WeightsStudy(VariantStudy):
    """A cell for each pair of values of x and y, or for each value of x."""

    def __init__(self, scenario: Scenario, specification: WeightsSweep) -> None:
        super().__init__()
        self._scenario = scenario
        self._settings = [("x", specification["x"])]
        if "y" in specification:
            self._settings.append(("y", specification["y"]))
        self.axes = [
            axis_of("y" if name == "y" else "x", setting["values"], setting["setting"])
            for name, setting in self._settings
        ]
        for name, setting in self._settings:
            _check(scenario, name, setting)
        self.subject = subject = subject_of(scenario)
        self._pod = specification.get("pod")
        self.detail = Detail(
            subject.workload_numbers,
            per_workload=has_room(self.cells, len(subject.workloads())),
            chosen=None if self._pod is None else subject.number_of(self._pod),
        )

    def variant(self, cell: int) -> Scenario:
        scenario = self._scenario
        for (_, setting), place in zip(self._settings, self.position(cell), strict=True):
            scenario = with_setting(scenario, setting["setting"], setting["values"][place])
        return scenario

    def complete(self, result: SweepResult) -> SweepResult:
        cells = {number: cell for number, cell in enumerate(result["cells"]) if cell is not None}
        if cells:
            used = {number: cell["nodes_used"] for number, cell in cells.items()}
            result["most_packed"] = min(used, key=lambda number: (used[number], number))
            result["least_packed"] = min(used, key=lambda number: (-used[number], number))
        result["pareto"] = undominated(
            {n: (cell["nodes_used"], cell.get("skew", 0.0), cell["pending"]) for n, cell in cells.items()}
        )
        if self._flips is not None:
            result["flips"] = self._flips
        return result

    @cached_property
    def _flips(self) -> SweepFlips | None:
        """The flip lines, if a pod is chosen and only weights change."""
        plugins = [setting["setting"] for _, setting in self._settings]
        if self._pod is None or not all(name.startswith(WEIGHT) for name in plugins):
            return None
        ranges = [[int(value) for value in setting["values"]] for _, setting in self._settings]
        return flips(self._scenario, self._pod, [name.removeprefix(WEIGHT) for name in plugins], ranges)


def _check(scenario: Scenario, name: str, setting: SweepSetting) -> None:
    """Read the configuration with each value; raise InvalidInput for the first that the scheduler would refuse."""
    plugin = setting["setting"].removeprefix(WEIGHT)
    if setting["setting"].startswith(WEIGHT):
        names = with_setting(scenario, setting["setting"], 1)
        if plugin not in scoring_plugins(names):
            choices = ", ".join(sorted(scoring_plugins(scenario)))
            message = worded(
                "must name a plugin that scores: write weight/ and one of {choices}", choices=choices
            )
            raise InvalidInput.of(f"sweep.{name}.setting", message)
    for i, value in enumerate(setting["values"]):
        refused_as(
            f"sweep.{name}.values[{i}]", value, lambda v: with_setting(scenario, setting["setting"], v)
        )


def refused_as(path: str, value: Value, make: Callable[[Value], Scenario]) -> Scenario:
    """Return the scenario with a value; raise InvalidInput with the path of the value in the specification."""
    try:
        return make(value)
    except InvalidInput as error:
        first = error.errors[0]
        message = worded("gives a configuration that the scheduler rejects: {error}", error=first.sentence)
        raise InvalidInput.of(path, message) from None


def _read(at: ManifestField) -> WeightsSweep:
    specification: WeightsSweep = {"kind": "weights", "x": _setting(at, "x"), "seeds": 1}
    if at.has("y"):
        specification["y"] = _setting(at, "y")
        if specification["y"]["setting"] == specification["x"]["setting"]:
            at.problem(
                "y.setting", worded("must differ from that of x: choose another setting, or leave y out")
            )
    if at.has("pod"):
        name = at.text("pod")
        specification["pod"] = name if "/" in name else f"default/{name}"
    specification["seeds"] = seeds_of(at)
    return specification


def _setting(at: ManifestField, key: str) -> SweepSetting:
    if not at.has(key):
        at.problem(key, worded("must be set: write {setting: weight/NodeResourcesFit, values: [0, 1, 2]}"))
    axis = at.child(key)
    setting = axis.name("setting") if at.has(key) else ""
    if setting and ("/" not in setting or "" in setting.split("/")):
        axis.problem(
            "setting",
            worded(
                "must be weight/PLUGIN or PLUGIN/ARGUMENT, such as weight/NodeResourcesFit; got {value}",
                value=quoted(setting),
            ),
        )
    values = values_of(axis, "values") if at.has(key) else []
    for i, value in enumerate(values):
        if setting.startswith(WEIGHT):
            is_weight = isinstance(value, int) and not isinstance(value, bool)
            if not is_weight or not 0 <= value <= _MOST_WEIGHT:
                axis.problem(
                    f"values[{i}]",
                    worded(
                        "must be a weight from 0 to {most}, got {value}",
                        most=f"{_MOST_WEIGHT:,}",
                        value=quoted(value),
                    ),
                )
        elif not isinstance(value, int | str):
            axis.problem(
                f"values[{i}]",
                worded("must be a number, a text, true or false, got {value}", value=quoted(value)),
            )
    return {"setting": setting, "values": values}


def _cells(specification: WeightsSweep) -> int:
    y = specification.get("y")
    return len(specification["x"]["values"]) * (1 if y is None else len(y["values"]))


KIND: Kind[WeightsSweep] = Kind(
    ("x", "y", "pod"),
    _read,
    lambda scenarios, specification: WeightsStudy(scenarios[0], specification),
    cells=_cells,
)
