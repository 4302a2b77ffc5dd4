from __future__ import annotations

from typing import Any

from tests.webui.clusters import SPREAD
from tests.webui.conftest import Visitor


def test_a_draft_remembers_its_runs_the_last_first(alice: Visitor, stranger: Visitor) -> None:
    draft = alice.draft()
    first = alice.run(draft)
    alice.put(f"/api/scenarios/{draft['id']}", {"source": SPREAD.replace("maxSkew: 1", "maxSkew: 2")})
    second = alice.run(draft)
    path = f"/api/scenarios/{draft['id']}/runs"
    listed = alice.get(path).json()
    assert [(run["id"], run["status"]) for run in listed] == [
        (second["id"], "finished"),
        (first["id"], "finished"),
    ]
    assert listed[0]["snapshot"] != listed[1]["snapshot"]
    alice.run(draft, seed=1)
    alice.run(draft)  # once more what was run before: no entry is added, it moves up
    assert [run["id"] for run in alice.get(path).json()[:1]] == [second["id"]]
    assert len(alice.get(path).json()) == 3
    assert stranger.get(path).status_code == 404


def runs_of(visitor: Visitor, draft: dict[str, Any]) -> list[dict[str, Any]]:
    return list(visitor.get(f"/api/scenarios/{draft['id']}/runs").json())


def test_a_live_run_makes_room_for_the_next(alice: Visitor) -> None:
    draft = alice.draft(SPREAD)
    asked_for = alice.run(draft)
    for skew in (2, 3):
        alice.put(
            f"/api/scenarios/{draft['id']}", {"source": SPREAD.replace("maxSkew: 1", f"maxSkew: {skew}")}
        )
        live = alice.run(draft, live=True)
    assert [run["id"] for run in runs_of(alice, draft)] == [live["id"], asked_for["id"]]


def test_a_live_run_that_is_asked_for_stays(alice: Visitor) -> None:
    draft = alice.draft(SPREAD)
    live = alice.run(draft, live=True)
    assert alice.run(draft)["id"] == live["id"]
    alice.run(draft, live=True)
    alice.put(f"/api/scenarios/{draft['id']}", {"source": SPREAD.replace("maxSkew: 1", "maxSkew: 2")})
    alice.run(draft)
    assert len(runs_of(alice, draft)) == 2
