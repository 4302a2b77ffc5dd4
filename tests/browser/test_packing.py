"""Views as columns are read back as the views that they were made from."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.services.live import Live
from tests.services.waiting import wait_for
from tests.webui.clusters import node, source

UNPACKED = """async path => {
    const { unpack } = await import("/static/js/net/packing.js");
    const answer = await fetch(`${path}?form=columns`);
    return JSON.parse(JSON.stringify(unpack(await answer.json())));
}"""

SPREAD = """
  topologySpreadConstraints:
  - &zone {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}
  - {<<: *zone, topologyKey: kubernetes.io/hostname}
"""
SOFT = SPREAD.replace("DoNotSchedule", "ScheduleAnyway")
APART = """
  affinity:
    podAntiAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 50
        podAffinityTerm: {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}
      requiredDuringSchedulingIgnoredDuringExecution:
      - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: alone}}}
"""


def pod(name: str, rules: str) -> str:
    container = "{name: web, image: registry.example.com/web:1, resources: {requests: {cpu: 900m}}}"
    return (
        f"kind: Pod\nmetadata: {{name: {name}, labels: {{app: web}}}}\nspec:\n  containers: [{container}]{rules}"
    ).replace("kind", "apiVersion: v1\nkind", 1)


def cluster() -> str:
    """40 nodes in three zones, some too small, and pods whose rules fill every ledger of a view."""
    nodes = [node(f"node-{n:02}", zone="abc"[n % 3], cpu="4" if n % 5 else "500m") for n in range(40)]
    pods = [pod(f"web-{n}", rules) for n, rules in enumerate([SPREAD, SOFT, APART] * 3)]
    return source(*nodes, *pods)


def test_columns_hold_what_the_names_hold(page: Page, live: Live) -> None:
    with live.client() as visitor:
        visitor.get("/")
        draft = visitor.post("/api/scenarios", json={"title": "Columns", "source": cluster()}).json()
        run = visitor.post(f"/api/scenarios/{draft['id']}/runs", json={}).json()["id"]
        wait_for(lambda: visitor.get(f"/api/runs/{run}").json()["status"] == "finished", "the run ends")
        page.goto("/")
        expect(page.locator("html.js")).to_be_visible()
        for cycle in range(9):
            path = f"/api/runs/{run}/cycles/{cycle}/view"
            plain: dict[str, Any] = visitor.get(path).json()
            assert page.evaluate(UNPACKED, path) == plain
            assert len(visitor.get(f"{path}?form=columns").content) < len(visitor.get(path).content)
