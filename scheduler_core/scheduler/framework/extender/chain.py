"""The extenders of a configuration, called one after another.

Mirrors findNodesThatPassExtenders, prioritizeNodes and extendersBinding of pkg/scheduler/schedule_one.go, and
callExtenders of pkg/scheduler/framework/preemption/preemption.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, cast

import numpy as np

from scheduler_core.kubernetes.golang import wrap
from scheduler_core.kubernetes.log_format import UnreadableLog
from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.events import ClusterEvent, Hint
from scheduler_core.scheduler.framework.interfaces import MAX_NODE_SCORE, Candidate
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status

from . import wire
from .config import Extender
from .contract import (
    Answer,
    BindAnswer,
    ExtenderCall,
    ExtenderError,
    FilterAnswer,
    MetaVictims,
    PrioritizeAnswer,
)

# The plugin name of all extenders together (framework.ExtenderName).
EXTENDER = "Extender"
MAX_EXTENDER_PRIORITY = 10

Verb = Literal["filter", "prioritize", "preempt", "bind"]
A = TypeVar("A", bound=Answer)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of an extender with its answer; `error` is why there is no answer."""

    extender: str
    verb: Verb
    answer: Answer = field(default_factory=BindAnswer)
    error: str = ""

    def as_json(self) -> ExtenderCall:
        call = {"extender": self.extender, "verb": self.verb, **self.answer}
        return cast("ExtenderCall", {**call, "error": self.error} if self.error else call)

    @classmethod
    def from_json(cls, call: ExtenderCall) -> Call:
        answer = {key: value for key, value in call.items() if key not in ("extender", "verb", "error")}
        return cls(call["extender"], call["verb"], cast("Answer", answer), call.get("error", ""))


