"""The fast reader of block YAML reads what the full reader reads, or leaves it to it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import yaml

from scheduler_core.kubernetes.objects.block_yaml import BlockReader, NotPlain, split
from scheduler_core.kubernetes.objects.event_yaml import EventReader
from scheduler_core.kubernetes.objects.json_text import is_json
from scheduler_core.kubernetes.objects.limits import Limits
from scheduler_core.kubernetes.objects.parsing import documents
from scheduler_core.kubernetes.objects.reading import InvalidInput, TooLarge
from scheduler_core.kubernetes.objects.resolvers import SourceDumper
from tests.mutations import common, corpus, mutated


def fully_read(text: str) -> list[Any]:
    return list(EventReader(Limits()).documents(text))


def with_types(value: Any) -> Any:
    """Return a value that differs for True and 1, 1 and 1.0, and other orders of keys."""
    if isinstance(value, dict):
        return [(key, with_types(inner)) for key, inner in value.items()]
    if isinstance(value, list):
        return [with_types(inner) for inner in value]
    return type(value), value


def block_read(text: str) -> list[Any] | None:
    """Return the documents as the fast reader alone reads them, None if it leaves one to the other."""
    try:
        return [BlockReader(60).read(document) for _, document in split(text)]
    except NotPlain:
        return None


def without_empty(values: list[Any]) -> Any:
    return with_types([value for value in values if value is not None])


def test_it_reads_mutated_manifests_as_the_full_reader_does() -> None:
    for seed in range(800):
        text = mutated(Random(seed), most=3)
        values = block_read(text)
        if values is not None:
            assert without_empty(values) == without_empty(fully_read(text)), seed


@pytest.mark.parametrize("style", [False, None])
@pytest.mark.parametrize("text", corpus(), ids=range(len(corpus())))
def test_it_reads_what_a_dumper_writes(text: str, style: bool | None) -> None:
    values = [value for value in documents(text, Limits()) if value is not None]
    dumped = yaml.dump_all(
        values, Dumper=SourceDumper, sort_keys=False, default_flow_style=style, width=10_000
    )
    assert (
        without_empty(documents(dumped, Limits()))
        == without_empty(fully_read(dumped))
        == without_empty(values)
    )


@pytest.mark.parametrize("text", [text for text in common() if not is_json(text)], ids=lambda text: text[:20])
def test_it_reads_common_manifests_alone(text: str) -> None:
    assert block_read(text) is not None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a:\n- x\n- v: 1\n  z: 2\nb: c\n", {"a": ["x", {"v": 1, "z": 2}], "b": "c"}),
        ("- a:\n  - 1\n- b\n-\n  c: d\n-\n", [{"a": [1]}, "b", {"c": "d"}, None]),
        ("a: |\n  x\n\n    y\n\nb: |-\n  z\n", {"a": "x\n\n  y\n", "b": "z"}),
        ("a: 'x' # c\nb: \"\\t\\\\\" # c\nc: x#y # c\nd: # c\n", {"a": "x", "b": "\t\\", "c": "x#y", "d": None}),
        ("a: {b: {}, c: [], d: [x, 1, \"2\"]} # c\n", {"a": {"b": {}, "c": [], "d": ["x", 1, "2"]}}),
        ("f:metadata:\n  .: {}\n  k:{\"port\":80}:\n    x/y: http://a:1/b\n",
         {"f:metadata": {".": {}, 'k:{"port":80}': {"x/y": "http://a:1/b"}}}),
        ("a: yes\nb: 0644\nc: 1e3\nd: ~\ne: 12:30\nf: -1\ng: 25%\n",
         {"a": True, "b": 420, "c": 1000, "d": None, "e": "12:30", "f": -1, "g": "25%"}),
    ],
)  # fmt: skip
def test_it_knows_the_usual_forms(text: str, value: Any) -> None:
    assert block_read(text) == [value] == fully_read(text)


@pytest.mark.parametrize(
    "text",
    [
        *("a: b\n  c\n", "a: 'b\n  c'\n", "a: &x b\n", "a: *x\n", "? a\n: b\n", "- - a\n", "a: >\n  b\n"),
        "a: !!str 1\n",
        *("a: b: c\n", "a: 1\na: 2\n", "a\n", "1: a\n", "yes: a\n", "<<: {a: b}\n", "a:\tb\n", "a: |2\n   b\n"),
        *("a: {b: c d}\n", "a: [b,]\n", "a: {b}\n", "a: {b: 1, b: 2}\n", "a: 99999999999999999999\n", "a: .inf\n"),
        *(" a: b\nc: d\n", "- a\nb: c\n", "a: b\n- c\n", "a: |\n     \n  b\n", "a: |\n  b", "--- a\n", "...\n", "%A\n"),
        *("a: \ufeff\n", "a: \x85\n", "a: \"\\u0041\"\n", "a: @b\n", "a: - b\n", "a: b:\n", f"{'k' * 1001}: v\n"),
    ],
)  # fmt: skip
def test_it_leaves_everything_else_to_the_full_reader(text: str) -> None:
    assert block_read(text) is None


@pytest.mark.parametrize("text", ["a: [1\n", "a: 1\na: 2\n", "a: !!x 1\n", "a: *x\n", "a: 1\n b: 2\n"])
def test_errors_of_a_later_document_have_their_lines(text: str) -> None:
    def line(source: str) -> int:
        with pytest.raises(InvalidInput) as raised:
            documents(source, Limits())
        return raised.value.errors[0].line or 0

    assert line(f"x: y\n---\n\n---\r\nb: c\n--- # here\n{text}") == line(text) + 6 > 6


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("a: &a {b: c}\nd:\n" + "- {<<: *a}\n" * 200_000, "more than 100 aliases"),
        ("a: &a {b: c}\n---\n" + "a: &a {b: c}\nd: [*a, *a]\n---\n" * 51, "more than 100 aliases"),
        ("a: &a\n" + "".join(f"  k{i}: v\n" for i in range(20_000)) + "b: [*a, *a, *a]\n", "than 100,000 values"),
        ("0: &0 [x]\n" + "".join(f"{i + 1}: &{i + 1} [*{i}, *{i}]\n" for i in range(40)), "than 100,000 values"),
        ("a\n---\n" * 60_001, "more than 60,000 documents"),
    ],
    ids=["merge keys", "several documents", "large", "nested", "documents"],
)  # fmt: skip
def test_what_would_grow_is_refused(source: str, message: str) -> None:
    with pytest.raises(TooLarge, match=message):
        documents(source, Limits())
