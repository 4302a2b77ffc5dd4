"""A running cluster in the engine's own columns, changed in place as its objects change.

Pods come and go in the snapshot as in a run. A changed node makes an altered copy of the columns, nodes that come or go
make new ones; both wait until somebody asks, so that many changes cost one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.kinds import QUEUEING_KINDS
from scheduler_core.kubernetes.objects.loading import SourceManifest, read_objects
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate, read_pod, read_template
from scheduler_core.kubernetes.objects.pod_class import class_key
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.versions import Version
from scheduler_core.kubernetes.versions.gates import GENERIC_WORKLOAD
from scheduler_core.queueing.admitting.assumed import with_assumptions
from scheduler_core.queueing.objects.cluster import read_queueing_objects
from scheduler_core.queueing.workloads.versions import in_newest_form
from scheduler_core.scheduler.cluster.accounting import accounting
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .contract import LiveClosed, LiveNode
from .moment import nodes_of, pool_of

_MOST_UNUSED_CLASSES: Final = 2_000
_KEPT_BYTES: Final = 64 * 2**20  # of answers for classes of pods: fewer than in a run, which ends
# Read by preemption alone, whenever it looks: no answer that is kept depends on them.
_READ_LIVE: Final = ("PodDisruptionBudget",)
# Kinds whose objects refer to each other, or fill several tables: read anew together when one of them changes.
_READ_TOGETHER: Final = frozenset(
    {
        *("PersistentVolume", "PersistentVolumeClaim", "StorageClass", "CSINode", "CSIStorageCapacity"),
        *("CSIDriver", "VolumeAttachment", "DeviceClass", "ResourceSlice", "ResourceClaim"),
        *("ResourceClaimTemplate", "DeviceTaintRule", "PodGroup", "PriorityClass"),
    }
)
_READ_ALONE: Final = frozenset(
    {"Namespace", "Service", "ReplicationController", "ReplicaSet", "StatefulSet", *_READ_LIVE}
)


@dataclass(slots=True)
class _Together:
    """The manifests of kinds that are read together, and whether that is due."""

    manifests: dict[str, Manifest] = field(default_factory=dict)
    stale: bool = False


class MovingCluster:
    """The objects of a running cluster, and the scheduler over them.

    Objects are named "Kind namespace/name". What cannot be read is left out, and named in `unreadable`.
    """

    def __init__(self, version: Version, config: Manifest | None = None) -> None:
        self.unreadable: dict[str, str] = {}
        self.pods: dict[str, Pod] = {}
        self.nodes: dict[str, Node] = {}
        content: dict[str, object] = {"objects": [], "config": config}
        self._scenario = Scenario.from_content(content, version=version)
        self._objects = self._scenario.objects
        self._alone: dict[str, Any] = {}
        self._together = _Together()
        self._others: dict[str, Manifest] = {}
        self._classes: dict[str, PodTemplate] = {}
        self._class_of: dict[str, PodTemplate] = {}
        self._used: Counter[PodTemplate] = Counter()
        self._simulation = self._made(None)
        self._grouped: dict[str, Pod] = {}  # pods of groups that have a node
        self._changed_nodes: dict[str, Node] = {}
        self._nodes_stale = self._stale = False

    @property
    def version(self) -> Version:
        """The version that decides."""
        return self._scenario.version

    # ---- objects ----

    def load(self, manifests: Mapping[str, Manifest]) -> None:
        """Take these objects instead of all that there were."""
        for key in self.keys():
            if key not in manifests:
                self.change(key, None)
        for key, manifest in manifests.items():
            self.change(key, manifest)

    def keys(self) -> list[str]:
        """Return the names of all objects."""
        pods, nodes = (f"Pod {key}" for key in self.pods), (f"Node {name}" for name in self.nodes)
        return [*pods, *nodes, *self._alone, *self._together.manifests, *self._others]

    def change(self, key: str, manifest: Manifest | None) -> None:
        """Let an object be as it is now, or gone."""
        self.put(key, self.heard(key, manifest))

    def heard(self, key: str, manifest: Manifest | None) -> Any:
        """Return an object as `put` takes it, None for one that is gone; objects are heard in their order."""
        if manifest is not None:
            return self.read(key, manifest)
        self._count_class(self._class_of.pop(key, None), -1)
        self.unreadable.pop(key, None)
        return None

    def read(self, key: str, manifest: Manifest) -> Any:
        """Return what the scheduler reads of an object, as `put` takes it; None for what cannot be read."""
        kind = key.partition(" ")[0]
        problems = Problems(key)
        if kind == "Pod":
            value: Any = self._read_pod(key, manifest, problems)
        elif kind in QUEUEING_KINDS:
            read_queueing_objects([with_assumptions(in_newest_form(manifest))], problems)
            value = manifest
        else:
            objects = read_objects([SourceManifest(manifest, 0)], problems)
            value = objects if kind in _READ_ALONE else manifest
            if kind == "Node" and objects.nodes:
                (value,) = objects.nodes
        if problems.entries:
            error = problems.errors()[0]
            self.unreadable[key] = f"{error.path}: {error.message}"
            return None
        self.unreadable.pop(key, None)
        return value

    def get(self, key: str) -> Any:
        """Return an object as `put` takes it, None if there is none."""
        kind, _, name = key.partition(" ")
        if kind == "Pod":
            return self.pods.get(name)
        if kind == "Node":
            return self.nodes.get(name)
        if kind in _READ_ALONE:
            return self._alone.get(key)
        return (self._together.manifests if kind in _READ_TOGETHER else self._others).get(key)

    def put(self, key: str, value: Any) -> None:
        """Let an object be this, None: gone."""
        kind, _, name = key.partition(" ")
        if kind == "Pod":
            self._put_pod(name, value)
        elif kind == "Node":
            self._put_node(name, value)
        elif kind in _READ_ALONE:
            self._put_alone(kind, key, value)
        elif kind in _READ_TOGETHER:
            self._put_together(key, value)
        elif value is None:
            self._others.pop(key, None)
        else:
            self._others[key] = value

    def nodes_view(self, closed: Callable[[str], list[LiveClosed]] | None = None) -> list[LiveNode]:
        """Return the nodes for the map; `closed` says what closes a node since when."""
        return nodes_of(self.nodes.values(), self.pods.values(), closed)

    def pool_of(self, node: str) -> str:
        """Return the pool of a node, "" if no label says it or the node is not there."""
        return pool_of(self.nodes[node]) if node in self.nodes else ""

    # ---- pods ----

    def _read_pod(self, key: str, manifest: Manifest, problems: Problems) -> Pod:
        at = ManifestField(manifest, "", problems)
        name = class_key(manifest)
        template = self._classes.get(name)
        if template is None:
            template = read_template(at, self._objects.priorities, self._objects.default_priority)
            self._classes[name] = template
        former = self._class_of.get(key)
        if former is not template:
            self._count_class(former, -1)
            self._count_class(template, 1)
            self._class_of[key] = template
        return read_pod(at, template)

    def _count_class(self, template: PodTemplate | None, by: int) -> None:
        if template is None:
            return
        self._used[template] += by
        if not self._used[template]:
            del self._used[template]
        if len(self._classes) - len(self._used) > _MOST_UNUSED_CLASSES:
            self._classes = {name: t for name, t in self._classes.items() if t in self._used}

    def _put_pod(self, name: str, pod: Pod | None) -> None:
        former = self.pods.get(name)
        if pod is None:
            self.pods.pop(name, None)
        else:
            self.pods[name] = pod
        self._take_out(name, former)
        if pod is not None and not pod.finished:
            self._let_in(pod)

    def _take_out(self, name: str, former: Pod | None) -> None:
        simulation = self._simulation
        if former is None:
            return
        if simulation.handle.snapshot.node_of(name) is not None:
            simulation.handle.snapshot.forget(simulation.handle.snapshot.pod(name))
        simulation.waiting.pop(name, None)
        self._grouped.pop(name, None)
        simulation.handle.nominator.delete(name)
        simulation.handle.pod_groups.remove(former)

    def _let_in(self, pod: Pod) -> None:
        simulation = self._simulation
        if pod.node_name and pod.template.pod_group:
            self._grouped[pod.key] = pod
        if pod.node_name:
            row = simulation.handle.snapshot.index.get(pod.node_name)
            if row is not None:
                simulation.handle.snapshot.assume(pod, row)
        else:
            simulation.waiting[pod.key] = pod
            if pod.nominated_node_name:
                simulation.handle.nominator.add(pod, pod.nominated_node_name)
        if pod.template.pod_group and GENERIC_WORKLOAD in simulation.version.gates:
            simulation.handle.pod_groups.add(pod)

    # ---- nodes ----

    def _put_node(self, name: str, node: Node | None) -> None:
        former = self.nodes.get(name)
        if node is None:
            self.nodes.pop(name, None)
            self._nodes_stale = self._nodes_stale or former is not None
            return
        if former == node:
            return
        self.nodes[name] = node
        same_place = former is not None and former.zone_key == node.zone_key and former.images == node.images
        if same_place:
            self._changed_nodes[name] = node
        else:
            self._nodes_stale = True

    # ---- other objects ----

    def _put_alone(self, kind: str, key: str, value: Objects | None) -> None:
        former = self._alone.pop(key, None)
        if value is not None:
            self._alone[key] = value
        if _read_of(kind, value) == _read_of(kind, former):
            return
        objects = self._objects
        if kind == "PodDisruptionBudget":
            objects.budgets = [b for k, o in self._alone.items() if k.startswith(kind) for b in o.budgets]
            return
        if kind == "Namespace":
            objects.namespaces = {
                name: labels
                for k, o in self._alone.items()
                if k.startswith("Namespace ")
                for name, labels in o.namespaces.items()
            }
            self._nodes_stale = True  # the snapshot has them
        elif kind == "Service":
            objects.services = [s for k, o in self._alone.items() if k.startswith(kind) for s in o.services]
        else:
            for name in former.controllers if former else ():
                objects.controllers.pop(name, None)
            objects.controllers.update(value.controllers if value else {})
        self._stale = True

    def _put_together(self, key: str, manifest: Manifest | None) -> None:
        if self._together.manifests.get(key) == manifest:
            return
        if manifest is None:
            self._together.manifests.pop(key, None)
        else:
            self._together.manifests[key] = manifest
        self._together.stale = self._stale = True

    def _read_together(self) -> None:
        manifests = self._together.manifests.values()
        fresh = read_objects([SourceManifest(m, i) for i, m in enumerate(manifests)], Problems())
        objects = self._objects
        objects.storage, objects.devices, objects.pod_groups = fresh.storage, fresh.devices, fresh.pod_groups
        objects.priorities, objects.default_priority = fresh.priorities, fresh.default_priority
        self._together.stale = False

    # ---- the scheduler ----

    @property
    def simulation(self) -> Simulation:
        """The scheduler over the cluster as it is. Ask again after each change."""
        is_full = self._simulation.handle.snapshot.counter_bytes > _KEPT_BYTES
        if self._nodes_stale or self._stale or self._changed_nodes or is_full:
            self._refresh(anew=is_full)
        return self._simulation

    def _refresh(self, *, anew: bool) -> None:
        """Make the scheduler over the cluster as it is; `anew` without what it has counted for classes of pods."""
        if self._together.stale:
            self._read_together()
        objects = self._objects
        objects.nodes = list(self.nodes.values())
        former = self._simulation
        if self._nodes_stale:
            whole = replace(objects, pods=list(self.pods.values()))
            version = self.version.with_gates(self._scenario.gates)
            snapshot = Snapshot.of(whole, accounting(version))
        else:
            snapshot = former.handle.snapshot
            changed = {snapshot.index[name]: node for name, node in self._changed_nodes.items()}
            snapshot = snapshot.altered(changed) if changed or anew else snapshot
        objects.pods = [*self._grouped.values(), *former.waiting.values()]
        self._simulation = self._made(snapshot)
        objects.pods = []
        self._simulation.start_index = former.start_index
        self._changed_nodes, self._nodes_stale, self._stale = {}, False, False

    def _made(self, snapshot: Snapshot | None) -> Simulation:
        simulation = Simulation(self._scenario, self.version, snapshot=snapshot)
        for framework in simulation.frameworks.values():
            framework.memo.budget = _KEPT_BYTES
        return simulation

    @contextmanager
    def imagined(self, values: Iterable[tuple[str, Any]]) -> Iterator[None]:
        """Let objects be otherwise within the context, by name as `put` takes them; put all back on exit."""
        undo: list[tuple[str, Any]] = []
        try:
            for key, value in values:
                undo.append((key, self.get(key)))
                self.put(key, value)
            yield
        finally:
            for key, value in reversed(undo):
                self.put(key, value)


def _read_of(kind: str, objects: Objects | None) -> Any:
    """Return what is read of an object of this kind, None if it is not there."""
    if objects is None:
        return None
    if kind == "PodDisruptionBudget":
        return objects.budgets
    if kind == "Namespace":
        return objects.namespaces
    return objects.services if kind == "Service" else objects.controllers
