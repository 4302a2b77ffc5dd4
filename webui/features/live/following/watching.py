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
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Literal

from scheduler_core.contract import Manifest
from webui.core.scenarios.live_cluster import NOT_FOUND, RESOURCES, ApiError, Resource
from webui.features.live.following.answers import Odd, Unreachable, number_of, part, plain, version_of
from webui.features.live.following.apiserver import GONE, ApiServer, Listing
from webui.features.live.following.heard import Alive, Behind, Changed, Item, Listed, Silent, Why

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds between two attempts to reach the API server
SHORT_SECONDS = 1.0  # of a watch: after a shorter one there is a pause, as client-go makes one
MOST_REFUSALS = 6  # of a kind that was listed before, in half a minute: then following begins anew without it
MOST_FAULTS = 3  # of the first list of a kind, which others do without
LONGEST_UID = 64
CLOCK_SECONDS = 2.0  # by which clocks may differ: the server's has whole seconds
WATCH_SECONDS = (300, 600)
SIGN_SECONDS = 1.0  # between two signs of life of a kind
CHANGES = ("ADDED", "MODIFIED", "DELETED")
BEAT_SECONDS = 5
SEEK_SECONDS = 30.0  # between two looks for kinds that the server lacks

logger = logging.getLogger(__name__)


class AnotherCluster(Exception):
    """The API server has another cluster than before: it was deleted and made anew."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Which cluster it is, by the uid of its namespace kube-system, and the version of its API server.

    `clock_ahead` is by how many seconds this machine's clock is ahead of the API server's.
    """

    uid: str
    server_version: str
    clock_ahead: float = 0.0


