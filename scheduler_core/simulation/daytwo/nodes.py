"""Nodes of a play: cordon, drain, taints and their evictions, silent nodes, and pods of nodes that are gone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

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
from .pods import PlayedPod
from .recording import why
from .world import World

# kubectl drain tries a refused eviction again after 5 s (drain.go); the API server asks for no longer wait.
_RETRY_SECONDS = 5.0


# ---- cordon and taints ----


def cordon(world: World, name: str, cause: Why, *, cordoned: bool = True) -> None:
    """Set or clear spec.unschedulable, and with it the taint that the node lifecycle controller keeps in step."""
    manifest = world.nodes[name].manifest
    spec = {key: value for key, value in mapping(manifest, "spec").items() if key != "unschedulable"}
    if cordoned:
        spec["unschedulable"] = True
    changed = _with_taint({**manifest, "spec": spec}, UNSCHEDULABLE, "NoSchedule", present=cordoned)
    if changed != manifest:
        world.set_node(changed, cause, helps=not cordoned)


def add_taint(world: World, name: str, taint: Manifest, cause: Why) -> None:
    """Taint a node; pods that do not tolerate NoExecute are evicted in their time."""
    manifest = world.nodes[name].manifest
    others = [
        t for t in _taints(manifest) if (t.get("key"), t.get("effect")) != (taint["key"], taint["effect"])
    ]
    _set_taints(world, name, [*others, taint], cause, helps=False)
    evict_by_taints(world, name)


def remove_taint(world: World, name: str, key: str, effect: str, cause: Why) -> None:
    """Remove a node's taints of a key, and of an effect if one is given."""
    taints = _taints(world.nodes[name].manifest)
    kept = [t for t in taints if t.get("key") != key or effect not in ("", t.get("effect"))]
    if len(kept) != len(taints):
        _set_taints(world, name, kept, cause, helps=True)


def set_labels(world: World, name: str, labels: Manifest, cause: Why) -> None:
    """Set labels of a node, those with None are removed."""
    manifest = world.nodes[name].manifest
    meta = mapping(manifest, "metadata")
    merged = {**mapping(meta, "labels"), **labels}
    kept = {key: value for key, value in merged.items() if value is not None}
    world.set_node({**manifest, "metadata": {**meta, "labels": kept}}, cause, helps=True)


def _taints(manifest: Manifest) -> list[Manifest]:
    taints = mapping(manifest, "spec").get("taints")
    return [t for t in taints if isinstance(t, dict)] if isinstance(taints, list) else []


def _set_taints(world: World, name: str, taints: list[Manifest], cause: Why, *, helps: bool) -> None:
    manifest = world.nodes[name].manifest
    spec = {key: value for key, value in mapping(manifest, "spec").items() if key != "taints"}
    if taints:
        spec["taints"] = taints
    world.set_node({**manifest, "spec": spec}, cause, helps=helps)


def _with_taint(manifest: Manifest, key: str, effect: str, *, present: bool) -> Manifest:
    kept = [t for t in _taints(manifest) if (t.get("key"), t.get("effect")) != (key, effect)]
    taints = [*kept, {"key": key, "effect": effect}] if present else kept
    spec = {k: v for k, v in mapping(manifest, "spec").items() if k != "taints"}
    return {**manifest, "spec": {**spec, "taints": taints} if taints else spec}


def evict_by_taints(world: World, name: str) -> None:
    """Plan the evictions of a node's pods that its NoExecute taints demand."""
    for pod in list(world.on_node.get(name, {}).values()):
        watch_taints(world, pod)


def watch_taints(world: World, pod: PlayedPod) -> None:
    """Plan the eviction of a pod, if a NoExecute taint of its node demands it (tolerationSeconds from now on)."""
    node = world.nodes.get(pod.node)
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
    node = world.nodes.get(pod.node)
    if world.pods.get(pod.key) is not pod or not pod.active or node is None:
        return
    if any(taint.effect == NO_EXECUTE and taint.key in keys for taint in node.node.taints):
        world.delete(pod, cause)


def _tolerations(world: World, pod: PlayedPod) -> list[dict[str, Any]]:
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
        if not world.nodes[name].lost:
            world.lose_node(name, cause)
            silent_at = world.clock.now + _grace(world)
            world.clock.plan(silent_at, _silencing(world, name, world.nodes[name]))


def _grace(world: World) -> float:
    return nodelifecycle.grace_seconds(minor(world.start.scenario.version.name)[1])


def _silencing(world: World, name: str, node: object) -> Callable[[], None]:
    def silence() -> None:
        if world.nodes.get(name) is node and world.nodes[name].lost and not world.nodes[name].silent:
            _silent(world, name)

    return silence


