"""The process that follows one cluster, until it is stopped: it waits for the lease, watches, and begins anew."""

from __future__ import annotations

import gc
import logging
import os
import random
import signal
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.db import connection
from django.utils import timezone

from scheduler_core import DEFAULT_VERSION, UNREAD_CONSEQUENCES, keyed_pseudonyms, release_named
from scheduler_core.contract import Manifest
from webui.core.scenarios.live_cluster import ApiError
from webui.features.live.following import lease
from webui.features.live.following.ahead import LookingAhead
from webui.features.live.following.answers import Unreachable
from webui.features.live.following.beside import Beside
from webui.features.live.following.follower import Follower, config_alone
from webui.features.live.following.heard import Heard, Item, Listed
from webui.features.live.following.store import Store
from webui.features.live.following.tracking import TooManyObjects, Tracking
from webui.features.live.following.watching import LONGEST_PAUSE, AnotherCluster, Identity, Watching, identify
from webui.features.live.models import FollowedCluster
from webui.ground.lib.database import CONNECTION_ERRORS
from webui.ground.lib.work import LeaseLost

FLUSH_SECONDS = 0.1
IDLE_SECONDS = 2.0  # without anything new, the lease is renewed this often
WAIT_SECONDS = 2.0  # between two looks whether the other process is gone
STEADY_SECONDS = 60.0  # of following: after less, it begins anew after a longer pause
AT_ONCE = 1000  # items that are taken before time passes
TURN_SECONDS = 2.0  # of computing, before what there is of it is stored and the lease renewed

