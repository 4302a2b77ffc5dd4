"""What Kueue decides in a running cluster, before the scheduler looks: who is admitted, who is evicted, who waits why.

Each cause is computed from the objects as they are: quota in use is that of the workloads that hold it, and whoever
waits is tried. Kueue's configuration is not read: gates have their defaults, and fair sharing is off.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

from scheduler_core.explain.queueing.answer import CauseGroups
from scheduler_core.explain.queueing.contract import QueueSentence
from scheduler_core.explain.queueing.desk import Desk
from scheduler_core.kubernetes.objects.kinds import QUEUEING_KINDS
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import Problems
from scheduler_core.queueing.admitting import Queued
from scheduler_core.queueing.admitting.admitting import is_admitted
from scheduler_core.queueing.admitting.assumed import missing_namespaces, with_assumptions
from scheduler_core.queueing.admitting.owners import Owners, written_owners
from scheduler_core.queueing.admitting.settling import Settled
from scheduler_core.queueing.assignment.modes import Mode
from scheduler_core.queueing.gates import DEFAULT
from scheduler_core.queueing.objects.cluster import QueueingObjects, read_queueing_objects
from scheduler_core.queueing.objects.workload import EVICTED, QUOTA_RESERVED, Workload
from scheduler_core.queueing.run.run import QueueingRun, QueueingScenario
from scheduler_core.queueing.workloads.versions import in_newest_form

from .contract import Agreement, LiveQueueCause, LiveQueued, LiveSentence, LiveWorkloadTurn
from .phrases import say

READ: Final = frozenset({*QUEUEING_KINDS, "Namespace", "LimitRange"})
PATIENCE: Final = 2.0
"""Seconds for which a new workload waits before that is said, unless Kueue says so itself."""
_LATER: Final = 0.5
"""Seconds after which an admission is looked at: those of the same cycle may be heard of after it."""
_EARLIER: Final = 2.0
_MOST_UNDONE: Final = 4
_MOST_LOOKED_AT: Final = 300
_MOST_CAUSES: Final = 50
_LOOK_SECONDS: Final = 1.0
_LOOK_SECONDS_EACH: Final = 0.01

_Flavors = dict[str, dict[str, str]]
"""By pod set and resource."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One object as Kueue reads it, and what a Workload stands for."""

    objects: QueueingObjects
    manifest: Manifest
    job: str = ""

    @property
    def workload(self) -> Workload:
        return next(iter(self.objects.workloads.values()))


_Parts = dict[str, _Part]


@dataclass(frozen=True, slots=True)
class _Change:
    """What was heard of, and what the object was before."""

    at: float
    key: str
    before: _Part | None
    after: _Part | None

    @property
    def reserves(self) -> bool:
        """Whether a workload got its quota."""
        if not self.key.startswith("Workload ") or self.after is None:
            return False
        return self.after.workload.reserves_quota and not (
            self.before and self.before.workload.reserves_quota
        )


@dataclass(frozen=True, slots=True)
class _Admission:
    """A workload that was admitted, with the objects as they were heard of before."""

    at: float
    position: int
    key: str
    before: _Part | None
    after: _Part
    parts: _Parts


@dataclass(slots=True)
class _Waiting:
    """A workload that waits: since when that is known, and whether it was said."""

    at: float
    position: int
    told: bool = False