class Extenders:
    """Calls the extenders, or replays the answers recorded in an earlier run of the same cycle."""

    def __init__(self, extenders: tuple[Extender, ...], snapshot: Snapshot, objects: Objects) -> None:
        self._extenders = extenders
        self._snapshot = snapshot
        self._objects = objects
        self._recorded: Iterator[Call] | None = None
        self.calls: list[Call] = []

    @property
    def filter_or_score(self) -> bool:
        """Whether some extender filters or scores nodes."""
        return any(e.filter_verb or e.prioritize_verb for e in self._extenders)

    @property
    def prioritizes(self) -> bool:
        """Whether one of them scores nodes."""
        return any(e.prioritize_verb for e in self._extenders)

    def begin_cycle(self) -> list[Call]:
        """Start and return the list to which the calls of the cycle are added."""
        self.calls = []
        return self.calls

    def repeat(self, calls: Iterable[Call]) -> None:
        """Replay these answers in turn from now on, without any HTTP call."""
        self._recorded = iter(calls)

    def _ask(
        self,
        extender: Extender,
        kind: Verb,
        verb: str,
        body: Callable[[], wire.Request],
        read: Callable[[Any], A],
    ) -> A:
        """Return the answer as parsed by `read`; raise ExtenderError."""
        if self._recorded is not None:
            call = next(self._recorded, None)
            if call is None:
                raise UnreadableLog(f"the recorded cycle did not ask {extender.url} to {kind}")
        else:
            from .http import post  # here: http and ssl take longer to load than a small run

            try:
                call = Call(extender.url, kind, read(post(extender, verb, body())))
            except ExtenderError as error:
                call = Call(extender.url, kind, error=str(error))
        self.calls.append(call)
        if call.error:
            raise ExtenderError(call.error)
        return cast("A", call.answer)

    def _interested_extenders(self, pod: Pod) -> list[Extender]:
        """Return the extenders that manage all resources, or one that a container requests (IsInterested)."""
        parts = (*pod.template.resources.containers, *pod.template.resources.init_containers)
        requested = {name for container in parts for name in container.requests}
        return [e for e in self._extenders if not e.managed or e.managed & requested]

    def _node_names(self, nodes: IntArray) -> list[str]:
        return [self._snapshot.nodes[i].name for i in nodes.tolist()]

    def filter(self, pod: Pod, nodes: IntArray) -> tuple[IntArray, dict[int, Status]]:
        """Return the nodes that remain, and by index the statuses of those rejected; raise ExtenderError."""
        statuses: dict[int, Status] = {}
        for extender in self._interested_extenders(pod):
            if not len(nodes):
                break
            if not extender.filter_verb:
                continue
            try:
                nodes, rejected = self._filter(extender, pod, nodes)
            except ExtenderError:
                if extender.ignorable:
                    continue
                raise
            statuses.update(rejected)
        return nodes, statuses

    def _filter(self, extender: Extender, pod: Pod, nodes: IntArray) -> tuple[IntArray, dict[int, Status]]:
        names = self._node_names(nodes)
        only_names = extender.node_cache_capable
        answer = self._ask(
            extender,
            "filter",
            extender.filter_verb,
            lambda: wire.extender_args(pod, names, self._objects, only_names=only_names),
            lambda raw: _checked_nodes(wire.filter_result(raw, only_names=only_names), extender, names),
        )
        index, remaining = self._snapshot.index, set(answer["nodes"])
        statuses = {n: Status(Code.Unschedulable, (m,), EXTENDER) for n, m in answer["failed"].items()}
        statuses |= {
            n: Status(Code.UnschedulableAndUnresolvable, (m,), EXTENDER)
            for n, m in answer["unresolvable"].items()
        }
        passed = np.array([name in remaining for name in names], dtype=bool)
        return nodes[passed], {index[n]: status for n, status in statuses.items() if n in index}

    def prioritize(self, pod: Pod, nodes: IntArray) -> IntArray:
        """Return the points to add to each node's total; a failed extender gives none. Shape (len(nodes),)."""
        total = np.zeros(len(nodes), dtype=np.int64)
        names = self._node_names(nodes)
        for extender in self._interested_extenders(pod):
            if extender.prioritize_verb:
                scores = self._scores(extender, pod, names)
                factor = extender.weight * (MAX_NODE_SCORE // MAX_EXTENDER_PRIORITY)
                total += np.array([wrap(scores.get(name, 0) * factor) for name in names], dtype=np.int64)
        return total

    def _scores(self, extender: Extender, pod: Pod, names: list[str]) -> dict[str, int]:
        only_names = extender.node_cache_capable
        try:
            answer = self._ask(
                extender,
                "prioritize",
                extender.prioritize_verb,
                lambda: wire.extender_args(pod, names, self._objects, only_names=only_names),
                lambda raw: PrioritizeAnswer(**wire.host_priorities(raw), weight=extender.weight),
            )
        except ExtenderError:
            return {}
        return answer["scores"]

    def preempt(self, pod: Pod, candidates: list[Candidate]) -> list[Candidate]:
        """Return the candidates that remain, with the victims chosen by the extenders; raise ExtenderError."""
        remaining = {self._snapshot.nodes[c.node].name: c for c in candidates}
        for extender in self._interested_extenders(pod):
            if not extender.preempt_verb:
                continue
            try:
                remaining = self._preempt(extender, pod, remaining)
            except ExtenderError:
                if extender.ignorable:
                    continue
                raise
            for name in [name for name, candidate in remaining.items() if not candidate.victims]:
                if not extender.ignorable:
                    raise ExtenderError(f'expected at least one victim pod on node "{name}"')
                del remaining[name]
            if not remaining:
                break
        return sorted(remaining.values(), key=lambda c: c.node)

    def _preempt(
        self, extender: Extender, pod: Pod, candidates: dict[str, Candidate]
    ) -> dict[str, Candidate]:
        only_uids = extender.node_cache_capable
        answer = self._ask(
            extender,
            "preempt",
            extender.preempt_verb,
            lambda: wire.preemption_args(pod, candidates, self._objects, only_uids=only_uids),
            wire.preemption_result,
        )
        return {name: self._candidate(extender, name, v) for name, v in answer["victims"].items()}

    def _candidate(self, extender: Extender, name: str, victims: MetaVictims) -> Candidate:
        """Return the extender's victims on a node as a candidate (convertToVictims)."""
        node = self._snapshot.index.get(name)
        if node is None:
            raise ExtenderError(f'nodeinfo not found for node name "{name}"')
        pods = {wire.uid_of(pod): pod for pod in self._snapshot.pods_on(node)}
        for uid in victims["uids"]:
            if uid not in pods:
                raise ExtenderError(
                    f"extender: {extender.url} claims to preempt pod (UID: {uid}) on node: {name}, "
                    "but the pod is not found on that node"
                )
        return Candidate(node, tuple(pods[uid] for uid in victims["uids"]), victims["pdbViolations"])

    def bind(self, pod: Pod, node: int) -> Status | None:
        """Return the outcome if an extender binds the pod, None if that is left to the plugins."""
        for extender in self._interested_extenders(pod):
            if not extender.bind_verb:
                continue
            args = wire.binding_args(pod, self._snapshot.nodes[node].name)
            try:
                self._ask(extender, "bind", extender.bind_verb, lambda: args, wire.binding_result)  # noqa: B023
            except ExtenderError as error:
                if extender.ignorable:
                    continue
                return Status(Code.Error, (str(error),), EXTENDER)
            return SUCCESS
        return None


def _checked_nodes(answer: FilterAnswer, extender: Extender, names: list[str]) -> FilterAnswer:
    """Return the answer; raise ExtenderError if a node remains that was not in the request."""
    requested = set(names)
    for name in answer["nodes"]:
        if name not in requested:
            raise ExtenderError(
                f'extender "{extender.url}" claims a filtered node "{name}" which is not found in the input node list'
            )
    return answer


class ExtenderHints:
    """The hints of all extenders, which can't tell which events matter to them."""

    name = EXTENDER

    def queueing_hint(self, pod: Pod, event: ClusterEvent) -> Hint | None:
        return Hint.Queue
