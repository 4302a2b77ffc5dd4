"""Why can this node not go: its pods, where each could go now, what holds it, and the fewest nodes to add."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scheduler_core.advice.room import Room
from scheduler_core.explain.view.causes.figures import in_order
from scheduler_core.explain.view.causes.reasons import refusals
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.source.fields import KEEPS_ITS_NODE
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.sentences import worded

from .capacity import candidates, counted_nodes, like_it
from .cluster_contract import AddedNode
from .conflicts import workload_name
from .holding_contract import HeldPod, Hold, HoldKind, NodeHold
from .removal import bare, is_tied

MOST_ADDED = 8
_SYSTEM = "kube-system"
_SAFE = "cluster-autoscaler.kubernetes.io/safe-to-evict"
_ON_VOLUMES = ("VolumeBinding", "VolumeZone", "VolumeRestrictions", "NodeVolumeLimits")
_LOCAL = ("emptyDir", "hostPath")


def node_hold(recording: Recording, name: str) -> NodeHold:
    """Return why a node of a finished run can or cannot go; raise InvalidInput if there is no such node."""
    simulation = recording.before(len(recording.finished))
    snapshot = simulation.handle.snapshot
    if name not in snapshot.index:
        raise InvalidInput.of(
            "", worded("is not in the cluster: use the name of a node in it"), object=f"Node {name}"
        )
    row = snapshot.index[name]
    leaving = snapshot.pods_on(row)
    room = Room(simulation, snapshot.altered({row: bare(snapshot.nodes[row])}), preempts=False)
    room.remove([row])
    for pod in leaving:
        room.snapshot.forget(pod)
    pods = [_held(recording, room, pod) for pod in leaving]
    stuck = [pod for pod, held in zip(leaving, pods, strict=True) if not held["stays"] and held["to"] is None]
    return {
        "node": name,
        "pods": sorted(pods, key=lambda held: (held["stays"], held["to"] is not None, not held["holds"])),
        "nodes_to_add": _nodes_to_add(recording, room, stuck) if stuck else [],
    }


def nodes_held_by_budgets(recording: Recording) -> set[str]:
    """Return the nodes on which a pod runs that a disruption budget does not let go now."""
    spent = [b for b in recording.scenario.objects.budgets if b.disruptions_allowed < 1]
    return {
        node
        for pod in (recording.scenario.objects.pods if spent else ())
        if (node := recording.placements.get(pod.key)) and any(budget.counts(pod) for budget in spent)
    }


def _held(recording: Recording, room: Room, pod: Pod) -> HeldPod:
    """Return what becomes of a pod, which has its place in the room then if there is one."""
    manifest = recording.scenario.objects.manifests.get(("Pod", pod.key)) or {}
    stays = is_tied(pod)
    record = None if stays else _place(room, pod)
    to = None if record is None or record.selected is None else room.snapshot.nodes[record.selected].name
    holds = [] if record is None else [*_of_scheduler(record), *_of_others(recording, pod, manifest)]
    return {
        "pod": pod.key,
        "workload": workload_name(pod),
        "stays": stays,
        "to": to,
        "holds": holds,
        "safe_to_evict": _annotations(manifest).get(_SAFE) == "true",
    }


def _place(room: Room, pod: Pod) -> CycleRecord:
    """Return the cycle of a pod of the node on the others, where it is then if one takes it."""
    record = room.attempt(replace(pod, node_name=""))
    if record.selected is not None:
        room.snapshot.assume(pod, record.selected)
    return record


def _of_scheduler(record: CycleRecord) -> Iterator[Hold]:
    """Yield why no other node takes a pod."""
    if record.selected is not None:
        return
    reasons = [reason.as_json() for reason in in_order(refusals(record).reasons)]
    kind: HoldKind = "rule"
    if any(reason["plugin"] in _ON_VOLUMES for reason in reasons):
        kind = "volume"
    elif reasons and all(reason["kind"] == "resource" for reason in reasons):
        kind = "room"
    yield {"kind": kind, "operand": "", "reasons": reasons, "message": record.fit_error or record.error}


def _of_others(recording: Recording, pod: Pod, manifest: Manifest) -> Iterator[Hold]:
    """Yield what those who evict pods, and autoscalers, respect."""
    budgets = [budget for budget in recording.scenario.objects.budgets if budget.counts(pod)]
    for budget in budgets:
        if budget.disruptions_allowed < 1:
            yield _hold("budget", f"{budget.meta.namespace}/{budget.meta.name}")
    annotations = _annotations(manifest)
    for key, value in KEEPS_ITS_NODE.items():
        if annotations.get(key) == value:
            yield _hold("annotation", f"{key}: {value}")
    volumes = (manifest.get("spec") or {}).get("volumes") or []
    if local := [str(volume.get("name")) for volume in volumes if any(key in volume for key in _LOCAL)]:
        yield _hold("local-storage", ", ".join(local))
    if pod.template.controller is None:
        yield _hold("bare")
    if pod.namespace == _SYSTEM and not budgets:
        yield _hold("system")


def _annotations(manifest: Manifest) -> Mapping[str, object]:
    annotations: Mapping[str, object] = (manifest.get("metadata") or {}).get("annotations") or {}
    return annotations


def _hold(kind: HoldKind, operand: str = "") -> Hold:
    return {"kind": kind, "operand": operand, "reasons": [], "message": ""}


def _nodes_to_add(recording: Recording, room: Room, stuck: list[Pod]) -> list[AddedNode] | None:
    """Return the fewest nodes of one shape that take the pods for which there is no place, beside the others."""
    simulation = recording.before(len(recording.finished))
    shapes = [like for like, _ in candidates(recording, simulation, 0)]
    for count in range(1, MOST_ADDED + 1):
        for like in shapes:
            added = list(like_it(recording, like, 0, count))
            snapshot = room.snapshot.altered({}, [node for _, node in added])
            larger = Room(simulation, snapshot, preempts=False, added=added)
            if all(_place(larger, pod).selected is not None for pod in stuck):
                return counted_nodes(added)
        if count >= len(stuck):
            break
    return None
