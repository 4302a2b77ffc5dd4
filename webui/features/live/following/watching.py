"""Watching a cluster: every kind is listed, then watched from there on, and listed again when that is lost.

It runs in a thread of its own, so that what is heard has the time at which it was heard however long a cycle takes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from scheduler_core.contract import Manifest
from webui.core.scenarios.live_cluster import NOT_FOUND, RESOURCES, ApiError, Resource
from webui.features.live.following.apiserver import GONE, ApiServer, Listing, Unreachable
from webui.features.live.following.heard import Alive, Changed, Item, Listed, Silent, Why

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds between two attempts to reach the API server
WATCH_SECONDS = (300, 600)
BEAT_SECONDS = 5
SEEK_SECONDS = 30.0  # between two looks for kinds that the server lacks
REFUSED = (401, 403, NOT_FOUND, 405)

logger = logging.getLogger(__name__)


class AnotherCluster(Exception):
    """The API server has another cluster than before: it was deleted and made anew."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Which cluster it is, by the uid of its namespace kube-system, and the version of its API server."""

    uid: str
    server_version: str


def identify(context: str | None, kubeconfig: str | None) -> Identity:
    """Return which cluster a context leads to. Raise ClientMissing or ApiError."""

    async def ask() -> Identity:
        server = await ApiServer.connect(context, kubeconfig)
        try:
            version = await server.get("/version")
            return Identity(await _uid(server), str(version.get("gitVersion", "")))
        finally:
            await server.close()

    return asyncio.run(ask())


