"""Notes on a run: what becomes of their Markdown, who may write, how many, and where they go along."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.clusters import SPREAD
from tests.webui.conftest import Visitor
from webui.features.notes import api
from webui.features.notes.api import as_html

STEP = "pod=default/web-3&point=Filter&plugin=PodTopologySpread&node=node-a1"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**3 + 1 − 0** > `1`", "<p><strong>3 + 1 − 0</strong> &gt; <code>1</code></p>\n"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>\n"),
        ("![pixel](https://spy.example/x.png)", None),
        ("[here](javascript:alert(1))", "<p>[here](javascript:alert(1))</p>\n"),
        ("[here](data:text/html,x)", "<p>[here](data:text/html,x)</p>\n"),
        (
            "[issue](https://example.com/1)",
            '<p><a href="https://example.com/1" target="_blank" rel="nofollow noopener noreferrer">issue</a></p>\n',
        ),
    ],
)
def test_markdown_is_shown_and_nothing_in_it_acts(text: str, html: str | None) -> None:
    rendered = as_html(text)
    assert "<img" not in rendered
    assert "<script" not in rendered
    assert html is None or rendered == html


def link_of(visitor: Visitor, source: str = SPREAD) -> str:
    return str(visitor.run(visitor.draft(source))["snapshot"])


def write(visitor: Visitor, link: str, text: str = "Why **4**?", place: str = STEP) -> Any:
    return visitor.post(f"/api/snapshots/{link}/notes", {"text": text, "place": place})


def texts(visitor: Visitor, link: str) -> list[str]:
    return [note["text"] for note in visitor.get(f"/api/snapshots/{link}/notes").json()["notes"]]


def test_the_maker_writes_and_everybody_with_the_link_reads(alice: Visitor, stranger: Visitor) -> None:
    link = link_of(alice)
    note = write(alice, link)
    assert note.status_code == 201
    one = f"/api/snapshots/{link}/notes/{note.json()['id']}"
    seen = stranger.get(f"/api/snapshots/{link}/notes").json()
    assert (seen["may_write"], seen["left"]) == (False, 99)
    assert seen["notes"][0]["html"] == "<p>Why <strong>4</strong>?</p>\n"
    assert seen["notes"][0]["place"] == STEP
    for answer in (write(stranger, link), stranger.put(one, {"text": "mine"}), stranger.delete(one)):
        assert answer.status_code == 403
    assert alice.put(one, {"text": "Because."}).json()["html"] == "<p>Because.</p>\n"
    assert alice.delete(one).status_code == 204
    assert texts(stranger, link) == []
    assert alice.delete(one).status_code == 404


def test_a_note_goes_along_with_its_draft_and_stays_where_it_was_shared(alice: Visitor) -> None:
    draft = alice.draft()
    first = alice.run(draft)["snapshot"]
    write(alice, first)
    alice.put(f"/api/scenarios/{draft['id']}", {"source": SPREAD.replace("maxSkew: 1", "maxSkew: 2")})
    second = alice.run(draft)["snapshot"]
    assert second != first
    assert texts(alice, second) == texts(alice, first) == ["Why **4**?"]
    write(alice, second, "Only here")
    assert texts(alice, first) == ["Why **4**?"]


def test_nobody_writes_on_a_public_link(alice: Visitor) -> None:
    link = link_of(alice)
    public = alice.post(f"/api/snapshots/{link}/share", {"title": "For all", "visibility": "public"}).json()
    answer = write(alice, public["snapshot"])
    assert answer.status_code == 403
    assert "edit a copy" in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize(
    ("text", "place", "path"),
    [
        ("  ", "", "text"),
        ("x" * 2_001, "", "text"),
        ("a\0b", "", "text"),
        ("x", "theme=dark", "place"),
        ("x", "https://evil.example", "place"),
        ("x", "pod=" + "x" * 600, "place"),
    ],
)
def test_a_note_is_short_and_pinned_to_the_run(alice: Visitor, text: str, place: str, path: str) -> None:
    answer = write(alice, link_of(alice), text, place)
    assert answer.status_code == 422
    assert path in answer.json()["errors"][0]["path"]


def test_a_run_has_so_many_notes(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "MOST_NOTES", 2)
    link = link_of(alice)
    assert [write(alice, link).status_code for _ in range(3)] == [201, 201, 422]
