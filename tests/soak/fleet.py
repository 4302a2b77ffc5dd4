"""`python -m tests.soak.fleet FOLDER`: an API server with a large made-up cluster, which changes all the time.

It serves lists page by page and watches, and writes FOLDER/kubeconfig. Its scheduler is our own engine, so that the
nodes that are chosen are possible choices.
"""

from __future__ import annotations

import argparse
import asyncio
import copy
from collections import deque
from itertools import islice
from pathlib import Path
from typing import Any

import orjson
import yaml
from aiohttp import web

from scheduler_core import MovingCluster, find_version
from tests.soak.made_up import as_served, node, placed, pod

LISTS = {"Node": "/api/v1/nodes", "Pod": "/api/v1/pods"}
PER_DECISION = (
    6  # changes: a pod comes, gets its node and runs, an old one ends and is gone, a node's heartbeat
)
REMEMBERED = 50_000  # changes from which a watch may go on

Event = tuple[int, str, bytes]


class Fleet:
    """The objects of the cluster as JSON, by kind and name, and what changed lately."""

    def __init__(self, nodes: int, pods: int) -> None:
        self.version = 0
        self.objects: dict[str, dict[str, bytes]] = {kind: {} for kind in LISTS}
        self.events: deque[Event] = deque(maxlen=REMEMBERED)
        self.news = asyncio.Event()
        self.moving = MovingCluster(find_version("1.36"))
        self.nodes = [node(number) for number in range(nodes)]
        self.running: deque[dict[str, Any]] = deque()
        self.made = 0
        for manifest in self.nodes:
            self.put("ADDED", manifest)
        for _ in range(pods):
            self._run(self.nodes[self.made % nodes]["metadata"]["name"])

    def _run(self, node_name: str) -> None:
        manifest = pod(self.made, node_name)
        self.made += 1
        self.running.append(manifest)
        self.put("ADDED", manifest)

    def put(self, event: str, manifest: dict[str, Any]) -> None:
        """Let an object be as it is now, or gone."""
        self.version += 1
        kind, meta = manifest["kind"], manifest["metadata"]
        name = "/".join(part for part in (meta.get("namespace"), meta["name"]) if part)
        text = orjson.dumps(as_served(manifest, self.version))
        if event == "DELETED":
            del self.objects[kind][name]
        else:
            self.objects[kind][name] = text
        self.moving.change(f"{kind} {name}", None if event == "DELETED" else manifest)
        self.events.append((self.version, kind, b'{"type":"%s","object":%s}\n' % (event.encode(), text)))
        self.news.set()
        self.news.clear()

    async def change(self, a_second: float) -> None:
        """Let pods come and go for ever."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            self._decide()
            due += PER_DECISION / a_second
            await asyncio.sleep(max(due - loop.time(), 0))

    def _decide(self) -> None:
        waiting = pod(self.made)
        self.made += 1
        self.put("ADDED", waiting)
        meta = waiting["metadata"]
        record: Any = self.moving.simulation.compute(f"{meta['namespace']}/{meta['name']}")
        if not getattr(record, "node_name", None):
            return
        self.moving.simulation.start_index = record.next_start_index
        running = placed(waiting, record.node_name)
        self.put("MODIFIED", {**running, "status": waiting["status"]})
        self.put("MODIFIED", running)
        self.running.append(running)
        ending = copy.deepcopy(self.running.popleft())
        ending["metadata"]["deletionTimestamp"] = "2027-01-15T09:00:00Z"
        self.put("MODIFIED", ending)
        self.put("DELETED", ending)
        self.put("MODIFIED", self.nodes[self.made % len(self.nodes)])


class Server:
    """The fleet over HTTP, as an API server answers."""

    def __init__(self, fleet: Fleet) -> None:
        self.fleet = fleet
        self.pages: dict[str, tuple[int, list[bytes]]] = {}

    def application(self) -> web.Application:
        """Return what is served; what is not there is answered with 404."""
        application = web.Application()
        fixed = {
            "/version": {"gitVersion": "v1.36.2"},
            "/apis": {"groups": []},
            "/api/v1/namespaces/kube-system": {"metadata": {"uid": "fleet"}},
        }
        for path, answer in fixed.items():
            application.router.add_get(path, _answering(answer))
        for kind, path in LISTS.items():
            application.router.add_get(path, self._of(kind))
        return application

    def _of(self, kind: str) -> Any:
        async def answer(request: web.Request) -> web.StreamResponse:
            return await self._watch(kind, request) if "watch" in request.query else self._list(kind, request)

        return answer

    def _list(self, kind: str, request: web.Request) -> web.Response:
        limit, token = int(request.query["limit"]), request.query.get("continue", "")
        version, rest = self.pages.pop(token) if token else self._first_page(kind)
        meta = {"resourceVersion": str(version)}
        if len(rest) > limit:
            meta["continue"] = f"{kind}-{version}-{len(rest)}"
            self.pages[meta["continue"]] = version, rest[limit:]
        body = b'{"kind":"%sList","apiVersion":"v1","metadata":%s,"items":[%s]}' % (
            kind.encode(),
            orjson.dumps(meta),
            b",".join(rest[:limit]),
        )
        return web.Response(body=body, content_type="application/json")

    def _first_page(self, kind: str) -> tuple[int, list[bytes]]:
        return self.fleet.version, list(self.fleet.objects[kind].values())

    async def _watch(self, kind: str, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        seen = int(request.query["resourceVersion"])
        while True:
            behind = self.fleet.version - seen
            recent = islice(reversed(self.fleet.events), behind)
            lines = [line for _, of, line in recent if of == kind]
            seen += behind
            await response.write(b"".join(reversed(lines)))
            await self.fleet.news.wait()


def _answering(answer: object) -> Any:
    async def handler(_: web.Request) -> web.Response:
        return web.json_response(answer)

    return handler


def kubeconfig(folder: Path, port: int) -> Path:
    """Write a kubeconfig for the server."""
    content = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "fleet",
        "contexts": [{"name": "fleet", "context": {"cluster": "fleet", "user": "fleet"}}],
        "clusters": [{"name": "fleet", "cluster": {"server": f"http://127.0.0.1:{port}"}}],
        "users": [{"name": "fleet", "user": {"token": "t"}}],
    }
    path = folder / "kubeconfig"
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    return path


async def serve(options: argparse.Namespace) -> None:
    """Serve until the process is stopped."""
    fleet = Fleet(options.nodes, options.pods)
    runner = web.AppRunner(Server(fleet).application())
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", options.port)
    await site.start()
    print(f"serves {kubeconfig(options.folder, options.port)}", flush=True)
    await fleet.change(options.changes)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.fleet", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=16_500)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--pods", type=int, default=50_000)
    parser.add_argument("--changes", type=float, default=100, help="a second")
    asyncio.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
