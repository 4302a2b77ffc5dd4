"""A stack trace in a bundle leads to the module: its lines are those of the files that browsers can ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator

import orjson
import pytest
from django.test import Client

from webui.ground.bundles.bundle import PAGES, bundle, source_map

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
TOKEN = re.compile(r"[\w$]+|[^\s\w$]")
REWRITTEN = re.compile(
    r"^(import|export|\} from) |\bimport[.(]", re.MULTILINE
)  # by the bundle, within the line


def numbers(segment: str) -> Iterator[int]:
    """Decode the base64 VLQ numbers of a segment."""
    number = shift = 0
    for digit in map(BASE64.index, segment):
        number |= (digit & 31) << shift
        shift += 5
        if not digit & 32:
            yield -(number >> 1) if number & 1 else number >> 1
            number = shift = 0


def places(mappings: str) -> Iterator[list[tuple[int, int, int]]]:
    """Yield for each line of the script where which line of which source begins."""
    source = line = 0
    for segments in mappings.split(";"):
        column, starts = 0, []
        for segment in segments.split(",") if segments else ():
            by, to_source, to_line, to_column = numbers(segment)
            assert to_column == 0
            column, source, line = column + by, source + to_source, line + to_line
            starts.append((column, source, line))
        yield starts


def test_distances_are_written_in_groups_of_five_bits_with_the_sign_first() -> None:
    lines = [[], [(0, 0, 0), (7, 0, 1)], [(0, 1, 500)], [], [(2, 0, 16), (3, 0, 17)]]
    mappings = ";AAAA,OACA;ACmfA;;EDpeA,CACA"
    assert orjson.loads(source_map(["a", "b"], lines)) == {
        "version": 3,
        "sources": ["a", "b"],
        "names": [],
        "mappings": mappings,
    }
    assert list(places(mappings)) == lines


@pytest.mark.parametrize("name", [*PAGES, "workbench/js/editor/editor", "workbench/js/share/share"])
def test_each_piece_of_a_script_is_a_piece_of_the_line_of_its_module(client: Client, name: str) -> None:
    page, _, part = name.partition("/")
    built = bundle(page)
    script = (
        client.get((built.parts[f"{part}.js"] if part else built.script).url).content.decode().split("\n")
    )
    named = script[-2].removeprefix("//# sourceMappingURL=")
    answer = client.get(named)
    assert "immutable" in answer["Cache-Control"]
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    read = answer.json()
    sources = [client.get(address).content.decode().split("\n") for address in read["sources"]]
    compared = 0
    for line, segments in zip(script, places(read["mappings"]), strict=False):
        units = line.encode("utf-16-le")
        ends = [column for column, *_ in segments[1:]] + [len(units) // 2]
        for (column, source, number), end in zip(segments, ends, strict=False):
            original = sources[source][number]
            piece = units[2 * column : 2 * end].decode("utf-16-le")
            if not REWRITTEN.search(original):
                left = iter(TOKEN.findall(original))
                at = (read["sources"][source], number + 1)
                assert all(token in left for token in TOKEN.findall(piece)), at
                compared += 1
    assert compared > 100


def test_a_map_from_before_an_update_is_not_kept(client: Client) -> None:
    former = client.get("/scripts/home-0123456789abcdef.js.map")
    assert former.content == bundle("home").script.source_map.plain
    assert former["Cache-Control"] == "no-store"
    assert client.get("/scripts/nothing-0123456789abcdef.js.map").status_code == 404
