"""Cluster Autoscaler: node groups, each tried by bin packing with the scheduler's filters alone.

Follows pkg/core/scaleup/orchestrator/orchestrator.go, pkg/estimator/binpacking_estimator.go and
decreasing_pod_orderer.go of cluster-autoscaler 1.35. Left out are quotas, groups that are balanced with similar ones
(off by default), groups that grow as a whole, and groups that a cloud would make.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import cast

from scheduler_core.advice.amounts import pair, size_of
from scheduler_core.advice.phrases import Phrase, listed, say
from scheduler_core.autoscaling.nodegroups.expanders import Option, best_options, read_priorities
from scheduler_core.autoscaling.nodegroups.groups import (
    BACKOFF_REASON,
    MAXIMUM_REASON,
    Backoff,
    NodeGroup,
    ToldGroups,
)
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.nodegroups import group_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY, PODS, is_extended
from scheduler_core.simulation.run.simulation import Simulation

from .clauses import Clause
from .contract import MadeNode, NewNode, NewNodeVerdict, PoolRow, RowVerdict, ScaleUp, Shape, ThenScheduled
from .growth import GrowingCluster
from .made import words_of
from .templates import GroupTemplate, is_daemon, new_node, read_pods

MOST_NODES = 100  # of an answer
EXPENDABLE = -10  # the default of --expendable-pods-priority-cutoff
_NOT_READY = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")
_TYPES = ("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type")


@dataclass(slots=True)
class Addition:
    """Nodes of one group that are added at once, with the pods for which they are, by node."""

    template: GroupTemplate
    nodes: dict[str, list[str]]
    equal: list[str]


class NodeGroups:
    """Cluster Autoscaler after a run: the nodes that it adds, and what it says of a pod."""

    def __init__(self, recording: Recording, told: ToldGroups) -> None:
        self._recording = recording
        self._simulation = recording.before(len(recording.finished))
        self._told = told
        self._templates = {
            group.name: template
            for group in told.groups
            if (template := _template(self._simulation, group)) is not None
        }
        self._priorities = read_priorities(recording.scenario.manifests)
        waiting = [pod for pod in self._simulation.waiting.values() if not _ignored(self._simulation, pod)]
        self._pods = sorted(waiting, key=lambda pod: -pod.template.priority)
        self._cluster = GrowingCluster(self._simulation)
        self._added = self._scale_up()

    def _scale_up(self) -> list[Addition]:
        """Add nodes as long as some group helps, each time those of the group that the expander chooses."""
        added: list[Addition] = []
        left, grown = list(self._pods), dict[str, int]()
        while left and sum(grown.values()) < MOST_NODES:
            estimates = {
                name: estimate
                for name, template in self._templates.items()
                if (most := self._most(template.group, grown.get(name, 0))) > 0
                and (estimate := Estimate(self._cluster.fork(), template, grown.get(name, 0), most)).pack(
                    left
                )
            }
            if not estimates:
                break
            best = best_options([estimate.option for estimate in estimates.values()], self._priorities)
            chosen = estimates[best[0].group]
            nodes = [node for node in chosen.nodes if chosen.pods_on[node.name]]
            row = self._cluster.add(nodes, chosen.template.daemons)
            for number, node in enumerate(nodes, row):
                for pod in chosen.pods_on[node.name]:
                    self._cluster.assume(pod, number)
            equal = [option.group for option in best] if len(best) > 1 else []
            by_node = {node.name: [pod.key for pod in chosen.pods_on[node.name]] for node in nodes}
            added.append(Addition(chosen.template, by_node, equal))
            grown[best[0].group] = grown.get(best[0].group, 0) + len(nodes)
            helped = {key for pods in by_node.values() for key in pods}
            left = [pod for pod in left if pod.key not in helped]
        return added

    def _most(self, group: NodeGroup, grown: int) -> int:
        """Return how many nodes a group may still get: none if it is in backoff or at its maximum."""
        if group.backoff is not None:
            return 0
        if group.count is None or group.most is None:
            return MOST_NODES
        return group.most - group.count - grown

    @cached_property
    def _scheduled(self) -> tuple[dict[str, str], dict[str, str]]:
        """The nodes of the pending pods in the larger cluster, by the scheduler itself, and messages of the others."""
        cluster = GrowingCluster(self._simulation)
        for addition in self._added:
            numbers = {addition.template.node(n).name: n for n in range(1, MOST_NODES + 1)}
            nodes = [addition.template.node(numbers[name]) for name in addition.nodes]
            cluster.add(nodes, addition.template.daemons)
        return cluster.schedule(self._pods)

    def at_maximum(self, key: str) -> Iterator[tuple[NodeGroup, Manifest, Shape]]:
        """Yield the groups that would help a pod but for their largest size, each with the node that would come."""
        pod = self._simulation.waiting.get(key)
        if pod is None or _ignored(self._simulation, pod):
            return
        for group in self._told.groups:
            template = self._templates.get(group.name)
            if (
                template is not None
                and group.full
                and group.backoff is None
                and not self._reasons(pod, template)
            ):
                yield group, new_node(template.manifest, f"{group.name}-new-1"), _shape(template)

    def answer(self, key: str) -> NewNode:
        """Return why no new node came for a pending pod (`namespace/name`), or which one would."""
        pod = self._simulation.waiting[key]
        if why := _ignored(self._simulation, pod):
            return self._answer(pod, "ignored", why)
        for addition in self._added:
            for name, pods in addition.nodes.items():
                if key in pods:
                    return self._made(pod, addition, name)
        rows = [self._row(pod, group) for group in self._told.groups]
        stated = tuple(say("pool row", pool=row["pool"], why=row["text"]) for row in rows)
        verdict: NewNodeVerdict = "may" if any(row["verdict"] == "may" for row in rows) else "none"
        return self._answer(pod, verdict, say("groups none", rows=stated), rows)

    def _made(self, pod: Pod, addition: Addition, name: str) -> NewNode:
        shape = _shape(addition.template)
        placed, messages = self._scheduled
        then: ThenScheduled = {"node": placed.get(pod.key), "message": messages.get(pod.key, "")}
        words = (words_of(shape),)
        phrase = say("groups make", node=words)
        if then["node"] is None:
            phrase = say("groups in vain", node=words, message=then["message"])
        made = addition.template.group
        rows = [
            _row(group, "makes", Clause("order", say("pool makes", size=_size(shape))), shape=shape)
            if group.name == made.name
            else self._row(pod, group, instead=made.name)
            for group in self._told.groups
        ]
        answer = self._answer(pod, "makes", phrase, rows)
        answer["shape"], answer["node"], answer["scheduled"] = shape, name, then
        answer["beside"] = [key for key in addition.nodes[name] if key != pod.key]
        if addition.equal:
            answer["ties"] = [str(say("equal groups", groups=listed(addition.equal)))]
        return answer

    def _row(self, pod: Pod, group: NodeGroup, instead: str = "") -> PoolRow:
        """Return what a group says of a pod that gets no node of it: first what keeps the group from growing at all."""
        template = self._templates.get(group.name)
        stopped = self._stopped(group)
        if template is None:
            return _row(group, *(("no", stopped) if stopped else ("may", _UNKNOWN)))
        shape = _shape(template)
        if reasons := self._reasons(pod, template):
            refused = _refused(pod, template, reasons)
            if stopped:
                both = say("pool and", why=stopped.phrase, also=refused.phrase)
                refused = Clause(stopped.kind, both, stopped.says)
            return _row(group, "no", refused)
        if stopped:
            return _row(group, "no", stopped, alone=True, shape=shape)
        return _row(group, "unasked", Clause("order", say("pool order", pool=instead)), shape=shape)

    def _stopped(self, group: NodeGroup) -> Clause | None:
        """Return why a group does not grow, whatever the pod."""
        if group.backoff is not None:
            return Clause("backoff", say("pool backoff", error=self._error(group.backoff)), BACKOFF_REASON)
        if group.full:
            return Clause("maximum", say("pool maximum", count=group.count, most=group.most), MAXIMUM_REASON)
        return None

    def _error(self, backoff: Backoff) -> str:
        """Return why the last scale-up failed, and how long ago that was when the status was written."""
        said = ": ".join(filter(None, (backoff.code, backoff.message))) or "the status gives no reason"
        try:
            age = datetime.fromisoformat(self._told.time[:19]) - datetime.fromisoformat(backoff.since[:19])
        except ValueError:
            return said
        return f"{said} ({int(age.total_seconds() // 60)} min before)"

    def _reasons(self, pod: Pod, template: GroupTemplate) -> list[str]:
        """Return why a new node of a group does not take a pod, as the scheduler's messages."""
        cluster = GrowingCluster(self._simulation)
        row = cluster.add([template.node(MOST_NODES + 1)], template.daemons)
        return cluster.reasons(pod, row)

    def _answer(
        self, pod: Pod, verdict: NewNodeVerdict, phrase: Phrase, rows: Sequence[PoolRow] = ()
    ) -> NewNode:
        return {
            "autoscaler": "cluster-autoscaler",
            "pod": pod.key,
            "verdict": verdict,
            "text": str(phrase),
            "phrase": phrase.as_json(),
            "rows": list(rows),
            "shape": None,
            "node": "",
            "beside": [],
            "scheduled": None,
            "loop": None,
            "ties": [],
            "basis": None,
            "notes": [],
        }

    def scale_up(self, asked: Sequence[str]) -> ScaleUp:
        """Return what becomes of the pending pods that are asked about: the nodes that come, and who stays pending."""
        placed = self._scheduled[0]
        made = [
            cast(MadeNode, {**_shape(addition.template), "name": name, "pods": pods})
            for addition in self._added
            for name, pods in addition.nodes.items()
        ]
        classes: dict[PodTemplate, str] = {}
        for key in asked:
            if key not in placed and (pod := self._simulation.waiting.get(key)) is not None:
                classes.setdefault(pod.template, key)
        return {
            "autoscaler": "cluster-autoscaler",
            "pending": len(asked),
            "nodes": made,
            "price": None,
            "placed": {key: placed[key] for key in asked if key in placed},
            "left": list(map(self.answer, classes.values())),
            "complete": sum(len(addition.nodes) for addition in self._added) < MOST_NODES,
            "basis": None,
            "notes": [],
        }