@dataclass(slots=True)
class Queues:
    """Hears the objects of Kueue and returns what it decided, with our causes.

    Objects are named "Kind namespace/name". `others` gives the nodes and pods, which count where a topology does;
    `is_unread` is whether some of its objects may not be listed, so that nothing can be judged.
    """

    others: Callable[[], Iterable[Manifest]] = tuple
    is_unread: bool = False
    _parts: _Parts = field(default_factory=dict)
    _lately: deque[_Change] = field(default_factory=lambda: deque(maxlen=64))
    _admissions: deque[_Admission] = field(default_factory=deque)
    _evictions: list[LiveWorkloadTurn] = field(default_factory=list)
    _waiting: dict[str, _Waiting] = field(default_factory=dict)
    _causes: list[LiveQueueCause] = field(default_factory=list)
    _since: dict[str, float] = field(default_factory=dict)
    _placed: QueueingObjects = field(default_factory=QueueingObjects)
    _agreement: Counter[Agreement] = field(default_factory=Counter)
    _is_stale: bool = False
    _looked: float = 0.0

    # ---- objects ----

    def hear(
        self, key: str, manifest: Manifest | None, at: float, position: int, *, missed: bool = False
    ) -> None:
        """Take an object as it is now, None: gone. What was `missed` when it happened is not told."""
        if key.partition(" ")[0] not in READ:
            return
        before, after = self._parts.get(key), _read(manifest) if manifest is not None else None
        if before is not None and after is not None and before.objects == after.objects:
            return
        if key.startswith("Workload "):
            self._note(key, before, after, at, position, missed=missed)
        self._lately.append(_Change(at, key, before, after))
        if after is None:
            self._parts.pop(key, None)
        else:
            self._parts[key] = after
        self._is_stale = True

    def begin(self, at: float) -> None:
        """Find the causes of those who wait by what was heard so far."""
        self._look(at)

    def _note(
        self, key: str, before: _Part | None, after: _Part | None, at: float, position: int, *, missed: bool
    ) -> None:
        """Remember who is admitted, evicted, or waits."""
        name = key.removeprefix("Workload ")
        was, now = before.workload if before else None, after.workload if after else None
        if now is None or now.finished or now.reserves_quota:
            self._waiting.pop(name, None)
        else:
            self._waiting.setdefault(name, _Waiting(at, position, told=missed))
        if after is None or now is None or missed:
            return
        if is_admitted(now) and not (was and is_admitted(was)):
            self._admissions.append(_Admission(at, position, key, before, after, dict(self._parts)))
        if was and now.evicted and not was.evicted and was.reserves_quota:
            self._evictions.append(self._evicted(after, at, position))

    # ---- what is told ----

    def due(self, now: float) -> Iterator[LiveWorkloadTurn]:
        """Yield what was decided, as far as it was heard of long enough ago."""
        yield from self._evictions
        self._evictions = []
        while self._admissions and self._admissions[0].at <= now - _LATER:
            turn = self._admitted(self._admissions.popleft())
            self._agreement[turn["agreement"] or "unjudged"] += 1
            yield turn
        if now - self._looked >= _LOOK_SECONDS + _LOOK_SECONDS_EACH * min(
            len(self._waiting), _MOST_LOOKED_AT
        ):
            if self._is_stale:
                self._look(now)
            yield from self._newly_waiting(now)

    def now(self) -> LiveQueued | None:
        """Return who waits for which cause; None for a cluster without queues of Kueue."""
        if not self.is_used:
            return None
        workloads = [part.workload for key, part in self._parts.items() if key.startswith("Workload ")]
        return {
            "pending": len(self._waiting),
            "admitted": sum(map(is_admitted, workloads)),
            "causes": self._causes[:_MOST_CAUSES],
            "agreement": dict(self._agreement),
        }

    @property
    def is_used(self) -> bool:
        """Whether the cluster has queues of Kueue, or workloads for them."""
        return any(key.startswith(("ClusterQueue ", "Workload ")) for key in self._parts)

    @property
    def waiting(self) -> int:
        """How many workloads wait for quota."""
        return len(self._waiting)

    def _newly_waiting(self, now: float) -> Iterator[LiveWorkloadTurn]:
        due = [
            (name, waiting)
            for name, waiting in self._waiting.items()
            if not waiting.told and now - waiting.at >= (_LATER if self._is_tried(name) else PATIENCE)
        ]
        desk = self._desk(self._parts) if due else None
        for name, waiting in due[:_MOST_LOOKED_AT]:
            assert desk is not None
            waiting.told = True
            part = self._parts[f"Workload {name}"]
            turn = _turn(part, "pending", waiting.at, waiting.position)
            _, turn["cause"] = CauseGroups(desk).add(desk.run.world.stored[name])
            turn["queue"], turn["message"] = desk.queue_name(part.workload), part.workload.quota_message
            yield turn

    def _is_tried(self, name: str) -> bool:
        """Return whether Kueue has said of a workload that it gets no quota."""
        return QUOTA_RESERVED in self._parts[f"Workload {name}"].workload.by_type

    def _look(self, now: float) -> None:
        """Find the causes for which workloads wait."""
        self._looked, self._is_stale = now, False
        if any(part.objects.topologies for part in self._parts.values()):
            self._placed = _read_all(self.others())
        desk = self._desk(self._parts)
        groups = CauseGroups(desk)
        for workload in [w for w in desk.waiting() if w.key in self._waiting or not w.evicted][
            :_MOST_LOOKED_AT
        ]:
            groups.add(workload)
        cause_by_name = {_name_of(key): cause for key, cause in groups.by_key().items()}
        self._since = {key: self._since.get(key, now) for key in cause_by_name}
        self._causes = [
            {"key": key, "since": _time(self._since[key]), "queue": cause}
            for key, cause in sorted(cause_by_name.items(), key=lambda item: -item[1]["workload_count"])
        ]

    # ---- admissions ----

    def _admitted(self, admission: _Admission) -> LiveWorkloadTurn:
        turn = _turn(admission.after, "admitted", admission.at, admission.position)
        given = _flavors_given(admission.after.workload)
        admitted = admission.after.workload.admission
        turn["queue"], turn["flavors"] = admitted.cluster_queue if admitted else "", given
        if self.is_unread or admission.before is None:
            turn["agreement"], turn["why"] = "unjudged", say("whys", "queues_unknown")
            return turn
        own, turn["reason"], cause = self._own(admission, admission.parts)
        turn["agreement"] = "equal" if own == given else "different"
        if own == given:
            return turn
        for moved, parts in self._moved(admission):
            if self._own(admission, parts)[0] == given:
                turn["agreement"], turn["why"] = "undetermined", say("whys", "queues_moved", n=moved)
                return turn
        turn["own_flavors"] = own or {}
        if own is None:
            turn["why"] = say("whys", "queues_wait", cause=cause["text"] if cause else "")
        else:
            turn["why"] = say("whys", "queues_other", own=_names(own), given=_names(given))
        return turn

    def _own(
        self, admission: _Admission, parts: _Parts
    ) -> tuple[_Flavors | None, LiveSentence | None, QueueSentence | None]:
        """Return the flavors that a workload gets here, and why; None and the cause for which it waits."""
        assert admission.before is not None
        desk = self._desk({**parts, admission.key: admission.before})
        workload = desk.run.world.stored[admission.before.workload.key]
        attempt = desk.tried(workload)
        if attempt is None or attempt.assignment.mode is not Mode.FIT:
            return None, None, CauseGroups(desk).add(workload)[1]
        own = {
            part.name: {name: choice.flavor for name, choice in part.flavors.items()}
            for part in attempt.assignment.pod_sets
        }
        kind = "borrows" if attempt.assignment.level else "fits"
        reason = say("reasons", kind, queue=desk.queue_name(workload), flavors=_names(own))
        return own, reason, None

    def _moved(self, admission: _Admission) -> Iterator[tuple[int, _Parts]]:
        """Yield the objects with changes moved that were under way, and how many were."""
        later = [
            change
            for change in self._lately
            if admission.at <= change.at <= admission.at + _LATER
            and change.key != admission.key
            and change.reserves
            and admission.parts.get(change.key) is change.before
        ]
        if later:
            yield len(later), {**admission.parts, **{c.key: c.after for c in later if c.after is not None}}
        parts, moved = dict(admission.parts), 0
        for change in reversed(self._lately):
            if change.key == admission.key or parts.get(change.key) is not change.after:
                continue
            if moved == _MOST_UNDONE or change.at < admission.at - _EARLIER:
                break
            if change.before is None:
                parts.pop(change.key, None)
            else:
                parts[change.key] = change.before
            moved += 1
            yield moved, dict(parts)

    def _evicted(self, part: _Part, at: float, position: int) -> LiveWorkloadTurn:
        turn = _turn(part, "evicted", at, position)
        condition = part.workload.by_type[EVICTED]
        admitted = part.workload.admission
        turn["queue"] = admitted.cluster_queue if admitted else ""
        turn["message"] = condition.message
        preemptor = self._preemptor(part.workload.key) if condition.reason == "Preempted" else ""
        if preemptor:
            turn["reason"] = say("reasons", "preempted", preemptor=preemptor)
        else:
            turn["reason"] = say("reasons", "evicted", why=condition.reason)
        return turn

    def _preemptor(self, victim: str) -> str:
        """Return a workload that would preempt this one here; "" if none of the first waiting ones would."""
        desk = self._desk(self._parts)
        for name in list(self._waiting)[:_MOST_LOOKED_AT]:
            workload = desk.run.world.stored.get(name)
            attempt = desk.tried(workload) if workload is not None else None
            if attempt is not None and any(target.info.key == victim for target in attempt.targets):
                return desk.names.get(name) or name
        return ""

    # ---- Kueue over the objects ----

    def _desk(self, parts: Mapping[str, _Part]) -> Desk:
        """Return Kueue over objects, before its next cycle."""
        objects = QueueingObjects(nodes=self._placed.nodes, pods=self._placed.pods)
        owners = Owners()
        for part in (*_namespaces(parts), *parts.values()):
            for kind in _BY_NAME:
                getattr(objects, kind).update(getattr(part.objects, kind))
            objects.limit_ranges += part.objects.limit_ranges
            for key in part.objects.workloads:
                owners.manifests[key] = part.manifest
                if part.job:
                    owners.jobs[part.job] = key
        if objects.limit_ranges:
            objects.workloads = {key: objects.adjusted(w) for key, w in objects.workloads.items()}
        run = QueueingRun(QueueingScenario(objects, DEFAULT))
        return Desk(Queued([], Settled(run), owners, {}), [])


