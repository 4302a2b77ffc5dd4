"""Plain scalars are what kubectl makes of them; a text that would be read as something else is quoted."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import InvalidInput, load
from scheduler_core.kubernetes.objects.limits import Limits
from scheduler_core.kubernetes.objects.parsing import documents
from scheduler_core.kubernetes.source.rendering import inline
from tests.shared import shared

CASES = shared("scalars")


@pytest.mark.parametrize(("text", "value"), CASES["values"].items())
def test_a_plain_scalar_is_read_as_by_kubectl(text: str, value: Any) -> None:
    ((read,),) = documents(f"- {text}\n", Limits())
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(("text", "key"), CASES["keys"].items())
def test_a_key_becomes_text_as_in_kubectl(text: str, key: str) -> None:
    assert documents(f"{text}: v\n", Limits()) == [{key: "v"}]


@pytest.mark.parametrize("text", CASES["values"])
def test_a_text_is_written_so_that_it_stays_a_text(text: str) -> None:
    assert documents(f"- {inline(text, as_json=False)}\n", Limits()) == [[text]]


@pytest.mark.parametrize("value", ["yes", "y", "1e3", "0644", "0o14"])
def test_a_label_that_yaml_reads_as_another_type_is_refused(value: str) -> None:
    source = "kind: Node\nmetadata:\n  name: n1\n  labels:\n    canary: "
    with pytest.raises(InvalidInput) as raised:
        load(f"{source}{value}\n")
    (error,) = raised.value.errors
    assert (error.path, error.line) == ("metadata.labels.canary", 5)
    assert "must be a string" in error.message
    assert "put it in quotes" in error.message
    node = load(f'{source}"{value}"\n').objects.nodes[0]
    assert node.labels == {"canary": value}


def test_a_number_without_a_fraction_is_an_integer() -> None:
    pod = "kind: Pod\nmetadata: {name: p}\nspec: {priority: 1e3, containers: [{name: c}]}\n"
    (pod_object,) = load(pod).objects.pods
    assert pod_object.template.priority == 1000