def identify(context: str | None, kubeconfig: str | None) -> Identity:
    """Return which cluster a context leads to. Raise ClientMissing or ApiError."""

    async def ask() -> Identity:
        server = await ApiServer.connect(context, kubeconfig)
        try:
            version, at = await server.version()
            ahead = time.time() - at if at is not None else 0.0
            return Identity(await _uid(server), version, ahead if abs(ahead) > CLOCK_SECONDS else 0.0)
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
        self._positions: list[_Position] = []
        self._newest = 0  # version that was seen, of any kind
        self._is_back = asyncio.Event()

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
            await self._begin(server)
            self.is_ready.set()
            async with asyncio.TaskGroup() as watches:
                watches.create_task(self._listen(server))
                watches.create_task(self._seek(server, watches))
                for position in self._positions:
                    watches.create_task(self._watch(server, position))
        except* (AnotherCluster, ApiError) as errors:
            raise errors.exceptions[0] from None
        finally:
            await server.close()

    async def _begin(self, server: ApiServer) -> None:
        """List all kinds and hand them on."""
        listings = await asyncio.gather(*(self._first_list(server, resource) for resource in RESOURCES))
        found = [listing for listing in listings if listing is not None]
        for listing in found:
            self._hand_on_list(listing, "started")
            self._begin_with(listing)

    def _begin_with(self, listing: Listing) -> _Position:
        """Return from where a kind is watched that was listed first."""
        position = _Position(listing.resource, listing.version, self.now())
        self._positions.append(position)
        self._see(listing.version)
        return position

    async def _first_list(
        self, server: ApiServer, resource: Resource, tries: int = MOST_FAULTS
    ) -> Listing | None:
        try:
            return await server.list(resource)
        except Unreachable as error:
            if resource.required or not (error.status or isinstance(error, Odd)):
                raise type(error)(f"{resource.plural} cannot be listed: {error}") from error
            if tries > 1:
                await asyncio.sleep(FIRST_PAUSE)
                return await self._first_list(server, resource, tries - 1)
            self.refused.append(_named(resource))
        except ApiError as error:
            if resource.required:
                raise ApiError(error.status, f"{resource.plural} cannot be listed: {error}") from error
            if error.status == NOT_FOUND:
                self._missing.append(resource)
            else:
                self.refused.append(_named(resource))
        return None

    def _hand_on_list(self, listing: Listing, why: Why, since: float | None = None) -> None:
        resource = listing.resource
        self._hand_on(Listed(self.now(), resource.kind, resource.plural, listing.objects, why, since))

    async def _listen(self, server: ApiServer) -> None:
        """Ask now and then whether the server is there: nothing is heard where nothing happens, nor where it hangs."""
        is_silent = False
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await server.get("/version", timeout=BEAT_SECONDS)
            except Unreachable as error:
                if not isinstance(error, Odd):
                    is_silent = True
                    self._hand_on(Silent(self.now(), str(error)))
                    continue
            except ApiError:
                pass  # it answers
            self._hand_on(Alive(self.now()))
            if is_silent:
                is_silent = False
                self._is_back.set()  # nobody waits any longer, so that all kinds go on together
                self._is_back.clear()

    async def _seek(self, server: ApiServer, watches: asyncio.TaskGroup) -> None:
        """Look now and then for kinds that the server lacks, which an operator may bring, and for a restore of etcd.

        An API server goes on with its watches then, and leaves out what they seem to have seen.
        """
        while True:
            await asyncio.sleep(SEEK_SECONDS)
            with contextlib.suppress(ApiError):
                await self._compare(server, self._positions[0].resource)
            for resource in await self._served(server):
                with contextlib.suppress(ApiError):
                    listing = await server.list(resource)
                    self._missing.remove(resource)
                    self._hand_on_list(listing, "found")
                    watches.create_task(self._watch(server, self._begin_with(listing)))

    async def _served(self, server: ApiServer) -> list[Resource]:
        """Return the kinds that were missing and whose group the server has."""
        with contextlib.suppress(ApiError):
            found = await server.get("/apis")
            groups = found.get("groups")
            listed = groups if isinstance(groups, list) else []
            names = {str(group.get("name")) for group in listed if isinstance(group, dict)}
            return [resource for resource in self._missing if _group(resource) in names]
        return []

    # ---- one kind ----

    async def _watch(self, server: ApiServer, position: _Position) -> None:
        """Watch a kind for as long as there is one: on from the version that was seen last, or from a new list."""
        pause = 0.0
        while True:
            has_failed, position.opened = False, 0.0
            try:
                if position.is_doubtful:
                    await self._look_again(server, position)
                await self._hear(server, position)
            except Behind:
                position.lost = position.lost or "behind"
            except ApiError as error:
                if error.status == NOT_FOUND and position.resource.added:
                    self._let_go(position)
                    return
                if error.status == GONE:
                    position.lost = position.lost or "expired"
                else:
                    self._note(error, position)
                    has_failed = True
            lasted = self.now() - position.opened
            pause = pause_after(lasted if position.opened else 0.0, pause, has_failed=has_failed)
            await self._rest(pause * random.uniform(0.5, 1.5))

    def _note(self, error: ApiError, position: _Position) -> None:
        """Say that a kind is not heard; raise the error if it was refused too often."""
        position.is_doubtful = True
        if isinstance(error, Odd):
            position.lost = position.lost or "odd"
        position.refusals += not isinstance(error, Unreachable)
        if position.refusals > MOST_REFUSALS:
            raise error
        plural = position.resource.plural
        self._hand_on(Silent(self.now(), f"{plural}: {error}", plural))

    def _let_go(self, position: _Position) -> None:
        """Say that the server no longer has a kind, and look for it from now on."""
        resource = position.resource
        self._hand_on(Listed(self.now(), resource.kind, resource.plural, (), "found"))
        self._positions.remove(position)
        self._missing.append(resource)

    async def _rest(self, seconds: float) -> None:
        """Wait for so long, or until the server is heard again."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._is_back.wait()

    async def _look_again(self, server: ApiServer, position: _Position) -> None:
        """After a silence, see whether it is the same cluster, with data no older than what was seen."""
        if await _uid(server) != self._uid:
            raise AnotherCluster
        await self._compare(server, position.resource)
        position.is_doubtful = False

    async def _compare(self, server: ApiServer, resource: Resource) -> None:
        """Ask for the version that a list has, which is no older than any that was seen before."""
        newest = self._newest
        version = await server.version_of(resource)
        if _is_older(version, newest):
            self._restored(int(version))

    def _restored(self, version: int, noticed: _Position | None = None) -> None:
        """Let all kinds be listed again: each may have been changed after the data that is there now.

        `noticed` is the kind whose list shows it, and is new.
        """
        logger.warning("the data is of version %d, and %d was seen", version, self._newest)
        self._newest = version
        for position in self._positions:
            position.lost = "restored"
            if position is not noticed:
                position.interrupt()

    def _see(self, version: str) -> None:
        """Note a version that an answer is of, if it is a number."""
        self._newest = max(self._newest, number_of(version) or 0)

    async def _hear(self, server: ApiServer, position: _Position) -> None:
        """Hear one watch to its end, or until all kinds are to be listed again."""
        with contextlib.suppress(TimeoutError):
            async with position.interruptible():
                await self._hear_on(server, position)

    async def _hear_on(self, server: ApiServer, position: _Position) -> None:
        """Hear one watch to its end; list anew before, if what was seen is lost."""
        resource = position.resource
        if position.lost:
            newest = self._newest
            listing = await server.list(resource)
            if _is_older(listing.version, newest):
                self._restored(int(listing.version), position)
            self._hand_on_list(listing, position.lost, position.heard)
            position.version, position.lost = listing.version, ""
            self._see(listing.version)
        async with server.watch(resource, position.version, random.randint(*WATCH_SECONDS)) as events:
            position.refusals = 0
            position.opened = self.now()
            self._hand_on(Alive(position.opened, resource.plural))
            async for event, size in events:
                self._take(event, size, position)

    def _take(self, event: Manifest, size: int, position: _Position) -> None:
        if position.lost:  # what has come already is of the data before
            return
        kind, found = event.get("type"), part(event, "object")
        if kind == "ERROR":
            code = found.get("code")
            raise ApiError(code if isinstance(code, int) else 0, plain(found.get("message") or "an error"))
        now = position.heard = self.now()
        resource = position.resource
        if kind != "BOOKMARK":
            manifest = {**(found if kind in CHANGES else {}), "kind": resource.kind}
            self._hand_on(Changed(now, manifest, gone=kind == "DELETED", size=size))
        elif now - position.told >= SIGN_SECONDS:
            position.told = now
            self._hand_on(Alive(now, resource.plural))
        position.version = version_of(found) or position.version
        self._see(position.version)


class _Position:
    """Up to where a kind has been seen, and when that was; `lost` is why it is not enough to go on."""

    def __init__(self, resource: Resource, version: str, heard: float) -> None:
        self.resource, self.version, self.heard = resource, version, heard
        self.lost: Why | Literal[""] = ""
        self.opened = 0.0  # when the watch that is heard, or was heard last, was opened; 0.0: it was not
        self.told = 0.0  # when the last sign of life was told
        self.is_doubtful = False
        self.refusals = 0
        self._hearing: asyncio.Timeout | None = None

    @contextlib.asynccontextmanager
    async def interruptible(self) -> AsyncIterator[None]:
        """Let what is done within be interrupted, which raises TimeoutError."""
        try:
            async with asyncio.timeout(None) as self._hearing:
                yield
        finally:
            self._hearing = None

    def interrupt(self) -> None:
        """Let what is heard now be heard no longer."""
        hearing, self._hearing = self._hearing, None
        if hearing is not None:
            hearing.reschedule(0)


def pause_after(lasted: float, pause: float, *, has_failed: bool) -> float:
    """Return how long to wait after a watch that lasted for so long, and the pause before it."""
    if lasted >= max(pause, SHORT_SECONDS):
        return FIRST_PAUSE if has_failed else 0.0
    return min(max(2 * pause, FIRST_PAUSE), LONGEST_PAUSE)


async def _uid(server: ApiServer) -> str:
    found = await server.get("/api/v1/namespaces/kube-system")
    uid = part(found, "metadata").get("uid")
    if not isinstance(uid, str) or not 0 < len(uid) <= LONGEST_UID or plain(uid) != uid:
        raise Odd("the namespace kube-system has no uid")
    return uid


def _is_older(version: str, newest: int) -> bool:
    """Return whether a version is before one that was seen, if it is a number."""
    number = number_of(version)
    return number is not None and number < newest


def _named(resource: Resource) -> str:
    """Return a resource as kubectl spells it: "replicasets.apps"."""
    group = _group(resource)
    return f"{resource.plural}.{group}" if group else resource.plural


def _group(resource: Resource) -> str:
    return resource.api.split("/")[1] if resource.api.startswith("apis/") else ""
