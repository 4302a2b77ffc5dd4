"""The API and the pages of the linter."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.webui.conftest import Visitor

FOLDER = Path(__file__).parents[3] / "scheduler_core" / "advice" / "lint"
SHOP = f"{(FOLDER / 'shop.yaml').read_text()}---\n{(FOLDER / 'cluster.yaml').read_text()}"


def test_the_api_answers_with_the_report(alice: Visitor) -> None:
    answer = alice.post("/api/lint", {"source": SHOP}).json()
    rules = [finding["rule"] for finding in answer["report"]["findings"]]
    assert rules == ["selector-misses-own-pods", "rollout-hangs", "term-without-weight"]
    assert answer["printed"] == ""


def test_the_findings_of_a_link_are_counted(alice: Visitor, stranger: Visitor) -> None:
    shop = SHOP.replace(
        "- preference:", "- weight: 1\n            preference:"
    )  # which the API server accepts
    snapshot = alice.run(alice.draft(shop))["snapshot"]
    findings = alice.post("/api/lint", {"source": shop}).json()["report"]["findings"]
    severe = [finding for finding in findings if finding["severity"] in {"error", "warning"}]
    assert severe
    answer = stranger.get(f"/api/snapshots/{snapshot}/findings")
    assert answer.json() == {"findings": len(severe)}
    assert "max-age=" in answer["Cache-Control"]
    assert stranger.get("/api/snapshots/unknown/findings").status_code == 404


@pytest.mark.parametrize(
    ("output", "beginning"),
    [("text", "shop.yaml:14  warning"), ("json", "{"), ("sarif", '{\n "$schema"'), ("gitlab", "[\n {")],
)
def test_the_api_prints_as_the_command_does(alice: Visitor, output: str, beginning: str) -> None:
    body = {"source": SHOP, "output": output, "name": "shop.yaml"}
    assert alice.post("/api/lint", body).json()["printed"].startswith(beginning)


def test_a_sample_cluster_stands_in_for_nodes(alice: Visitor) -> None:
    source = (FOLDER / "shop.yaml").read_text()
    assert not alice.post("/api/lint", {"source": source}).json()["report"]["node_rules"]
    assert alice.post("/api/lint", {"source": source, "on": "eks"}).json()["report"]["node_rules"]


@pytest.mark.parametrize(
    ("body", "status", "path"),
    [
        ({"source": "kind: ["}, 422, ""),
        ({"source": SHOP, "on": "nowhere"}, 422, "on"),
        ({"source": f"# {'x' * 5_000_000}"}, 413, "source"),
    ],
)
def test_what_cannot_be_linted_is_refused(
    alice: Visitor, body: dict[str, str], status: int, path: str
) -> None:
    answer = alice.post("/api/lint", body)
    assert answer.status_code == status
    assert answer.json()["errors"][0]["path"] == path


def boot(page: bytes) -> dict[str, object]:
    match = re.search(rb'<script id="boot"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert match is not None
    return dict(json.loads(match[1]))


def test_a_draft_may_be_changed_on_its_page_and_a_snapshot_may_not(alice: Visitor) -> None:
    draft = alice.draft(title="shop.yaml")
    snapshot = alice.run(draft)["snapshot"]
    own = boot(alice.get(f"/w/{draft['id']}/lint/").content)
    theirs = boot(Visitor().get(f"/x/{snapshot}/lint/").content)
    assert own["draft"] == {"id": draft["id"], "updated": draft["updated"].replace("Z", "+00:00")}
    assert theirs["draft"] is None
    assert own["source"] == theirs["source"] == draft["source"]


def test_a_draft_without_a_run_has_the_page(alice: Visitor) -> None:
    answer = alice.get(f"/w/{alice.draft()['id']}/lint/")
    assert answer.status_code == 200
    assert "noindex" in answer["X-Robots-Tag"]
