"""A repair as commands for a cluster, and as a difference of manifests."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from typing import Any

import yaml

from scheduler_core.explain.view.causes.workload import workload_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.resolvers import SourceDumper
from scheduler_core.kubernetes.objects.templates import SEVERAL, template_path
from scheduler_core.kubernetes.source import Operation, changed, value_at

from .change import Changes, Edit
from .filled_in import as_template, as_written
from .places import Edited, Place, accepts, operation_of

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


@dataclass(frozen=True, slots=True)
class _PodEdits:
    """Edits of a pod, which become a JSON patch of what it is made from.

    `manifest` is the pod before them, `places` are those of its fields among the `manifests` of the input.
    """

    edits: Sequence[Edit]
    pod: Pod
    manifest: Manifest
    places: Sequence[Place]
    manifests: Mapping[str, Manifest | None]

    def of_pod(self) -> list[Manifest]:
        """Return the patch of the pod itself."""
        return _json_patch(self.edits, self.manifest)

    def of_template(self, places: Sequence[Place]) -> list[Manifest]:
        """Return the patch of the template at one of these places or, if none has it, of the one that it probably is.

        A pod is no measure for its template: the API server has filled in tolerations, its priority, and selectors.
        """
        for place in places:
            if accepts(place, self.edits, self.manifests):
                template = value_at(self.manifests[place.object], place.path)
                return _json_patch(self.edits, template or {})
        edits = [replace(e, value=as_written(e.value), old=as_written(e.old)) for e in self.edits]
        return _json_patch(edits, as_template(self.manifest))


def commands(
    changes: Changes,
    pod: Pod,
    manifest: Manifest,
    places: Sequence[Place],
    manifests: Mapping[str, Manifest | None],
) -> list[str]:
    """Return the commands that make the changes in a cluster.

    `manifest` is that of the pod before them, `places` are those of its fields among the `manifests` of the input.
    """
    all_lines = [command for change in changes for command in change.commands]
    first = [line for line in all_lines if line.startswith("kubectl create ")]  # what the patch then names
    lines = [line for line in all_lines if line not in first]
    edits = [edit for change in changes for edit in change.edits if edit.of_pod]
    if not edits:
        return all_lines
    of_pod = _PodEdits(edits, pod, manifest, places, manifests)
    custom = [place for place in places if place.object.partition(" ")[0] in SEVERAL or _is_rollout(place)]
    made = _custom_command(custom[-1], of_pod) if custom else _pod_command(of_pod)
    return [*first, made, *lines]


def _is_rollout(place: Place) -> bool:
    return place.object.startswith("Rollout ")


def _custom_command(place: Place, edits: _PodEdits) -> str:
    """Return the patch of a workload that an operator expands; a JobSet is replaced, as its jobs are immutable."""
    kind, _, key = place.object.partition(" ")
    named = f"{kind.lower()} {key.rpartition('/')[2]} -n {edits.pod.namespace}"
    patch = _below(_pointer(place.path), edits.of_template([place]))
    return replaced(named, patch) if kind == "JobSet" else _patched(named, patch)


def _pod_command(edits: _PodEdits) -> str:
    """Return the patch of the pod's workload; lone pods and Jobs are replaced, since what they run is immutable."""
    pod, workload = edits.pod, workload_of(edits.pod)
    if workload.kind not in _TEMPLATED:
        return replaced(f"pod {pod.name} -n {pod.namespace}", edits.of_pod())
    named = f"{workload.kind.lower()} {workload.name} -n {pod.namespace}"
    own = [place for place in edits.places if place.object.startswith(f"{workload.kind} ")]
    patch = _below(_pointer(template_path(workload.kind)), edits.of_template(own))
    if workload.kind == "Job":
        return replaced(named, [*patch, *_generated_anew(edits.manifest)])
    return _patched(named, patch)


def _below(prefix: str, patch: Sequence[Manifest]) -> list[Manifest]:
    """Return the entries of a patch for what stands at a path."""
    return [{**entry, "path": f"{prefix}{entry['path']}"} for entry in patch]


def _json_patch(edits: Sequence[Edit], manifest: Manifest) -> list[Manifest]:
    """Return edits of a pod or template as a JSON patch, without what a later entry of it replaces as a whole."""
    entries = list(_entries(edits, manifest))
    return [
        entry
        for number, entry in enumerate(entries, start=1)
        if not any(_replaces(later, entry) for later in entries[number:])
    ]


def _replaces(later: Manifest, entry: Manifest) -> bool:
    return bool(later["op"] != "remove" and entry["path"].startswith(f"{later['path']}/"))


def _entries(edits: Sequence[Edit], manifest: Manifest) -> Iterator[Manifest]:
    """Yield edits of a pod or template as entries of a JSON patch; what is not there needs no removal."""
    for edit in edits:
        operation = operation_of(edit, Place("Pod"), manifest)
        if operation.op == "remove" and value_at(manifest, operation.path) is None:
            continue
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


def _patched(named: str, patch: list[Manifest]) -> str:
    return f"kubectl patch {named} --type=json -p {_quoted(patch)}"


def replaced(named: str, patch: list[Manifest]) -> str:
    """Return the command that deletes an object and makes it again with a patch."""
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