class Watching:
    """The watches of a cluster. `hand_on` gets what is heard, in order; `refused` has what may not be listed."""

    def __init__(
        self, context: str | None, kubeconfig: str | None, uid: str, hand_on: Callable[[Item], None]
    ) -> None:
        self._context, self._kubeconfig, self._uid, self._hand_on = context, kubeconfig, uid, hand_on
        self.refused: list[str] = []
        self._missing: list[Resource] = []
        self.is_ready = threading.Event()
        self.error: Exception | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, name="watching", daemon=True)
        self._clock = time.time() - time.monotonic()

    def start(self) -> None:
        """Begin: `is_ready` is set once all kinds are listed, or when `error` says why not."""
        self._thread.start()

    def stop(self) -> None:
        """End all watches."""
        if self._loop is not None and self._task is not None:
            with contextlib.suppress(RuntimeError):  # it has ended by itself
                self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(5)

    def now(self) -> float:
        """Return the time, by a clock that nobody sets back meanwhile."""
        return self._clock + time.monotonic()

    def _run(self) -> None:
        try:
            asyncio.run(self._main())
        except (Exception, asyncio.CancelledError) as error:
            self.error = error if isinstance(error, Exception) else None
        finally:
            self.is_ready.set()

    async def _main(self) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        server = await ApiServer.connect(self._context, self._kubeconfig)
        try:
            if await _uid(server) != self._uid:
                raise AnotherCluster
            positions = await self._begin(server)
            self.is_ready.set()
            async with asyncio.TaskGroup() as watches:
                watches.create_task(self._listen(server))
                watches.create_task(self._seek(server, watches))
                for position in positions:
                    watches.create_task(self._watch(server, position))
        except* (AnotherCluster, ApiError) as errors:
            raise errors.exceptions[0] from None
        finally:
            await server.close()

    async def _begin(self, server: ApiServer) -> list[_Position]:
        """List all kinds and hand them on; return from where each is watched."""
        listings = await asyncio.gather(*(self._first_list(server, resource) for resource in RESOURCES))
        found = [listing for listing in listings if listing is not None]
        for listing in found:
            self._hand_on_list(listing, "started")
        return [_Position(listing.resource, listing.version) for listing in found]

    async def _first_list(self, server: ApiServer, resource: Resource) -> Listing | None:
        try:
            return await server.list(resource)
        except ApiError as error:
            if resource.required or error.status not in REFUSED:
                if isinstance(error, Unreachable):
                    raise
                raise ApiError(error.status, f"{resource.plural} cannot be listed: {error}") from error
            if error.status == NOT_FOUND:
                self._missing.append(resource)
            else:
                self.refused.append(_named(resource))
            return None

    def _hand_on_list(self, listing: Listing, why: Why) -> None:
        resource = listing.resource
        self._hand_on(Listed(self.now(), resource.kind, resource.plural, listing.objects, why))

    async def _listen(self, server: ApiServer) -> None:
        """Ask now and then whether the server is there: nothing is heard where nothing happens, nor where it hangs."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await server.get("/version", timeout=BEAT_SECONDS)
                self._hand_on(Alive(self.now()))
            except ApiError as error:
                self._hand_on(Silent(self.now(), str(error)))

    async def _seek(self, server: ApiServer, watches: asyncio.TaskGroup) -> None:
        """Look now and then for kinds that the server lacks: an operator may bring them at any time."""
        while True:
            await asyncio.sleep(SEEK_SECONDS)
            for resource in await self._served(server):
                with contextlib.suppress(ApiError):
                    listing = await server.list(resource)
                    self._missing.remove(resource)
                    self._hand_on_list(listing, "found")
                    watches.create_task(self._watch(server, _Position(listing.resource, listing.version)))

    async def _served(self, server: ApiServer) -> list[Resource]:
        """Return the kinds that were missing and whose group the server has."""
        with contextlib.suppress(ApiError):
            found = await server.get("/apis")
            groups = {group.get("name") for group in found.get("groups") or ()}
            return [resource for resource in self._missing if _group(resource) in groups]
        return []

    # ---- one kind ----

    async def _watch(self, server: ApiServer, position: _Position) -> None:
        """Watch a kind for as long as there is one: on from the version that was seen last, or from a new list."""
        pause = FIRST_PAUSE
        while True:
            began = self.now()
            try:
                if position.is_doubtful:
                    await self._look_again(server, position)
                await self._hear(server, position)
                pause = FIRST_PAUSE
            except ApiError as error:
                if error.status == GONE:
                    position.lost = "expired"
                    continue
                if error.status == NOT_FOUND and position.resource.added:
                    self._hand_on(
                        Listed(self.now(), position.resource.kind, position.resource.plural, (), "found")
                    )
                    self._missing.append(position.resource)
                    return
                position.is_doubtful = True
                if self.now() - began > LONGEST_PAUSE:  # it was heard before
                    pause = FIRST_PAUSE
                self._hand_on(Silent(self.now(), str(error)))
                await asyncio.sleep(pause * random.uniform(0.5, 1.5))
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _look_again(self, server: ApiServer, position: _Position) -> None:
        """After a silence, see whether it is the same cluster, with data no older than what was seen."""
        if await _uid(server) != self._uid:
            raise AnotherCluster
        version = await server.version_of(position.resource)
        if version.isdecimal() and position.version.isdecimal() and int(version) < int(position.version):
            position.lost = "restored"
        position.is_doubtful = False
        self._hand_on(Alive(self.now()))

    async def _hear(self, server: ApiServer, position: _Position) -> None:
        """Hear one watch to its end; list anew before, if what was seen is lost."""
        if position.lost:
            listing = await server.list(position.resource)
            self._hand_on_list(listing, position.lost)
            position.version, position.lost = listing.version, ""
        async for event in server.watch(position.resource, position.version, random.randint(*WATCH_SECONDS)):
            self._take(event, position)

    def _take(self, event: Manifest, position: _Position) -> None:
        kind, found = event.get("type"), event.get("object", {})
        if kind == "ERROR":
            raise ApiError(int(found.get("code") or 0), str(found.get("message", "")))
        position.version = str(found.get("metadata", {}).get("resourceVersion", position.version))
        if kind == "BOOKMARK":
            self._hand_on(Alive(self.now()))
        else:
            self._hand_on(Changed(self.now(), found, gone=kind == "DELETED"))


class _Position:
    """Up to where a kind has been seen; `lost` is why that is not enough to go on."""

    def __init__(self, resource: Resource, version: str) -> None:
        self.resource, self.version = resource, version
        self.lost: Why | Literal[""] = ""
        self.is_doubtful = False


async def _uid(server: ApiServer) -> str:
    found = await server.get("/api/v1/namespaces/kube-system")
    return str(found.get("metadata", {}).get("uid", ""))


def _named(resource: Resource) -> str:
    """Return a resource as kubectl spells it: "replicasets.apps"."""
    group = _group(resource)
    return f"{resource.plural}.{group}" if group else resource.plural


def _group(resource: Resource) -> str:
    return resource.api.split("/")[1] if resource.api.startswith("apis/") else ""
