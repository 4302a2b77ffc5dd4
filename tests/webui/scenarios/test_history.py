from __future__ import annotations

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
