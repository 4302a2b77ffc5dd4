"""Following an API server over HTTP from its first list on, whatever happens to it, to the database or to the lease."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection

from tests.services.folder import ON_SQLITE
from tests.services.waiting import wait_for
from tests.webui.features.live.apiserver import PATHS, UID, MadeServer, served
from tests.webui.features.live.recorded import recorded
from webui.core.scenarios.live_cluster import ApiError
from webui.features.live import history
from webui.features.live.following import ahead, following, tracking
from webui.features.live.following.following import Asked, follow
from webui.features.live.following.heard import Changed, Listed
from webui.features.live.models import Entry, FollowedCluster
from webui.features.live.reading import state_of

KINDS = ("Node", "Pod", "Namespace", "PriorityClass", "Deployment", "ReplicaSet", "Job", "Service")
CHANGES = [item for item in recorded() if isinstance(item, Changed)][:300]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(ON_SQLITE, reason="SQLite has one connection for all threads of a test"),
]


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.features.live.following.watching.FIRST_PAUSE", 0.01)
    for name in ("WAIT_SECONDS", "LONGEST_PAUSE"):
        monkeypatch.setattr(following, name, 0.01)
    monkeypatch.setattr(following, "Beside", lambda: ThreadPoolExecutor(1))
    monkeypatch.setattr(ahead, "LIVE_LOOKS", ())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[MadeServer]:
    """The cluster that was recorded, as it was at first."""
    with served(MadeServer(KINDS), tmp_path) as made:
        for item in recorded():
            if isinstance(item, Listed):
                for manifest in item.objects:
                    made.happen("ADDED", manifest)
        yield made


def play(server: MadeServer, first: int = 0, last: int = len(CHANGES)) -> None:
    """Let happen what was recorded."""
    for change in CHANGES[first:last]:
        server.happen("DELETED" if change.gone else "MODIFIED", change.manifest)


@contextmanager
def followed(server: MadeServer) -> Iterator[list[str]]:
    """Follow in a thread; yield what it says, by the first word."""
    said: list[str] = []
    stopped = threading.Event()

    def run() -> None:
        asked = Asked(context=None, kubeconfig=server.kubeconfig, name="prod-eu", open=True)
        try:
            follow(asked, lambda line: said.append(line.split()[0]), stopped)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield said
    finally:
        stopped.set()
        thread.join(30)


def until(said: list[str], word: str, times: int = 1) -> None:
    wait_for(lambda: said.count(word) >= times, f"{word}, {times} times")


def bound() -> set[str]:
    """Return the pods that got a node, by the stream."""
    decisions = Entry.objects.filter(kind="decision")
    return {entry.pod for entry in decisions if entry.payload["outcome"] == "bound"}


def expected(last: int = len(CHANGES)) -> set[str]:
    return {
        f"{change.manifest['metadata']['namespace']}/{change.manifest['metadata']['name']}"
        for change in CHANGES[:last]
        if change.manifest["kind"] == "Pod" and change.manifest["spec"].get("nodeName")
    }


def gaps() -> list[str]:
    return [entry.payload["why"]["kind"] for entry in Entry.objects.filter(kind="gap").order_by("number")]


def test_nothing_is_lost_where_watches_break_off_and_the_database_goes(server: MadeServer) -> None:
    with followed(server) as said:
        until(said, "follows")
        play(server, 0, 100)
        server.cut()
        play(server, 100, 200)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )
        server.cut()
        play(server, 200)
        wait_for(lambda: bound() == expected(), "all decisions are stored")
    assert gaps() == []
    assert [path for path in server.listed if path == PATHS["Pod"]] == [PATHS["Pod"]], "it was listed once"
    numbers = list(Entry.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def test_of_two_followers_one_works_and_the_other_goes_on_with_a_gap(server: MadeServer) -> None:
    with followed(server) as first:
        until(first, "follows")
        with followed(server) as second:
            until(second, "waits:")
            play(server, 0, 100)
            wait_for(lambda: bound() == expected(100), "the first has stored its decisions")
            FollowedCluster.objects.update(lease_until=None, attempt=99)  # as if it had hung for longer
            wait_for(lambda: (first + second).count("follows") >= 2, "one of them follows again")
            play(server, 100)
            wait_for(lambda: bound() == expected(), "the rest is stored once")
            assert gaps() == ["started"]  # as soon as one of them is stopped, the other begins again
    assert Entry.objects.filter(kind="decision", payload__isnull=False).count() >= len(expected())


def test_a_cluster_that_is_made_anew_is_another_one(server: MadeServer) -> None:
    with followed(server) as said:
        until(said, "follows")
        server.uid = "made anew"
        server.cut()
        until(said, "follows", times=2)
    uids = FollowedCluster.objects.order_by("created").values_list("uid", flat=True)
    assert list(uids) == [UID, "made anew"]


def test_a_server_that_begins_is_waited_for_and_one_that_refuses_is_not(server: MadeServer) -> None:
    server.statuses[""] = 503
    with followed(server) as said:
        until(said, "begins", times=2)
        server.statuses.clear()
        until(said, "follows")
        server.statuses[""] = 401  # a login that has ended: it may be renewed, outside
        server.cut()
        until(said, "begins", times=4)
        wait_for(lambda: state_of(FollowedCluster.objects.get()) == "retrying", "the page says so")
        assert "401" in trouble()
        server.statuses.clear()
        until(said, "follows", times=2)
    server.statuses[""] = 403
    with pytest.raises(ApiError, match="403"):
        follow(Asked(context=None, kubeconfig=server.kubeconfig, name="prod-eu"), print, threading.Event())


def test_a_cluster_that_is_too_large_is_told_and_followed_once_it_is_not(
    server: MadeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = tracking.MOST_OBJECTS
    with followed(server) as said:
        monkeypatch.setattr(tracking, "MOST_OBJECTS", 30)
        until(said, "begins", times=2)
        wait_for(lambda: trouble() == str(tracking.TooManyObjects()), "the page says why")
        monkeypatch.setattr(tracking, "MOST_OBJECTS", most)
        until(said, "follows")
        wait_for(lambda: trouble() == "", "nothing is wrong any more")
        monkeypatch.setattr(tracking, "MOST_BYTES", 50_000)
        play(server)
        until(said, "begins", times=4)
        assert trouble() == str(tracking.TooManyObjects())


def trouble() -> str:
    return FollowedCluster.objects.get().trouble


def test_a_restore_of_etcd_is_one_gap_and_the_state_is_the_restored_one(server: MadeServer) -> None:
    with followed(server) as said:
        until(said, "follows")
        play(server, 0, 150)
        wait_for(lambda: bound() == expected(150), "decisions are stored")
        server.restore(server.version - 80)
        server.cut(PATHS["Node"])
        wait_for(lambda: "restored" in gaps(), "the restore is noticed")
        there = {
            f"Pod {p['metadata']['namespace']}/{p['metadata']['name']}" for p in server.objects(PATHS["Pod"])
        }
        wait_for(lambda: pods() == there, "what is stored is what was restored")
    assert gaps() == ["restored"]


def pods() -> set[str]:
    cluster = FollowedCluster.objects.get()
    return {key for key in history.objects_at(cluster, cluster.position) if key.startswith("Pod ")}
