"""Following a cluster: what is heard of it is kept, its decisions are computed again, and both are stored."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from typing import Any, TypeVar

import orjson

from scheduler_core import LiveHeard, LiveJudge, LiveQueues, MovingCluster, find_version, live_gap
from scheduler_core.contract import LiveEntry, LiveMinute, LiveNow, LiveWorkloadTurn, Manifest
from webui.features.live.following import counted
from webui.features.live.following.ahead import LookingAhead
from webui.features.live.following.heard import Changed, InOrder, Item, Listed, Silent
from webui.features.live.following.store import Store
from webui.features.live.following.tracking import Tracking, Update
from webui.features.live.history import Change
from webui.features.live.models import FollowedCluster

GROUP = ".kueue.x-k8s.io"
SHOW_SECONDS = 1.0
MAP_SECONDS = 5.0
STATE_SECONDS = 3600.0
AT_ONCE = 50  # decisions of a crowd, then what there is of them is stored
MOST_BEHIND = 50_000  # changes that wait to be looked at
SILENCE_SECONDS = 10.0  # of the API server, before that is a gap
RESTORE_SECONDS = 900.0  # within which all kinds are listed again after a restore: no watch is longer
DECIDED = ("Pod", "Workload")  # kinds whose list does not tell what was decided meanwhile

T = TypeVar("T")

logger = logging.getLogger(__name__)


class FollowedQueues:
    """Asks the queues, until a question fails: then they are left out until following begins anew."""

    def __init__(self, others: Callable[[], Iterable[Manifest]], unread: Iterable[str]) -> None:
        self._queues: LiveQueues | None = LiveQueues(
            others, is_unread=any(name.endswith(GROUP) for name in unread)
        )

    def ask(self, question: Callable[[LiveQueues], T], otherwise: T) -> T:
        """Return the answer of the queues, or `otherwise` if they are left out."""
        if self._queues is None:
            return otherwise
        try:
            return question(self._queues)
        except Exception:
            logger.exception("Kueue's queues are left out until following begins anew")
            self._queues = None
            return otherwise


@dataclass(slots=True)
class _Minute:
    """What happened in the minute that is going on."""

    number: int = 0
    pools: dict[str, int] = field(default_factory=dict)
    failed: int = 0
    different: int = 0
    gap: bool = False


class Follower:
    """Takes what is heard of a cluster and gives it to the store. All times are seconds since 1970.

    Nothing here waits or looks at a clock: whoever hears says when that was, so that a recording is followed as a
    cluster is.
    """

    def __init__(
        self,
        store: Store,
        tracking: Tracking,
        unread: Iterable[str] = (),
        ahead: LookingAhead | None = None,
    ) -> None:
        self.store, self.tracking, self.ahead = store, tracking, ahead
        cluster = store.cluster
        config = cluster.config or {}
        self.moving = MovingCluster(find_version(cluster.kubernetes_version), config_alone(cluster))
        self.judge = LiveJudge(self.moving, has_extenders="extenders" in config, unread=tuple(unread))
        self.queues = FollowedQueues(self._placed, unread)
        self._pending = counted.PendingPods(cluster)
        self._order = InOrder()
        self.is_ready = False
        self._silent: set[str] = set()  # kinds that are not heard; "" is the API server itself
        self._silent_since: float | None = None
        self._last_back = 0.0  # when a kind that was not heard was heard again
        self._restored = 0.0  # when a kind was listed last because etcd was restored
        self._trouble = ""
        self._heard = cluster.heard.timestamp() if cluster.heard else None
        self._shown = self._mapped = self._stated = 0.0
        self._dirty = self._map_dirty = True
        self._left_out = 0  # objects, as it was said last
        self._minute = _Minute()

    # ---- what is heard ----

    def begin(self, listed: Iterable[Listed], at: float, clock_ahead: float = 0.0) -> None:
        """Begin with the first lists: what is there has been decided before.

        `clock_ahead` is by how many seconds the clock of `at` is ahead of the cluster's.
        """
        for found in listed:
            for update, value in self._read(self.tracking.listed(found.kind, found.objects)):
                self.moving.put(update.key, value)
                self._hear_queues(update, at, self.store.position, missed=True)
        self.queues.ask(lambda queues: queues.begin(at), None)
        pods = (key for key in self.tracking.objects if key.startswith("Pod "))
        said = ((key.removeprefix("Pod "), self.tracking.said(key)) for key in pods)
        waiting = ((key, what) for key, what in said if what is not None)
        self.judge.begin(at, waiting, self.store.cluster.nodes or (), clock_ahead)
        if self._heard is not None:  # a clock that was set back since does not hide the gap
            self._gap(min(self._heard, at), at, "started")
        self.store.whole(self.tracking.objects, at)
        self._stated, self._heard = at, at
        self.is_ready = True
        self._turn_causes()
        self.store.head(heard=_time(at), trouble="")

    def take(self, item: Item) -> None:
        """Take what is heard."""
        if isinstance(item, Silent):
            self._silence(item)
            return
        self._heard = item.at
        if isinstance(item, Changed):
            self._order.put(item)
            return
        self._speech(item.plural, item.at)
        if isinstance(item, Listed):
            self._relist(item)

    def _release(self, now: float) -> None:
        """Hear the changes that no earlier one can come before any more: one of a kind that is not heard now may."""
        if self._silent - {""} and now - max(self._silent_since or 0.0, self._last_back) < SILENCE_SECONDS:
            return
        self._hear_until(now)

    def _hear_until(self, now: float) -> None:
        for changed in self._order.due(now):
            update = self.tracking.changed(changed.manifest, gone=changed.gone)
            self._hear([update] if update is not None else [], changed.at)

    def _read(self, updates: Iterable[Update]) -> Iterator[tuple[Update, Any]]:
        """Yield updates with their objects as the engine takes them; those that it cannot read are left out."""
        for update in updates:
            value = self.moving.heard(update.key, update.manifest)
            if update.manifest is not None and value is None:
                yield self.tracking.leave_out(update, self.moving.unreadable[update.key]), None
            else:
                yield update, value

    def _hear(self, updates: Iterable[Update], at: float, *, missed: bool = False) -> None:
        for update, value in self._read(updates):
            position = self.store.change(Change(at, update.key, update.text))
            self.judge.hear(LiveHeard(position, at, update.key, value, update.said))
            self._hear_queues(update, at, position, missed=missed)

    def _hear_queues(self, update: Update, at: float, position: int, *, missed: bool) -> None:
        key, manifest = update.key, update.manifest
        self.queues.ask(lambda queues: queues.hear(key, manifest, at, position, missed=missed), None)

    def _relist(self, listed: Listed) -> None:
        """Take a list in place of what was missed: what was decided meanwhile is not known.

        A kind that came while the cluster was followed, or went, is heard of now, and nothing was missed.
        """
        if listed.why == "found":
            self._hear(self.tracking.listed(listed.kind, listed.objects), listed.at, missed=True)
            return
        self._hear_until(listed.at + 3600)
        self.settle(listed.at)
        self.judge.skip_rest()
        former = self.store.position
        for update, value in self._read(self.tracking.listed(listed.kind, listed.objects)):
            position = self.store.change(Change(listed.at, update.key, update.text))
            self._hear_queues(update, listed.at, position, missed=True)
            self.judge.skip(LiveHeard(self.store.position, listed.at, update.key, value, update.said))
        if listed.kind in DECIDED or self.store.position > former:
            self._lose(listed)
        self._dirty = self._map_dirty = True

    def _lose(self, listed: Listed) -> None:
        """Say that what happened before a list is not known; of one restore once, for all kinds."""
        if listed.why == "restored":
            former, self._restored = self._restored, listed.at
            if listed.at - former < RESTORE_SECONDS:
                return
        self._gap(listed.since or listed.at, listed.at, listed.why or "expired", resource=listed.plural)

    def _silence(self, silent: Silent) -> None:
        if self._silent_since is None:
            self._silent_since = self._heard or silent.at
        self._silent.add(silent.plural)
        hides = self.tracking.rename is not None
        self._trouble = "the API server does not answer" if hides else silent.message[:500]
        self.store.head(trouble=self._trouble)

    def _speech(self, plural: str, at: float) -> None:
        """Note that a kind is heard; once all are, after a long silence, that is a gap."""
        if plural not in self._silent:
            return
        self._silent.remove(plural)
        self._last_back = at
        if self._silent or self._silent_since is None:
            return
        since, self._silent_since = self._silent_since, None
        self.store.head(trouble="")
        if at - since > SILENCE_SECONDS:
            self._gap(since, at, "silent", message=self._trouble)

    def _gap(self, since: float, until: float, kind: str, **operands: object) -> None:
        self.store.entry(live_gap(since, until, kind, **operands))
        self.judge.note_gap(until)
        self._minute.gap = True

    @property
    def is_full(self) -> bool:
        """Whether no more is to be taken before time has passed."""
        return self._order.is_full

    # ---- time ----

    def settle(self, now: float, goes_on: Callable[[], bool] = lambda: True) -> None:
        """Compute the decisions that were heard of long enough ago, at least one, as long as it `goes_on`."""
        self._release(now)
        applied = self.judge.applied
        for decision in islice(self.judge.due(now), AT_ONCE):
            number = self.store.entry(decision)
            if decision["cause"] is not None:
                self.judge.pending.decided(decision["cause"], number)
            self._count(decision)
            if not goes_on():
                break
        if self.judge.applied > applied:
            self._dirty = self._map_dirty = True
        self._turn_causes()
        turns: list[LiveWorkloadTurn] = []
        for turn in self.queues.ask(lambda queues: list(queues.due(now)), turns):
            self.store.entry(turn)
            counted.workload(self.store.cluster, turn)
            self._dirty = True

    def _placed(self) -> Iterator[Manifest]:
        """Yield the nodes and pods, for queues with a topology."""
        for key, text in self.tracking.objects.items():
            if key.startswith(("Node ", "Pod ")):
                yield orjson.loads(text)

    def tick(self, now: float, goes_on: Callable[[], bool] = lambda: True) -> None:
        """Compute what is due, as long as it `goes_on`, and show the cluster as it is now."""
        self.settle(now, goes_on)
        if self.judge.behind > MOST_BEHIND:
            self._give_up(now)
        if self.store.lost_since is not None:
            self._regain(now)
        if int(now // 60) != self._minute.number:
            self._end_minute(now)
        if now - self._shown >= SHOW_SECONDS:
            self._show(now)
        if self.ahead is not None and self.is_ready:
            for finding in self.ahead.turn(now, self.store.position, self.tracking.objects.values):
                self.store.entry(finding)

    def _give_up(self, now: float) -> None:
        """Let go of what waits to be computed: more happens than this machine can follow."""
        self.judge.skip_rest()
        self._gap(self._heard or now, now, "behind")

    def _regain(self, now: float) -> None:
        """Begin another stretch of the history, as a part of it was given up."""
        since, self.store.lost_since = self.store.lost_since, None
        self.store.whole(self.tracking.objects, now)
        self._stated = now
        self._gap(since or now, now, "database")

    def is_state_due(self, now: float) -> bool:
        """Return whether the whole state is to be stored again."""
        return self.is_ready and now - self._stated >= STATE_SECONDS

    def checkpoint(self, now: float) -> None:
        """Take the whole state; all changes are stored."""
        self.store.checkpoint(self.tracking.objects, now)
        self._stated = now

    def _show(self, now: float) -> None:
        self._shown = now
        self.store.head(heard=_time(self._heard or now))
        if self._map_dirty and now - self._mapped >= MAP_SECONDS:
            nodes = self.moving.nodes_view(self.judge.closed.of)
            self.store.head(nodes=nodes, verdicts=self.judge.verdicts.as_json(self.moving.nodes))
            self._mapped, self._map_dirty = now, False
        left_out = len(self.tracking.left_out)
        if self._dirty or left_out != self._left_out:
            self._left_out = left_out
            shown = self.now(now)
            self.store.head(now=shown)
            self._pending.show(shown["causes"])
            self._dirty = self.judge.behind > 0  # until it is said that all are computed
        is_silent = self._silent_since is not None
        counted.now(self.store.cluster, self.judge.behind, silent=is_silent)
        counted.queued(self.store.cluster, self._queued() or 0)

    def now(self, at: float) -> LiveNow:
        """Return the cluster as it is."""
        waiting = sum(not pod.node_name and not pod.finished for pod in self.moving.pods.values())
        running = sum(bool(pod.node_name) and not pod.finished for pod in self.moving.pods.values())
        causes = self.judge.pending.listed()
        queued = self.queues.ask(lambda queues: queues.now(), None)
        found: LiveNow = {
            "at": _time(at).isoformat(),
            "moment": self.store.position,
            "nodes": len(self.moving.nodes),
            "pods": running,
            "pending": waiting,
            "causes": causes,
            "untried": max(waiting - sum(self.judge.pending.counts().values()), 0),
            "delay": round(self.judge.delay(at), 1),
        }
        if left_out := Counter(key.partition(" ")[0] for key in self.tracking.left_out):
            found["left_out"] = dict(left_out)
        return {**found, "queued": queued} if queued is not None else found

    def _queued(self) -> int | None:
        """Return how many workloads wait in queues, None without these."""
        return self.queues.ask(lambda queues: queues.waiting if queues.is_used else None, None)

    # ---- causes and minutes ----

    def _turn_causes(self) -> None:
        for entry, about in self.judge.cause_turns():
            self.store.entry(entry)
            at = datetime.fromisoformat(entry["at"]).timestamp()
            self.store.cause(entry["cause"], at, about)
            self._dirty = True

    def _count(self, decision: LiveEntry) -> None:
        if decision["kind"] != "decision":
            return
        counted.decision(self.store.cluster, decision)
        if decision["node"] is None:
            self._minute.failed += 1
        else:
            pool = self.moving.pool_of(decision["node"])
            self._minute.pools[pool] = self._minute.pools.get(pool, 0) + 1
        self._minute.different += decision["agreement"] == "different"

    def _end_minute(self, now: float) -> None:
        former, self._minute = self._minute, _Minute(int(now // 60), gap=self._silent_since is not None)
        if not former.number:
            return
        counts = self.judge.pending.counts()
        minute: LiveMinute = {
            "at": _time(former.number * 60).isoformat(),
            "causes": counts,
            "pools": former.pools,
            "failed": former.failed,
            "different": former.different,
            "pending": sum(counts.values()),
        }
        if (queued := self._queued()) is not None:
            minute["queued"] = queued
        if former.gap:
            minute["gap"] = True
        self.store.minute(minute)


def config_alone(cluster: FollowedCluster) -> Manifest | None:
    """Return a cluster's configuration without extenders: they would be called as if the scheduler did."""
    config = cluster.config or {}
    return {key: value for key, value in config.items() if key != "extenders"} or None


def _time(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC)
