"""The page of the answer: who sees it."""

from __future__ import annotations

from tests.webui.conftest import Visitor


def test_the_owner_of_a_draft_sees_its_answer_and_nobody_else(alice: Visitor, stranger: Visitor) -> None:
    draft = alice.draft()
    address = f"/w/{draft['id']}/answer/"
    alice.run(draft)
    page = alice.get(address)
    assert page.status_code == 200
    assert b'id="answer"' in page.content
    assert stranger.get(address).status_code == 404


def test_whoever_has_the_link_sees_the_answer(alice: Visitor, stranger: Visitor) -> None:
    run = alice.run(alice.draft())
    page = stranger.get(f"/x/{run['snapshot']}/answer/")
    assert page.status_code == 200
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert stranger.get("/x/nothing/answer/").status_code == 404
