"""From text to manifests to objects: YAML streams, JSON, and the List dumps of kubectl."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from . import lines
from .cluster import (
    Objects,
    read_budget,
    read_controller_object,
    read_priority_class,
    read_service,
)
from .meta import read_meta
from .node import read_node
from .parsing import Limits, Manifest, documents
from .pod import PodTemplate, read_pod, read_template
from .pod_class import class_key
from .reading import At, InputError, Problems, TooLarge
from .storage import (
    read_attachment,
    read_capacity,
    read_claim,
    read_csi_node,
    read_driver,
    read_storage_class,
    read_volume,
)

CONFIG_KIND = "KubeSchedulerConfiguration"


@dataclass(frozen=True, slots=True)
class Placed:
    """A manifest to read, and the object of the input that its errors point at.

    "made" are those that a controller makes of the object; "template" checks the object's spec.template, since
    errors belong there and not to each pod made of it.
    """

    manifest: Any
    index: int
    role: Literal["written", "template", "made"] = "written"


def parse_source(source: str, limits: Limits) -> list[Any]:
    """The manifests in a text, Lists taken apart; raises InvalidInput or TooLarge."""
    size = len(source) if source.isascii() else len(source.encode(errors="surrogatepass"))
    if size > limits.bytes:
        raise TooLarge([InputError("", f"the input has {size:,} bytes; the limit is {limits.bytes:,}")])
    manifests = [
        manifest
        for document in documents(source, limits)
        if document is not None
        for manifest in _flatten(document)
    ]
    if len(manifests) > limits.objects:
        message = f"the input has {len(manifests):,} objects; the limit is {limits.objects:,}"
        raise TooLarge([InputError("", message)])
    return manifests


def _flatten(value: Any, kind: str = "") -> Iterator[Any]:
    """The objects in a value: itself, or those of a JSON array or a List. Items of a typed List need no kind."""
    if isinstance(value, list):
        for item in value:
            yield from _flatten(item, kind)
        return
    manifest = {"kind": kind, **value} if isinstance(value, dict) and kind else value
    listed = _list_kind(manifest)
    if listed is None:
        yield manifest
        return
    yield from _flatten(manifest["items"], listed)
    if "expect" in manifest:  # expectations may stand beside the items
        yield {"expect": manifest["expect"]}


def _list_kind(manifest: Any) -> str | None:
    """The kind of a List's items, empty when each says its own; None for what is no List."""
    kind = manifest.get("kind") if isinstance(manifest, dict) else None
    if isinstance(kind, str) and kind.endswith("List") and isinstance(manifest.get("items"), list):
        return kind.removesuffix("List")
    return None


def read_objects(placed: Iterable[Placed], problems: Problems) -> Objects:
    """Typed objects; pods come last because their priority depends on the PriorityClasses."""
    objects = Objects()
    pods: list[tuple[Placed, At]] = []
    seen: dict[str, int] = {}
    for place in placed:
        if not isinstance(place.manifest, dict):
            problems.index, problems.object = place.index, f"object {place.index + 1}"
            problems.add("", "must be a Kubernetes object: a mapping with apiVersion, kind and metadata")
            continue
        at = locate(place.index, place.manifest, problems)
        kind = place.manifest.get("kind")
        if not isinstance(kind, str) or not kind:
            problems.add("kind", "must be set, for example to Pod or Node")
            continue
        if kind == "Pod" or place.role == "template":
            pods.append((place, at))
        elif kind in _READERS:
            _READERS[kind](at, objects)
        elif kind != CONFIG_KIND:
            objects.ignored[kind] = objects.ignored.get(kind, 0) + 1
        if kind == "Pod" or kind in _READERS or place.role == "template":
            _refuse_twins(problems, seen)
    _read_pods(pods, objects, problems)
    return objects


def locate(index: int, manifest: Manifest, problems: Problems) -> At:
    """The manifest's place; from now on complaints are about it."""
    meta = manifest.get("metadata")
    meta = meta if isinstance(meta, dict) else {}
    kind, name = manifest.get("kind"), meta.get("name", "")
    namespace = meta.get("namespace") or ("default" if kind == "Pod" else "")
    kind = kind if isinstance(kind, str) and kind else f"object {index + 1}"
    problems.index = index
    problems.object = f"{kind} {namespace}/{name}" if namespace else f"{kind} {name}".rstrip()
    return At(manifest, "", problems)


def _refuse_twins(problems: Problems, seen: dict[str, int]) -> None:
    _, _, name = problems.object.partition(" ")
    if name and seen.setdefault(problems.object, problems.index) != problems.index:
        problems.add(
            "metadata.name", "is used by an earlier object of this kind: rename or remove one of them"
        )


def _read_pods(pods: list[tuple[Placed, At]], objects: Objects, problems: Problems) -> None:
    """Pods of a template with errors are left out: the errors have been said."""
    templates: dict[str, PodTemplate] = {}
    broken: set[int] = set()
    for place, at in pods:
        locate(place.index, at.value, problems)
        if place.role == "template":
            if not _is_sound(at.child("spec").child("template"), objects):
                broken.add(place.index)
            continue
        if place.role == "made" and place.index in broken:
            continue
        key = class_key(at.value)
        template = templates.get(key)
        if template is None:
            template = templates[key] = read_template(at, objects.priorities, objects.default_priority)
        pod = read_pod(at, template)
        objects.pods.append(pod)
        objects.written["Pod", pod.key] = at.value


def _is_sound(template: At, objects: Objects) -> bool:
    before = len(template.problems.found)
    read_template(template, objects.priorities, objects.default_priority)
    return len(template.problems.found) == before


def _read_node(at: At, objects: Objects) -> None:
    node = read_node(at)
    objects.nodes.append(node)
    objects.written["Node", node.name] = at.value


def _read_namespace(at: At, objects: Objects) -> None:
    meta = read_meta(at, namespaced=False)
    objects.namespaces[meta.name] = meta.labels


def _read_controller(at: At, objects: Objects) -> None:
    controller = read_controller_object(at)
    objects.controllers[controller.kind, controller.meta.namespace, controller.meta.name] = controller


_READERS: dict[str, Callable[[At, Objects], None]] = {
    "Node": _read_node,
    "Namespace": _read_namespace,
    "Service": lambda at, o: o.services.append(read_service(at)),
    "ReplicationController": _read_controller,
    "ReplicaSet": _read_controller,
    "StatefulSet": _read_controller,
    "PodDisruptionBudget": lambda at, o: o.budgets.append(read_budget(at)),
    "PriorityClass": read_priority_class,
    "PersistentVolume": lambda at, o: read_volume(at, o.storage),
    "PersistentVolumeClaim": lambda at, o: read_claim(at, o.storage),
    "StorageClass": lambda at, o: read_storage_class(at, o.storage),
    "CSINode": lambda at, o: read_csi_node(at, o.storage),
    "CSIStorageCapacity": lambda at, o: read_capacity(at, o.storage),
    "CSIDriver": lambda at, o: read_driver(at, o.storage),
    "VolumeAttachment": lambda at, o: read_attachment(at, o.storage),
}


def with_lines(problems: Problems, sources: Sequence[str], objects: Sequence[int]) -> list[InputError]:
    """The errors with their lines in their source, where they can be found; each source has so many objects."""
    found: list[InputError] = []
    first = 0
    for source, count in zip(sources, objects, strict=True):
        here = [(index - first, error) for index, error in problems.found if first <= index < first + count]
        placed = lines.locate(source, [(index, error.path) for index, error in here]) if here else []
        found += [replace(error, line=line) for (_, error), line in zip(here, placed, strict=True)]
        first += count
    return found
