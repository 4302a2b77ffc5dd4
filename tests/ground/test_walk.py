"""The API from end to end, as a program walks it, on either database and with a real worker."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.services import http
from tests.services.waiting import wait_for

SOURCE = """
apiVersion: v1
kind: Node
metadata: {name: node1, labels: {zone: a}}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
---
apiVersion: v1
kind: Node
metadata: {name: node2, labels: {zone: b}}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
---
apiVersion: v1
kind: Pod
metadata: {name: there, labels: {app: web}}
spec: {nodeName: node1, containers: [{name: c, image: nginx}]}
---
apiVersion: v1
kind: Pod
metadata: {name: coming, labels: {app: web}}
spec:
  containers: [{name: c, image: nginx}]
  topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: zone
    whenUnsatisfiable: DoNotSchedule
    labelSelector: {matchLabels: {app: web}}
"""


@pytest.fixture(params=["postgres", "sqlite"])
def url(request: pytest.FixtureRequest) -> str:
    application = request.getfixturevalue("live" if request.param == "postgres" else "up")
    return str(application.url)


def created(client: httpx.Client) -> dict[str, Any]:
    answer = client.post("/api/scenarios", json={"title": "Spread", "source": SOURCE})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def finished(client: httpx.Client, scenario: str) -> dict[str, Any]:
    answer = client.post(f"/api/scenarios/{scenario}/runs", json={})
    assert answer.status_code == 202, answer.text
    run = answer.json()
    assert set(run) >= {"id", "snapshot", "status"}

    def done() -> bool:
        run.update(client.get(f"/api/runs/{run['id']}").json())
        return run["status"] in ("finished", "failed")

    wait_for(done, "the run is finished")
    return dict(run)


def test_a_scenario_is_run_and_read(url: str) -> None:
    with http.client(base_url=url) as owner:
        run = finished(owner, created(owner)["id"])
        assert (run["status"], run["cycles"]) == ("finished", 1)
        trace = owner.get(f"/api/runs/{run['id']}/cycles/0").json()
    assert trace["selected"] == "node2"
    assert http.get(f"{url}/api/snapshots/{run['snapshot']}").json()["title"] == "Spread"


def test_socket_and_request_tell_the_same_events(url: str) -> None:
    with http.client(base_url=url) as owner:
        run = finished(owner, created(owner)["id"])
        stored = owner.get(f"/api/runs/{run['id']}/events", params={"after": 0}).json()["events"]
    streamed = listen(url, run["id"], after=0)
    assert streamed == stored
    assert [event["seq"] for event in streamed] == list(range(1, len(streamed) + 1))
    assert streamed[-1]["kind"] == "run.finished"
    assert listen(url, run["id"], after=3) == streamed[3:]


def listen(url: str, run: str, *, after: int) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    with connect(f"{url.replace('http', 'ws')}/ws/runs/{run}?after={after}", proxy=None) as socket:
        while not events or events[-1]["kind"] != "run.finished":
            try:
                events += json.loads(socket.recv(timeout=10))["events"]
            except ConnectionClosed:
                break
    return events


def test_a_draft_is_its_owners(url: str) -> None:
    with http.client(base_url=url) as owner, http.client(base_url=url) as stranger:
        scenario = created(owner)
        path = f"/api/scenarios/{scenario['id']}"
        assert owner.get(path).json()["source"] == SOURCE
        assert stranger.get(path).status_code == 404
        key = {"Authorization": f"Bearer {scenario['edit_key']}"}
        assert stranger.get(path, headers=key).status_code == 200


def test_a_mistake_is_named_with_its_place(url: str) -> None:
    with http.client(base_url=url) as owner:
        wrong = SOURCE.replace("maxSkew: 1", "maxSkew: 0")
        answer = owner.post("/api/scenarios", json={"title": "Wrong", "source": wrong})
    assert answer.status_code == 422
    error = answer.json()["errors"][0]
    assert "maxSkew" in error["path"]
    assert "greater than 0" in error["message"]