@dataclass
class Estimate:
    """How many new nodes of a group take how many of the pods, by first fit with the largest pods first."""

    cluster: GrowingCluster
    template: GroupTemplate
    number: int
    most: int
    nodes: list[Node] = field(default_factory=list)
    pods_on: dict[str, list[Pod]] = field(default_factory=dict)
    _rows: list[int] = field(default_factory=list)

    @property
    def option(self) -> Option:
        packed = [pod for pods in self.pods_on.values() for pod in pods]
        requested = {
            name: sum(pod.template.requests.get(name, 0) for pod in packed) for name in (CPU, MEMORY)
        }
        used = sum(bool(pods) for pods in self.pods_on.values())
        return Option(self.template.group.name, used, self.template.capacity, requested)

    def pack(self, pods: Sequence[Pod]) -> bool:
        """Pack the pods, the largest class first, as long as nodes come to fit; return whether there is one."""
        classes: dict[PodTemplate, list[Pod]] = {}
        for pod in pods:
            classes.setdefault(pod.template, []).append(pod)
        for alike in sorted(classes.values(), key=lambda alike: -self._size(alike[0])):
            if self._takes(alike[0]):
                self._pack_class(alike)
        return any(self.pods_on.values())

    def _takes(self, pod: Pod) -> bool:
        """Return whether a fresh node takes the pod, without which no pod of its class is packed."""
        cluster = self.cluster.fork()
        return cluster.fits(pod, cluster.add([self._new_node()], self.template.daemons))

    def _pack_class(self, pods: Sequence[Pod]) -> None:
        for pod in pods:
            rows = [row for row in self.cluster.feasible(pod) if row in self._rows] or self._row_of_new_node(
                pod
            )
            if not rows:
                return
            self.cluster.assume(pod, rows[0])
            self.pods_on[self.nodes[self._rows.index(rows[0])].name].append(pod)

    def _row_of_new_node(self, pod: Pod) -> list[int]:
        """Return the row of one more node if it takes the pod; it stays, empty, if it does not."""
        is_last_empty = bool(self.nodes) and not self.pods_on[self.nodes[-1].name]
        if is_last_empty or len(self.nodes) >= self.most:
            return []
        node = self._new_node()
        row = self.cluster.add([node], self.template.daemons)
        self.nodes.append(node)
        self.pods_on[node.name] = []
        self._rows.append(row)
        return [row] if self.cluster.fits(pod, row) else []

    def _new_node(self) -> Node:
        return self.template.node(self.number + len(self.nodes) + 1)

    def _size(self, pod: Pod) -> float:
        """Return the share of a node that the pod requests, of cpu and memory together."""
        allocatable = self.template.example.allocatable
        return sum(
            pod.template.requests.get(resource, 0) / allocatable[resource]
            for resource in (CPU, MEMORY)
            if allocatable.get(resource)
        )


