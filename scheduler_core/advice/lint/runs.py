"""The runs that show a consequence: pods of a workload placed by the engine, as written and with operations made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from scheduler_core.advice.room import Room, further
from scheduler_core.controlplane.controllers.deployment import Fenceposts
from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.node import Node, read_node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate, read_template
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems
from scheduler_core.kubernetes.source import Operation, changed
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .contract import LintConsequence, LintRun
from .workloads import LintedWorkload

MOST_PODS = 500  # of one workload
MOST_CYCLES = 500_000  # pods × nodes of one run
MOST_RUNS = 200
MOST_DOMAINS = 12  # that are listed
_HASH = "pod-template-hash"

Rewrite = Callable[[PodTemplate], PodTemplate]


class CannotRun(Exception):
    """The workload is too large to be run, or its pods wait for something beside the scheduler."""


@dataclass(eq=False)
class Runs:
    """Runs of single workloads in the cluster of a scenario; other pending pods take part if all are few."""

    scenario: Scenario
    count: int = 0
    _created: dict[tuple[LintedWorkload, str], LintRun | None] = field(default_factory=dict)

    @cached_property
    def _simulation(self) -> Simulation:
        return Simulation(self.scenario, self.scenario.version, None, allow_extenders=True)

    def create(
        self,
        workload: LintedWorkload,
        operations: Sequence[Operation] = (),
        *,
        key: str = "",
        more: int = 0,
    ) -> LintRun | None:
        """Return what becomes of the pods, and of so many `more`; None if that cannot be run."""
        if not operations and not more:
            if (workload, key) not in self._created:
                self._created[workload, key] = self._create(workload, (), key, 0)
            return self._created[workload, key]
        return self._create(workload, operations, key, more)

    def consequence(
        self,
        workload: LintedWorkload,
        operations: Sequence[Operation] = (),
        *,
        key: str = "",
    ) -> LintConsequence | None:
        """Return what becomes of the pods as written and, if there are operations, with these."""
        written = self.create(workload, key=key)
        if written is None:
            return None
        fixed = self.create(workload, operations, key=key) if operations else None
        pods = written["placed"] + written["pending"]
        return {"situation": "create", "pods": pods, "key": key, "written": written, "fixed": fixed}

    def rollout(
        self,
        workload: LintedWorkload,
        bounds: Fenceposts,
        rewrite: Rewrite | None = None,
    ) -> LintRun | None:
        """Return how far a rolling update of the pods comes; None if they are not all placed before."""
        try:
            world = self._world(workload)
        except CannotRun:
            return None
        pods = workload.pods
        world.place_all(world.waiting)
        if not all(pod.key in world.nodes for pod in pods):
            return None
        update = _RollingUpdate(world, pods, bounds, rewrite or (lambda template: template))
        return update.run()

    def _create(
        self, workload: LintedWorkload, operations: Sequence[Operation], key: str, more: int
    ) -> LintRun | None:
        try:
            world = self._world(workload, operations, more)
        except (CannotRun, InvalidInput):
            return None
        world.place_all(world.waiting)
        return world.counts(world.own, key)

    def _world(self, workload: LintedWorkload, operations: Sequence[Operation] = (), more: int = 0) -> _World:
        pods, nodes = workload.pods, len(self._simulation.handle.snapshot)
        self.count += 1
        if (
            not pods
            or workload.template.scheduling_gates
            or len(pods) > MOST_PODS
            or len(pods) * nodes > MOST_CYCLES
        ):
            raise CannotRun
        if self.count > MOST_RUNS or self._simulation.handle.extenders is not None:
            raise CannotRun
        return _World(self._simulation, workload, operations, more)


class _World:
    """A copy of the cluster, the pods of the workload, and `waiting`, those that are to be placed."""

    def __init__(
        self, simulation: Simulation, workload: LintedWorkload, operations: Sequence[Operation], more: int
    ) -> None:
        objects = simulation.scenario.objects
        snapshot = simulation.handle.snapshot
        self.room = Room(
            simulation, snapshot.altered(_changed_nodes(snapshot.nodes, objects, operations)), preempts=False
        )
        self.nodes: dict[str, int] = {}
        self._objects, self._workload = objects, workload
        edits = _pod_edits(workload, operations)
        self._templates: dict[PodTemplate, PodTemplate] = {}
        own = [replace(pod, template=self._edited(pod, edits)) for pod in workload.pods]
        anew = all(pod.node_name for pod in workload.pods)
        for pod in own:
            if pod.node_name and pod.node_name in snapshot.index:
                if anew:
                    self.room.forget(self.room.snapshot.pod(pod.key))
                else:
                    self.room.snapshot.forget(self.room.snapshot.pod(pod.key))
                    self._bind(pod, snapshot.index[pod.node_name])
        if anew and workload.template.resource_claims:
            own = [further(pod, pod.name) for pod in own]
        self.own = [*own, *(further(own[-1], f"{own[-1].name}-more-{number}") for number in range(more))]
        keys = {pod.key for pod in own}
        others = [pod for pod in simulation.waiting.values() if pod.key not in keys]
        if len(others) * len(snapshot.nodes) > MOST_CYCLES // 10:
            others = []
        order = {pod.key: number for number, pod in enumerate(objects.pods)}
        missing = [pod for pod in self.own if pod.key not in self.nodes]
        self.waiting = sorted([*others, *missing], key=lambda pod: order.get(pod.key, len(order)))

    def _edited(self, pod: Pod, edits: Sequence[Operation]) -> PodTemplate:
        if not edits:
            return pod.template
        if pod.template not in self._templates:
            manifest = self._objects.manifests["Pod", pod.key]
            for operation in edits:
                manifest = changed(manifest, operation)
            self._templates[pod.template] = _read(manifest, self._objects)
        return self._templates[pod.template]

    def place_all(self, pods: Iterable[Pod]) -> list[Pod]:
        """Place pods until no further one finds a node; return those that wait."""
        waiting = list(pods)
        while True:
            left = self._pass(waiting)
            if not left or len(left) == len(waiting):
                return left
            waiting = left

    def _pass(self, pods: list[Pod]) -> list[Pod]:
        left: list[Pod] = []
        rejected: set[PodTemplate] = set()  # since the cluster changed
        for pod in pods:
            if pod.template not in rejected and self.place(pod):
                rejected.clear()
            else:
                rejected.add(pod.template)
                left.append(pod)
        return left

    def place(self, pod: Pod) -> bool:
        try:
            selected = self.room.place(pod).selected
        except InvalidInput:  # another scheduler's
            return False
        if selected is not None:
            self.nodes[pod.key] = selected
        return selected is not None

    def _bind(self, pod: Pod, node: int) -> None:
        self.room.snapshot.assume(pod, node)
        self.nodes[pod.key] = node

    def remove(self, pod: Pod) -> None:
        self.room.forget(self.room.snapshot.pod(pod.key))
        del self.nodes[pod.key]

    def rewrite(self, pod: Pod, rewrite: Rewrite) -> None:
        """Let a placed pod be of another class."""
        node = self.nodes[pod.key]
        self.room.snapshot.forget(self.room.snapshot.pod(pod.key))
        self._bind(replace(pod, template=rewrite(pod.template)), node)

    def counts(self, pods: Sequence[Pod], key: str, old: int = 0) -> LintRun:
        placed = sum(pod.key in self.nodes for pod in pods)
        domains = self._domains(key) if key else {}
        return {"placed": placed, "pending": len(pods) - placed, "old": old, "domains": domains}

    def _domains(self, key: str) -> dict[str, int]:
        """Return the pods that look like the workload's by domain, {} if there are many domains."""
        nodes, counted = self.room.snapshot.nodes, Counter[str]()
        for node in nodes:
            if key in node.labels:
                counted.setdefault(node.labels[key], 0)
        if len(counted) > MOST_DOMAINS:
            return {}
        for pod, node_number in self.room.snapshot.pods():
            value = nodes[node_number].labels.get(key)
            if value is not None and self._workload.is_like(pod.template):
                counted[value] += 1
        return dict(sorted(counted.items()))


