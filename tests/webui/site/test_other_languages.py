"""What the API refuses, to somebody who reads Chinese."""

from __future__ import annotations

from uuid import UUID

import pytest

from tests.webui.conftest import Visitor
from tests.webui.english import english

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
