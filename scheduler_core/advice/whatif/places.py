"""Where the fields of a pod are written, and what changes do to the manifests of a scenario."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.objects.templates import template_paths
from scheduler_core.kubernetes.source import Operation, changed, object_name, value_at
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.scenario import Scenario

from .change import Changes, Edit, Path

CONFIG = "KubeSchedulerConfiguration"


@dataclass(frozen=True, slots=True)
class Place:
    """An object that has the fields of the pod, at `path`: the pod itself, or the template of a workload."""

    object: str
    path: Path = ()


@dataclass(slots=True)
class Sources:
    """The manifests of a scenario by name, and the places of its pods."""

    scenario: Scenario
    manifests: dict[str, Manifest | None] = field(default_factory=dict)
    _workloads: dict[tuple[str, str, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for manifest in self.scenario.manifests:
            name = object_name(manifest)
            self.manifests[name] = manifest
            kind = manifest.get("kind")
            if kind not in ("Pod", "Node"):
                meta = manifest.get("metadata") or {}
                key = (kind_of(manifest) or "", meta.get("namespace") or "default", str(meta.get("name")))
                self._workloads[key] = name
        if self.scenario.config_manifest is not None:
            self.manifests[CONFIG] = self.scenario.config_manifest

    def places(self, pod: Pod) -> list[Place]:
        """Return the places of a pod: itself, pending pods of the same workload, and the templates they come from."""
        objects = self.scenario.objects
        alike = [pod]
        if pod.template.controller is not None:
            alike += [
                p for p in objects.pods if p.template is pod.template and not p.node_name and p is not pod
            ]
        names = (f"Pod {p.key}" for p in alike)
        places = [Place(n) for n in names if n in self.manifests and not _finished(self.manifests[n])]
        return places + [place for name in self._owners(pod) for place in self._templates(name, pod)]

    def _owners(self, pod: Pod) -> Iterator[str]:
        """Yield the workloads of the input that the pod comes from, the nearest first."""
        expanded = self.scenario.objects.expanded
        made_by = next((name for name, pods in expanded.items() if pod.key in pods), None)
        if made_by is not None:
            kind, _, key = made_by.partition(" ")
            namespace, _, name = key.partition("/")
            owner: tuple[str, str, str] | None = (kind, namespace, name)
        else:
            controller = pod.template.controller
            owner = None if controller is None else (controller.kind, pod.namespace, controller.name)
        while owner is not None and (workload := self._workloads.get(owner)) is not None:
            yield workload
            references = value_at(self.manifests[workload], ("metadata", "ownerReferences")) or ()
            controllers = [r for r in references if r.get("controller")]
            owner = (controllers[0]["kind"], owner[1], controllers[0]["name"]) if controllers else None

    def _templates(self, name: str, pod: Pod) -> list[Place]:
        """Return the templates of a workload; of several those with the pod's containers, if there are any."""
        manifest = self.manifests[name] or {}
        paths = list(template_paths(manifest))
        own = _containers(self.scenario.objects.manifests.get(("Pod", pod.key)))
        of_pod = [path for path in paths if _containers(value_at(manifest, path)) == own]
        return [Place(name, path) for path in (of_pod if len(paths) > 1 and of_pod else paths)]


def _containers(manifest: Manifest | None) -> list[tuple[Any, ...]]:
    """Return what tells the containers of templates apart, of a pod or a template."""
    containers = value_at(manifest, ("spec", "containers")) or ()
    return [tuple(container.get(key) for key in ("name", "image", "resources")) for container in containers]


def _finished(manifest: Manifest | None) -> bool:
    return value_at(manifest, ("status", "phase")) in ("Succeeded", "Failed")


@dataclass(slots=True)
class Edited:
    """Manifests by name as changes leave them, None for deleted ones; `before` has those that changed."""

    manifests: MutableMapping[str, Manifest | None]
    operations: list[Operation] = field(default_factory=list)
    before: dict[str, Manifest | None] = field(default_factory=dict)

    def apply(self, operation: Operation) -> None:
        """Apply an operation; raise InvalidInput for an object that is not there."""
        name = operation.object if operation.op != "create" else object_name(operation.value)
        manifest = self.manifests.get(name)
        if operation.op == "create":
            self.manifests[name] = operation.value
        elif manifest is None:
            raise InvalidInput.of("", worded("is not in the input"), object=name)
        else:
            self.manifests[name] = None if operation.op == "delete" else changed(manifest, operation)
        self.before.setdefault(name, manifest)
        self.operations.append(operation)


def edited(changes: Changes, places: Iterable[Place], manifests: Mapping[str, Manifest | None]) -> Edited:
    """Return the manifests with the changes made; raise InvalidInput for one that cannot be made any more."""
    result = Edited(ChainMap({}, manifests))  # type: ignore[arg-type]
    listed = _accepting([e for change in changes for e in change.edits if e.of_pod], [*places], manifests)
    for edit in (edit for change in changes for edit in change.edits):
        for place in listed if edit.of_pod else [Place(edit.object)]:
            result.apply(operation_of(edit, place, result.manifests.get(place.object) or {}))
    return result


def _accepting(
    edits: list[Edit], places: list[Place], manifests: Mapping[str, Manifest | None]
) -> list[Place]:
    """Return the places where all edits can be made: a template may be of another revision than the pod."""
    if len(places) == 1:
        return places
    return [place for place in places if accepts(place, edits, manifests)] or places


def accepts(place: Place, edits: Iterable[Edit], manifests: Mapping[str, Manifest | None]) -> bool:
    """Return whether all edits of a pod can be made at a place."""
    alone = Edited({place.object: manifests.get(place.object)})
    try:
        for edit in edits:
            alone.apply(operation_of(edit, place, alone.manifests[place.object] or {}))
    except InvalidInput:
        return False
    return True


def operation_of(edit: Edit, place: Place, manifest: Manifest) -> Operation:
    """Return an edit as an operation on a place; raise InvalidInput if the entry that it names is gone."""
    path = (*place.path, *edit.path)
    if edit.op != "drop" and edit.op != "swap":  # noqa: PLR1714 (mypy narrows these)
        return Operation(edit.op, place.object, path, edit.value)
    entries, entry = value_at(manifest, path) or [], edit.value if edit.op == "drop" else edit.old
    if entry not in entries:
        raise InvalidInput.of(".".join(map(str, path)), worded("has changed"), object=place.object)
    at = (*path, entries.index(entry))
    if edit.op == "drop":
        return Operation("remove", place.object, at)
    return Operation("set", place.object, at, edit.value)
