"""A stack trace in a bundle leads to the module: its lines are those of the files that browsers can ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator

import orjson
import pytest
from django.test import Client

from webui.ground.bundles.bundle import PAGES, bundle
from webui.ground.bundles.source_map import source_map

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
REWRITTEN = re.compile(r"^(import|export|\} from) |\bimport[.(]")  # by the bundle, within the line


def numbers(segment: str) -> Iterator[int]:
    """Decode the base64 VLQ numbers of a segment."""
    number = shift = 0
    for digit in map(BASE64.index, segment):
        number |= (digit & 31) << shift
        shift += 5
        if not digit & 32:
            yield -(number >> 1) if number & 1 else number >> 1
            number = shift = 0


def places(mappings: str) -> Iterator[tuple[int, int] | None]:
    """Yield for each line of the script the source and its line."""
    source = line = 0
    for segment in mappings.split(";"):
        if not segment:
            yield None
            continue
        column, to_source, to_line, to_column = numbers(segment)
        assert (column, to_column) == (0, 0)
        source, line = source + to_source, line + to_line
        yield source, line


def test_distances_are_written_in_groups_of_five_bits_with_the_sign_first() -> None:
    lines = [None, (0, 0), (0, 1), (1, 500), None, (0, 16)]
    mappings = ";AAAA;AACA;ACmfA;;ADpeA"
    assert orjson.loads(source_map(["a", "b"], lines)) == {
        "version": 3,
        "sources": ["a", "b"],
        "names": [],
        "mappings": mappings,
    }
    assert list(places(mappings)) == lines


@pytest.mark.parametrize("page", PAGES)
def test_each_line_of_a_script_is_a_line_of_a_module(client: Client, page: str) -> None:
    script = client.get(bundle(page).url).content.decode().split("\n")
    named = script[-2].removeprefix("//# sourceMappingURL=")
    answer = client.get(named)
    assert "immutable" in answer["Cache-Control"]
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    read = answer.json()
    sources = [client.get(address).content.decode().split("\n") for address in read["sources"]]
    mapped = 0
    for line, place in zip(script, places(read["mappings"]), strict=False):
        if place is not None:
            original = sources[place[0]][place[1]]
            assert line == original or REWRITTEN.search(original), (read["sources"][place[0]], place[1] + 1)
            mapped += 1
    assert mapped == sum(len(source) - 1 for source in sources) > 100


def test_a_map_from_before_an_update_is_not_kept(client: Client) -> None:
    former = client.get("/scripts/gallery-0123456789abcdef.js.map")
    assert former.content == bundle("gallery").source_map.plain
    assert former["Cache-Control"] == "no-store"
    assert client.get("/scripts/nothing-0123456789abcdef.js.map").status_code == 404
