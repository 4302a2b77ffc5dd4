"""What the server says to somebody who reads Chinese: its pages, and what it refuses."""

from __future__ import annotations

from uuid import UUID

import pytest

from tests.webui.conftest import Visitor
from tests.webui.english import english, english_in

PAGES = ["/live/", "/glossary/", "/learn/course/?title=x&link=/x/abc/", "/x/nothing1/"]
VIEWS = ["answer", "upgrade", "repairs", "day-two", "sweeps", "by-hand"]
CHINESE = {"accept-language": "zh-CN"}
NOBODY = UUID(int=0)
READ = [
    "/api/lessons/no-such-lesson",
    "/api/lessons/who-pays/tries?change=none",
    "/api/lessons/three-one-zero/source?at=9.9",
    "/api/lessons/three-one-zero?begin=x",
    "/api/no-such-path",
    f"/api/runs/{NOBODY}",
]
WRITTEN = [
    ("/api/scenarios", "{", {}),
    ("/api/scenarios", {}, {"origin": "https://elsewhere.example"}),
    ("/api/scenarios", {"title": "t" * 201, "source": 7, "colour": "red"}, {}),
    ("/api/messages", {"text": "no message"}, {}),
    ("/api/rooms", {"title": "", "at": "https://elsewhere.example/"}, {}),
    ("/api/edit", {"operations": {}}, {}),
]


@pytest.mark.parametrize("path", READ)
def test_what_is_not_found_is_said_without_an_english_sentence(stranger: Visitor, path: str) -> None:
    answer = stranger.get(path, **CHINESE)
    assert answer.status_code >= 400
    assert [said for error in answer.json()["errors"] for said in english(error["message"])] == []


@pytest.mark.parametrize(("path", "body", "headers"), WRITTEN)
def test_refusals_have_no_english_sentence(
    stranger: Visitor, path: str, body: object, headers: dict[str, str]
) -> None:
    answer = stranger.post(path, body, **CHINESE, **headers)
    assert answer.status_code >= 400
    assert [said for error in answer.json()["errors"] for said in english(error["message"])] == []


def test_no_page_has_an_english_sentence(alice: Visitor) -> None:
    snapshot = alice.run(alice.draft(title="web"))["snapshot"]
    for path in (*PAGES, *(f"/x/{snapshot}/{view}/" for view in VIEWS)):
        page = alice.get(path, **CHINESE).content.decode()
        assert '<html lang="zh-hans"' in page
        assert english_in(page) == [], path
