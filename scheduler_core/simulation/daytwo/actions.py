"""What each kind of step does to the cluster at once; all that follows is the controllers' work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scheduler_core.controlplane.workloads.workload import is_workload, mapping, read_workload
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput, ManifestField, Problems
from scheduler_core.sentences import Sentence, worded
from scheduler_core.simulation.steps.step import NodeTarget, Step, StepKind

from . import nodes
from .contract import Operand
from .recording import why
from .start import object_key
from .world import World

_HOSTNAME = "kubernetes.io/hostname"


def act(world: World, step: Step) -> None:
    """Do what a step says; raise InvalidInput if it names what is not there."""
    if step.ready is not None:
        world.kubelet.ready = step.ready
    if step.stop is not None:
        world.kubelet.stop = step.stop
    _ACTIONS[step.kind](world, step)


def operands(world: World, step: Step) -> dict[str, Operand]:
    """Return what a step is about, for the words of the page."""
    about: dict[str, Operand] = {
        "workload": step.workload,
        "image": step.image,
        "key": step.key,
        "value": step.value,
        "effect": step.effect,
        "pods": list(step.pods),
        "seconds": step.seconds,
        "count": step.count,
        "like": step.like,
        "object": object_key(step.manifest) if step.manifest.get("metadata") else "",
        "domain_key": step.nodes.key,
        "domain": step.nodes.value,
    }
    if step.nodes.names or step.nodes.key:
        about["nodes"] = target(world, step)
    given = {key: value for key, value in about.items() if value not in ("", [], 0, 0.0)}
    return {**given, "replicas": step.replicas} if step.kind == "scale" else given


# ---- what a step names ----


def _refuse(step: Step, key: str, message: Sentence) -> InvalidInput:
    return InvalidInput.of(f"{step.path}.{key}", message)


def target(world: World, step: Step) -> list[str]:
    """Return the names of the step's nodes; raise InvalidInput if there is none."""
    names = _targeted(world, step.nodes)
    if step.nodes.key and not names:
        label = f"{step.nodes.key}={step.nodes.value}"
        raise _refuse(
            step,
            step.kind,
            worded("must be a label of nodes, none has {label}: name one that nodes have", label=label),
        )
    for name in names:
        if name not in world.nodes.by_name:
            raise _refuse(
                step,
                step.kind,
                worded("must name a node of the cluster, {name} is none: correct the name", name=name),
            )
    return names


def _targeted(world: World, of: NodeTarget) -> list[str]:
    if not of.key:
        return list(of.names)
    return [name for name, n in world.nodes.by_name.items() if n.node.labels.get(of.key) == of.value]


def _workload(world: World, step: Step) -> Manifest:
    if step.workload not in world.workloads.by_key:
        offered = [key for key in world.workloads.by_key if key.split(" ")[0] == step.workload.split(" ")[0]]
        rule = worded("add the workload to the scenario")
        if offered:
            rule = worded("one of {names}", names=", ".join(offered))
        raise _refuse(
            step,
            step.kind,
            worded(
                "must name a workload of the cluster, {workload} is none: {rule}",
                workload=step.workload,
                rule=rule,
            ),
        )
    return world.objects.manifests[step.workload]


# ---- workloads ----


def _set_workload(world: World, step: Step, key: str, manifest: Manifest) -> None:
    problems = Problems(key)
    workload = read_workload(ManifestField(manifest, "", problems))
    if workload is None:
        raise InvalidInput(
            [InputError(f"{step.path}.{e.path}", e.message, object=e.object) for e in problems.errors()]
        )
    world.workloads.change(key, workload)
    world.objects.store(key, workload.manifest)


def _rollout(world: World, step: Step) -> None:
    manifest = _workload(world, step)
    spec = merged(mapping(manifest, "spec"), step.patch)
    if step.image:
        template = mapping(spec, "template")
        pod_spec = mapping(template, "spec")
        containers = pod_spec.get("containers")
        first, *others = containers if isinstance(containers, list) and containers else [{}]
        pod_spec = {**pod_spec, "containers": [{**first, "image": step.image}, *others]}
        spec = {**spec, "template": {**template, "spec": pod_spec}}
    elif "template" not in step.patch:  # kubectl rollout restart
        template = mapping(spec, "template")
        meta = mapping(template, "metadata")
        stamp = {**mapping(meta, "annotations"), "kubectl.kubernetes.io/restartedAt": world.clock.timestamp()}
        spec = {**spec, "template": {**template, "metadata": {**meta, "annotations": stamp}}}
    _set_workload(world, step, step.workload, {**manifest, "spec": spec})


def merged(value: Any, patch: Any) -> Any:
    """Return a value with a JSON merge patch (RFC 7386)."""
    if not isinstance(patch, dict):
        return patch
    result = dict(value) if isinstance(value, dict) else {}
    for key, part in patch.items():
        if part is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), part)
    return result


def _scale(world: World, step: Step) -> None:
    manifest = _workload(world, step)
    spec = {**mapping(manifest, "spec"), "replicas": step.replicas}
    _set_workload(world, step, step.workload, {**manifest, "spec": spec})


