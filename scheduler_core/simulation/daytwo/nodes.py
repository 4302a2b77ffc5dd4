"""Nodes of a play: cordon, drain, taints and their evictions, silent nodes, and pods of nodes that are gone."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scheduler_core.controlplane.admission import NO_ADMISSION
from scheduler_core.controlplane.admission.policy import DEFAULT_TOLERATIONS
from scheduler_core.controlplane.controllers import nodelifecycle, podgc
from scheduler_core.controlplane.controllers.nodelifecycle import NOT_READY, UNREACHABLE, UNSCHEDULABLE
from scheduler_core.controlplane.controllers.tainteviction import NO_EXECUTE, eviction_delay
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.versions.change import minor

from . import budgets
from .contract import Why
from .played import PlayedNode
from .played_pod import PlayedPod
from .recording import why
from .world import World
from .world.nodes import Nodes

# kubectl drain tries a refused eviction again after 5 s (drain.go); the API server asks for no longer wait.
_RETRY_SECONDS = 5.0


# ---- cordon and taints ----


def cordon(world: World, name: str, cause: Why, *, cordoned: bool = True) -> None:
    """Set or clear spec.unschedulable, and with it the taint that the node lifecycle controller keeps in step."""
    manifest = world.nodes.by_name[name].manifest
    spec = {key: value for key, value in mapping(manifest, "spec").items() if key != "unschedulable"}
    if cordoned:
        spec["unschedulable"] = True
    changed = _with_taint({**manifest, "spec": spec}, UNSCHEDULABLE, "NoSchedule", present=cordoned)
    if changed != manifest:
        world.nodes.set(changed, cause, helps=not cordoned)


def add_taint(world: World, name: str, taint: Manifest, cause: Why) -> None:
    """Taint a node; pods that do not tolerate NoExecute are evicted in their time."""
    manifest = world.nodes.by_name[name].manifest
    others = [
        t for t in _taints(manifest) if (t.get("key"), t.get("effect")) != (taint["key"], taint["effect"])
    ]
    _set_taints(world, name, [*others, taint], cause, helps=False)
    evict_by_taints(world, name)


def remove_taint(world: World, name: str, key: str, effect: str, cause: Why) -> None:
    """Remove a node's taints of a key, and of an effect if one is given."""
    taints = _taints(world.nodes.by_name[name].manifest)
    others = [t for t in taints if t.get("key") != key or effect not in ("", t.get("effect"))]
    if len(others) != len(taints):
        _set_taints(world, name, others, cause, helps=True)


def set_labels(world: World, name: str, labels: Manifest, cause: Why) -> None:
    """Set labels of a node, those with None are removed."""
    manifest = world.nodes.by_name[name].manifest
    meta = mapping(manifest, "metadata")
    merged = {**mapping(meta, "labels"), **labels}
    present = {key: value for key, value in merged.items() if value is not None}
    world.nodes.set({**manifest, "metadata": {**meta, "labels": present}}, cause, helps=True)


def _taints(manifest: Manifest) -> list[Manifest]:
    taints = mapping(manifest, "spec").get("taints")
    return [t for t in taints if isinstance(t, dict)] if isinstance(taints, list) else []


def _set_taints(world: World, name: str, taints: list[Manifest], cause: Why, *, helps: bool) -> None:
    manifest = world.nodes.by_name[name].manifest
    spec = {key: value for key, value in mapping(manifest, "spec").items() if key != "taints"}
    if taints:
        spec["taints"] = taints
    world.nodes.set({**manifest, "spec": spec}, cause, helps=helps)


def _with_taint(manifest: Manifest, key: str, effect: str, *, present: bool) -> Manifest:
    others = [t for t in _taints(manifest) if (t.get("key"), t.get("effect")) != (key, effect)]
    taints = [*others, {"key": key, "effect": effect}] if present else others
    spec = {k: v for k, v in mapping(manifest, "spec").items() if k != "taints"}
    return {**manifest, "spec": {**spec, "taints": taints} if taints else spec}


def evict_by_taints(world: World, name: str) -> None:
    """Plan the evictions of a node's pods that its NoExecute taints demand."""
    for pod in world.pods.on_node(name):
        watch_taints(world, pod)


