"""How many more: a pod replicated until it no longer fits, nodes to add for that, and nodes that could go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scheduler_core.cluster.snapshot import Snapshot
from scheduler_core.cycle.cycle import CycleRecord, schedule_one
from scheduler_core.explain.recording import Recording
from scheduler_core.framework.handle import Handle
from scheduler_core.framework.runtime import Framework
from scheduler_core.objects.node import ZONE, Node, read_node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.reading import InputError, InvalidInput, ManifestField, Problems
from scheduler_core.plugins.registry import make_profile
from scheduler_core.run.simulation import Simulation

from .contract import AddedNode, Capacity, FreeNode
from .offers.nodes import new_node

MOST_PODS = 10_000
MOST_ADDED = 100
_TIED = ("DaemonSet", "Node")  # their pods belong to their node


class _Room:
    """A cluster in which pods are placed one after another: a copy of that of a simulation, on this snapshot."""

    def __init__(self, simulation: Simulation, snapshot: Snapshot) -> None:
        former, self.snapshot, self.config = simulation.handle, snapshot, simulation.config
        handle = Handle(snapshot, former.objects, former.version, volumes=former.volumes)
        self._frameworks = {
            profile.scheduler_name: Framework(make_profile(profile, handle, Problems()), handle)
            for profile in self.config.profiles
        }

    @classmethod
    def with_nodes(cls, simulation: Simulation, added: Sequence[Node] = ()) -> _Room:
        return cls(simulation, simulation.handle.snapshot.altered({}, added))

    def attempt(self, pod: Pod) -> CycleRecord:
        """Return the cycle of a pod; raise InvalidInput if the configuration has no profile for it."""
        framework = self._frameworks.get(pod.template.scheduler_name)
        if framework is None:
            message = f"no profile has the name {pod.template.scheduler_name}"
            raise InvalidInput([InputError("spec.schedulerName", message, object=f"Pod {pod.key}")])
        return schedule_one(framework, pod, percentage=self.config.percentage, start_index=0, rng=None)

    def fill(self, pods: Sequence[Pod], most: int) -> tuple[list[str], str]:
        """Place copies of the pods in turn until one does not fit; return their nodes, and the message of that one."""
        nodes: list[str] = []
        while len(nodes) < most:
            pod = pods[len(nodes) % len(pods)]
            copy = replace(pod, name=f"{pod.name}-{len(nodes)}", node_name="", nominated_node_name="")
            record = self.attempt(copy)
            if record.selected is None:
                return nodes, record.fit_error or record.error
            self.snapshot.assume(copy, record.selected)
            nodes.append(self.snapshot.nodes[record.selected].name)
        return nodes, ""


def how_many_more(
    recording: Recording, pods: Sequence[str], *, most: int = MOST_PODS, key: str = ZONE
) -> Capacity:
    """Replicate pods (`namespace/name`) of a finished run, in turn, until one no longer fits.

    `domains` counts them by the value of a topology key. Raise InvalidInput for a pod that is not in the input.
    """
    room = _Room.with_nodes(recording.before(len(recording.finished)))
    nodes, message = room.fill(_pods(recording, pods), most)
    domain = {node.name: node.labels.get(key, "") for node in room.snapshot.nodes}
    return {
        "pods": len(nodes),
        "message": message,
        "nodes": dict(Counter(nodes)),
        "domains": dict(Counter(domain[node] for node in nodes)),
    }


def _pods(recording: Recording, keys: Sequence[str]) -> list[Pod]:
    by_key = {pod.key: pod for pod in recording.scenario.objects.pods}
    for key in keys:
        if key not in by_key:
            raise InvalidInput(
                [InputError("", "is not in the input: name it as namespace/name", object=f"Pod {key}")]
            )
    return [by_key[key] for key in keys]


def nodes_to_add(recording: Recording, pods: Sequence[str], more: int) -> list[AddedNode] | None:
    """Return the nodes to add so that this number of further pods fits, each like one that is there, in its zone.

    One after another is added, that with which most pods fit. None if no node helps, or `MOST_ADDED` do not suffice.
    """
    simulation, templates = recording.before(len(recording.finished)), _pods(recording, pods)
    added: list[tuple[Node, Node]] = []

    def placed(*further: tuple[Node, Node]) -> int:
        nodes = [node for _, node in (*added, *further)]
        return len(_Room.with_nodes(simulation, nodes).fill(templates, more)[0])

    while (fitting := placed()) < more:
        best = max(_candidates(recording, simulation, len(added)), key=placed, default=None)
        if best is None or len(added) == MOST_ADDED or placed(best) <= fitting:
            return None
        added.append(best)
    counts = Counter(like.name for like, _ in added)
    zones = {like.name: like.labels.get(ZONE, "") for like, _ in added}
    return [{"like": name, "zone": zones[name], "count": count} for name, count in counts.items()]


def _candidates(recording: Recording, simulation: Simulation, number: int) -> Iterator[tuple[Node, Node]]:
    """Yield a node of each shape and zone with a new one like it."""
    manifests = recording.scenario.objects.manifests
    shapes: dict[object, Node] = {}
    for node in simulation.handle.snapshot.nodes:
        shapes.setdefault((node.zone_key, tuple(sorted(node.allocatable.items())), node.taints), node)
    for node in shapes.values():
        manifest = new_node(manifests["Node", node.name], f"{node.name}-new-{number}")
        yield node, read_node(ManifestField(manifest, "", Problems()))


def nodes_that_could_go(recording: Recording) -> list[FreeNode]:
    """Return the nodes whose pods all fit on the others, those with the fewest pods first, each for itself."""
    simulation = recording.before(len(recording.finished))
    snapshot = simulation.handle.snapshot
    free: list[FreeNode] = []
    for row in sorted(range(len(snapshot)), key=lambda row: len(snapshot.pods_on(row))):
        moves = _moves(simulation, row)
        if moves is not None:
            free.append({"node": snapshot.nodes[row].name, "moves": moves})
    return free


def _moves(simulation: Simulation, row: int) -> dict[str, str] | None:
    """Return where the pods of a node would go, apart from those that belong to it; None if one cannot go."""
    former = simulation.handle.snapshot
    closed = replace(former.nodes[row], unschedulable=True, allocatable={})
    room, leaving = _Room(simulation, former.altered({row: closed})), former.pods_on(row)
    for pod in leaving:
        room.snapshot.forget(pod)
    moves: dict[str, str] = {}
    for pod in leaving:
        owner = pod.template.controller.kind if pod.template.controller else ""
        if owner in _TIED:
            continue
        record = room.attempt(replace(pod, node_name=""))
        if record.selected is None or record.selected == row:
            return None
        room.snapshot.assume(pod, record.selected)
        moves[pod.key] = former.nodes[record.selected].name
    return moves
