"""The nodes of a play: what may be done to one, each with its moment."""

from __future__ import annotations

from dataclasses import dataclass, field

from scheduler_core.kubernetes.objects.node import Node, read_node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems
from scheduler_core.scheduler.cluster.columns import NodeColumns
from scheduler_core.simulation.daytwo.clock import Clock
from scheduler_core.simulation.daytwo.contract import MomentKind, NodeState, Why
from scheduler_core.simulation.daytwo.played import PlayedNode
from scheduler_core.simulation.daytwo.recording import Recorder
from scheduler_core.simulation.daytwo.scheduling import Scheduler
from scheduler_core.simulation.daytwo.start import object_key

from .kubelet import Kubelet
from .objects import StoredObjects


@dataclass(slots=True)
class Nodes:
    """The nodes of a play, by their names."""

    recorder: Recorder
    clock: Clock
    scheduler: Scheduler
    objects: StoredObjects
    kubelet: Kubelet
    by_name: dict[str, PlayedNode]
    silent: list[str] = field(default_factory=list)
    """Unreachable nodes that wait for the NoExecute taint."""
    tainting: bool = False
    """Whether the next pass over them is planned."""
    tainted_at: dict[tuple[str, str], float] = field(default_factory=dict)
    """When a node of a zone got it last."""
    _columns: NodeColumns | None = None

    def columns(self) -> NodeColumns:
        """Return the nodes as columns."""
        if self._columns is None:
            self._columns = NodeColumns(tuple(played.node for played in self.by_name.values()))
        return self._columns

    def state(self, name: str, moment: int) -> NodeState:
        """Return a node as the timeline has it."""
        played = self.by_name[name]
        return {
            "moment": max(moment, 0),
            "cordoned": played.node.unschedulable,
            "lost": played.lost,
            "taints": [str(taint) for taint in played.node.taints],
            "labels": dict(played.node.labels),
        }

    def set(self, manifest: Manifest, cause: Why, *, helps: bool) -> None:
        """Add or change a node; pods that wait are tried again if it may help them. Raise InvalidInput."""
        problems = Problems(object_key(manifest))
        node = read_node(ManifestField(manifest, "", problems))
        if problems.entries:
            raise InvalidInput(problems.errors())
        former = self.by_name.get(node.name)
        before = former.node if former else None
        kind: MomentKind = "node-changed" if former else "node-added"
        moment = self.recorder.record(self.clock.now, kind, cause, node=node.name)
        if former is None:
            self.by_name[node.name] = PlayedNode(manifest, node)
            self.recorder.node_came(node.name, self.state(node.name, moment))
        else:
            former.manifest, former.node = manifest, node
            self.recorder.node_changed(node.name, self.state(node.name, moment))
        self.recorder.store(f"Node {node.name}", manifest)
        # Images are counted over all nodes.
        same_images = before is not None and before.images == node.images
        self._changed(helps=helps, changed=node if same_images else None)

    def remove(self, name: str, cause: Why) -> None:
        """Let a node be no more; its pods stay until they are collected."""
        moment = self.recorder.record(self.clock.now, "node-removed", cause, node=name)
        played = self.by_name.pop(name)
        played.lost = True
        self.recorder.node_went(name, moment)
        self.recorder.store(f"Node {name}", None)
        self.kubelet.silence(name)
        self._changed(helps=False)

    def _changed(self, *, helps: bool, changed: Node | None = None) -> None:
        self._columns = None
        self.objects.typed.nodes = [played.node for played in self.by_name.values()]
        self.scheduler.set_objects(self.objects.typed, changed)
        if helps:
            self.scheduler.retry_all()
        workloads = self.objects.workloads
        workloads.touch(*(key for key in workloads.by_key if key.startswith("DaemonSet ")))

    # ---- lost nodes ----

    def lose(self, name: str, cause: Why) -> None:
        """Let a node fail silently: its pods stop, without anything noticing yet."""
        self._set_lost(name, "node-lost", cause, lost=True)
        self.kubelet.silence(name)

    def restore(self, name: str, cause: Why) -> None:
        """Let a lost node be back: pods that were deleted meanwhile end, the others start again."""
        self.by_name[name].silent = False
        self._set_lost(name, "node-restored", cause, lost=False)
        self.kubelet.resume(name)

    def _set_lost(self, name: str, kind: MomentKind, cause: Why, *, lost: bool) -> None:
        self.by_name[name].lost = lost
        moment = self.recorder.record(self.clock.now, kind, cause, node=name)
        self.recorder.node_changed(name, self.state(name, moment))
