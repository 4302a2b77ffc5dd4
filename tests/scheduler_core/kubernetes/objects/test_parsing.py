"""A text may contain only values that JSON has, each key once, and no recursive aliases."""

from __future__ import annotations

import json

import pytest
import yaml

from scheduler_core import InputError, InvalidInput, load, simulate
from scheduler_core.kubernetes.source import read_outline
from tests.builders import make_node, make_pod

NODE, POD = make_node("n1", zone="a"), make_pod("p", app="web")


def error_in(source: str) -> InputError:
    with pytest.raises(InvalidInput) as raised:
        load(source)
    (error,) = raised.value.errors
    return error


@pytest.mark.parametrize(
    ("source", "message", "line"),
    [
        ("kind: Pod\nspec:\n  nodeName: a\n  nodeName: b\n", "'nodeName' is duplicated, first on line 3: remove", 4),
        ("kind: Pod\nmetadata: {name: p, labels: {1: a, '1': b}}\n", "'1' is duplicated", 2),
        ('{"kind": "Pod",\n "spec": {},\n "spec": {}}', "'spec' is duplicated, first on line 2", 3),
        ("kind: Pod\nmetadata: &m\n  name: p\n  labels: *m\n", "*m is inside the value that it refers to: write", 4),
        ("&a [*a]", "*a is inside the value", 1),
        ("&a\nkind: List\nitems: [*a]\n", "*a is inside the value", 3),
        ("kind: ConfigMap\nbinaryData:\n  a: !!binary aGVsbG8=\n", "'!!binary' is not a JSON type: remove", 3),
        ("kind: Pod\nmetadata: !!set {name}\n", "'!!set' is not", 2),
        ("kind: Pod\nmetadata: !!python/object:os.system {name: p}\n", "'!!python/object:os.system' is not", 2),
        ("kind: Pod\nmetadata:\n  labels:\n    null: a\n", "a key must not be null: give it a name", 4),
        ("kind: Pod\nspec:\n  priority: " + "9" * 5000, "must fit into 64 bits: correct it", 3),
        ("kind: Pod\nmetadata:\n  generation: 9223372036854775808\n", "must fit into 64 bits", 3),
        ('{"kind": "Pod",\n "metadata": {"generation": 9223372036854775808}}', "must fit into 64 bits", 2),
        ("kind: Pod\nmetadata:\n  generation: .inf\n", "must be finite: correct it", 3),
        ("kind: Pod\nmetadata:\n  generation: !!int 0x_\n", "must fit into 64 bits", 3),
        ('kind: Pod\nspec:\n  priority: !!int ""\n', "must fit into 64 bits", 3),
        ('kind: Pod\nspec:\n  priority: !!float ""\n', "must be finite", 3),
        ("kind: Pod\nspec:\n  hostNetwork: !!bool x\n", "!!bool is only for true and false", 3),
        ("kind: Pod\nspec: !!map [a]\n", "!!map is only for mappings", 2),
        ('kind: Pod\nmetadata:\n  name: "a\\0"\n', "the character U+0000: remove it", 3),
        ('{"kind": "Pod",\n "metadata": {"name": "a\\u0000"}}', "the character U+0000", 2),
        ('{"kind": "Pod",\n "metadata": {"name": "a\\ud800"}}', "invalid Unicode", 2),
        ("kind: Pod\nmetadata: \ud800\n", "not valid YAML", None),
        ('{"kind": "Pod",\n "metadata": {"name": "\ud800"}}', "not valid YAML", None),
        ('{"kind": "Pod",\n "spec": ' + "[" * 900 + "]" * 900 + "}", "deeper than 60", 2),
    ],
)  # fmt: skip
def test_values_that_json_lacks_are_errors(source: str, message: str, line: int | None) -> None:
    error = error_in(source)
    assert message in error.message
    assert error.line == line