logger = logging.getLogger(__name__)
Report = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for on the command line."""

    context: str | None
    kubeconfig: str | None
    name: str
    config: Manifest | None = None
    kubernetes: str | None = None
    user: User | None = None
    team: Group | None = None
    open: bool = False
    pseudonyms: bool = False


class Interrupted(Exception):
    """The cluster was followed, and following has to begin anew."""


def follow(asked: Asked, report: Report, stopped: threading.Event | None = None) -> None:
    """Follow a cluster until the process is stopped. Raise ClientMissing, and ApiError if it refuses that at first."""
    stopped = stopped or _stopped_by_signals()
    owner = f"{socket.gethostname()[:40]}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
    pause, was_followed = WAIT_SECONDS, False
    while not stopped.is_set():
        began = time.monotonic()
        try:
            identity = identify(asked.context, asked.kubeconfig)
            _follow_one(asked, identity, owner, report, stopped)
        except (Interrupted, AnotherCluster, LeaseLost, ApiError, TooManyObjects) as error:
            was_followed = was_followed or isinstance(error, (Interrupted, LeaseLost))
            if isinstance(error, ApiError) and not (was_followed or isinstance(error, Unreachable)):
                raise
            if time.monotonic() - began > STEADY_SECONDS:
                pause = WAIT_SECONDS
            report(f"begins anew in {pause:.0f} s: {_words(error)}")
            _say_that_it_waits(asked.name, _words(error), pause)
            stopped.wait(pause * random.uniform(0.75, 1.25))
            pause = min(2 * pause, LONGEST_PAUSE)


def _follow_one(
    asked: Asked, identity: Identity, owner: str, report: Report, stopped: threading.Event
) -> None:
    """Follow the cluster that is there now, until it is another one or another process follows it."""
    cluster = _patiently(lambda: _claimed(_row(asked, identity), owner, report, stopped), stopped)
    if cluster is None:
        return
    heard = Heard()
    watching = Watching(asked.context, asked.kubeconfig, identity.uid, heard.put)
    watching.start()
    aside = Beside()
    try:
        watching.is_ready.wait()
        if watching.error is not None:
            raise watching.error
        looking = LookingAhead(aside, config_alone(cluster), cluster.kubernetes_version)
        with _without_looks_for_cycles():
            follower = _begun(cluster, watching, heard, looking, stopped, identity.clock_ahead)
        if identity.clock_ahead:
            report(f"the clock here is ahead of the API server's by {identity.clock_ahead:.0f} s")
        page = f"/live/{cluster.pk}/"
        report(f"follows {cluster.name} ({cluster.server_version}, as {cluster.kubernetes_version}): {page}")
        _loop(follower, watching, heard, stopped)
    finally:
        aside.shutdown()
        watching.stop()
        _give_up(cluster)


@contextmanager
def _without_looks_for_cycles() -> Iterator[None]:
    """Let no garbage be looked for among what is read within the context, then and later: it is large, and stays."""
    gc.unfreeze()  # of a cluster that was followed before
    gc.collect()
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()


def _begun(
    cluster: FollowedCluster,
    watching: Watching,
    heard: Heard,
    looking: LookingAhead,
    stopped: threading.Event,
    clock_ahead: float,
) -> Follower:
    """Return a follower that has taken the first lists."""
    unread = [
        {"resource": name, "consequence": UNREAD_CONSEQUENCES.get(name, "")} for name in watching.refused
    ]
    store = Store(cluster, cluster.position)
    store.head(unread=unread)
    rename = keyed_pseudonyms(f"{settings.SECRET_KEY}{cluster.uid}".encode()) if cluster.pseudonyms else None
    follower = Follower(store, Tracking(rename), watching.refused, looking)
    first, rest = _first_lists(heard)
    now = watching.now()
    _patiently(lambda: store.close_causes(now), stopped)
    follower.begin(first, now, clock_ahead)
    for item in rest:
        follower.take(item)
    return follower


def _loop(follower: Follower, watching: Watching, heard: Heard, stopped: threading.Event) -> None:
    store, flushed = follower.store, 0.0
    while not stopped.is_set():
        _take(follower, heard)
        if isinstance(watching.error, (AnotherCluster, ApiError)):
            raise Interrupted(str(watching.error) or "it is another cluster") from watching.error
        if watching.error is not None:
            raise watching.error
        now = watching.now()
        follower.tick(now, _within(TURN_SECONDS))
        if now - flushed >= (FLUSH_SECONDS if store.has_news else IDLE_SECONDS) and store.flush():
            flushed = now
            if follower.is_state_due(now):
                follower.checkpoint(now)
                store.flush()
    store.flush()


def _within(seconds: float) -> Callable[[], bool]:
    """Return a question whether so many seconds have not passed yet."""
    until = time.monotonic() + seconds
    return lambda: time.monotonic() < until


def _take(follower: Follower, heard: Heard) -> None:
    """Let the follower take what was heard, after a moment without anything; no more than it has room for."""
    seconds = 0.05
    for _ in range(AT_ONCE):
        if follower.is_full:
            time.sleep(seconds)
            return
        item = heard.take(seconds)
        if item is None:
            return
        follower.take(item)
        seconds = 0.0


def _first_lists(heard: Heard) -> tuple[list[Listed], list[Item]]:
    """Return the first lists of all kinds, and what was heard since."""
    first: list[Listed] = []
    rest: list[Item] = []
    while (item := heard.take()) is not None:
        if isinstance(item, Listed) and item.why == "started":
            first.append(item)
        else:
            rest.append(item)
    return first, rest


def _row(asked: Asked, identity: Identity) -> FollowedCluster:
    fields = {
        "pseudonyms": asked.pseudonyms,
        "server_version": identity.server_version,
        "kubernetes_version": asked.kubernetes or _release(identity.server_version),
        "config": asked.config,
        "user": asked.user,
        "team": asked.team,
        "open": asked.open,
    }
    cluster, _ = FollowedCluster.objects.update_or_create(
        name=asked.name,
        uid=identity.uid,
        defaults=fields,
        create_defaults={**fields, "since": timezone.now()},
    )
    return cluster


def _release(server: str) -> str:
    """Return the version that decides like the scheduler of this API server, else the newest."""
    try:
        return release_named(server)
    except ValueError:
        return DEFAULT_VERSION


def _claimed(
    cluster: FollowedCluster, owner: str, report: Report, stopped: threading.Event
) -> FollowedCluster | None:
    """Wait for the lease; return None if the process is stopped before."""
    has_said = False
    while not stopped.is_set():
        claimed = lease.claim(cluster, owner)
        if claimed is not None:
            return claimed
        if not has_said:
            report(f"waits: another process follows {cluster.name}")
            has_said = True
        stopped.wait(WAIT_SECONDS)
    return None


def _patiently(work: Callable[[], Any], stopped: threading.Event) -> Any:
    """Do it as soon as the database answers."""
    while not stopped.is_set():
        try:
            return work()
        except CONNECTION_ERRORS as error:
            logger.warning("waits for the database: %s", error)
            connection.close()
            time.sleep(WAIT_SECONDS)
    return None


def _give_up(cluster: FollowedCluster) -> None:
    try:
        lease.give_up(cluster)
    except CONNECTION_ERRORS:
        connection.close()


def _say_that_it_waits(name: str, trouble: str, seconds: float) -> None:
    try:
        lease.wait(name, trouble, seconds)
    except CONNECTION_ERRORS:
        connection.close()


def _words(error: Exception) -> str:
    return str(error) or type(error).__name__


def _stopped_by_signals() -> threading.Event:
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    return stopped
