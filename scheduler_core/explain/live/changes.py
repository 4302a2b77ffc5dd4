"""What changed in a cluster, as sentences: for "what changed just before" and for changes that were under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from scheduler_core.explain.view.causes.workload import workload_of
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.pod import Pod

from .contract import LiveSentence
from .phrases import say
from .ranks import Rank

_BEFORE_SECONDS: Final = 180
_MOST_BEFORE: Final = 5
# These follow from what others did.
_NOISE: Final = ("ReplicaSet", "PodDisruptionBudget", "CSINode")


@dataclass(frozen=True, slots=True)
class Applied:
    """A change that has happened: when it was heard of, what the object was before and what it is since."""

    at: float
    key: str
    before: Any
    after: Any
    position: int
    place: int = 0
    """The pod's place in the queue, before it got its node."""
    retried: bool = False
    """Whether the pod had been tried before, so that it came back to the queue after a backoff."""

    @property
    def is_binding(self) -> bool:
        """Whether a pod that waited got its node."""
        before, after = self.before, self.after
        return (
            isinstance(before, Pod)
            and isinstance(after, Pod)
            and not before.node_name
            and bool(after.node_name)
        )

    @property
    def rank(self) -> Rank:
        """The place in the queue of a pod that waited."""
        return -self.before.template.priority, self.place

    @property
    def matters(self) -> bool:
        """Whether the scheduler sees the object otherwise since."""
        before, after = self.before, self.after
        if self.key.startswith("Pod "):
            return _seen(before) != _seen(after)
        return bool(before != after)


def _seen(pod: Pod | None) -> tuple[object, ...] | None:
    """Return what a cycle of another pod sees of a pod: nothing of one that only waits, unless it is of a group."""
    if pod is None or pod.finished:
        return None
    if not (pod.node_name or pod.nominated_node_name or pod.template.pod_group):
        return None
    return id(pod.template), pod.node_name, pod.nominated_node_name


def sentence_of(change: Applied) -> LiveSentence:
    """Return a change as a sentence."""
    return next(_told(change), None) or say("changes", "object", object=change.key)


def is_telling(change: Applied) -> bool:
    """Return whether a change may be what a cause came from: of a node, a workload or what rules pods."""
    kind = change.key.partition(" ")[0]
    if kind == "Pod":
        return change.before is None
    return kind not in _NOISE and _spec(change.before) != _spec(change.after)


def _spec(value: Any) -> Any:
    """Return what somebody asks for, without what controllers write down."""
    return value.get("spec", value) if isinstance(value, dict) else value


def before(lately: Iterable[Applied], at: float) -> list[LiveSentence]:
    """Return what changed just before a time, the latest first, pods of one workload together."""
    sentences: list[LiveSentence] = []
    pods: Counter[str] = Counter()
    for change in reversed(list(lately)):
        if change.at > at or change.at < at - _BEFORE_SECONDS:
            continue
        if isinstance(change.after, Pod):
            pods[_workload(change.after)] += 1
        elif (sentence := sentence_of(change)) not in sentences:
            sentences.append(sentence)
    made = [say("changes", "pods", n=count, workload=name) for name, count in pods.most_common(_MOST_BEFORE)]
    return [*sentences[:_MOST_BEFORE], *made][:_MOST_BEFORE]


def _workload(pod: Pod) -> str:
    workload = workload_of(pod)
    return f"{workload.kind} {workload.namespace}/{workload.name or pod.name}"


def _told(change: Applied) -> Iterator[LiveSentence]:
    kind, _, name = change.key.partition(" ")
    before, after = change.before, change.after
    if kind == "Node":
        yield from _node(name, before, after)
    elif kind == "Pod":
        yield from _pod(change.key, before, after)
    elif before is None or after is None:
        yield say("changes", "created" if before is None else "removed", workload=change.key)
    elif kind in ("Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob", "ReplicaSet"):
        yield say("changes", "rollout", workload=change.key)


def _pod(key: str, before: Pod | None, after: Pod | None) -> Iterator[LiveSentence]:
    if before is None and after is not None:
        yield say("changes", "pods", n=1, workload=_workload(after))
    elif after is None:
        yield say("changes", "removed", workload=key)


def _node(name: str, before: Node | None, after: Node | None) -> Iterator[LiveSentence]:
    if before is None or after is None:
        yield say("changes", "node_added" if before is None else "node_removed", node=name)
        return
    if before.unschedulable != after.unschedulable:
        kind = "node_cordoned" if after.unschedulable else "node_uncordoned"
        yield say("changes", kind, node=name)
    for taint in after.taints:
        if taint not in before.taints:
            yield say("changes", "node_tainted", node=name, taint=str(taint))
    for taint in before.taints:
        if taint not in after.taints:
            yield say("changes", "node_untainted", node=name, taint=str(taint))
    for resource in before.allocatable.keys() | after.allocatable.keys():
        had, has = before.allocatable.get(resource, 0), after.allocatable.get(resource, 0)
        if had != has:
            kind = "node_larger" if has > had else "node_smaller"
            yield say("changes", kind, node=name, resource=resource)
    if before.labels != after.labels:
        yield say("changes", "node_labels", node=name)
