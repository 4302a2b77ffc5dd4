"""From `steps:` to steps; every error has the path, the expectation and the fix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, get_args

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.loading import CONFIG_KIND
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems, quoted
from scheduler_core.kubernetes.objects.statements import check_fields, is_statement, read_entries
from scheduler_core.sentences import either, worded

from .step import NodeTarget, Seconds, Step, StepKind

KEY = "steps"
KINDS: tuple[StepKind, ...] = get_args(StepKind)
_MODIFIERS = ("after", "readySeconds", "stopSeconds")
_EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")
_MOST_NODES = 5_000
_MOST_REPLICAS = 100_000
_MOST_SECONDS = 30 * 24 * 3600
# Kinds that may be written alone, without "Deployment " before the name.
_DEFAULT_KIND = "Deployment"
_ROLLED = ("Deployment", "StatefulSet", "DaemonSet")
_SCALED = ("Deployment", "ReplicaSet", "ReplicationController", "StatefulSet")


def is_steps(manifest: Any) -> bool:
    """Return whether a document contains steps and not a Kubernetes object."""
    return is_statement(manifest, KEY)


def read_steps(entries: Sequence[Manifest]) -> tuple[Step, ...]:
    """Return steps as they stand in a scenario's content; raise InvalidInput."""
    problems = Problems()
    steps = read_document({KEY: list(entries)}, 0, problems)
    if problems.entries:
        raise InvalidInput(problems.errors())
    return tuple(steps)


def read_document(manifest: Manifest, index: int, problems: Problems) -> list[Step]:
    """Return the steps of one document, which is the input's object `index`."""
    entries = read_entries(manifest, KEY, index, problems)
    return [step for entry in entries if (step := _read(entry)) is not None]


def _read(at: ManifestField) -> Step | None:
    kinds = [kind for kind in KINDS if kind in at.value]
    if len(kinds) != 1:
        rule = (
            worded("must have one action")
            if not kinds
            else worded("has {count} actions ({kinds})", count=len(kinds), kinds=", ".join(kinds))
        )
        at.problem(
            "",
            worded("{rule}: write an entry for each, with one of {names}", rule=rule, names=", ".join(KINDS)),
        )
        return None
    kind = kinds[0]
    read, fields = _READERS[kind]
    check_fields(at, kind, {*fields, *_MODIFIERS})
    step = read(Step(kind, at.path, dict(at.value)), at)
    return replace(
        step,
        after=_seconds(at, "after") if at.has("after") else None,
        ready=_range(at, "readySeconds"),
        stop=_range(at, "stopSeconds"),
    )


def _seconds(at: ManifestField, key: str) -> float:
    value = at.raw(key)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= _MOST_SECONDS:
        at.problem(
            key,
            worded(
                "must be seconds, from 0 to {most}, got {value}",
                most=_MOST_SECONDS,
                value=quoted(value),
            ),
        )
        return 0.0
    return float(value)


def _range(at: ManifestField, key: str) -> Seconds | None:
    """Return seconds written as a number (5) or as a range ([4, 9])."""
    if not at.has(key):
        return None
    value = at.raw(key)
    ends = value if isinstance(value, list) else [value, value]
    numbers = [end for end in ends if isinstance(end, int | float) and not isinstance(end, bool)]
    if len(numbers) != 2 or len(ends) != 2 or not 0 <= numbers[0] <= numbers[1] <= _MOST_SECONDS:
        at.problem(
            key,
            worded("must be seconds such as 5, or a range such as [4, 9], got {value}", value=quoted(value)),
        )
        return None
    return Seconds(float(numbers[0]), float(numbers[1]))


def _workload(at: ManifestField, key: str, kinds: tuple[str, ...]) -> str:
    """Return "Kind namespace/name" of a workload written as `web`, `Deployment web` or `StatefulSet ns/db`."""
    text = at.name(key)
    kind, _, name = text.strip().rpartition(" ")
    kind = kind or (_DEFAULT_KIND if _DEFAULT_KIND in kinds else kinds[0])
    if text and (kind not in kinds or not name):
        example = f"{kinds[0]} default/web"
        at.problem(
            key,
            worded(
                "must name a {kinds}, such as {example}; got {value}",
                kinds=either(kinds),
                example=example,
                value=quoted(text),
            ),
        )
    return f"{kind} {name if '/' in name else f'default/{name}'}"


def _count(at: ManifestField, key: str, least: int, most: int) -> int:
    count = at.integer(key, least)
    if not at.has(key) or not least <= count <= most:
        at.problem(
            key,
            worded(
                "must be a number from {least} to {most}, got {value}",
                least=least,
                most=most,
                value=quoted(at.raw(key)),
            ),
        )
        return least
    return count


def _nodes(at: ManifestField, key: str) -> NodeTarget:
    """Return nodes written as a name, a list of names, or {key: label, value: its value}."""
    value = at.raw(key)
    if isinstance(value, str) and value:
        return NodeTarget((value,))
    if isinstance(value, list) and value:
        return NodeTarget(at.texts(key))
    if isinstance(value, dict):
        label = at.child(key)
        return NodeTarget((), label.name("key"), label.name("value"))
    at.problem(
        key, worded("must be a node's name, a list of names, or a label such as {key: rack, value: rack-1}")
    )
    return NodeTarget()


