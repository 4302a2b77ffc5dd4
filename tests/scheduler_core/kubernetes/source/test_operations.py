"""The changes that an operation makes in a text, and the text that it preserves."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler_core import InvalidInput
from scheduler_core.kubernetes.source import Operation, apply_operations

SOURCE = """\
# the cluster
apiVersion: v1
kind: Node
metadata:
  name: n1   # the old one
  labels: {zone: "a",disk: 'ssd'}
status:
  allocatable: {cpu: "4"}   # four
---
# a pod that
# spreads
apiVersion: v1
kind: Pod
metadata:
    name: web-0
    labels:
        app: web  # the only label
spec:
    # why: one zone may be ahead
    topologySpreadConstraints:
    -   maxSkew: 1 # hard
        # the key of the zone
        topologyKey: zone
        whenUnsatisfiable: DoNotSchedule
    tolerations:
      - {key: a, operator: Exists}
      # the last one
      - key: b
        operator: Exists
    containers:
    - name: c
      image: "web:1"
"""


def changed(*operations: Operation, source: str = SOURCE) -> str:
    """Return the source after the operations; check that the edits of lines give the same text."""
    edited = apply_operations(source, operations)
    lines = source.splitlines(keepends=True)
    for edit in reversed(edited.edits):
        lines[edit.from_line : edit.to_line] = [edit.text]
    assert "".join(lines) == edited.source
    return edited.source


def put(path: str, value: Any, target: str = "Pod default/web-0") -> Operation:
    steps = tuple(int(step) if step.isdecimal() else step for step in path.split("/"))
    return Operation("set", target, steps, value)


def remove(path: str, target: str = "Pod default/web-0") -> Operation:
    return Operation("remove", target, put(path, None).path)


@pytest.mark.parametrize(
    ("operation", "before", "after"),
    [
        (put("spec/topologySpreadConstraints/0/maxSkew", 2), "maxSkew: 1 # hard", "maxSkew: 2 # hard"),
        (put("spec/containers/0/image", "web:2"), '"web:1"', '"web:2"'),
        (
            put("metadata/labels/disk", "hdd", "Node n1"),
            "{zone: \"a\",disk: 'ssd'}",
            "{zone: \"a\",disk: 'hdd'}",
        ),
        (put("metadata/labels/zone", "1", "Node n1"), 'zone: "a"', 'zone: "1"'),
        (put("metadata/labels/k", "true", "Node n1"), "'ssd'}", "'ssd', k: 'true'}"),
        (
            put("metadata/labels/tier", "1", "Pod default/web-0"),
            "# the only label\n",
            "# the only label\n        tier: '1'\n",
        ),
        (put("spec/unschedulable", True, "Node n1"), "status:\n", "spec:\n  unschedulable: true\nstatus:\n"),
        (
            Operation(
                "add", "Pod default/web-0", ("spec", "tolerations"), {"key": "c", "operator": "Exists"}
            ),
            "        operator: Exists\n",
            "        operator: Exists\n      - key: c\n        operator: Exists\n",
        ),
        (
            Operation("add", "Pod default/web-0", ("spec", "containers", 0, "ports"), {"hostPort": 80}),
            '"web:1"\n',
            '"web:1"\n      ports:\n      - hostPort: 80\n',
        ),
        (remove("spec/tolerations/0"), "      - {key: a, operator: Exists}\n", ""),
        (remove("spec/tolerations/1"), "      - key: b\n        operator: Exists\n", ""),
        (remove("metadata/labels/app"), "    labels:\n        app: web  # the only label\n", ""),
        (remove("metadata/labels/disk", "Node n1"), ",disk: 'ssd'", ""),
        (remove("metadata/labels/zone", "Node n1"), 'zone: "a",', ""),
        (remove("spec/priority"), "", ""),
        (
            put("spec/topologySpreadConstraints/0/topologyKey", "node"),
            "topologyKey: zone",
            "topologyKey: node",
        ),
        (
            remove("spec/topologySpreadConstraints/0/whenUnsatisfiable"),
            "        whenUnsatisfiable: DoNotSchedule\n",
            "",
        ),
    ],
)
def test_only_the_value_changes(operation: Operation, before: str, after: str) -> None:
    assert changed(operation) == SOURCE.replace(before, after, 1)


def test_setting_a_collection_changes_only_its_differences() -> None:
    tolerations = [{"key": "a", "operator": "Exists"}, {"key": "b", "operator": "Equal", "value": "x"}]
    text = changed(put("spec/tolerations", tolerations))
    assert "# the last one" in text
    assert "- {key: a, operator: Exists}" in text
    assert "operator: Equal\n        value: x\n" in text


@pytest.mark.parametrize(
    ("spec", "after"),
    [
        (" {unschedulable: true}", "kind: Node\nmetadata: {name: n}\n"),
        (
            "\n  unschedulable: true\n  taints:\n  - {key: node.kubernetes.io/unschedulable, effect: NoSchedule}\n"
            "  - {key: gpu, effect: NoSchedule} # stays",
            "kind: Node\nmetadata: {name: n}\nspec:\n  taints:\n  - {key: gpu, effect: NoSchedule} # stays\n",
        ),
        (" {providerID: x}", "kind: Node\nmetadata: {name: n}\nspec: {providerID: x}\n"),
    ],
    ids=["flag", "flag and taint", "neither"],
)
def test_uncordoning_removes_the_flag_and_its_taint(spec: str, after: str) -> None:
    source = f"kind: Node\nmetadata: {{name: n}}\nspec:{spec}\n"
    assert apply_operations(source, [Operation("uncordon", "Node n")]).source == after


def test_an_object_is_deleted_with_its_separator() -> None:
    node, _, pod = SOURCE.partition("---\n")
    assert changed(Operation("delete", "Node n1")) == pod
    assert changed(Operation("delete", "Pod default/web-0")) == node


def test_a_copy_has_the_text_of_the_object_with_a_new_name() -> None:
    text = changed(
        Operation("copy", "Pod default/web-0", value="web-1"), remove("spec/tolerations", "Pod default/web-1")
    )
    first, second = text.split("---\n")[1:]
    assert first == SOURCE.split("---\n")[1]
    assert "name: web-1" in second
    assert "# why: one zone may be ahead" in second
    assert "tolerations" not in second


def test_a_new_object_is_inserted_last_or_after_another() -> None:
    manifest = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n2"}}
    assert changed(Operation("create", value=manifest)).endswith(
        "---\napiVersion: v1\nkind: Node\nmetadata:\n  name: n2\n"
    )
    behind = changed(Operation("create", "Node n1", value=manifest))
    assert [document["metadata"]["name"] for document in yaml.safe_load_all(behind)] == ["n1", "n2", "web-0"]


def test_expectations_stay_after_the_objects() -> None:
    source = SOURCE + "---\n# what comes out\nexpect:\n- {pod: web-0, node: n1}\n"
    manifest = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n2"}}
    documents = list(yaml.safe_load_all(changed(Operation("create", value=manifest), source=source)))
    assert [list(document) for document in documents[-2:]] == [list(manifest), ["expect"]]


LIST = """\
apiVersion: v1
items:
# first
- apiVersion: v1
  kind: Node
  metadata:
    name: n1
