from __future__ import annotations

from typing import Any

from tests.webui.clusters import DEPLOYMENT, SPREAD
from tests.webui.conftest import Visitor
from webui.core.runs.models import Run


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


def edit(visitor: Visitor, draft: dict[str, Any], source: str) -> None:
    assert visitor.put(f"/api/scenarios/{draft['id']}", {"source": source}).status_code == 200


def names(visitor: Visitor, draft: dict[str, Any]) -> list[str]:
    return [run["change"]["name"] for run in runs_of(visitor, draft)]


def test_runs_are_named_by_what_changed_since_the_run_below(alice: Visitor) -> None:
    draft = alice.draft(SPREAD)
    first = alice.run(draft)
    assert first["before"] is None
    edit(alice, draft, SPREAD.replace("maxSkew: 1", "maxSkew: 2"))
    assert alice.run(draft)["before"] == first["snapshot"]
    alice.run(draft, kubernetes_version="1.34")
    assert names(alice, draft) == ["same input, version 1.34", "maxSkew 1 → 2", "first run"]
    alice.run(draft, kubernetes_version="1.34")  # the same once more
    assert names(alice, draft)[0] == "same input, version 1.34"
    edit(alice, draft, SPREAD)
    alice.run(draft)  # the first moves up, and has another before it
    assert names(alice, draft) == ["maxSkew 2 → 1, version 1.36", "same input, version 1.34", "maxSkew 1 → 2"]
    answer = alice.get(f"/api/scenarios/{draft['id']}/runs", **{"Accept-Language": "zh-hans"}).json()
    assert answer[1]["change"]["name"] == "输入相同, 版本 1.34"


def test_a_live_run_is_named_against_the_run_that_stays(alice: Visitor) -> None:
    draft = alice.draft(SPREAD)
    alice.run(draft)
    for skew in (2, 3):
        edit(alice, draft, SPREAD.replace("maxSkew: 1", f"maxSkew: {skew}"))
        alice.run(draft, live=True)
    assert names(alice, draft) == ["maxSkew 1 → 3", "first run"]


def test_the_first_run_of_a_copy_is_named_against_the_original(alice: Visitor) -> None:
    shared = alice.run(alice.draft(SPREAD))["snapshot"]
    copy = alice.post(f"/api/snapshots/{shared}/fork").json()
    edit(alice, copy, SPREAD.replace("maxSkew: 1", "maxSkew: 2"))
    assert alice.run(copy)["before"] == shared
    assert names(alice, copy) == ["maxSkew 1 → 2"]


def test_a_replica_is_found_under_its_name_in_the_last_run(alice: Visitor, stranger: Visitor) -> None:
    source = SPREAD + DEPLOYMENT
    draft = alice.draft(source)
    pods = pods_of(alice.run(draft))
    edit(alice, draft, source.replace("api:1", "api:2"))
    renamed = pods_of(alice.run(draft))
    edit(alice, draft, source.replace("api:1", "api:3").replace("replicas: 3", "replicas: 2"))
    last = pods_of(alice.run(draft))
    path = f"/api/scenarios/{draft['id']}/replica"

    def replica(pod: str) -> str | None:
        answer = alice.get(f"{path}?pod={pod}").json()["pod"]
        return None if answer is None else str(answer)

    assert len({*pods, *renamed, *last}) == 8
    for earlier in (pods, renamed):
        assert [replica(pod) for pod in earlier] == [*last, None]
    assert replica("default/never") is None
    assert stranger.get(f"{path}?pod={pods[0]}").status_code == 404


def pods_of(run: dict[str, Any]) -> list[str]:
    """The replicas of the Deployment in the order in which they were made."""
    made = Run.objects.get(pk=run["id"]).snapshot.scenario().objects.expanded
    return made["Deployment default/api"]