def watch_taints(world: World, pod: PlayedPod) -> None:
    """Plan the eviction of a pod, if a NoExecute taint of its node demands it (tolerationSeconds from now on)."""
    node = world.nodes.by_name.get(pod.node)
    if node is None or not pod.active:
        return
    taints = [taint for taint in node.node.taints if taint.effect == NO_EXECUTE]
    delay = eviction_delay(taints, _tolerations(world, pod)) if taints else None
    if delay is None:
        return
    cause = why("taint eviction", taints=[str(taint) for taint in taints], seconds=delay)
    world.clock.plan(
        world.clock.now + delay, lambda: _evict_if_tainted(world, pod, {t.key for t in taints}, cause)
    )


def _evict_if_tainted(world: World, pod: PlayedPod, keys: set[str], cause: Why) -> None:
    """Delete a pod whose node has still one of the taints for which that was planned."""
    node = world.nodes.by_name.get(pod.node)
    if not world.pods.has(pod) or not pod.active or node is None:
        return
    if any(taint.effect == NO_EXECUTE and taint.key in keys for taint in node.node.taints):
        world.pods.delete(pod, cause)


def _tolerations(world: World, pod: PlayedPod) -> list[Manifest]:
    """Return the pod's tolerations; what admission has not seen gets those of DefaultTolerationSeconds here."""
    listed = mapping(pod.manifest, "spec").get("tolerations")
    tolerations = [t for t in listed if isinstance(t, dict)] if isinstance(listed, list) else []
    policy = world.start.scenario.admission
    if policy == NO_ADMISSION or policy.has(DEFAULT_TOLERATIONS):
        for key in (NOT_READY, UNREACHABLE):
            if not any(
                t.get("key") in (key, None, "") and t.get("effect") in (NO_EXECUTE, None, "")
                for t in tolerations
            ):
                tolerations.append(
                    {
                        "key": key,
                        "operator": "Exists",
                        "effect": NO_EXECUTE,
                        "tolerationSeconds": nodelifecycle.DEFAULT_TOLERATION_SECONDS,
                    }
                )
    return tolerations


# ---- lost nodes ----


def lose(world: World, names: Iterable[str], cause: Why) -> None:
    """Let nodes fall silent together; their leases expire after the grace, at one of the controller's checks."""
    for name in names:
        node = world.nodes.by_name[name]
        if not node.lost:
            world.nodes.lose(name, cause)
            world.clock.plan(world.clock.now + _grace(world), _silencing(world, name, node))


def _grace(world: World) -> float:
    return nodelifecycle.grace_seconds(minor(world.start.scenario.version.name)[1])


def _silencing(world: World, name: str, node: PlayedNode) -> Callable[[], None]:
    def silence() -> None:
        if world.nodes.by_name.get(name) is node and node.lost and not node.silent:
            _silent(world, name)

    return silence


def _silent(world: World, name: str) -> None:
    """Mark a node as unreachable: NoSchedule and its pods not ready at once, NoExecute at the rate of its zone."""
    node = world.nodes.by_name[name]
    node.silent = True
    cause = why("node unreachable", seconds=_grace(world))
    manifest = _with_taint(node.manifest, UNREACHABLE, "NoSchedule", present=True)
    world.nodes.set(manifest, cause, helps=False)
    world.kubelet.lose_ready(name, cause)
    world.nodes.silent.append(name)
    _plan_tainting(world, world.clock.now)


def _plan_tainting(world: World, at: float) -> None:
    if not world.nodes.tainting:
        world.nodes.tainting = True
        world.clock.plan(at, lambda: _taint_pass(world))


def _taint_pass(world: World) -> None:
    """Give the NoExecute taint to the next silent node of each zone that may have it now (doNoExecuteTaintingPass)."""
    nodes = world.nodes
    nodes.tainting = False
    zones: dict[tuple[str, str], list[str]] = {}
    for name in nodes.silent:
        node = nodes.by_name.get(name)
        if node is not None and node.silent:
            zones.setdefault(node.node.zone_key, []).append(name)
    states = {zone: _zone_state(nodes, zone) for zone in {n.node.zone_key for n in nodes.by_name.values()}}
    all_full = all(state == "full" for state in states.values())
    waits: list[float] = []
    for zone, names in zones.items():
        rate = nodelifecycle.taint_rate(states[zone], all_full=all_full, cluster_size=len(nodes.by_name))
        if not rate:
            continue
        due = nodes.tainted_at.get(zone, -1.0 / rate) + 1.0 / rate
        if due <= world.clock.now:
            nodes.tainted_at[zone] = world.clock.now
            nodes.silent.remove(names[0])
            taint = {"key": UNREACHABLE, "effect": NO_EXECUTE}
            add_taint(world, names[0], taint, why("node unreachable", rate=rate))
            due = world.clock.now + 1.0 / rate
        if any(name in nodes.silent for name in names):
            waits.append(due)
    if waits:
        _plan_tainting(world, min(waits))


