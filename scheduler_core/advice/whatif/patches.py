"""A repair as commands for a cluster, and as a difference of manifests."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from typing import Any

import yaml

from scheduler_core.explain.view.causes.workload import workload_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.resolvers import SourceDumper
from scheduler_core.kubernetes.objects.templates import SEVERAL, template_path
from scheduler_core.kubernetes.source import Operation, changed, value_at

from .change import Changes
from .places import Edited, Place, operation_of

_TEMPLATED = (
    "Deployment",
    "ReplicaSet",
    "StatefulSet",
    "DaemonSet",
    "ReplicationController",
    "Job",
    "CronJob",
)


_OF_JOBS = ("controller-uid", "job-name", "job-completion-index")


def commands(changes: Changes, pod: Pod, manifest: Manifest, places: Sequence[Place]) -> list[str]:
    """Return the commands that make the changes in a cluster.

    `manifest` is that of the pod before them, `places` are those of its fields in the input.
    """
    all_lines = [command for change in changes for command in change.commands]
    first = [line for line in all_lines if line.startswith("kubectl create ")]  # what the patch then names
    lines = [line for line in all_lines if line not in first]
    patch = list(_json_patch(changes, manifest))
    custom = [place for place in places if place.object.partition(" ")[0] in SEVERAL or _is_rollout(place)]
    if patch and custom:
        return [*first, _custom_command(custom[-1], pod, patch), *lines]
    return [*first, *_pod_commands(pod, patch, manifest), *lines] if patch else all_lines


def _is_rollout(place: Place) -> bool:
    return place.object.startswith("Rollout ")


def _custom_command(place: Place, pod: Pod, patch: list[Manifest]) -> str:
    """Return the patch of a workload that an operator expands; a JobSet is replaced, as its jobs are immutable."""
    kind, _, key = place.object.partition(" ")
    named = f"{kind.lower()} {key.rpartition('/')[2]} -n {pod.namespace}"
    prefix = _pointer(place.path)
    moved = [{**entry, "path": f"{prefix}{entry['path']}"} for entry in patch]
    return (
        _replaced(named, moved)
        if kind == "JobSet"
        else f"kubectl patch {named} --type=json -p {_quoted(moved)}"
    )


def _json_patch(changes: Changes, manifest: Manifest) -> Iterator[Manifest]:
    """Yield the edits of the pod as entries of a JSON patch."""
    for change in changes:
        for edit in (edit for edit in change.edits if edit.of_pod):
            operation = operation_of(edit, Place("Pod"), manifest)
            yield _entry(operation, manifest)
            manifest = changed(manifest, operation)


def _entry(operation: Operation, manifest: Manifest) -> Manifest:
    path, value = operation.path, operation.value
    if operation.op == "remove":
        return {"op": "remove", "path": _pointer(path)}
    if operation.op == "add" and isinstance(value_at(manifest, path), list):
        return {"op": "add", "path": f"{_pointer(path)}/-", "value": value}
    value = [value] if operation.op == "add" else value
    while len(path) > 1 and value_at(manifest, path[:-1]) is None:  # a patch makes no parents
        path, value = path[:-1], [value] if isinstance(path[-1], int) else {path[-1]: value}
    exists = value_at(manifest, path) is not None
    return {"op": "replace" if exists else "add", "path": _pointer(path), "value": value}


def _pointer(path: tuple[str | int, ...]) -> str:
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def _pod_commands(pod: Pod, patch: list[Manifest], manifest: Manifest) -> Iterator[str]:
    """Yield the patch of the pod's workload; lone pods and Jobs are replaced, since what they run is immutable."""
    workload = workload_of(pod)
    namespace = f"-n {pod.namespace}"
    if workload.kind in _TEMPLATED:
        prefix = _pointer(template_path(workload.kind))
        moved = [{**entry, "path": f"{prefix}{entry['path']}"} for entry in patch]
        if workload.kind == "Job":
            yield _replaced(f"job {workload.name} {namespace}", [*moved, *_generated_anew(manifest)])
            return
        yield f"kubectl patch {workload.kind.lower()} {workload.name} {namespace} --type=json -p {_quoted(moved)}"
        return
    yield _replaced(f"pod {pod.name} {namespace}", patch)


def _replaced(named: str, patch: list[Manifest]) -> str:
    get, put = f"kubectl get {named} -o yaml", "kubectl replace --force -f -"
    return f"{get} | kubectl patch --local -f - --type=json -p {_quoted(patch)} -o yaml | {put}"


def _generated_anew(manifest: Manifest) -> Iterator[Manifest]:
    """Yield what takes the selector and labels of its UID out of a Job, which it gets anew."""
    labels = value_at(manifest, ("metadata", "labels")) or {}
    own = {key: value for key, value in labels.items() if not key.endswith(_OF_JOBS)}
    yield {"op": "remove", "path": "/spec/selector"}
    yield {"op": "add", "path": "/spec/template/metadata/labels", "value": own}


def _quoted(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return "'" + text.replace("'", "'\\''") + "'"


def manifest_diff(edited: Edited) -> str:
    """Return the unified difference of the manifests that the changes touch, as YAML."""
    lines: list[str] = []
    for name, before in edited.before.items():
        after = edited.manifests.get(name)
        lines += unified_diff(_yaml(before), _yaml(after), name, name if after else "deleted", lineterm="")
    return "\n".join(lines)


def _yaml(manifest: Manifest | None) -> list[str]:
    return as_yaml(manifest).splitlines() if manifest else []


def as_yaml(manifest: Manifest) -> str:
    text: str = yaml.dump(
        manifest,
        Dumper=SourceDumper,
        sort_keys=False,
        allow_unicode=True,
        width=110,
        default_flow_style=False,
    )
    return text
