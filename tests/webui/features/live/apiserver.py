"""An API server over HTTP for tests: lists page by page, watches, and whatever goes wrong with one."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from webui.core.scenarios.live_cluster import RESOURCES

UID = "11111111-aaaa"
PATHS = {resource.kind: resource.path(None) for resource in RESOURCES}


@dataclass(frozen=True)
class Event:
    """A change of an object, or a bookmark."""

    version: int
    path: str
    kind: str
    manifest: dict[str, Any]

    @property
    def line(self) -> bytes:
        return json.dumps({"type": self.kind, "object": self.manifest}).encode() + b"\n"


@dataclass(frozen=True)
class Answer:
    """An answer of an odd server: the parts of its body, which need not end."""

    parts: Iterable[bytes]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


def as_json(body: object, status: int = 200) -> Answer:
    """Return an answer that is complete."""
    return Answer([json.dumps(body).encode()], status)


@dataclass
class MadeServer:
    """What the server has, and how it behaves. Its history is a list of events; a list is what they lead to."""

    kinds: tuple[str, ...] = ("Node", "Pod")
    uid: str = UID
    version: int = 10
    token: str = "t"
    page: int = 500
    events: list[Event] = field(default_factory=list)
    compacted: int = 0
    """The version before which no watch can begin any more."""
    statuses: dict[str, int] = field(default_factory=dict)
    """With which status it refuses paths; "" is all of them."""
    instead: Callable[[str, Mapping[str, str]], Answer | None] = lambda path, query: None
    """What it answers to a path and a query instead of the truth."""
    asked: list[tuple[str, int]] = field(default_factory=list)
    """The watches: their paths, and from which version."""
    listed: list[str] = field(default_factory=list)
    methods: set[str] = field(default_factory=set)
    kubeconfig: str = ""
    changed: threading.Condition = field(default_factory=threading.Condition)
    _cuts: Counter[str] = field(default_factory=Counter)

    def happen(self, kind: str, manifest: dict[str, Any], version: int | None = None) -> None:
        """Let an object be ADDED, MODIFIED or DELETED, or a BOOKMARK be sent."""
        with self.changed:
            self.version = version or self.version + 1
            meta = {**manifest.get("metadata", {}), "resourceVersion": str(self.version)}
            path = PATHS[manifest["kind"]]
            self.events.append(Event(self.version, path, kind, {**manifest, "metadata": meta}))
            self.changed.notify_all()

    def expire(self) -> None:
        """Forget what led to the present: a watch from before has to list anew."""
        with self.changed:
            self.version += 1
            self.compacted = self.version
            self.changed.notify_all()

    def cut(self, *paths: str) -> None:
        """Break off the watches of these paths, or all, as a server does that is killed."""
        with self.changed:
            self._cuts.update(paths or PATHS.values())
            self.changed.notify_all()

    def restore(self, version: int) -> None:
        """Put the data of an earlier version back, as from a copy of etcd: watches go on."""
        with self.changed:
            self.version = version
            self.events = [event for event in self.events if event.version <= version]

    def objects(self, path: str) -> list[dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for event in self.events:
            if event.path == path and event.kind != "BOOKMARK":
                meta = event.manifest["metadata"]
                name = f"{meta.get('namespace')}/{meta['name']}"
                found.pop(name, None)
                if event.kind != "DELETED":
                    found[name] = event.manifest
        return list(found.values())

    def respond(self, path: str, query: dict[str, str], login: str | None) -> Answer:
        """Return the answer to a request."""
        status = self.statuses.get(path) or self.statuses.get("", 200)
        if login != f"Bearer {self.token}":
            status = 401
        if answer := self.instead(path, query):
            return answer
        if status != 200:
            return as_json({"message": f"refused with {status}"}, status)
        if query.get("watch") and self.serves(path):
            version = int(query["resourceVersion"])
            lines = self.lines(path, version)  # before anybody knows of the watch
            self.asked.append((path, version))
            return Answer(lines)
        status, body = self.answer(path, query)
        return as_json(body, status)

    def answer(self, path: str, query: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """Return the status and the body of what is no watch."""
        if path == "/version":
            return 200, {"gitVersion": "v1.36.2"}
        if path == "/apis":
            groups = {PATHS[kind].split("/")[2] for kind in self.kinds if PATHS[kind].startswith("/apis/")}
            return 200, {"groups": [{"name": name} for name in groups]}
        if path == "/api/v1/namespaces/kube-system":
            return 200, {"metadata": {"uid": self.uid}}
        if not self.serves(path):
            return 404, {"message": "not found"}
        first = int(query.get("continue", "0"))
        limit = min(int(query["limit"]), self.page)
        items = self.objects(path)
        if query["limit"] != "1":
            self.listed.append(path)
        meta = {"resourceVersion": str(self.version)}
        if len(items) > first + limit:
            meta["continue"] = str(first + limit)
        kindless = [{key: value for key, value in item.items() if key != "kind"} for item in items]
        return 200, {"apiVersion": "v1", "metadata": meta, "items": kindless[first : first + limit]}

    def serves(self, path: str) -> bool:
        return any(path == PATHS[kind] for kind in self.kinds)

    def lines(self, path: str, version: int) -> Iterator[bytes]:
        """Return what a watch says, which counts as begun with this call, until it is cut."""
        return self._lines(path, version, self._cuts[path])

    def _lines(self, path: str, version: int, cuts: int) -> Iterator[bytes]:
        while version >= self.compacted:
            for event in self._next(path, version, cuts):
                version = event.version
                yield event.line
        status = {"kind": "Status", "code": 410, "message": "too old resource version"}
        yield json.dumps({"type": "ERROR", "object": status}).encode() + b"\n"

    def _next(self, path: str, version: int, cuts: int) -> list[Event]:
        """Wait for what happens after a version; raise ConnectionAbortedError if the watch is cut."""
        with self.changed:
            self.changed.wait_for(
                lambda: self._cuts[path] > cuts or version < self.compacted or self._after(path, version)
            )
            if self._cuts[path] > cuts:
                raise ConnectionAbortedError
            return self._after(path, version)

    def _after(self, path: str, version: int) -> list[Event]:
        return [event for event in self.events if event.path == path and event.version > version]


def handler_of(made: MadeServer) -> type[BaseHTTPRequestHandler]:
    """Return what answers requests to the server."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            made.methods.add(self.command)
            answer = made.respond(parts.path, query, self.headers.get("Authorization"))
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Connection", "close")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.wfile.flush()
            self.close_connection = True
            try:
                for part in filter(None, answer.parts):  # an empty one would be the end
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
                self.wfile.write(b"0\r\n\r\n")
            except ConnectionError:
                return  # without an end, or nobody listens

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 100  # all kinds are listed at once

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that has left."""


@contextmanager
def served(made: MadeServer, folder: Path, user: dict[str, Any] | None = None) -> Iterator[MadeServer]:
    """Serve it, and write a kubeconfig into the folder; `user` is how one logs in."""
    server = _Server(("127.0.0.1", 0), handler_of(made))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    config = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "made",
        "contexts": [{"name": "made", "context": {"cluster": "made", "user": "made"}}],
        "clusters": [{"name": "made", "cluster": {"server": f"http://127.0.0.1:{server.server_address[1]}"}}],
        "users": [{"name": "made", "user": user or {"token": made.token}}],
    }
    path = folder / "kubeconfig"
    path.write_text(json.dumps(config))
    made.kubeconfig = str(path)
    try:
        yield made
    finally:
        made.cut()
        server.shutdown()
        server.server_close()
