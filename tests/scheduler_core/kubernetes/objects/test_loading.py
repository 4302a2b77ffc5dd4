"""From text to objects: the accepted forms of input, and errors with object, path, line and fix."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from scheduler_core import InputError, InvalidInput, Limits, Scenario, TooLarge, load
from tests.builders import make_node, make_pod, spread

NODE, POD = make_node("n1", zone="a"), make_pod("p", app="web", spread=[spread("zone")])


TSC = "spec.topologySpreadConstraints"


def errors(source: str, limits: Limits | None = None) -> list[InputError]:
    with pytest.raises(InvalidInput) as raised:
        load(source, limits or Limits())
    return raised.value.errors


@pytest.mark.parametrize(
    "source",
    [
        yaml.safe_dump_all([NODE, POD]),
        json.dumps({"apiVersion": "v1", "kind": "List", "items": [NODE, POD]}),
        json.dumps([NODE, POD]),
        yaml.safe_dump({"kind": "NodeList", "items": [{k: v for k, v in NODE.items() if k != "kind"}]})
        + "---\n"
        + yaml.safe_dump(POD)
        + "---\n",
    ],
    ids=["YAML documents", "List", "JSON list", "typed list and a document"],
)
def test_each_form_of_input_is_read(source: str) -> None:
    assert load(source).summary() == {"nodes": 1, "pods": 1, "pending": 1}


def test_content_restores_the_same_scenario() -> None:
    scenario = load(yaml.safe_dump_all([NODE, POD]))
    restored = Scenario.from_content(json.loads(json.dumps(scenario.content())))
    assert restored.content() == scenario.content()
    assert restored.cluster() == scenario.cluster()


def test_timestamps_stay_text() -> None:
    source = "kind: Pod\nmetadata: {name: p, creationTimestamp: 2025-01-01T00:00:00Z}\nspec: {containers: [{name: c}]}"
    assert load(source).objects.pods[0].creation_timestamp == "2025-01-01T00:00:00Z"


def test_an_error_has_path_line_object_and_fix() -> None:
    source = yaml.safe_dump_all([NODE, make_pod("p", spread=[spread("zone", max_skew=0)])], sort_keys=False)
    (error,) = errors(source)
    assert error.path == "spec.topologySpreadConstraints[0].maxSkew"
    assert error.message == "must be greater than 0, got 0: set it to 1 or more"
    assert error.object == "Pod default/p"
    assert error.line is not None
    assert "maxSkew: 0" in source.splitlines()[error.line - 1]


@pytest.mark.parametrize(
    ("pod", "path", "message"),
    [
        (make_pod("p", requests={"cpu": "5x"}), "spec.containers[0].resources.requests.cpu", "must be a quantity"),
        (make_pod("p", spread=[spread("zone", whenUnsatisfiable="No")]), f"{TSC}[0].whenUnsatisfiable", "one of"),
        (make_pod("p", spread=[spread("zone"), spread("zone")]), f"{TSC}[1]", "must not repeat"),
        (make_pod("p", spread=[spread("zone", minDomains=2, soft=True)]), f"{TSC}[0].minDomains", "only with"),
        (make_pod("p", spread=[spread("")]), f"{TSC}[0].topologyKey", "must be set"),
        (make_pod("p", affinity={"podAffinity": []}), "spec.affinity.podAffinity", "must be a mapping"),
        ({**make_pod("p"), "spec": {"containers": []}}, "spec.containers", "at least one container"),
        (make_pod(""), "metadata.name", "must be set"),
        ({**make_pod("p"), "metadata": {"name": "p", "labels": {"a": 1}}}, "metadata.labels.a", "put it in quotes"),
    ],
)  # fmt: skip
def test_pods_that_the_api_server_would_reject_are_errors(
    pod: dict[str, object], path: str, message: str
) -> None:
    reported = errors(json.dumps(pod))
    assert [e.path for e in reported] == [path]
    assert message in reported[0].message


def test_two_objects_with_the_same_name_are_an_error() -> None:
    (error,) = errors(json.dumps([POD, POD]))
    assert (error.path, error.object) == ("metadata.name", "Pod default/p")


@pytest.mark.parametrize(
    "source", ["", "   \n---\n", "just text", "[1, 2]", "a: [", "kind: {}", "{", "\t- x"]
)
def test_a_text_without_manifests_is_an_error(source: str) -> None:
    assert errors(source)


def test_syntax_errors_name_the_line() -> None:
    (error,) = errors("kind: Pod\nmetadata:\n  name: [p\n")
    assert error.line == 4


@pytest.mark.parametrize(
    ("source", "limits", "message"),
    [
        ("x" * 101, Limits(bytes=100), "101 bytes; the limit is 100"),
        (json.dumps([NODE] * 3), Limits(objects=2), "3 objects; the limit is 2"),
        ("a: " + "[" * 70 + "1" + "]" * 70, Limits(), "deeper than 60"),
        ("a: &a [1]\nb: [" + "*a," * 101 + "]", Limits(), "more than 100 aliases"),
    ],
)
def test_an_exceeded_limit_is_named(source: str, limits: Limits, message: str) -> None:
    with pytest.raises(TooLarge) as raised:
        load(source, limits)
    assert message in str(raised.value)


def test_expanding_aliases_are_stopped() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 10)]
    (error,) = errors("\n".join([*lines, "kind: Pod", "metadata: {name: p}"]))
    assert "aliases expand to more than" in error.message


def test_deep_json_is_an_error_not_a_crash() -> None:
    assert errors("[" * 100_000)
    assert errors("[" * 500 + "]" * 500)


def test_objects_of_unknown_kinds_are_counted() -> None:
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}}
    (unread,) = load(json.dumps([NODE, POD, secret])).objects.unread.kinds()
    assert (unread["kind"], unread["count"], unread["matters"]) == ("Secret", 1, False)


def test_equal_pods_are_one_class() -> None:
    scenario = load(
        json.dumps([NODE, *(make_pod(f"p{i}", app="web") for i in range(5)), make_pod("q", app="db")])
    )
    assert len({p.template for p in scenario.objects.pods}) == 2


@pytest.mark.parametrize(
    "manifest",
    [
        {"kind": "ConfigMap", "metadata": {"name": "c"}, "data": "text"},
        {"kind": "ConfigMap", "metadata": {"name": "c"}, "data": ["text"]},
    ],
)
def test_an_object_that_is_not_read_may_have_any_shape(manifest: dict[str, Any]) -> None:
    assert load(json.dumps([NODE, POD, manifest])).summary()["pods"] == 1


def test_a_taint_of_another_type_is_an_error() -> None:
    node = {**NODE, "spec": {"unschedulable": True, "taints": [{"key": "a", "effect": ["NoSchedule"]}]}}
    with pytest.raises(InvalidInput, match="effect: must be a string"):
        load(json.dumps([node, POD]))