def test_a_merge_key_may_repeat_a_key() -> None:
    source = """
- {kind: Node, metadata: {name: n1, labels: &l {<<: &k {zone: a, rack: r, 1: x}, zone: b}}}
- {kind: Node, metadata: {name: n2, labels: {<<: *l, zone: c}}}
- {kind: Node, metadata: {name: n3, labels: *k}}
"""
    assert [dict(node.labels) for node in load(source).objects.nodes] == [
        {"zone": "b", "rack": "r", "1": "x"},
        {"zone": "c", "rack": "r", "1": "x"},
        {"zone": "a", "rack": "r", "1": "x"},
    ]


def test_keys_are_text() -> None:
    scenario = load("kind: Node\nmetadata: {name: n1, labels: {1: a, true: b, 1.5: c}}\n")
    assert scenario.objects.nodes[0].labels == {"1": "a", "true": "b", "1.5": "c"}


def test_base_sixty_numbers_are_text_as_in_kubernetes() -> None:
    source = "kind: Node\nmetadata: {name: n1, annotations: {at: 12:30}}\n"
    assert load(source).objects.nodes[0].annotations == {"at": "12:30"}


def test_json_escapes_are_decoded() -> None:
    annotations = {"face": "\N{GRINNING FACE}", "text": "\\u0000"}
    source = json.dumps([{"kind": "Node", "metadata": {"name": "n1", "annotations": annotations}}])
    assert load(source).objects.nodes[0].annotations == annotations


def test_nested_lists_are_flattened() -> None:
    inner = {"kind": "List", "items": [NODE, {"kind": "PodList", "items": [POD]}]}
    for source in (json.dumps([inner]), yaml.safe_dump({"kind": "List", "items": [inner]})):
        assert load(source).summary() == {"nodes": 1, "pods": 1, "pending": 1}


def test_documents_that_are_no_objects_count_for_lines() -> None:
    with pytest.raises(InvalidInput) as raised:
        load("3\n---\nkind: List\nitems:\n- null\n- kind: Node\n  metadata:\n    name: 3\n")
    assert [(error.path, error.line) for error in raised.value.errors] == [
        ("", 1),
        ("", 5),
        ("metadata.name", 8),
    ]


@pytest.mark.parametrize("digits", ["9" * 5000, "\u0663", "0" * 1001, "9" * 200_000 + "x"])
def test_numbers_that_kubernetes_cannot_parse_are_ignored(digits: str) -> None:
    node, pod = make_node("n1", zone="9" * 63), make_pod("p")  # the longest value of a label
    term = {"matchExpressions": [{"key": "zone", "operator": "Gt", "values": ["1"]}]}
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term]}}
    pod["spec"]["affinity"] = {"nodeAffinity": required}
    job = {"kind": "Job", "metadata": {"name": "j"}, "spec": {"completions": 1, "completionMode": "Indexed"}}
    job["spec"]["template"] = {"spec": pod["spec"]}  # type: ignore[index]
    job["status"] = {"completedIndexes": f"{digits},0-{digits}"}
    scenario = load(json.dumps([node, pod, job]))
    finished = [event for event in simulate(scenario) if event["kind"] == "cycle.finished"]
    assert [event["node"] for event in finished] == [None, None]
    source = f"kind: Deployment\nmetadata: {{name: d}}\nspec: {{replicas: '{digits}'}}\n"
    assert read_outline(source).objects[0].count is None


@pytest.mark.parametrize("kind", ["null", "[a]", "''", "3"])
def test_an_object_without_a_kind_is_named_by_its_number(kind: str) -> None:
    error = error_in(f"kind: {kind}\n")
    assert (error.object, error.path) == ("object 1", "kind")


@pytest.mark.parametrize("text", ["=", "<<"])
def test_special_scalars_of_yaml_are_text(text: str) -> None:
    source = f"kind: Node\nmetadata: {{name: n1, annotations: {{a: {text}}}}}\n"
    assert load(source).objects.nodes[0].annotations == {"a": text}