- apiVersion: v1
  kind: Node
  metadata:
    name: n2   # second
kind: List
metadata:
  resourceVersion: ""
"""


def test_an_item_of_a_list_is_edited_in_place() -> None:
    taint = {"key": "a", "effect": "NoSchedule"}
    text = changed(Operation("add", "Node n2", ("spec", "taints"), taint), source=LIST)
    assert text == LIST.replace(
        "# second\n", "# second\n  spec:\n    taints:\n    - key: a\n      effect: NoSchedule\n"
    )
    assert "name: n1" not in changed(Operation("delete", "Node n1"), source=LIST)
    emptied = changed(Operation("delete", "Node n1"), Operation("delete", "Node n2"), source=LIST)
    assert yaml.safe_load(emptied)["items"] == []
    copied = changed(Operation("copy", "Node n1", value="n3"), source=LIST)
    assert [item["metadata"]["name"] for item in yaml.safe_load(copied)["items"]] == ["n1", "n3", "n2"]


def test_json_stays_json() -> None:
    source = json.dumps(yaml.safe_load(LIST), indent=4)
    text = changed(
        Operation("set", "Node n1", ("spec", "unschedulable"), value=True),
        Operation("copy", "Node n2", value="n3"),
        Operation("delete", "Node n2"),
        source=source,
    )
    items = json.loads(text)["items"]
    assert items[0]["spec"] == {"unschedulable": True}
    assert [item["metadata"]["name"] for item in items] == ["n1", "n3"]
    assert text.splitlines()[:5] == source.splitlines()[:5]


@pytest.mark.parametrize(
    "source",
    [
        json.dumps([{"kind": "Node", "metadata": {"name": name}} for name in ("n1", "n2")]),
        json.dumps({"kind": "List", "items": yaml.safe_load(LIST)["items"]}, indent=2),
        "- kind: Node\n  metadata: {name: n1}\n- kind: Node # b\n  metadata: {name: n2}\n",
    ],
    ids=["JSON list", "List over several lines", "YAML list"],
)
def test_new_objects_are_inserted_after_the_object(source: str) -> None:
    manifest = {"kind": "Node", "metadata": {"name": "n3"}}
    for operation in (
        Operation("copy", "Node n1", value="n3"),
        Operation("create", "Node n1", value=manifest),
    ):
        items = yaml.safe_load(changed(operation, source=source))
        items = items["items"] if isinstance(items, dict) else items
        assert [item["metadata"]["name"] for item in items] == ["n1", "n3", "n2"]


def test_documents_in_flow_style_are_separate() -> None:
    source = "{kind: Node, metadata: {name: n1}}\n---\n{kind: Node, metadata: {name: n2}}\n"
    text = changed(Operation("set", "Node n2", ("spec", "unschedulable"), value=True), source=source)
    assert text.startswith("{kind: Node, metadata: {name: n1}}\n---\n")
    assert list(yaml.safe_load_all(text))[1]["spec"] == {"unschedulable": True}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("metadata", 0), "x"),
        (("metadata", "name", "first"), "x"),
        (("spec", "containers", "name"), "x"),
        (("spec", "containers", 0, "image"), "deep"),
    ],
)
def test_a_path_through_another_value_is_rejected(path: tuple[str | int, ...], value: Any) -> None:
    if value == "deep":
        for _ in range(2000):
            value = [value]
    with pytest.raises(
        InvalidInput, match=r"Pod default/web-0: .*: (this field cannot be edited|must not be nested)"
    ):
        apply_operations(SOURCE, [Operation("set", "Pod default/web-0", path, value)])


@pytest.mark.parametrize("wrong", ["{? [a] : b}", "!x y", "!!binary eA=="])
def test_operations_on_an_invalid_object_are_rejected(wrong: str) -> None:
    source = SOURCE.replace("    - name: c\n", f"    - name: c\n      args: {wrong}\n")
    for operation in (
        Operation("set", "Pod default/web-0", ("spec", "priority"), 1),
        Operation("add", "Pod default/web-0", ("spec", "tolerations"), {}),
        Operation("remove", "Pod default/web-0", ("spec", "tolerations", 0)),
        Operation("copy", "Pod default/web-0", value="web-1"),
    ):
        with pytest.raises(InvalidInput, match="Pod default/web-0: "):
            apply_operations(source, [operation])


def test_a_thousand_changes_of_one_large_document_are_rejected() -> None:
    labels = {f"key-{i}": "x" * 100 for i in range(2000)}
    source = json.dumps({"kind": "Node", "metadata": {"name": "n1", "labels": labels}})
    operation = Operation("set", "Node n1", ("metadata", "labels"), dict.fromkeys(labels, "y"))
    with pytest.raises(InvalidInput, match=r"Node n1: metadata\.labels: too many changes at once"):
        apply_operations(source, [operation])


@pytest.mark.parametrize("text", ["a\x85b", "\u2028", "\u4e2d", "a\tb", " a\n"])
def test_any_text_survives_writing_and_reading(text: str) -> None:
    made = {"kind": "Node", "metadata": {"name": "n3", "labels": {"a": text}}}
    after = changed(
        Operation("set", "Node n1", ("metadata", "labels", "disk"), text),
        Operation("create", "Node n1", value=made),
    )
    first, second, _ = yaml.safe_load_all(after)
    assert (first["metadata"]["labels"]["disk"], second) == (text, made)


def test_an_unknown_object_is_rejected_by_name() -> None:
    with pytest.raises(InvalidInput, match=r"Node n9: is not in the draft"):
        apply_operations(SOURCE, [Operation("delete", "Node n9")])


def test_a_change_that_an_alias_would_spread_is_rejected() -> None:
    source = "kind: Node\nmetadata:\n  name: n1\n  labels: &shared {a: b}\n  annotations: *shared\n"
    with pytest.raises(InvalidInput, match=r"edit it in the YAML"):
        apply_operations(source, [Operation("set", "Node n1", ("metadata", "labels", "a"), "c")])


# ---- any manifest, any place, any value ----

NAMES = st.sampled_from(["a", "b", "labelSelector", "x/y.z", "true", "1", "- #", "é"])
SCALARS = st.one_of(
    st.integers(0, 9),
    st.booleans(),
    st.sampled_from(["", "x", "yes", "1", "a: b", "# c", "{", "ü\n", "2024-01-01"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=8,
)
MANIFESTS = st.dictionaries(NAMES, VALUES, max_size=4).map(
    lambda rest: {"kind": "Node", "metadata": {"name": "n1"}, **rest}
)


def pick_path(draw: st.DrawFn, value: Any) -> tuple[str | int, ...]:
    path: list[str | int] = []
    while isinstance(value, dict | list) and value and (not path or draw(st.booleans())):
        steps = list(value) if isinstance(value, dict) else list(range(len(value)))
        step = draw(st.sampled_from(steps))
        path.append(step)
        value = value[step]
    if isinstance(value, dict) and draw(st.booleans()):
        path.append(draw(NAMES))
    return tuple(path)


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, dict[str, Any], tuple[str | int, ...], Any]:
    manifest = draw(MANIFESTS)
    style = draw(st.sampled_from(["block", "leaves", "flow", "json", "pretty"]))
    if style in ("json", "pretty"):
        text = json.dumps(manifest, indent=2 if style == "pretty" else None)
    else:
        flow = {"block": False, "leaves": None, "flow": True}[style]
        text = yaml.safe_dump(manifest, default_flow_style=flow, sort_keys=False, allow_unicode=True)
    return (
        text,
        manifest,
        pick_path(draw, {k: v for k, v in manifest.items() if k not in ("kind", "metadata")}),
        draw(VALUES),
    )


def expected_after(manifest: dict[str, Any], path: tuple[str | int, ...], value: Any) -> Any:
    result: Any = copy.deepcopy(manifest)
    place = result
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return result


@settings(max_examples=60, deadline=None)
@given(cases())
def test_setting_a_value_changes_nothing_else(
    case: tuple[str, dict[str, Any], tuple[str | int, ...], Any],
) -> None:
    text, manifest, path, value = case
    if path:
        after = changed(Operation("set", "Node n1", path, value), source=text)
        assert loaded(after) == expected_after(manifest, path, value)


@settings(max_examples=60, deadline=None)
@given(cases())
def test_removing_a_value_keeps_other_fields(
    case: tuple[str, dict[str, Any], tuple[str | int, ...], Any],
) -> None:
    text, manifest, path, _ = case
    if path:
        after = loaded(changed(Operation("remove", "Node n1", path), source=text))
        others = [key for key in manifest if key != path[0]]
        assert {key: after[key] for key in others} == {key: manifest[key] for key in others}


def loaded(text: str) -> Any:
    (manifest,) = yaml.safe_load_all(text)
    return manifest