@dataclass(eq=False)
class _RollingUpdate:
    """A rolling update of pods that all run; new ones are ready at once.

    Follows reconcileNewReplicaSet and reconcileOldReplicaSets of pkg/controller/deployment/rolling.go @ v1.34.1.
    """

    world: _World
    old: Sequence[Pod]
    bounds: Fenceposts
    rewrite: Rewrite

    def run(self) -> LintRun:
        replicas, old = len(self.old), list(self.old)
        template = self.rewrite(_next_revision(self.world, self.old[0]))
        for pod in old:
            self.world.rewrite(pod, self.rewrite)
        new: list[Pod] = []
        while True:
            before = len(old), len(new), self._placed(new)
            for _ in range(min(replicas - len(new), replicas + self.bounds.surge - len(old) - len(new))):
                named = further(self.old[0], f"{self.old[0].name}-new-{len(new)}")
                new.append(replace(named, template=template))
            self.world.place_all(pod for pod in new if pod.key not in self.world.nodes)
            placed = self._placed(new)
            for _ in range(min(len(old), len(old) + placed - (replicas - self.bounds.unavailable))):
                self.world.remove(old.pop())
            if (len(old), len(new), placed) == before:
                return self.world.counts(new, "", len(old))

    def _placed(self, pods: Sequence[Pod]) -> int:
        return sum(pod.key in self.world.nodes for pod in pods)


def _next_revision(world: _World, pod: Pod) -> PodTemplate:
    """Return the class of the next revision's pods, which has another label pod-template-hash."""
    manifest = world._objects.manifests["Pod", pod.key]
    meta = manifest["metadata"]
    labels = {**(meta.get("labels") or {}), _HASH: "next"}
    return _read({**manifest, "metadata": {**meta, "labels": labels}}, world._objects)


def _read(manifest: Manifest, objects: Objects) -> PodTemplate:
    at = ManifestField(manifest, "", Problems())
    template = read_template(at, objects.priorities, objects.default_priority)
    if at.problems.entries:
        raise InvalidInput(at.problems.errors())
    return template


def _pod_edits(workload: LintedWorkload, operations: Sequence[Operation]) -> list[Operation]:
    """Return the operations on the workload's template as operations on a pod."""
    place = workload.places[0]
    size = len(place.path)
    return [
        replace(operation, object="", path=operation.path[size:])
        for operation in operations
        if operation.object == place.object and tuple(operation.path[:size]) == tuple(place.path)
    ]


def _changed_nodes(
    nodes: Sequence[Node], objects: Objects, operations: Sequence[Operation]
) -> dict[int, Node]:
    manifests: dict[str, Manifest] = {}
    for operation in operations:
        if operation.object.startswith("Node "):
            name = operation.object.removeprefix("Node ")
            before = manifests.get(name) or objects.manifests["Node", name]
            manifests[name] = changed(before, operation)
    return {
        row: read_node(ManifestField(manifests[node.name], "", Problems()))
        for row, node in enumerate(nodes)
        if node.name in manifests
    }
