"""How many more: pods replicated until one no longer fits, and nodes to add for that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from scheduler_core.advice.room import Room, further
from scheduler_core.advice.scaling.templates import new_node
from scheduler_core.explain.view.causes.reasons import refusals
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.node import ZONE, Node, read_node
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.simulation import Simulation

from .cluster_contract import AddedNode, Capacity, MixedPod, MoreCapacity

MOST_PODS = 10_000
MOST_ADDED = 100


@dataclass
class _Copies:
    """Copies of pods that are placed in turn in a room, until one does not fit or there are `most`.

    `former` copies are there already. `rows` are the nodes of the others by index; `stop` is the cycle of the one that
    does not fit.
    """

    room: Room
    pods: Sequence[Pod]
    most: int
    former: int = 0
    rows: list[int] = field(default_factory=list)
    stop: CycleRecord | None = None

    def steps(self) -> Iterator[None]:
        """Place one after another, and yield after each."""
        while (number := self.count) < self.most:
            pod = self._pod(number)
            record = self.room.place(further(pod, f"{pod.name}-{number}"))
            if record.selected is None:
                self.stop = record
                return
            self.rows.append(record.selected)
            yield

    @property
    def count(self) -> int:
        """The copies that are placed, with the former ones."""
        return self.former + len(self.rows)

    def finished(self) -> _Copies:
        """Place as many as fit, and return these copies."""
        for _ in self.steps():
            pass
        return self

    def _pod(self, number: int) -> Pod:
        return replace(self.pods[number % len(self.pods)], nominated_node_name="")

    def as_json(self, key: str) -> Capacity:
        nodes, count = self.room.snapshot.nodes, len(self.rows)
        domains = [node.labels.get(key, "") for node in nodes]
        return {
            "pods": count,
            "by_pod": dict(Counter(self._pod(i).key for i in range(count))),
            "message": "" if self.stop is None else self.stop.fit_error or self.stop.error,
            "stopped": "" if self.stop is None else self._pod(count).key,
            "nodes": dict(Counter(nodes[row].name for row in self.rows)),
            "key": key,
            "domains": dict(Counter(domains[row] for row in self.rows)),
            "domain_nodes": dict(Counter(domains)),
            "stops": {} if self.stop is None else _stops(self.stop, domains),
        }


def _stops(record: CycleRecord, domains: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return by domain how many of its nodes refuse a pod for which reason, of the first plugin that refuses it."""
    refused = refusals(record)
    if not len(refused.rows):
        common = [reason.message or reason.operand for reason in refused.common]
        return {domain: dict.fromkeys(common, count) for domain, count in Counter(domains).items()}
    counts: dict[str, Counter[str]] = {}
    for row, reasons in zip(refused.rows.tolist(), refused.first_of.tolist(), strict=True):
        texts = (reason.message or reason.operand for reason in refused.sets[reasons])
        counts.setdefault(domains[row], Counter()).update(texts)
    return {domain: dict(counted.most_common()) for domain, counted in counts.items()}


