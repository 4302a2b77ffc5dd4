"""From text to manifests to objects: YAML streams, JSON, and the List dumps of kubectl."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import yaml

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
from .pod import PodTemplate, read_pod, read_template
from .pod_class import class_key
from .reading import At, InputError, InvalidInput, Problems, TooLarge
from .storage import (
    read_attachment,
    read_capacity,
    read_claim,
    read_csi_node,
    read_driver,
    read_storage_class,
    read_volume,
)

Manifest = dict[str, Any]

CONFIG_KIND = "KubeSchedulerConfiguration"


@dataclass(frozen=True, slots=True)
class Limits:
    """How large an input may be."""

    bytes: int = 5_000_000
    objects: int = 60_000
    depth: int = 60
    aliases: int = 100


@dataclass(frozen=True, slots=True)
class Placed:
    """A manifest to read, and the object of the input that its errors point at.

    "made" are those that a controller makes of the object; "template" checks the object's spec.template, since
    errors belong there and not to each pod made of it.
    """

    manifest: Any
    index: int
    role: Literal["written", "template", "made"] = "written"


NO_LIMITS = Limits(2**60, 2**60, 1000, 2**60)


class SourceLoader(yaml.CSafeLoader):
    """Safe YAML that leaves timestamps as text, as Kubernetes does."""


SourceLoader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def parse_source(source: str, limits: Limits) -> list[Any]:
    """The manifests in a text, Lists taken apart; raises InvalidInput or TooLarge."""
    size = len(source) if source.isascii() else len(source.encode())
    if size > limits.bytes:
        raise TooLarge([InputError("", f"the input has {size:,} bytes; the limit is {limits.bytes:,}")])
    manifests = list(_flatten(_documents(source, limits)))
    if len(manifests) > limits.objects:
        message = f"the input has {len(manifests):,} objects; the limit is {limits.objects:,}"
        raise TooLarge([InputError("", message)])
    return manifests


def _documents(source: str, limits: Limits) -> list[Any]:
    if source.lstrip()[:1] in ("{", "["):
        try:
            return [json.loads(source)]
        except (ValueError, RecursionError):
            pass  # flow-style YAML also begins like this
    try:
        _check_shape(source, limits)
        return list(yaml.load_all(source, Loader=SourceLoader))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        message = f"not valid YAML: {error.problem or error.context}; check indentation and quotes there"
        raise InvalidInput([InputError("", message, line)]) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise InvalidInput([InputError("", f"not valid YAML: {str(error).splitlines()[0]}")]) from None


def _check_shape(source: str, limits: Limits) -> None:
    """Counts nesting and aliases on the event stream, before anything is built from it."""
    sizes: dict[str, int] = {}
    open_: list[tuple[str | None, int]] = []
    total = aliases = 0
    for event in yaml.parse(source, Loader=SourceLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            open_.append((event.anchor, total))
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = open_.pop()
            if anchor:
                sizes[anchor] = total - before
        elif isinstance(event, yaml.AliasEvent):
            aliases += 1
            total += sizes.get(str(event.anchor), 1)
        total += 1
        if problem := _beyond(limits, len(open_), aliases, total):
            line = event.start_mark.line + 1 if event.start_mark else None
            raise TooLarge([InputError("", f"{problem}; that is the limit", line)])


def _beyond(limits: Limits, depth: int, aliases: int, total: int) -> str:
    if depth > limits.depth:
        return f"nesting is deeper than {limits.depth}"
    if aliases > limits.aliases:
        return f"more than {limits.aliases} aliases"
    if total > limits.bytes:
        return f"aliases expand to more than {limits.bytes:,} values"
    return ""


def _flatten(documents: Iterable[Any]) -> Iterator[Any]:
    """The objects in documents, JSON arrays and Lists (one inside another is taken apart only once)."""
    for document in documents:
        yield from document if isinstance(document, list) else _unpacked(document)


def _unpacked(document: Any) -> Iterator[Any]:
    if document is None:
        return
    kind = document.get("kind") if isinstance(document, dict) else None
    if not (isinstance(kind, str) and kind.endswith("List") and isinstance(document.get("items"), list)):
        yield document
        return
    for item in document["items"]:
        yield (
            {"kind": kind.removesuffix("List"), **item} if isinstance(item, dict) and kind != "List" else item
        )
    if "expect" in document:  # expectations may stand beside the items
        yield {"expect": document["expect"]}


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
    kind, name = manifest.get("kind", f"object {index + 1}"), meta.get("name", "")
    namespace = meta.get("namespace") or ("default" if kind == "Pod" else "")
    problems.index = index
    problems.object = f"{kind} {namespace}/{name}" if namespace else f"{kind} {name}"
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