_BY_NAME: Final = (
    *("namespaces", "flavors", "topologies", "cohorts", "cluster_queues", "local_queues", "workloads"),
)


def live_queued(manifests: Iterable[Manifest]) -> LiveQueued | None:
    """Return who waits for which cause in a cluster at a moment; None without queues of Kueue."""
    listed = list(manifests)
    queues = Queues(others=lambda: [m for m in listed if m.get("kind") in ("Node", "Pod")])
    for number, manifest in enumerate(m for m in listed if m.get("kind") in READ):
        meta: Any = manifest.get("metadata") or {}
        name = "/".join(part for part in (meta.get("namespace"), meta.get("name")) if part)
        queues.hear(f"{manifest['kind']} {name}", manifest, 0.0, number, missed=True)
    queues.begin(0.0)
    queued = queues.now()
    if queued is not None:
        queued["causes"] = [{**cause, "since": None} for cause in queued["causes"]]
    return queued


def _read(manifest: Manifest) -> _Part | None:
    """Return an object as Kueue reads it, None if it cannot be read."""
    objects = _read_all([manifest])
    if objects == QueueingObjects():
        return None
    owners = written_owners([manifest])
    return _Part(objects, manifest, next(iter(owners), ""))


def _read_all(manifests: Iterable[Manifest]) -> QueueingObjects:
    """Return objects as Kueue reads them, without those that cannot be read."""
    listed = [with_assumptions(in_newest_form(manifest)) for manifest in manifests]
    problems = Problems()
    objects = read_queueing_objects(listed, problems)
    if not problems.entries:
        return objects
    faulty = {index for index, _ in problems.entries}
    return read_queueing_objects((m for i, m in enumerate(listed) if i not in faulty), Problems())