def _silent(world: World, name: str) -> None:
    """Mark a node as unreachable: NoSchedule and its pods not ready at once, NoExecute at the rate of its zone."""
    world.nodes[name].silent = True
    cause = why("node unreachable", seconds=_grace(world))
    manifest = _with_taint(world.nodes[name].manifest, UNREACHABLE, "NoSchedule", present=True)
    world.set_node(manifest, cause, helps=False)
    for pod in list(world.on_node.get(name, {}).values()):
        world.unready(pod, cause)
    world.silent.append(name)
    if not world.tainting:
        world.tainting = True
        world.clock.plan(world.clock.now, lambda: _taint_pass(world))


def _taint_pass(world: World) -> None:
    """Give the NoExecute taint to the next silent node of each zone that may have it now (doNoExecuteTaintingPass)."""
    world.tainting = False
    zones: dict[tuple[str, str], list[str]] = {}
    for name in world.silent:
        if name in world.nodes and world.nodes[name].silent:
            zones.setdefault(world.nodes[name].node.zone_key, []).append(name)
    states = {zone: _zone_state(world, zone) for zone in {n.node.zone_key for n in world.nodes.values()}}
    all_full = all(state == "full" for state in states.values())
    waits: list[float] = []
    for zone, names in zones.items():
        rate = nodelifecycle.taint_rate(states[zone], all_full=all_full, cluster_size=len(world.nodes))
        if not rate:
            continue
        due = world.tainted_at.get(zone, -1.0 / rate) + 1.0 / rate
        if due <= world.clock.now:
            world.tainted_at[zone] = world.clock.now
            world.silent.remove(names[0])
            taint = {"key": UNREACHABLE, "effect": NO_EXECUTE}
            add_taint(world, names[0], taint, why("node unreachable", rate=rate))
            due = world.clock.now + 1.0 / rate
        if any(name in world.silent for name in names):
            waits.append(due)
    if waits:
        world.tainting = True
        world.clock.plan(min(waits), lambda: _taint_pass(world))


def _zone_state(world: World, zone: tuple[str, str]) -> nodelifecycle.ZoneState:
    nodes = [node for node in world.nodes.values() if node.node.zone_key == zone]
    silent = sum(node.silent for node in nodes)
    return nodelifecycle.zone_state(len(nodes) - silent, silent)


def restore(world: World, names: Iterable[str], cause: Why) -> None:
    """Let lost nodes be back, without the taints of their absence."""
    for name in names:
        if not world.nodes[name].lost:
            continue
        world.restore_node(name, cause)
        if name in world.silent:
            world.silent.remove(name)
        manifest = world.nodes[name].manifest
        for effect in ("NoSchedule", NO_EXECUTE):
            manifest = _with_taint(manifest, UNREACHABLE, effect, present=False)
        if manifest != world.nodes[name].manifest:
            world.set_node(manifest, cause, helps=True)
    if world.silent and not world.tainting:
        world.tainting = True
        world.clock.plan(world.clock.now, lambda: _taint_pass(world))


def remove(world: World, names: Iterable[str], cause: Why) -> None:
    """Let nodes be no more; their pods are collected later (podgc)."""
    for name in names:
        world.remove_node(name, cause)
        at = podgc.collected_at(world.clock.now)
        for pod in list(world.on_node.get(name, {}).values()):
            world.clock.plan(at, _collecting(world, pod))


def _collecting(world: World, pod: PlayedPod) -> Callable[[], None]:
    def collect() -> None:
        if world.pods.get(pod.key) is pod and pod.node not in world.nodes:
            world.delete(pod, why("podgc orphaned", node=pod.node), at_once=True)

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
        pods = [pod for pod in world.on_node.get(name, {}).values() if _is_drained(pod)]
        world.rng.shuffle(pods)
        for pod in pods:
            world.clock.plan(world.clock.now, _evicting(world, pod, cause))


def _is_drained(pod: PlayedPod) -> bool:
    is_mirror = "kubernetes.io/config.mirror" in mapping(pod.manifest, "metadata", "annotations")
    return not is_mirror and not pod.owner.startswith("DaemonSet ") and not pod.deleting and not pod.finished


def _evicting(world: World, pod: PlayedPod, cause: Why) -> Callable[[], None]:
    def evict() -> None:
        node = world.nodes.get(pod.node)
        if world.pods.get(pod.key) is not pod or pod.deleting or node is None or not node.node.unschedulable:
            return
        refusal = budgets.refusal(world, pod)
        if refusal is None:
            world.refused.discard(pod.key)
            world.delete(pod, cause)
            budgets.update(world)
            return
        if pod.key not in world.refused:
            world.refused.add(pod.key)
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
