from __future__ import annotations

from tests.webui.clusters import BROKEN, SPREAD
from tests.webui.conftest import Visitor


def test_it_is_created_changed_and_deleted(alice: Visitor) -> None:
    draft = alice.draft()
    path = f"/api/scenarios/{draft['id']}"
    assert draft["summary"] == {"nodes": 2, "pods": 2, "pending": 1}
    assert (draft["errors"], draft["snapshot"], draft["run"]) == ([], None, None)

    changed = alice.put(path, {"title": "Renamed"}).json()
    assert (changed["title"], changed["source"]) == ("Renamed", SPREAD)

    assert alice.delete(path).status_code == 204
    assert alice.get(path).status_code == 404


def test_a_new_one_must_be_valid(alice: Visitor) -> None:
    answer = alice.post("/api/scenarios", {"title": "x", "source": BROKEN})
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert error["path"].endswith("spec.topologySpreadConstraints[0].maxSkew")
    assert error["object"].startswith("Pod ")
    assert "greater than 0" in error["message"]
    assert BROKEN.splitlines()[error["line"] - 1].strip() == "- maxSkew: 0"


def test_a_change_with_errors_is_not_saved(alice: Visitor) -> None:
    path = f"/api/scenarios/{alice.draft()['id']}"
    answer = alice.put(path, {"title": "Renamed", "source": BROKEN})
    assert answer.status_code == 422
    stored = alice.get(path).json()
    assert (stored["title"], stored["source"]) == ("Spread", SPREAD)


def test_the_editor_may_save_errors(alice: Visitor) -> None:
    path = f"/api/scenarios/{alice.draft()['id']}"
    answer = alice.put(path, {"source": BROKEN, "allow_errors": True})
    assert answer.status_code == 200
    saved = alice.get(path).json()
    assert saved["source"] == BROKEN
    assert (len(saved["errors"]), saved["summary"]) == (1, None)


def test_a_draft_with_errors_can_be_renamed(alice: Visitor) -> None:
    path = f"/api/scenarios/{alice.draft()['id']}"
    alice.put(path, {"source": BROKEN, "allow_errors": True})
    assert alice.put(path, {"title": "Renamed"}).json()["title"] == "Renamed"


def test_a_draft_with_errors_does_not_run(alice: Visitor) -> None:
    path = f"/api/scenarios/{alice.draft()['id']}"
    alice.put(path, {"source": BROKEN, "allow_errors": True})
    answer = alice.post(f"{path}/runs")
    assert answer.status_code == 422
    assert "maxSkew" in answer.json()["errors"][0]["path"]


def test_a_copy_is_another_draft(alice: Visitor) -> None:
    draft = alice.draft()
    copy = alice.post(f"/api/scenarios/{draft['id']}/duplicate").json()
    assert (copy["title"], copy["source"]) == ("Spread (copy)", SPREAD)
    alice.put(f"/api/scenarios/{copy['id']}", {"title": "Another"})
    assert alice.get(f"/api/scenarios/{draft['id']}").json()["title"] == "Spread"


def test_the_longest_title_can_be_copied(alice: Visitor) -> None:
    draft = alice.draft(title="x" * 200)
    assert len(alice.post(f"/api/scenarios/{draft['id']}/duplicate").json()["title"]) == 200


def test_validation_keeps_nothing(alice: Visitor) -> None:
    good = alice.post("/api/validate", {"source": SPREAD}).json()
    assert good == {"errors": [], "summary": {"nodes": 2, "pods": 2, "pending": 1}, "notes": []}
    misspelt = "---\nkind: Pod\nmetadata: {name: q}\nspec: {nodeselector: {}, containers: [{name: c}]}\n"
    (note,) = alice.post("/api/validate", {"source": f"{SPREAD}\n{misspelt}"}).json()["notes"]
    assert note.startswith("warning: Pod default/q: spec.nodeselector: unknown field")
    bad = alice.post("/api/validate", {"source": BROKEN})
    assert bad.status_code == 200
    assert (len(bad.json()["errors"]), bad.json()["summary"]) == (1, None)
    assert alice.get("/api/scenarios").json() == []


def test_a_draft_knows_its_last_run(alice: Visitor) -> None:
    draft = alice.draft()
    run = alice.run(draft)
    after = alice.get(f"/api/scenarios/{draft['id']}").json()
    assert (after["run"], after["snapshot"]) == (run["id"], run["snapshot"])
    assert after["updated"] == draft["updated"]
    (line,) = alice.get("/api/scenarios").json()
    assert (line["run"], line["placed"], line["pods"]) == (run["id"], 1, 1)