def _namespaces(parts: Mapping[str, _Part]) -> Iterator[_Part]:
    """Yield the namespaces that are used and were not read."""
    for manifest in missing_namespaces(part.manifest for part in parts.values()):
        if read := _read(manifest):
            yield read


def _turn(part: _Part, outcome: Any, at: float, position: int) -> LiveWorkloadTurn:
    workload = part.workload
    created = _seconds(workload.created)
    return {
        "kind": "workload",
        "number": 0,
        "at": _time(at),
        "moment": position,
        "workload": workload.key,
        "job": part.job,
        "queue": "",
        "outcome": outcome,
        "pods": sum(pod_set.count for pod_set in workload.pod_sets),
        "waited": round(max(at - created, 0.0), 3) if created is not None and outcome == "admitted" else None,
        "flavors": {},
        "own_flavors": {},
        "reason": None,
        "cause": None,
        "agreement": None,
        "why": None,
        "message": "",
    }


def _flavors_given(workload: Workload) -> _Flavors:
    admission = workload.admission
    return {part.name: dict(part.flavors) for part in (admission.pod_sets if admission else ())}


def _names(flavors: _Flavors) -> str:
    """Return the names of flavors, each once."""
    return ", ".join(dict.fromkeys(name for part in flavors.values() for name in part.values()))


def _name_of(key: tuple[str, ...]) -> str:
    return sha256(repr(key).encode()).hexdigest()[:16]


def _seconds(text: str) -> float | None:
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        return None


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()