@dataclass
class CapacityInquiry:
    """The question how many copies of pods fit at the end of a run, and which nodes to add so that `count` do.

    `mix` has the pods of the input (`namespace/name`), each so many times a turn; `key` is the topology key by which
    copies are counted. Raise InvalidInput for a pod that is not there.
    """

    recording: Recording
    mix: Sequence[MixedPod]
    count: int = 0
    key: str = ZONE
    most: int = MOST_PODS
    templates: Sequence[Pod] = ()
    """Pods by the names of the mix that are not in the input."""
    added: list[tuple[Node, Node]] = field(default_factory=list)
    """The nodes to add, each with the node that it is like."""

    def __post_init__(self) -> None:
        self._pods = _mixed([*self.recording.scenario.objects.pods, *self.templates], self.mix)
        self._simulation = self.recording.before(len(self.recording.finished))
        self._copies = self._placed_anew([])
        self._filled = self._copies
        self._searching, self._suffices = True, True

    def steps(self) -> Iterator[None]:
        """Place one copy after another, then add nodes; yield after each copy, and after each node that is tried."""
        yield from self._copies.steps()
        while self._filled.count < self.count and self._suffices:
            yield from self._add()
            if self._filled.count >= self.count:
                self._filled = self._placed_anew(self.added)
                yield from self._filled.steps()
        self._searching = False

    def answer(self) -> MoreCapacity:
        """Return what is known so far."""
        return {
            "mix": list(self.mix),
            "capacity": self._copies.as_json(self.key),
            "count": self.count,
            "nodes_to_add": counted_nodes(self.added) if self._suffices else None,
            "fitting": self._filled.count,
            "searching": self._searching,
        }

    def _add(self) -> Iterator[None]:
        """Add the node with which most copies fit beside those that are placed, once or several times."""
        best, most = None, self._filled
        for candidate in candidates(self.recording, self._simulation, len(self.added)):
            copies = self._with([candidate])
            if copies.count > most.count:
                best, most = candidate, copies
            yield
        if best is None or len(self.added) >= MOST_ADDED:
            self._suffices = False
            return
        added, self._filled = self._repeated(best, most)
        self.added += added
        yield

    def _repeated(self, best: tuple[Node, Node], once: _Copies) -> tuple[list[tuple[Node, Node]], _Copies]:
        """Return a node as often as each takes as many copies as the first, or once, with the copies placed then."""
        gain = once.count - self._filled.count
        times = min(-(-(self.count - self._filled.count) // gain), MOST_ADDED - len(self.added))
        while times > 1:
            added = list(like_it(self.recording, best[0], len(self.added), times))
            copies = self._with(added)
            if copies.count >= min(self._filled.count + gain * times, self.count):
                return added, copies
            times //= 2
        return [best], once

    def _with(self, added: Sequence[tuple[Node, Node]]) -> _Copies:
        """Return the copies with further nodes: those that are placed stay."""
        former = self._filled.room
        snapshot = former.snapshot.altered({}, [node for _, node in added])
        grown = [*self.added, *added]
        room = Room(self._simulation, snapshot, preempts=False, claims=former.claims, added=grown)
        return _Copies(room, self._pods, self.count, self._filled.count).finished()

    def _placed_anew(self, added: Sequence[tuple[Node, Node]]) -> _Copies:
        """Return the copies in the cluster with these nodes, none of them placed yet."""
        snapshot = self._simulation.handle.snapshot.altered({}, [node for _, node in added])
        room = Room(self._simulation, snapshot, preempts=not added, added=added)
        return _Copies(room, self._pods, self.count or self.most)


def how_many_more(
    recording: Recording, pods: Sequence[str], *, most: int = MOST_PODS, key: str = ZONE
) -> Capacity:
    """Replicate pods (`namespace/name`) of a finished run, in turn, until one no longer fits.

    `domains` counts them by the value of a topology key. Raise InvalidInput for a pod that is not in the input.
    """
    return _answer(CapacityInquiry(recording, _once(pods), key=key, most=most))["capacity"]


def nodes_to_add(recording: Recording, pods: Sequence[str], more: int) -> list[AddedNode] | None:
    """Return the nodes to add so that this number of further pods fits, each like one that is there, in its zone.

    One after another is added, that with which most pods fit. None if no node helps, or `MOST_ADDED` do not suffice.
    """
    return _answer(CapacityInquiry(recording, _once(pods), more))["nodes_to_add"] if more else []


def _once(pods: Sequence[str]) -> list[MixedPod]:
    return [{"pod": pod, "times": 1} for pod in pods]


def _answer(inquiry: CapacityInquiry) -> MoreCapacity:
    for _ in inquiry.steps():
        pass
    return inquiry.answer()


def _mixed(pods: Sequence[Pod], mix: Sequence[MixedPod]) -> list[Pod]:
    """Return the pods of one turn; raise InvalidInput for one that is not there."""
    by_key = {pod.key: pod for pod in pods}
    for entry in mix:
        if entry["pod"] not in by_key:
            message = worded("is not in the input: name it as namespace/name")
            raise InvalidInput.of("", message, object=f"Pod {entry['pod']}")
    return [by_key[entry["pod"]] for entry in mix for _ in range(entry["times"])]


def candidates(recording: Recording, simulation: Simulation, number: int) -> Iterator[tuple[Node, Node]]:
    """Yield a node of each shape and zone with a new one like it."""
    shapes: dict[object, Node] = {}
    devices: dict[str, list[tuple[str, int]]] = {}
    for pool in recording.scenario.objects.devices.slices:
        devices.setdefault(pool.nodes.node_name, []).append((pool.driver, len(pool.devices)))
    for node in simulation.handle.snapshot.nodes:
        offered = tuple(sorted(devices.get(node.name, ())))
        amounts = tuple(sorted(node.allocatable.items()))
        shapes.setdefault((node.zone_key, amounts, node.taints, offered), node)
    for node in shapes.values():
        yield from like_it(recording, node, number, 1)


def like_it(recording: Recording, like: Node, number: int, times: int) -> Iterator[tuple[Node, Node]]:
    """Yield new nodes, numbered from `number`, each with the node that they are like."""
    for i in range(number, number + times):
        manifest = new_node(recording.scenario.objects.manifests["Node", like.name], f"{like.name}-new-{i}")
        yield like, read_node(ManifestField(manifest, "", Problems()))


def counted_nodes(added: Sequence[tuple[Node, Node]]) -> list[AddedNode]:
    counts = Counter(like.name for like, _ in added)
    zones = {like.name: like.labels.get(ZONE, "") for like, _ in added}
    return [{"like": name, "zone": zones[name], "count": count} for name, count in counts.items()]
