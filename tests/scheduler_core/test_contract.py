"""What the engine hands out is what its types say: every key, and no other, of the recorded scenarios."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from types import UnionType
from typing import Any

import numpy as np
import pytest
from pydantic import AfterValidator, ConfigDict, InstanceOf, TypeAdapter
from typing_extensions import TypedDict, is_typeddict

from scheduler_core import (
    Cycle,
    Recording,
    Scenario,
    causes,
    check_run,
    compare_event,
    contract,
    overview,
    simulate,
)
from scheduler_core.explain.view.columns import decode
from scheduler_core.explain.view.contract import FilterStep, ScoreStep
from scheduler_core.kubernetes.typeddict import OtherKeys
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import make_node, make_pod
from tests.conformance.vectors import READABLE_TOPICS, read
from tests.scheduler_core.scheduler.framework.extender_server import serving
from tests.scheduler_core.scheduler.framework.test_extender import extender, scenario_of
from webui.features.exports.offline import fact_names

# ---- types, strictly ----


@cache
def adapter(annotation: Any) -> TypeAdapter[Any]:
    return TypeAdapter(strict(annotation))


def strict(annotation: Any) -> Any:
    """The type without room for other keys, or for values that would have to be converted."""
    if is_typeddict(annotation):
        return closed(annotation, "forbid")
    return generic(typing.get_origin(annotation), typing.get_args(annotation)) or annotation


def generic(origin: Any, arguments: Any) -> Any:
    if origin is np.ndarray:
        return InstanceOf[np.ndarray]
    if origin is typing.Annotated:
        return with_others(*arguments) if isinstance(arguments[1], OtherKeys) else strict(arguments[0])
    if origin is typing.NotRequired:
        return typing.NotRequired[strict(arguments[0])]
    parts = tuple(map(strict, arguments)) if origin in (UnionType, list, dict) else ()
    return typing.Union[parts] if origin is UnionType else origin[parts] if parts else None  # noqa: UP007


@cache
def closed(cls: Any, extra: Any) -> Any:
    hints = typing.get_type_hints(cls, include_extras=True)
    copy: Any = TypedDict(cls.__name__, {name: strict(hint) for name, hint in hints.items()})  # type: ignore[misc]
    setattr(copy, "__pydantic_config__", ConfigDict(extra=extra, strict=True))  # noqa: B010
    return copy


def with_others(cls: Any, others: OtherKeys) -> Any:
    own = cls.__annotations__.keys()

    def check(value: dict[str, Any]) -> dict[str, Any]:
        for key in value.keys() - own:
            adapter(others.type).validate_python(value[key])
        return value

    return typing.Annotated[closed(cls, "allow"), AfterValidator(check)]


def check(value: object, annotation: Any) -> None:
    adapter(annotation).validate_python(value)


# ---- what is handed out ----

ROWS = 3  # scenarios of a topic


def scenarios(topic: str) -> Iterator[Scenario]:
    rows = list(read(topic).values())
    for row in rows[:: -(-len(rows) // ROWS)]:
        yield Scenario.from_content(row["scenario"])


@pytest.mark.parametrize("topic", READABLE_TOPICS)
def test_cycles(topic: str) -> None:
    for scenario in scenarios(topic):
        for cycle in Recording.of(scenario).cycles():
            view, columns = cycle.view(), decode(cycle.columns())
            check(view, contract.CycleView)
            assert columns.pop("schema")
            check(columns, contract.SkippedColumns if "skipped" in view["trace"] else contract.CycleColumns)
            for explanation in explanations(cycle, view):
                check(explanation, contract.Explanation)
            names = list(fact_names(view))
            for name in (*names[:2], *names[2::7]):
                with suppress(KeyError):  # the cycle has none of that name
                    check(cycle.fact(name), contract.Fact)


def explanations(cycle: Cycle, view: contract.CycleView) -> Iterator[contract.Explanation]:
    trace = view["trace"]
    for node in islice((*trace.get("filter", ()), *(trace["feasible"] or ())), 3):
        for plugin in view["plugins"].get("Filter", ()):
            yield cycle.explain("Filter", plugin, node)
    for plugin, scores in trace.get("score", {}).items():
        for node in islice(scores, 2):
            yield cycle.explain("Score", plugin, node)


@pytest.mark.parametrize("topic", READABLE_TOPICS)
def test_runs(topic: str) -> None:
    for scenario in scenarios(topic):
        check(scenario.cluster(), contract.ClusterView)
        check(scenario.content(), contract.ScenarioContent)
        check(scenario.summary(), contract.ScenarioSummary)
        for event in simulate(scenario):
            check(event, contract.Event)
        recording = Recording.of(scenario)
        check(overview(recording), contract.Overview)
        check(causes(recording), contract.Causes)
        for result in check_run(recording):
            check(result, contract.ExpectationResult)


def test_a_pasted_event() -> None:
    huge = make_pod("p", requests={"cpu": "9"})
    view = Recording.of(Scenario.from_content({"objects": [make_node("n1"), huge]})).cycle(0).view()
    text = "0/4 nodes are available: 4 Insufficient cpu. preemption: 0/4 nodes are available: 4 No victims."
    message = view["trace"]["fitError"]
    compared = compare_event(text, clauses=view["clauses"], message=message, node=None, nodes=1)
    check(compared, contract.EventComparison)
    assert compared["clauses"]
    assert compared["preemption"]


def test_what_extenders_answered() -> None:
    answers = {
        "filter": lambda args: {"Nodes": args["Nodes"]},
        "prioritize": lambda _: [{"Host": "n1", "Score": 3}],
        "bind": lambda _: {"Error": "no"},
    }
    with serving(**answers) as server:
        rule = extender(server, filterVerb="filter", prioritizeVerb="prioritize", weight=1, bindVerb="bind")
        events = list(simulate(scenario_of([rule]), allow_extenders=True))
    (finished,) = [event for event in events if event["kind"] == "cycle.finished"]
    check(finished, contract.CycleFinished)
    assert [call["verb"] for call in finished["extenders"]] == ["filter", "prioritize", "bind"]


@pytest.mark.parametrize(("point", "union"), [("filter", FilterStep), ("score", ScoreStep)])
def test_the_steps_of_each_plugin_are_declared(point: str, union: Any) -> None:
    (framework,) = Simulation(Scenario.from_content({"objects": [make_node("n1")]})).frameworks.values()
    profile = framework.profile
    plugins = profile.filter if point == "filter" else [plugin for plugin, _ in profile.score]
    explaining = [getattr(plugin, f"explain_{point}", None) for plugin in plugins]
    steps = [typing.get_type_hints(explain)["return"] for explain in explaining if explain is not None]
    assert steps
    for (step,) in map(typing.get_args, steps):
        assert set(typing.get_args(step) or [step]) <= set(typing.get_args(union))
