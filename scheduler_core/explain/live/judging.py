"""Every decision of a running cluster's scheduler, computed again at the moment before it.

`moments.py` says at which moments a decision may have been made. It is equal if it agrees at one of those that follow
from the order of the scheduler's queue and of what was heard; undetermined if changes of others have to be moved.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from scheduler_core.explain.view.causes.workload import pod_group, workload_of
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate

from .attempt import Attempt, attempt
from .changes import Applied, before, is_telling, sentence_of
from .closed import Closed
from .cluster import MovingCluster
from .contract import LiveCause, LiveCauseTurn, LiveDecision, LiveDivergence, LiveNode, LiveSentence
from .describing import divergence, reason_of
from .moments import WINDOW, Heard, Said, Waiting, Window, moments, nothing_imagined
from .pending import Pending, Turn
from .phrases import say
from .ranks import Rank, Ranked
from .searches import Searches
from .verdicts import LatestVerdicts

GRACE: Final = 0.25
"""Seconds after which a change is looked at: bindings that are heard of meanwhile may have been decided before it."""
PATIENCE: Final = 2.0
"""Seconds for which a decision waits for pods that the queue puts before it, and of which nothing is heard yet."""
AFTER_GAP: Final = 10.0
"""Seconds after a gap in which what the scheduler knows may differ from what has been heard."""
_MOST_KEPT: Final = 4_000
_MOST_LATELY: Final = 500
_LAGS: Final = 2
_LISTED: Final = 10
_TOLD: Final = 5
_UNTRIED: Final = "SchedulingGated"


@dataclass(slots=True)
class Judge:
    """Hears changes in their order and returns decisions, each with what our scheduler would do.

    `unread` are names of resources that could not be read.
    """

    cluster: MovingCluster
    has_extenders: bool = False
    unread: tuple[str, ...] = ()
    pending: Pending = field(init=False)
    closed: Closed = field(default_factory=Closed)
    verdicts: LatestVerdicts = field(default_factory=LatestVerdicts)
    applied: int = 0
    """How many changes have happened."""
    _ahead: deque[Heard] = field(default_factory=deque)
    _told: Counter[str] = field(default_factory=Counter)
    """How many of them are about each object."""
    _behind: deque[Applied] = field(default_factory=deque)
    _waiting: dict[str, Waiting] = field(default_factory=dict)
    _silent: Ranked[tuple[str, Waiting]] = field(default_factory=Ranked)
    """Pods that wait, of which the scheduler has said nothing and nothing is heard."""
    _bindings: dict[str, deque[Heard]] = field(default_factory=dict)
    """What is ahead of pods that have a node by then, by pod."""
    _binding_ahead: Ranked[Heard] = field(default_factory=Ranked)
    """The next of these, of pods that wait."""
    _bound_behind: Ranked[Applied] = field(default_factory=Ranked)
    """The bindings that are behind."""
    _lately: deque[Applied] = field(default_factory=lambda: deque(maxlen=_MOST_LATELY))
    _lag: deque[int] = field(default_factory=lambda: deque(maxlen=_LAGS))
    _searches: Searches = field(default_factory=Searches)
    _gap_end: float = 0.0

    def __post_init__(self) -> None:
        self.pending = Pending()

    # ---- changes ----

    def hear(self, heard: Heard) -> None:
        """Take a change."""
        self._ahead.append(heard)
        self._told[heard.key] += 1
        kind, _, key = heard.key.partition(" ")
        if kind == "Pod":
            if heard.value is not None and heard.value.node_name:
                self._bindings.setdefault(key, deque()).append(heard)
            self._rank(key)

    @property
    def behind(self) -> int:
        """How many changes have been heard of and not been looked at."""
        return len(self._ahead)

    def delay(self, now: float) -> float:
        """Return how many seconds ago the oldest change was heard of that has not been looked at; 0 without any."""
        return max(now - GRACE - self._ahead[0].at, 0.0) if self._ahead else 0.0

    def begin(
        self,
        at: float,
        said: Iterable[tuple[str, Said | None]],
        nodes: Iterable[LiveNode] = (),
        clock_ahead: float = 0.0,
    ) -> None:
        """Begin with the cluster as it was listed.

        `said` is what is said of its pods that wait, by `namespace/name`, `nodes` what was known of nodes before,
        `clock_ahead` by how many seconds the clock of `at` is ahead of the cluster's.
        """
        self._forget_ahead()
        self._forget_behind()
        self._waiting.clear()
        self._silent.clear()
        self._searches.clear()
        self.pending.clear()
        self.verdicts.clear()
        self.closed.begin(self.cluster.nodes.values(), nodes)
        known = dict(said)
        queued = [pod for pod in self.cluster.pods.values() if not pod.node_name and not pod.finished]
        queued.sort(key=lambda pod: pod.creation_timestamp)
        for place, pod in enumerate(queued, -len(queued)):
            created = _created(pod)
            since = at if created is None else min(created + clock_ahead, at)
            self._waiting[pod.key] = Waiting(since, 0.0, place, known.get(pod.key))
            self._rank(pod.key)

        self._find_causes([pod for pod in queued if known.get(pod.key) is not None], at)

    def _find_causes(self, pods: list[Pod], at: float) -> None:
        """Note the causes for which pods wait that have been tried: those of our cycle, one for each class of pods."""
        simulation = self.cluster.simulation
        results: dict[PodTemplate, Any] = {}
        for pod in pods:
            if pod.template not in results and pod.template.scheduler_name in simulation.frameworks:
                again = attempt(simulation, pod.key, None)
                results[pod.template] = again.result if again.agrees else None
            self._find_cause(pod, at, results.get(pod.template))

    def due(self, now: float) -> Iterator[LiveDecision]:
        """Let the changes happen that were heard of long enough ago, and yield the decisions among them."""
        while self._ahead and self._ahead[0].at <= now - GRACE and not self._waits(self._ahead[0], now):
            heard = self._ahead.popleft()
            self._told[heard.key] -= 1
            if not self._told[heard.key]:
                del self._told[heard.key]
            decision = self._decision(heard)
            self._apply(heard)
            if decision is not None:
                yield decision

    def _waits(self, heard: Heard, now: float) -> bool:
        """Return whether a decision is to wait for those that were made before it, and are not heard of yet.

        A pod that a decision has waited for in vain is not waited for again.
        """
        pod: Pod | None = heard.value
        if not heard.key.startswith("Pod ") or pod is None:
            return False
        former, waiting = self.cluster.pods.get(pod.key), self._waiting.get(pod.key)
        if former is None or former.node_name or waiting is None:
            return False
        if not pod.node_name and not self._is_newly_said(heard, pod):
            return False
        for key, other in self._silent.before((-former.template.priority, waiting.place)):
            if other.place < heard.position:
                if now - heard.at <= PATIENCE:
                    return True
                self._silent.remove(key)
        return False

    def _rank(self, key: str) -> None:
        """Note a pod by its place in the queue: as one of which nothing is heard, or as one that gets its node."""
        pod, waiting, bindings = self.cluster.pods.get(key), self._waiting.get(key), self._bindings.get(key)
        self._silent.remove(key)
        self._binding_ahead.remove(key)
        if pod is None or pod.node_name or waiting is None:
            return
        rank = -pod.template.priority, waiting.place
        if bindings:
            self._binding_ahead.put(key, rank, bindings[0])
        elif waiting.said is None and f"Pod {key}" not in self._told and not pod.template.scheduling_gates:
            self._silent.put(key, rank, (key, waiting))

    def _forget_ahead(self) -> None:
        self._ahead.clear()
        self._told.clear()
        self._bindings.clear()
        self._binding_ahead.clear()

    def _forget_behind(self) -> None:
        self._behind.clear()
        self._bound_behind.clear()

    def note_gap(self, until: float) -> None:
        """Note that not all is known of the time before this one."""
        self._gap_end = max(self._gap_end, until)

    def skip_rest(self) -> None:
        """Let all changes happen that wait, without a look at what was decided: more was missed."""
        missed = list(self._ahead)
        self._forget_ahead()
        for heard in missed:
            self._apply(heard)
        self._forget_behind()

    def skip(self, heard: Heard) -> None:
        """Let a change happen that was missed when it did: no decision is seen in it."""
        self._apply(heard)
        self._forget_behind()

    def cause_turns(self) -> list[tuple[LiveCauseTurn, LiveCause | None]]:
        """Return the causes that came or went since the last call, as entries; those that came as they are, too."""
        turns = [self._turn(turn) for turn in self.pending.turns]
        self.pending.turns.clear()
        self.pending.settle()
        return turns

    def _turn(self, turn: Turn) -> tuple[LiveCauseTurn, LiveCause | None]:
        if turn.appeared:
            self.pending.causes[turn.cause].before = before(self._lately, turn.at)
        about = self.pending.cause(turn.cause)
        entry: LiveCauseTurn = {
            "kind": "cause",
            "number": 0,
            "at": datetime.fromtimestamp(turn.at, UTC).isoformat(),
            "cause": turn.cause,
            "clauses": about["clauses"],
            "appeared": turn.appeared,
            "pod": turn.pod,
            "before": about["before"],
        }
        return entry, about if turn.appeared else None

    def _apply(self, heard: Heard) -> None:
        self.applied += 1
        former = self.cluster.get(heard.key)
        self.cluster.put(heard.key, heard.value)
        waiting = self._waiting.get(heard.key.removeprefix("Pod "))
        place = waiting.place if waiting else 0
        retried = waiting is not None and waiting.said is not None
        change = Applied(heard.at, heard.key, former, heard.value, heard.position, place, retried)
        self._put_behind(change)
        if is_telling(change):
            self._lately.append(change)
        if heard.key.startswith("Pod "):
            self._note(heard)
        elif heard.key.startswith("Node "):
            self.closed.note(heard.key.removeprefix("Node "), former, heard.value, heard.at)

    def _put_behind(self, change: Applied) -> None:
        self._behind.append(change)
        if change.is_binding:
            self._bound_behind.put(change.key, change.rank, change)
        while self._behind[0].at < change.at - WINDOW or len(self._behind) > _MOST_KEPT:
            oldest = self._behind.popleft()
            if self._bound_behind.get(oldest.key) is oldest:
                self._bound_behind.remove(oldest.key)

    def _note(self, heard: Heard) -> None:
        """Remember a pod that waits, its place in the queue, and forget one that does not."""
        pod: Pod | None = heard.value
        key = heard.key.removeprefix("Pod ")
        bindings = self._bindings.get(key)
        if bindings and bindings[0] is heard:
            bindings.popleft()
            if not bindings:
                del self._bindings[key]
        if pod is None or pod.node_name or pod.finished:
            self._waiting.pop(key, None)
            self.pending.remove(key, heard.at)
        else:
            waiting = self._waiting.setdefault(key, Waiting(heard.at, heard.at, heard.position))
            if heard.said is not None and heard.said != waiting.said:
                waiting.said, waiting.place, waiting.entered = heard.said, heard.position, heard.at
            self.pending.waits(pod)
        self._rank(key)

    # ---- decisions ----

    def _decision(self, heard: Heard) -> LiveDecision | None:
        pod: Pod | None = heard.value
        if not heard.key.startswith("Pod ") or pod is None or pod.finished:
            return None
        former = self.cluster.pods.get(pod.key)
        if pod.node_name:
            return None if former is not None and former.node_name else self._bound(heard, pod, former)
        return self._failed(heard, pod, former) if self._is_newly_said(heard, pod) else None

    def _is_newly_said(self, heard: Heard, pod: Pod) -> bool:
        """Return whether the scheduler says of a pod what it did not say before."""
        known = self._waiting.get(pod.key)
        return heard.said is not None and (known is None or known.said != heard.said)

    def _bound(self, heard: Heard, pod: Pod, former: Pod | None) -> LiveDecision:
        if former is None:
            return self._unjudged(heard, pod, "named", say("whys", "named"))
        simulation = self.cluster.simulation
        name = pod.template.scheduler_name
        if name not in simulation.frameworks:
            reason = say("reasons", "other", scheduler=name)
            return self._unjudged(heard, pod, reason, say("whys", "profile", scheduler=name))
        if pod.node_name not in self.cluster.nodes and not self._is_under_way(f"Node {pod.node_name}"):
            return self._unjudged(heard, pod, "unknown", say("whys", "unread_node", node=pod.node_name))
        return self._judged(heard, pod, former, pod.node_name)

    def _failed(self, heard: Heard, pod: Pod, former: Pod | None) -> LiveDecision:
        said = heard.said
        assert said is not None
        if pod.template.scheduler_name not in self.cluster.simulation.frameworks:
            name = pod.template.scheduler_name
            reason = say("reasons", "other", scheduler=name)
            return self._unjudged(heard, pod, reason, say("whys", "profile", scheduler=name))
        if said.reason not in ("Unschedulable", _UNTRIED):
            return self._unjudged(heard, pod, "unknown", say("whys", "error"))
        return self._judged(heard, pod, former or pod, None)

    def _judged(self, heard: Heard, pod: Pod, former: Pod, node: str | None) -> LiveDecision:
        """Compute the cycle at the moments at which it may have been, until one agrees."""
        first: LiveDecision | None = None
        rank = self._window().rank(former)
        self._begin_search(rank)
        tried: set[frozenset[tuple[str, int]]] = set()
        for moment in moments(heard, former, self._window()):
            if moment.name in tried:
                continue
            tried.add(moment.name)
            with self.cluster.imagined([*moment.values.items(), *self._itself(pod, former)]):
                again = attempt(self.cluster.simulation, pod.key, node, thorough=not moment.kind)
                if again.agrees or first is None:
                    decision = self._described(heard, pod, node, again)
                    decision["moment"], decision["imagined"] = moment.position, moment.imagined
            if again.agrees:
                if again.record is not None and node is not None:
                    self._searches.note(pod.key, rank, again.record)
                if moment.position < heard.position:
                    self._note_lag(heard.position - moment.position)
                if moment.kind:
                    kind = moment.kind if node else f"none_{moment.kind}"
                    decision["agreement"] = "undetermined"
                    decision["why"] = say("whys", kind, n=len(moment.moved))
                    decision["changes"] = [sentence_of(change) for change in moment.moved[:_TOLD]]
                return decision
            first = first or decision
        assert first is not None
        if node is None:
            self._find_cause(pod, heard.at, None, first, heard.said)
        return self._disagreeing(first, node, heard.at)

    def _begin_search(self, rank: Rank) -> None:
        """Let the scheduler begin its search where the one before it, in the order of the queue, is to have ended."""
        known = self._searches.before(rank)
        if known is None:
            return
        waiting = [waiting.key for waiting in self._binding_ahead.before(rank, known[0])]
        silent = [key for key, _ in self._silent.before(rank, known[0])]
        pods = (self.cluster.pods.get(key.removeprefix("Pod ")) for key in (*waiting, *silent))
        simulation = self.cluster.simulation
        between = (pod.template for pod in pods if pod is not None)
        begins = self._searches.after(known[1], between, simulation.handle.snapshot.node_count)
        simulation.start_index = begins.start
        if begins.batch is not None:
            simulation.batch = begins.batch

    def _note_lag(self, lag: int) -> None:
        """Remember by how much a decision came before its binding: that of the next one is likely the same."""
        if lag in self._lag:
            self._lag.remove(lag)
        self._lag.appendleft(lag)

    def _began_in_queue(self, key: str) -> bool:
        """Return whether a pod waited when following began, beside others whose order is not known."""
        waiting = self._waiting.get(key)
        return waiting is not None and waiting.place < 0

    def _window(self) -> Window:
        return Window(
            self.cluster,
            self._ahead,
            self._behind,
            self._waiting,
            self._binding_ahead,
            self._bound_behind,
            tuple(self._lag),
        )

    def _itself(self, pod: Pod, former: Pod) -> Iterator[tuple[str, Any]]:
        """Yield the pod as one that waits, unless it is there as such."""
        if self.cluster.pods.get(pod.key) is not former:
            yield f"Pod {pod.key}", former

    def _disagreeing(self, decision: LiveDecision, node: str | None, at: float) -> LiveDecision:
        decision["agreement"] = "different"
        if self.unread:
            decision["agreement"] = "unjudged"
            decision["why"] = say("whys", "unread", resources=", ".join(self.unread))
        elif self._began_in_queue(decision["pod"]):
            decision["agreement"], decision["why"] = "unjudged", say("whys", "before")
        elif self.has_extenders:
            decision["agreement"], decision["why"] = "unjudged", say("whys", "extender")
        elif at < self._gap_end + AFTER_GAP:
            decision["agreement"], decision["why"] = "undetermined", say("whys", "after_gap")
        elif node is None:
            decision["why"] = say("whys", "fits", best=decision["best"][0] if decision["best"] else "")
        else:
            decision["why"] = _why(decision["divergence"], node)
        return decision

    def _is_under_way(self, key: str) -> bool:
        return any(change.key == key for change in self._behind) or any(h.key == key for h in self._ahead)

    # ---- what is told of a decision ----

    def _described(self, heard: Heard, pod: Pod, node: str | None, again: Attempt) -> LiveDecision:
        """Return a decision as if it agreed."""
        record, choices = again.record, again.choices
        decision = self._plain(heard, pod, reason_of(again, node))
        decision["nodes"] = len(self.cluster.nodes)
        decision["feasible"] = 0 if record is None else len(record.feasible)
        decision["best"], decision["best_count"] = choices[:_LISTED], len(choices)
        if node is None and record is not None:
            decision["own_message"] = record.fit_error
        if node is not None and not again.agrees and record is not None:
            decision["divergence"] = divergence(record, node)
        if node is None and again.agrees:
            self._find_cause(pod, heard.at, again.result, decision, heard.said)
        if record is not None:
            self.verdicts.note(decision, record)
        if node is None and record is not None and record.post_filter is not None:
            decision["preempted"] = [victim.key for victim in record.post_filter.deleted[:_LISTED]]
        return decision

    def _plain(self, heard: Heard, pod: Pod, reason: LiveSentence) -> LiveDecision:
        waiting = self._waiting.get(pod.key)
        return {
            "kind": "decision",
            "number": 0,
            "at": datetime.fromtimestamp(heard.at, UTC).isoformat(),
            "moment": heard.position,
            "imagined": nothing_imagined(),
            "pod": pod.key,
            "workload": pod_group(workload_of(pod), [pod.name]),
            "outcome": "bound" if pod.node_name else "failed",
            "node": pod.node_name or None,
            "waited": round(max(heard.at - waiting.since, 0.0), 3) if waiting else None,
            "waited_for": self.pending.cause_of(pod.key),
            "nodes": len(self.cluster.nodes),
            "feasible": 0,
            "best": [],
            "best_count": 0,
            "reason": reason,
            "agreement": "equal",
            "why": None,
            "changes": [],
            "divergence": None,
            "message": heard.said.message if heard.said and not pod.node_name else "",
            "own_message": "",
            "cause": None,
            "preempted": [],
        }

    def _unjudged(
        self, heard: Heard, pod: Pod, reason: str | LiveSentence, why: LiveSentence
    ) -> LiveDecision:
        said = say("reasons", reason) if isinstance(reason, str) else reason
        decision = self._plain(heard, pod, said)
        decision["agreement"], decision["why"] = "unjudged", why
        if not pod.node_name:
            self._find_cause(pod, heard.at, None, decision, heard.said)
        return decision

    def _find_cause(
        self,
        pod: Pod,
        at: float,
        result: Any,
        decision: LiveDecision | None = None,
        said: Said | None = None,
    ) -> None:
        """Note the cause for which a pod waits: that of our cycle or, without one, the scheduler's words."""
        known = self._waiting.get(pod.key)
        said = said or (known.said if known else None)
        key = self.pending.fails(
            pod, at, result, said.message if said else "", since=known.since if known else at
        )
        if decision is not None:
            decision["cause"] = key


def _created(pod: Pod) -> float | None:
    try:
        return datetime.fromisoformat(pod.creation_timestamp).timestamp()
    except ValueError:
        return None


def _why(difference: LiveDivergence | None, node: str) -> LiveSentence:
    if difference is None or difference["point"] == "Filter":
        return say("whys", "refused", plugin=difference["plugin"] if difference else "PreFilter", node=node)
    total, best_total = difference["total"] or 0, difference["best_total"] or 0
    return say("whys", "outscored", node=node, total=total, best=difference["best"], best_total=best_total)