def _zone_state(nodes: Nodes, zone: tuple[str, str]) -> nodelifecycle.ZoneState:
    in_zone = [node for node in nodes.by_name.values() if node.node.zone_key == zone]
    silent = sum(node.silent for node in in_zone)
    return nodelifecycle.zone_state(len(in_zone) - silent, silent)


def restore(world: World, names: Iterable[str], cause: Why) -> None:
    """Let lost nodes be back; one after another, in an order of chance, they lose the taints of their absence.

    Pods that wait are scheduled in between: the first node takes all that it can.
    """
    back = [name for name in names if world.nodes.by_name[name].lost]
    for name in back:
        world.nodes.restore(name, cause)
        if name in world.nodes.silent:
            world.nodes.silent.remove(name)
    tainted = [name for name in back if _without_absence(world.nodes.by_name[name].manifest) is not None]
    world.rng.shuffle(tainted)
    for name in tainted:
        world.clock.plan(world.clock.now, _clearing(world, name, cause))
    if world.nodes.silent:
        _plan_tainting(world, world.clock.now)


def _clearing(world: World, name: str, cause: Why) -> Callable[[], None]:
    def clear() -> None:
        node = world.nodes.by_name.get(name)
        if node is None or node.lost:
            return
        manifest = _without_absence(node.manifest)
        if manifest is not None:
            world.nodes.set(manifest, cause, helps=True)

    return clear


def _without_absence(manifest: Manifest) -> Manifest | None:
    """Return a node without the taints of its absence, None if it has none."""
    cleared = manifest
    for effect in ("NoSchedule", NO_EXECUTE):
        cleared = _with_taint(cleared, UNREACHABLE, effect, present=False)
    return None if cleared == manifest else cleared


def remove(world: World, names: Iterable[str], cause: Why) -> None:
    """Let nodes be no more; their pods are collected later (podgc)."""
    for name in names:
        world.nodes.remove(name, cause)
        at = podgc.collected_at(world.clock.now)
        for pod in world.pods.on_node(name):
            world.clock.plan(at, _collecting(world, pod))


def _collecting(world: World, pod: PlayedPod) -> Callable[[], None]:
    def collect() -> None:
        if world.pods.has(pod) and pod.node not in world.nodes.by_name:
            world.pods.delete(pod, why("podgc orphaned", node=pod.node), at_once=True)

    return collect


# ---- drain ----


def drain(world: World, names: Iterable[str], cause: Why) -> None:
    """Cordon nodes and evict their pods, as kubectl drain --ignore-daemonsets --force does.

    The evictions are asked for at the same time, in an order of chance; refused ones every 5 s again.
    """
    listed = list(names)
    for name in listed:
        cordon(world, name, cause)
    for name in listed:
        pods = [pod for pod in world.pods.on_node(name) if _is_drained(pod)]
        world.rng.shuffle(pods)
        for pod in pods:
            world.clock.plan(world.clock.now, _evicting(world, pod, cause))


def _is_drained(pod: PlayedPod) -> bool:
    is_mirror = "kubernetes.io/config.mirror" in mapping(pod.manifest, "metadata", "annotations")
    return not is_mirror and not pod.owner.startswith("DaemonSet ") and not pod.deleting and not pod.finished


def _evicting(world: World, pod: PlayedPod, cause: Why) -> Callable[[], None]:
    def evict() -> None:
        node = world.nodes.by_name.get(pod.node)
        if not world.pods.has(pod) or pod.deleting or node is None or not node.node.unschedulable:
            return
        refusal = budgets.refusal(world, pod)
        if refusal is None:
            world.pods.refused.discard(pod.key)
            world.pods.delete(pod, cause)
            budgets.update(world)
            return
        if pod.key not in world.pods.refused:
            world.pods.refused.add(pod.key)
            _record_refusal(world, pod, refusal)
        world.clock.plan(world.clock.now + _RETRY_SECONDS, evict, repeated=True)

    return evict


def _record_refusal(world: World, pod: PlayedPod, refusal: budgets.Refusal) -> None:
    status = refusal.status
    cause = (
        why("eviction budgets", budget=refusal.budget)
        if status is None
        else why("eviction budget", budget=refusal.budget, healthy=status.healthy, desired=status.desired)
    )
    world.recorder.record(
        world.clock.now, "eviction-refused", cause, pod=pod.key, node=pod.node, workload=pod.workload or None
    )