def _template(simulation: Simulation, group: NodeGroup) -> GroupTemplate | None:
    """Return what a new node of a group is: like a ready node of it, or as it is told; None if neither is there."""
    snapshot = simulation.handle.snapshot
    own = [n for n in snapshot.nodes if group.has(n.name, group_of(n.labels) or "")]
    example = next((node for node in own if _is_ready(node)), own[0] if own else None)
    if example is not None:
        daemons = tuple(pod for pod in snapshot.pods_on(snapshot.index[example.name]) if is_daemon(pod))
        return GroupTemplate(group, simulation.scenario.objects.manifests["Node", example.name], daemons)
    if group.template is None:
        return None
    daemons = read_pods(tuple(group.daemons), simulation.scenario.objects)
    return GroupTemplate(group, group.template, tuple(filter(is_daemon, daemons)))


def _is_ready(node: Node) -> bool:
    return not node.unschedulable and not any(taint.key in _NOT_READY for taint in node.taints)


def _ignored(simulation: Simulation, pod: Pod) -> Phrase | None:
    """Return why Cluster Autoscaler does not look at a pending pod, None if it does."""
    framework = simulation.frameworks.get(pod.template.scheduler_name)
    is_tried = framework is not None and framework.run_pre_enqueue(pod).ok
    if pod.template.terminating or is_daemon(pod) or not is_tried:
        return say("groups ignore")
    priority = pod.template.priority
    return say("expendable", priority=priority) if priority < EXPENDABLE else None