def _apply(world: World, step: Step) -> None:
    manifest = step.manifest
    key, kind = object_key(manifest), kind_of(manifest)
    if is_workload(manifest):
        _set_workload(world, step, key, manifest)
    elif kind == "Node":
        world.nodes.set(manifest, why("applied"), helps=True)
    elif kind == "Pod":
        if key.partition(" ")[2] in world.pods.by_key:
            raise _refuse(
                step, "apply", worded("must be a new pod, a running pod cannot be changed: delete it first")
            )
        world.pods.create(manifest, why("applied"))
    else:
        world.objects.apply(step.path, key, manifest)


# ---- pods ----


def _delete_pods(world: World, step: Step) -> None:
    if step.selector:
        wanted = step.selector.items()
        keys = [key for key, pod in world.pods.by_key.items() if wanted <= pod.labels.items()]
        if not keys:
            raise _refuse(
                step, "deletePods", worded("must be labels of pods, none has them: correct the labels")
            )
    else:
        keys = list(step.pods)
    for key in keys:
        if key not in world.pods.by_key:
            raise _refuse(
                step,
                "deletePods",
                worded("must name a pod of the cluster, {name} is none: correct the name", name=key),
            )
        world.pods.delete(world.pods.by_key[key], why("deleted"))


def _finish_job(world: World, step: Step) -> None:
    _workload(world, step)
    running = [pod for pod in world.workloads.pods_of(step.workload) if pod.active and pod.node]
    running.sort(key=lambda pod: (pod.created, pod.key))
    for pod in running[: step.count or len(running)]:
        world.pods.finish(pod, why("job finished"))


# ---- nodes ----


def _drain(world: World, step: Step) -> None:
    names = target(world, step)
    nodes.drain(world, names, why("drain", nodes=names))


def _cordon(world: World, step: Step) -> None:
    for name in target(world, step):
        nodes.cordon(world, name, why(step.kind), cordoned=step.kind == "cordon")


def _taint(world: World, step: Step) -> None:
    taint = {"key": step.key, **({"value": step.value} if step.value else {}), "effect": step.effect}
    for name in target(world, step):
        nodes.add_taint(world, name, taint, why("taint", key=step.key, effect=step.effect))


def _untaint(world: World, step: Step) -> None:
    for name in target(world, step):
        nodes.remove_taint(world, name, step.key, step.effect, why("untaint", key=step.key))


def _label(world: World, step: Step) -> None:
    for name in target(world, step):
        nodes.set_labels(world, name, step.labels, why("label", keys=list(step.labels)))


def _add_nodes(world: World, step: Step) -> None:
    if step.like and step.like not in world.nodes.by_name:
        raise _refuse(
            step,
            "like",
            worded("must name a node of the cluster, {name} is none: correct the name", name=step.like),
        )
    for _ in range(step.count):
        name = _new_node_name(world, step.like or "node")
        world.nodes.set(_new_node(world, step, name), why("addNodes", like=step.like), helps=True)


def _new_node_name(world: World, base: str) -> str:
    """Return a name that no node has: numbered after those of the same stem."""
    stem = base.rstrip("0123456789").rstrip("-")
    number = 1 + len(world.nodes.by_name)
    while f"{stem}-{number}" in world.nodes.by_name:
        number += 1
    return f"{stem}-{number}"


def _new_node(world: World, step: Step, name: str) -> Manifest:
    """Return a node of a shape, or like another one, without what that one alone has."""
    if step.like:
        manifest = world.nodes.by_name[step.like].manifest
        meta, spec = mapping(manifest, "metadata"), mapping(manifest, "spec")
        labels = {**mapping(meta, "labels"), **step.labels}
        taints = [
            t for t in spec.get("taints") or () if not str(t.get("key")).startswith("node.kubernetes.io/")
        ]
        status = mapping(manifest, "status")
        amounts = {key: status[key] for key in ("capacity", "allocatable", "images") if key in status}
    else:
        labels, taints = dict(step.labels), []
        amounts = {"capacity": {"pods": "110", **step.shape}}
    labels[_HOSTNAME] = name
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "spec": {"taints": taints} if taints else {},
        "status": amounts,
    }


def _remove_nodes(world: World, step: Step) -> None:
    nodes.remove(world, target(world, step), why("removeNodes"))


def _lose(world: World, step: Step) -> None:
    nodes.lose(world, target(world, step), why("lose"))


def _restore(world: World, step: Step) -> None:
    nodes.restore(world, target(world, step), why("restore"))


# ---- the rest ----


def _configure(world: World, step: Step) -> None:
    try:
        world.scheduler.configure(step.manifest, world.typed_objects())
    except InvalidInput as error:
        raise InvalidInput(
            [InputError(f"{step.path}.configure.{e.path}", e.message) for e in error.errors]
        ) from error
    world.objects.store("KubeSchedulerConfiguration default/None", step.manifest)


def _wait(world: World, step: Step) -> None:
    """Let time pass; the play does."""


_ACTIONS: dict[StepKind, Callable[[World, Step], None]] = {
    "rollout": _rollout,
    "scale": _scale,
    "drain": _drain,
    "cordon": _cordon,
    "uncordon": _cordon,
    "taint": _taint,
    "untaint": _untaint,
    "label": _label,
    "addNodes": _add_nodes,
    "removeNodes": _remove_nodes,
    "lose": _lose,
    "restore": _restore,
    "deletePods": _delete_pods,
    "finishJob": _finish_job,
    "apply": _apply,
    "configure": _configure,
    "wait": _wait,
}