def _rollout(step: Step, at: ManifestField) -> Step:
    workload = _workload(at, "rollout", _ROLLED)
    patch: Manifest = {}
    if at.has("template"):
        patch["template"] = at.child("template").value
    if at.has("strategy"):
        key = "strategy" if workload.startswith("Deployment ") else "updateStrategy"
        patch[key] = at.child("strategy").value
    for key in ("minReadySeconds", "progressDeadlineSeconds"):
        if at.has(key):
            patch[key] = at.integer(key, 0)
    return replace(step, workload=workload, image=at.text("image"), patch=patch)


def _scale(step: Step, at: ManifestField) -> Step:
    most = int(min(_MOST_REPLICAS, allowance.most_objects()))
    return replace(step, workload=_workload(at, "scale", _SCALED), replicas=_count(at, "replicas", 0, most))


def _on_nodes(step: Step, at: ManifestField) -> Step:
    return replace(step, nodes=_nodes(at, step.kind))


def _taint(step: Step, at: ManifestField) -> Step:
    effect = at.choice("effect", _EFFECTS)
    if step.kind == "taint" and not at.has("effect"):
        at.problem("effect", worded("must be set: one of {names}", names=", ".join(_EFFECTS)))
    return replace(
        step,
        nodes=_nodes(at, step.kind),
        key=at.name("key"),
        value=at.text("value"),
        effect=effect if at.has("effect") else "",
    )


def _label(step: Step, at: ManifestField) -> Step:
    labels = at.child("labels").value
    if not labels:
        at.problem("labels", worded("must be set: labels with their values, null to remove one"))
    for key, value in labels.items():
        if value is not None and not isinstance(value, str):
            at.problem(
                f"labels.{key}",
                worded("must be a string or null, got {value}: put it in quotes", value=quoted(value)),
            )
    return replace(step, nodes=_nodes(at, "label"), labels=labels)


def _add_nodes(step: Step, at: ManifestField) -> Step:
    if at.has("like") == at.has("shape"):
        at.problem(
            "",
            worded("must have either like: a node's name, or shape: amounts such as {cpu: 4, memory: 8Gi}"),
        )
    return replace(
        step,
        count=_count(at, "addNodes", 1, _MOST_NODES),
        like=at.text("like"),
        shape=dict(at.quantities("shape")),
        labels=dict(at.labels("labels")),
    )


def _delete_pods(step: Step, at: ManifestField) -> Step:
    value = at.raw("deletePods")
    if isinstance(value, dict):
        return replace(step, selector=dict(at.labels("deletePods")))
    names = (value,) if isinstance(value, str) and value else at.texts("deletePods")
    if not names:
        at.problem(
            "deletePods", worded("must be a pod's name, a list of names, or labels such as {app: web}")
        )
    return replace(step, pods=tuple(name if "/" in name else f"default/{name}" for name in names))


def _finish_job(step: Step, at: ManifestField) -> Step:
    count = _count(at, "pods", 1, 100_000) if at.has("pods") else 0
    return replace(step, workload=_workload(at, "finishJob", ("Job",)), count=count)


def _apply(step: Step, at: ManifestField) -> Step:
    manifest = at.child("apply").value
    if not kind_of(manifest):
        at.problem("apply", worded("must be a Kubernetes object with apiVersion, kind and metadata.name"))
    return replace(step, manifest=manifest)


def _configure(step: Step, at: ManifestField) -> Step:
    manifest = at.child("configure").value
    if manifest.get("kind") != CONFIG_KIND:
        at.problem(
            "configure.kind",
            worded(
                "must be {kind}, got {value}",
                kind=CONFIG_KIND,
                value=quoted(manifest.get("kind")),
            ),
        )
    return replace(step, manifest=manifest)


def _wait(step: Step, at: ManifestField) -> Step:
    return replace(step, seconds=_seconds(at, "wait"))


_ROLLOUT_FIELDS = ("image", "template", "strategy", "minReadySeconds", "progressDeadlineSeconds")
_READERS: dict[StepKind, tuple[Callable[[Step, ManifestField], Step], tuple[str, ...]]] = {
    "rollout": (_rollout, _ROLLOUT_FIELDS),
    "scale": (_scale, ("replicas",)),
    "drain": (_on_nodes, ()),
    "cordon": (_on_nodes, ()),
    "uncordon": (_on_nodes, ()),
    "taint": (_taint, ("key", "value", "effect")),
    "untaint": (_taint, ("key", "value", "effect")),
    "label": (_label, ("labels",)),
    "addNodes": (_add_nodes, ("like", "shape", "labels")),
    "removeNodes": (_on_nodes, ()),
    "lose": (_on_nodes, ()),
    "restore": (_on_nodes, ()),
    "deletePods": (_delete_pods, ()),
    "finishJob": (_finish_job, ("pods",)),
    "apply": (_apply, ()),
    "configure": (_configure, ()),
    "wait": (_wait, ()),
}
