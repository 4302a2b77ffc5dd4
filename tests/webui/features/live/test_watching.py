"""Listing and watching an API server over HTTP, with made-up answers: pages, bookmarks, 410, another cluster."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from webui.core.scenarios.live_cluster import ApiError
from webui.features.live.following.heard import Alive, Changed, Item, Listed, Silent
from webui.features.live.following.watching import AnotherCluster, Watching, identify

UID = "11111111-aaaa"
QUEUES = "/apis/kueue.x-k8s.io/v1beta2/clusterqueues"


def pod(name: str, version: int) -> dict[str, Any]:
    meta = {"name": name, "namespace": "default", "resourceVersion": str(version)}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": {"containers": []}}


@dataclass
class Made:
    """What the server answers: its namespace's uid, pods page by page, and each watch of them as lines."""

    uid: str = UID
    pages: list[list[dict[str, Any]]] = field(default_factory=lambda: [[pod("a", 3)], [pod("b", 7)]])
    watches: list[list[dict[str, Any]]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    methods: set[str] = field(default_factory=set)
    url: str = ""
    rest: threading.Event = field(default_factory=threading.Event)
    operator: bool = False  # whether somebody has installed Kueue

    def answer(self, path: str, query: dict[str, str]) -> dict[str, Any] | None:
        if path in ("/version", "/apis"):
            groups = [{"name": "kueue.x-k8s.io"}] if self.operator else []
            return {"gitVersion": "v1.36.2", "groups": groups}
        if path == "/api/v1/namespaces/kube-system":
            return {"metadata": {"uid": self.uid}}
        if path == "/api/v1/nodes":
            return {"apiVersion": "v1", "metadata": {"resourceVersion": "9"}, "items": []}
        if path == QUEUES and self.operator:
            meta = {"name": "ml", "resourceVersion": "30"}
            item = {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ClusterQueue", "metadata": meta}
            return {**item, "metadata": {"resourceVersion": "30"}, "items": [item]}
        if path != "/api/v1/pods":
            return None
        page = int(query.get("continue", "0"))
        is_last = page == len(self.pages) - 1
        meta = {"resourceVersion": "10", **({} if is_last else {"continue": str(page + 1)})}
        items = [{"metadata": p["metadata"], "spec": p["spec"]} for p in self.pages[page]]
        return {"apiVersion": "v1", "metadata": meta, "items": items}


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Made]:
    answers = Made()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            answers.methods.add(self.command)
            if query.get("watch"):
                self._watch(parts.path, query)
                return
            found = answers.answer(parts.path, query)
            body = json.dumps(found or {"message": "not found"}).encode()
            self.send_response(200 if found else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def _watch(self, path: str, query: dict[str, str]) -> None:
            self.send_response(404 if path == QUEUES and not answers.operator else 200)
            self.end_headers()
            if path == QUEUES:  # it ends at once: it is asked for again, and gone by then
                answers.operator = False
                return
            lines: list[dict[str, Any]] = []
            if path == "/api/v1/pods":
                answers.asked.append(query["resourceVersion"])
                lines = answers.watches.pop(0) if answers.watches else []
            if not lines:  # nothing more happens
                answers.rest.wait(30)
            for line in lines:
                self.wfile.write(json.dumps(line).encode() + b"\n")

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    config = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "made",
        "contexts": [{"name": "made", "context": {"cluster": "made", "user": "made"}}],
        "clusters": [{"name": "made", "cluster": {"server": url}}],
        "users": [{"name": "made", "user": {"token": "t"}}],
    }
    (tmp_path / "kubeconfig").write_text(json.dumps(config))
    answers.url = str(tmp_path / "kubeconfig")
    yield answers
    answers.rest.set()
    server.shutdown()
    server.server_close()


def hear(made: Made, last: str) -> list[Item]:
    """Return what is heard until it is an object of this name, without signs of life."""
    heard: queue.SimpleQueue[Item] = queue.SimpleQueue()
    watching = Watching(None, made.url, UID, heard.put)
    watching.start()
    items: list[Item] = []
    while not items or told(items[-1]) != (last, False):
        item = heard.get(timeout=30)
        items += [] if isinstance(item, Alive) else [item]
    made.rest.set()
    watching.stop()
    return items


def told(item: Item) -> Any:
    if isinstance(item, Listed):
        return item.plural, item.why, [each["metadata"]["name"] for each in item.objects]
    if isinstance(item, Changed):
        return item.manifest["metadata"]["name"], item.gone
    return type(item)


def test_a_watch_goes_on_from_its_bookmark_and_is_listed_again_after_410(made: Made) -> None:
    bookmark = {"type": "BOOKMARK", "object": {"kind": "Pod", "metadata": {"resourceVersion": "20"}}}
    expired = {"type": "ERROR", "object": {"kind": "Status", "code": 410, "message": "too old"}}
    made.watches = [
        [{"type": "ADDED", "object": pod("c", 11)}, {"type": "DELETED", "object": pod("a", 12)}, bookmark],
        [expired],
        [{"type": "ADDED", "object": pod("d", 21)}],
    ]
    items = hear(made, "d")
    assert [told(item) for item in items] == [
        ("nodes", "started", []),
        ("pods", "started", ["a", "b"]),
        ("c", False),
        ("a", True),
        ("pods", "expired", ["a", "b"]),
        ("d", False),
    ]
    assert made.asked[:3] == ["10", "20", "10"]
    assert made.methods == {"GET"}


def test_a_kind_that_an_operator_brings_later_is_found_and_gone_with_it(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.features.live.following.watching.SEEK_SECONDS", 0.01)
    heard: queue.SimpleQueue[Item] = queue.SimpleQueue()
    watching = Watching(None, made.url, UID, heard.put)
    watching.start()
    assert watching.is_ready.wait(30)
    assert watching.refused == []
    made.operator = True
    items: list[Item] = []
    while not items or told(items[-1]) != ("clusterqueues", "found", []):
        item = heard.get(timeout=30)
        assert not isinstance(item, Silent)
        items += [item] if isinstance(item, Listed) else []
    made.rest.set()
    watching.stop()
    assert [told(item) for item in items] == [
        ("nodes", "started", []),
        ("pods", "started", ["a", "b"]),
        ("clusterqueues", "found", ["ml"]),
        ("clusterqueues", "found", []),
    ]


def test_a_cluster_that_was_made_anew_is_another_one(made: Made) -> None:
    assert identify(None, made.url).uid == UID
    heard: list[Item] = []
    watching = Watching(None, made.url, "the former one", heard.append)
    watching.start()
    assert watching.is_ready.wait(30)
    assert isinstance(watching.error, AnotherCluster)
    assert not heard


def test_what_is_no_kubeconfig_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(ApiError, match="kube-config"):
        identify(None, str(tmp_path / "none"))