_UNKNOWN = Clause("unknown", say("pool without template"))


def _refused(pod: Pod, template: GroupTemplate, reasons: Sequence[str]) -> Clause:
    """Return why a new node of a group does not take a pod: what it is too small for, else the filters' reasons."""
    if too_small := tuple(_too_small(pod, template)):
        return Clause("size", say("group too small", resources=too_small), listed(reasons))
    return Clause("filter", say("pool filters", reasons=listed(reasons)), listed(reasons))


def _too_small(pod: Pod, template: GroupTemplate) -> Iterator[Phrase]:
    """Yield the resources of which even an empty node has too little, with what DaemonSets take of it."""
    for name, wanted in pod.template.requests.items():
        of_node, taken = template.example.allocatable.get(name, 0), template.taken.get(name, 0)
        if name != PODS and wanted > of_node - taken:
            amount, most = pair(name, wanted, of_node)
            if taken:
                yield say(
                    "of at most less", resource=name, amount=amount, most=most, taken=size_of(name, taken)
                )
            else:
                yield say("of at most", resource=name, amount=amount, most=most)


def _shape(template: GroupTemplate) -> Shape:
    node = template.example
    free = {name: amount - template.taken.get(name, 0) for name, amount in node.allocatable.items()}
    named = (name for name in free if name in (CPU, MEMORY) or is_extended(name))
    return {
        "pool": template.group.name,
        "type": next((node.labels[key] for key in _TYPES if node.labels.get(key)), ""),
        "zone": node.zone_key[1],
        "capacity_type": "",
        "price": None,
        "size": {name: size_of(name, free[name]) for name in named if free[name]},
        "choices": 1,
    }


def _size(shape: Shape) -> str:
    return listed(f"{name} {amount}" for name, amount in shape["size"].items())


def _row(
    group: NodeGroup, verdict: RowVerdict, clause: Clause, *, alone: bool = False, shape: Shape | None = None
) -> PoolRow:
    return {
        "pool": group.name,
        "weight": None,
        "verdict": verdict,
        "clause": None if verdict == "makes" else clause.kind,
        "text": str(clause.phrase),
        "phrase": clause.phrase.as_json(),
        "says": clause.says,
        "alone": alone,
        "shape": shape,
    }
