"""Watching a run over the real socket: everybody sees all of it once, whenever he comes and however often he goes."""

from __future__ import annotations

import json
import threading
import uuid
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from tests.services.live import Live
from tests.services.waiting import wait_for
from tests.webui.clusters import SPREAD, many

PODS = 200


def begin(client: httpx.Client, source: str) -> str:
    draft = client.post("/api/scenarios", json={"title": "Watched", "source": source}).json()
    answer = client.post(f"/api/scenarios/{draft['id']}/runs", json={})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def watch(live: Live, run: str, query: str = "") -> Connection:
    return connect(f"{live.url.replace('http', 'ws')}/ws/runs/{run}{query}", proxy=None)


def received_events(socket: Connection, *, at_most: int | None = None) -> list[dict[str, Any]]:
    """All events until the server closes, or the first message that reaches `at_most`."""
    events: list[dict[str, Any]] = []
    while at_most is None or len(events) < at_most:
        try:
            events += json.loads(socket.recv(timeout=30))["events"]
        except ConnectionClosed as closed:
            assert closed.rcvd is not None and closed.rcvd.code == 1000
            break
    return events


def stored_events(client: httpx.Client, run: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    while page := client.get(f"/api/runs/{run}/events", params={"after": len(events)}).json()["events"]:
        events += page
    return events


def ended(client: httpx.Client, run: str) -> dict[str, Any]:
    def state() -> dict[str, Any]:
        run_out: dict[str, Any] = client.get(f"/api/runs/{run}").json()
        return run_out if run_out["status"] in ("finished", "failed") else {}

    return wait_for(state, "the run ends", seconds=60)


def test_early_late_and_returning_viewers_see_the_same(live: Live) -> None:
    with live.client() as client:
        run = begin(client, many(PODS))
        with watch(live, run) as socket:
            early: list[dict[str, Any]] = []
            follower = threading.Thread(target=lambda: early.extend(received_events(socket)))
            follower.start()
            returning: list[dict[str, Any]] = []
            while not returning or returning[-1]["kind"] != "run.finished":
                with watch(live, run, f"?after={len(returning)}") as visit:
                    returning += received_events(visit, at_most=1)
            follower.join()
        with watch(live, run) as socket:
            late = received_events(socket)
        log = stored_events(client, run)
        state = ended(client, run)
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    assert early == late == returning == log
    assert (state["status"], state["cycles"], state["events"]) == ("finished", PODS, len(log))


def test_the_events_come_while_it_runs(live: Live) -> None:
    with live.client() as client:
        run = begin(client, many(PODS))
        with watch(live, run) as socket:
            first = received_events(socket, at_most=1)
            rest = received_events(socket)
    assert first[0]["kind"] == "run.started"
    assert first[-1]["kind"] != "run.finished"
    assert rest[-1]["kind"] == "run.finished"


def test_many_viewers_at_once(live: Live) -> None:
    with live.client() as client:
        run = begin(client, many(PODS // 2))
        received_by_viewer: list[list[dict[str, Any]]] = [[] for _ in range(12)]

        def follow(events: list[dict[str, Any]]) -> None:
            with watch(live, run) as socket:
                events += received_events(socket)

        viewers = [threading.Thread(target=follow, args=(events,)) for events in received_by_viewer]
        for viewer in viewers:
            viewer.start()
        for viewer in viewers:
            viewer.join()
        log = stored_events(client, run)
    assert all(events == log for events in received_by_viewer)


@pytest.mark.parametrize("ahead", [0, 1, 1000])
def test_who_has_seen_everything_is_told_that_it_is_over(live: Live, ahead: int) -> None:
    with live.client() as client:
        run = begin(client, SPREAD)
        last = ended(client, run)["events"]
    with watch(live, run, f"?after={last - 1}") as socket:
        assert [event["kind"] for event in received_events(socket)] == ["run.finished"]
    with watch(live, run, f"?after={last + ahead}") as socket:
        assert received_events(socket) == []


@pytest.mark.parametrize(
    ("query", "code"),
    [("?after=x", 4422), ("?after=-1", 4422), ("?after=" + "9" * 400, 4422), ("?after=%FF", 4422)],
)
def test_a_senseless_number_closes_the_socket(live: Live, query: str, code: int) -> None:
    with live.client() as client:
        run = begin(client, SPREAD)
    with watch(live, run, query) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=10)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == code


def test_an_unknown_run_closes_the_socket(live: Live) -> None:
    with watch(live, str(uuid.uuid4())) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=10)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404


@pytest.mark.parametrize("path", ["/ws", "/ws/runs/7", "/ws/runs/", "/w/", "/"])
def test_a_socket_for_which_there_is_no_path_is_not_found(live: Live, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        connect(f"{live.url.replace('http', 'ws')}{path}", proxy=None)
    assert refused.value.response.status_code == 404


@pytest.mark.parametrize(
    ("question", "code"), [("{run}?after=1", 1000), ("{run}?after=x", 4422), ("7?after=0", 4422), ("", 4422)]
)
def test_a_socket_opened_ahead_is_told_the_run(live: Live, question: str, code: int) -> None:
    with connect(f"{live.url.replace('http', 'ws')}/ws/runs", proxy=None) as socket, live.client() as client:
        run = begin(client, SPREAD)
        socket.send(question.format(run=run))
        events: list[dict[str, Any]] = []
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                events += json.loads(socket.recv(timeout=30))["events"]
        assert closed.value.rcvd is not None and closed.value.rcvd.code == code
        assert events == (stored_events(client, run)[1:] if code == 1000 else [])


def test_a_viewer_may_begin_anywhere(live: Live) -> None:
    """Batches are shared where viewers are at the same event, and made for those who are at none."""
    with live.client() as client:
        run = begin(client, many(PODS))
        ended(client, run)
        log = stored_events(client, run)
    assert len(log) > 1000
    for after in (1, 499, 500, 501, 777, len(log) - 501):
        with watch(live, run, f"?after={after}") as socket:
            assert received_events(socket) == log[after:]
