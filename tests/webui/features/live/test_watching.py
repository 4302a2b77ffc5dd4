"""Listing and watching an API server over HTTP: pages, bookmarks, 410, restores, logins, another cluster."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.services.waiting import wait_for
from tests.webui.features.live.apiserver import PATHS, UID, MadeServer, served
from webui.core.scenarios.live_cluster import ApiError
from webui.features.live.following import login, watching
from webui.features.live.following.heard import Alive, Changed, Heard, Item, Listed, Silent
from webui.features.live.following.watching import AnotherCluster, Watching, identify

QUEUE = {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ClusterQueue", "metadata": {"name": "ml"}}
PODS = PATHS["Pod"]
API = "client.authentication.k8s.io/v1"


def pod(name: str) -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default"},
        "spec": {"containers": []},
    }


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_PAUSE", "SEEK_SECONDS"):
        monkeypatch.setattr(f"webui.features.live.following.watching.{name}", 0.01)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[MadeServer]:
    with served(MadeServer(), tmp_path) as made:
        made.happen("ADDED", pod("a"))
        made.happen("ADDED", pod("b"))
        yield made


class Ears:
    """What is heard, from one item to another."""

    def __init__(self, watching: Watching, heard: Heard) -> None:
        self.watching, self._heard = watching, heard

    def until(self, is_last: Callable[[Item], bool]) -> list[Item]:
        """Return what is heard up to an item, without signs of life, which there are for ever."""
        end = time.monotonic() + 60
        items = [self._next()]
        while not is_last(items[-1]):
            assert time.monotonic() < end, [told(item) for item in items if not isinstance(item, Alive)]
            items.append(self._next())
        return [item for item in items if not isinstance(item, Alive)]

    def _next(self) -> Item:
        item = self._heard.take(30)
        assert item is not None, f"nothing more is heard: {self.watching.error!r}"
        return replace(item, objects=list(item.objects)) if isinstance(item, Listed) else item

    def until_told(self, *what: Any) -> list[Any]:
        return [told(item) for item in self.until(lambda item: told(item) == what)]

    def until_watched(self, plural: str = "pods") -> list[Item]:
        return self.until(lambda item: isinstance(item, Alive) and item.plural == plural)


@contextmanager
def watched(server: MadeServer) -> Iterator[Ears]:
    heard = Heard()
    watching = Watching(None, server.kubeconfig, UID, heard.put)
    watching.start()
    yield Ears(watching, heard)
    watching.stop()


def told(item: Item) -> Any:
    if isinstance(item, Listed):
        return item.plural, item.why, [manifest["metadata"]["name"] for manifest in item.objects]
    if isinstance(item, Changed):
        return item.manifest["metadata"]["name"], item.gone
    return type(item)


def test_a_watch_goes_on_from_its_bookmark_and_is_listed_again_after_410(server: MadeServer) -> None:
    server.page = 1
    with watched(server) as ears:
        begun = ears.until_watched()
        assert [told(item) for item in begun] == [("nodes", "started", []), ("pods", "started", ["a", "b"])]
        server.happen("ADDED", pod("c"))
        server.happen("DELETED", pod("a"))
        server.happen("BOOKMARK", {"kind": "Pod"}, 20)
        assert ears.until_told("a", True) == [("c", False), ("a", True)]
        ears.until_watched()  # the bookmark
        server.cut()
        assert {told(item) for item in ears.until_watched()} == {Silent}
        server.happen("ADDED", pod("d"))
        ears.until_told("d", False)
        server.expire()
        again = ears.until(lambda item: isinstance(item, Listed) and item.plural == "pods")[-1]
        assert isinstance(again, Listed)
        assert told(again) == ("pods", "expired", ["b", "c", "d"])
        assert again.since is not None and again.since <= again.at
        ears.until_watched()
    assert [version for path, version in server.asked if path == PODS] == [12, 20, 22]
    assert server.methods == {"GET"}


@pytest.mark.parametrize(
    "noticed", ["one watch ends", "one watch is too old", "no watch ends", "all watches end"]
)
def test_after_a_restore_of_etcd_all_kinds_are_listed_again(
    server: MadeServer, monkeypatch: pytest.MonkeyPatch, noticed: str
) -> None:
    if noticed != "no watch ends":
        monkeypatch.setattr(watching, "SEEK_SECONDS", 3600)
    with watched(server) as ears:
        ears.until_watched()
        server.happen("ADDED", pod("c"), 50)
        ears.until_told("c", False)
        wait_for(lambda: len({path for path, _ in server.asked}) == 2, "both kinds are watched")
        server.restore(12)
        if noticed == "one watch is too old":  # that of nodes: pods are watched from 50 on
            server.expire()
        elif noticed != "no watch ends":
            server.cut(*(() if noticed == "all watches end" else (PATHS["Node"],)))
        restored: dict[str, Any] = {}
        while len(restored) < len(server.kinds):
            (*_, item) = ears.until(lambda item: isinstance(item, Listed))
            restored[told(item)[0]] = told(item)
        assert restored == {
            "nodes": ("nodes", "restored", []),
            "pods": ("pods", "restored", ["a", "b"]),
        }


def test_a_kind_that_is_refused_later_ends_watching_so_that_it_begins_without(server: MadeServer) -> None:
    server.kinds = ("Node", "Pod", "Service")
    with watched(server) as ears:
        ears.until_watched("services")
        server.statuses[PATHS["Service"]] = 403
        server.cut()
        wait_for(lambda: ears.watching.error, "watching has ended")
        assert isinstance(ears.watching.error, ApiError)
    with watched(server) as ears:
        ears.until_watched()
        assert ears.watching.refused == ["services"]


def test_a_kind_that_the_server_fails_to_list_is_left_out(server: MadeServer) -> None:
    server.kinds = ("Node", "Pod", "Service")
    server.statuses[PATHS["Service"]] = 500
    with watched(server) as ears:
        ears.until_watched()
        assert ears.watching.refused == ["services"]
    server.statuses[PODS] = 503
    with watched(server) as ears:
        assert ears.watching.is_ready.wait(30)
        assert isinstance(ears.watching.error, ApiError), "without pods there is nothing to follow"


def test_a_kind_that_an_operator_brings_later_is_found_and_gone_with_it(server: MadeServer) -> None:
    with watched(server) as ears:
        ears.until_watched()
        assert ears.watching.refused == []
        server.kinds = (*server.kinds, "ClusterQueue")
        server.happen("ADDED", QUEUE)
        assert ears.until_told("clusterqueues", "found", ["ml"])
        ears.until_watched("clusterqueues")
        server.kinds = ("Node", "Pod")
        server.cut()
        assert ears.until_told("clusterqueues", "found", [])


def test_a_login_that_expires_is_asked_for_again(tmp_path: Path) -> None:
    credential = tmp_path / "credential"

    def log_in(token: str) -> None:
        credential.write_text(
            json.dumps({"apiVersion": API, "kind": "ExecCredential", "status": {"token": token}})
        )

    log_in("first")
    command = {"apiVersion": API, "command": shutil.which("cat")}
    user = {"exec": {**command, "args": [str(credential)]}}
    with served(MadeServer(token="first"), tmp_path, user) as server, watched(server) as ears:
        ears.until_watched()
        log_in("second")
        server.token = "second"
        server.cut()
        assert {told(item) for item in ears.until_watched()} == {Silent}
        server.happen("ADDED", pod("c"))
        assert ears.until_told("c", False)[-1] == ("c", False)
        assert not server.listed.count(PODS) > 1, "it goes on where it was"


@pytest.mark.parametrize(
    ("rest", "reason"), [("sleep 1000", "was ended: it has 1 seconds"), ("yes", "says more than a login")]
)
def test_a_plugin_that_hangs_or_says_too_much_is_ended_and_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    rest: str,
    reason: str,
) -> None:
    monkeypatch.setattr(login, "SECONDS", 1)
    asks = plugin(f"echo $$ >> {tmp_path}/asked; {rest} & wait")
    told = pytest.raises(ApiError, match="the plugin of the kubeconfig gave no login")
    with served(MadeServer(), tmp_path, asks) as server, told:
        identify(None, server.kubeconfig)
    assert reason in caplog.text
    (asked,) = (tmp_path / "asked").read_text().split()
    wait_for(lambda: not processes_of_group(int(asked)), "it has ended, with its children")


def test_a_plugin_that_hangs_later_is_asked_once_for_all_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login, "SECONDS", 1)
    credential = {"apiVersion": API, "kind": "ExecCredential", "status": {"token": "t"}}
    (tmp_path / "credential").write_text(json.dumps(credential))
    command = f"echo $$ >> {tmp_path}/asked; cat {tmp_path}/credential || sleep 1000"
    with served(MadeServer(), tmp_path, plugin(command)) as server, watched(server) as ears:
        ears.until_watched()
        (tmp_path / "credential").unlink()
        (tmp_path / "asked").unlink()
        server.token = "another"
        server.cut()
        wait_for(lambda: ears.watching.error, "watching has ended, so that it begins anew")
        assert str(ears.watching.error) == "the plugin of the kubeconfig gave no login: the log says why"
    assert len((tmp_path / "asked").read_text().split()) == 1


def plugin(command: str) -> dict[str, Any]:
    """Return how one logs in with what a shell does."""
    return {"exec": {"apiVersion": API, "command": "sh", "args": ["-c", command]}}


def processes_of_group(group: int) -> list[str]:
    """Return the processes of a group that still run."""
    listed = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=True)
    rows = (line.split() for line in listed.stdout.splitlines())
    return [state for pgid, state in rows if int(pgid) == group and not state.startswith("Z")]


def test_a_cluster_that_was_made_anew_is_another_one(server: MadeServer) -> None:
    assert identify(None, server.kubeconfig).uid == UID
    server.uid = "another"
    with watched(server) as ears:
        assert ears.watching.is_ready.wait(30)
        assert isinstance(ears.watching.error, AnotherCluster)
    server.uid = UID
    with watched(server) as ears:
        ears.until_watched()
        server.uid = "another"
        server.cut()
        wait_for(lambda: ears.watching.error, "watching has ended")
        assert isinstance(ears.watching.error, AnotherCluster)


def test_what_is_no_kubeconfig_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(ApiError, match="kube-config"):
        identify(None, str(tmp_path / "none"))
