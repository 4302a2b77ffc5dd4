"""From text to manifests to objects: YAML streams, JSON, and Lists as kubectl dumps them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from scheduler_core import allowance
from scheduler_core.sentences import worded

from . import lines
from .cluster import (
    Objects,
    read_budget,
    read_controller_object,
    read_priority_class,
    read_service,
)
from .devices import (
    Devices,
    check_device_version,
    read_claim_template,
    read_device_class,
    read_device_taint_rule,
    read_resource_claim,
    read_resource_slice,
)
from .json_text import Reduce
from .kinds import kind_of
from .limits import Limits
from .meta import read_meta
from .node import read_node
from .parsing import Manifest, documents
from .pod import PodTemplate, read_pod, read_template
from .pod_class import class_key
from .podgroups import is_pod_group, read_pod_group
from .reading import InputError, InvalidInput, ManifestField, Problems, TooLarge
from .simulator import exported_objects, is_export
from .storage import (
    read_attachment,
    read_capacity,
    read_claim,
    read_csi_node,
    read_driver,
    read_storage_class,
    read_volume,
)
from .templates import template_fields

CONFIG_KIND = "KubeSchedulerConfiguration"


@dataclass(frozen=True, slots=True)
class SourceManifest:
    """A manifest to read, and the index of the input's object that its errors refer to.

    Role "made": a controller made the manifest from that object. Role "template": only the object's spec.template is
    checked, since its errors belong there and not to each pod made from it. `written` is the manifest before
    admission, None if it is the same. `refusal` is what the API server of the input's cluster answered the
    controller that tried to create the pod, "" if it did not refuse.
    """

    manifest: Any
    index: int
    role: Literal["written", "template", "made"] = "written"
    written: Any = None
    refusal: str = ""


def parse_source(source: str, limits: Limits, reduce: Reduce | None = None) -> list[Any]:
    """Return the manifests in a text, with Lists flattened; raise InvalidInput or TooLarge.

    With `reduce` the items of a List in JSON are reduced as they are decoded.
    """
    size = len(source) if source.isascii() else len(source.encode(errors="surrogatepass"))
    if size > limits.bytes:
        raise TooLarge.of(
            "",
            worded(
                "the input has {size} bytes; the limit is {limit}",
                size=f"{size:,}",
                limit=f"{limits.bytes:,}",
            ),
        )
    allowance.grant("bytes", size)
    manifests = [
        manifest
        for document in documents(source, limits, reduce)
        if document is not None
        for manifest in _flatten(document)
    ]
    if len(manifests) > limits.objects:
        message = worded(
            "the input has {count} objects; the limit is {limit}",
            count=f"{len(manifests):,}",
            limit=f"{limits.objects:,}",
        )
        raise TooLarge.of("", message)
    return manifests


def _flatten(value: Any, kind: str = "", version: object = None) -> Iterator[Any]:
    """Yield the objects in a value: itself, or those of a JSON array, of a List or of the simulator's export.

    Items of a typed List need neither kind nor apiVersion.
    """
    if isinstance(value, list):
        for item in value:
            yield from _flatten(item, kind, version)
        return
    if is_export(value):
        yield from exported_objects(value)
        return
    manifest = value
    if isinstance(value, dict) and kind:
        manifest = {**({} if version is None else {"apiVersion": version}), "kind": kind, **value}
    item_kind = _list_kind(manifest)
    if item_kind is None:
        yield manifest
        return
    yield from _flatten(manifest["items"], item_kind, manifest.get("apiVersion"))
    if "expect" in manifest:  # expectations may stand beside the items
        yield {"expect": manifest["expect"]}


def _list_kind(manifest: Any) -> str | None:
    """Return the kind of a List's items, "" if each item states its own; None for anything but a List."""
    kind = manifest.get("kind") if isinstance(manifest, dict) else None
    if isinstance(kind, str) and kind.endswith("List") and isinstance(manifest.get("items"), list):
        return kind.removesuffix("List")
    return None


def read_objects(
    sources: Iterable[SourceManifest], problems: Problems, objects: Objects | None = None
) -> Objects:
    """Return typed objects, added to `objects`. Pods and their groups are read last: PriorityClasses rank them."""
    objects = objects or Objects()
    pods: list[tuple[SourceManifest, ManifestField]] = []
    pod_groups: list[tuple[int, ManifestField]] = []
    first_index: dict[str, int] = {}
    for source in sources:
        allowance.check()
        if not isinstance(source.manifest, dict):
            problems.index, problems.object = source.index, f"object {source.index + 1}"
            problems.add(
                "", worded("must be a Kubernetes object: a mapping with apiVersion, kind and metadata")
            )
            continue
        at = locate(source.index, source.manifest, problems)
        kind = kind_of(source.manifest)
        if not kind:
            problems.add("kind", worded("must be set, for example to Pod or Node"))
            continue
        if source.written is not None:
            objects.written[problems.object] = source.written
        if kind == "Pod" or source.role == "template":
            pods.append((source, at))
        elif is_pod_group(source.manifest):
            pod_groups.append((source.index, at))
        elif kind in _READERS:
            _READERS[kind](at, objects)
        elif kind != CONFIG_KIND:
            objects.unread.add(source.manifest)
        if kind == "Pod" or is_pod_group(source.manifest) or kind in _READERS or source.role == "template":
            _reject_duplicate_names(problems, first_index)
    _read_pod_groups(pod_groups, objects)
    _read_pods(pods, objects, problems)
    return objects


def locate(index: int, manifest: Manifest, problems: Problems) -> ManifestField:
    """Return the manifest as a field without a path, and attribute the problems from here on to it."""
    meta = manifest.get("metadata")
    meta = meta if isinstance(meta, dict) else {}
    kind, name = manifest.get("kind"), meta.get("name", "")
    namespace = meta.get("namespace") or ("default" if kind == "Pod" else "")
    kind = kind if isinstance(kind, str) and kind else f"object {index + 1}"
    problems.index = index
    problems.object = f"{kind} {namespace}/{name}" if namespace else f"{kind} {name}".rstrip()
    return ManifestField(manifest, "", problems)


def _reject_duplicate_names(problems: Problems, first_index: dict[str, int]) -> None:
    _, _, name = problems.object.partition(" ")
    if name and first_index.setdefault(problems.object, problems.index) != problems.index:
        problems.add(
            "metadata.name", worded("is already used by an object of this kind: rename or remove one of them")
        )


def _read_pods(
    pods: list[tuple[SourceManifest, ManifestField]], objects: Objects, problems: Problems
) -> None:
    """Read the pods, without those of an invalid template, whose errors have been reported already."""
    templates: dict[str, PodTemplate] = {}
    broken: set[int] = set()
    for source, at in pods:
        allowance.check()
        locate(source.index, at.value, problems)
        if source.role == "template":
            if [template for template in template_fields(at) if not _is_valid(template, objects)]:
                broken.add(source.index)
            continue
        if source.role == "made" and source.index in broken:
            continue
        key = class_key(at.value)
        template = templates.get(key)
        if template is None:
            template = templates[key] = read_template(at, objects.priorities, objects.default_priority)
        pod = read_pod(at, template)
        objects.pods.append(pod)
        objects.manifests["Pod", pod.key] = at.value


def _read_pod_groups(pod_groups: list[tuple[int, ManifestField]], objects: Objects) -> None:
    for index, at in pod_groups:
        locate(index, at.value, at.problems)
        group = read_pod_group(at, objects.priorities, objects.default_priority)
        objects.pod_groups[group.key] = group


def _is_valid(template: ManifestField, objects: Objects) -> bool:
    before = len(template.problems.entries)
    read_template(template, objects.priorities, objects.default_priority)
    return len(template.problems.entries) == before


def _read_node(at: ManifestField, objects: Objects) -> None:
    node = read_node(at)
    objects.nodes.append(node)
    objects.manifests["Node", node.name] = at.value


def _read_namespace(at: ManifestField, objects: Objects) -> None:
    meta = read_meta(at, namespaced=False)
    objects.namespaces[meta.name] = meta.labels


def _read_controller(at: ManifestField, objects: Objects) -> None:
    controller = read_controller_object(at)
    objects.controllers[controller.kind, controller.meta.namespace, controller.meta.name] = controller


def _device_reader(
    read: Callable[[ManifestField, Devices], None],
) -> Callable[[ManifestField, Objects], None]:
    """Return the reader of a kind of resource.k8s.io, for the versions with structured parameters."""

    def read_known_version(at: ManifestField, objects: Objects) -> None:
        if check_device_version(at):
            read(at, objects.devices)

    return read_known_version


_READERS: dict[str, Callable[[ManifestField, Objects], None]] = {
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
    "DeviceClass": _device_reader(read_device_class),
    "ResourceSlice": _device_reader(read_resource_slice),
    "DeviceTaintRule": lambda at, o: read_device_taint_rule(at, o.devices),
    "ResourceClaim": _device_reader(read_resource_claim),
    "ResourceClaimTemplate": _device_reader(read_claim_template),
}


@dataclass(slots=True)
class LeftOut:
    """What texts have that cannot be read: `errors` name the text where there are several, by `names`."""

    names: Sequence[str] = ()
    errors: list[InputError] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    """How many objects of each kind, "" for texts that are no YAML."""
    notes: list[str] = field(default_factory=list)
    """What is read and was not looked at."""
    others: list[int] = field(default_factory=list)
    """The numbers of texts in which nothing says that it is an object of Kubernetes."""

    def parsed(self, number: int, source: str, limits: Limits, reduce: Reduce | None = None) -> list[Any]:
        """Return the manifests of a text, none if it is no YAML; raise TooLarge."""
        try:
            return parse_source(source, limits, reduce)
        except TooLarge:
            raise
        except InvalidInput as error:
            self.errors += [self._named(number, each) for each in error.errors]
            self.kinds[""] += 1
            return []

    def add(
        self, entries: list[tuple[int, InputError]], sources: Sequence[str], texts: list[list[Any]]
    ) -> None:
        """Add errors of objects, by index among those of all texts, with their lines where they can be located."""
        first = 0
        for number, (source, text) in enumerate(zip(sources, texts, strict=True)):
            own = [(index - first, error) for index, error in entries if first <= index < first + len(text)]
            line_numbers = lines.locate(source, [(index, error.path) for index, error in own]) if own else []
            self.errors += [
                self._named(number, replace(error, line=line))
                for (_, error), line in zip(own, line_numbers, strict=True)
            ]
            self.kinds.update(kind_of(text[index]) or "object" for index in {index for index, _ in own})
            first += len(text)

    def _named(self, number: int, error: InputError) -> InputError:
        if len(self.names) < 2:
            return error
        return replace(error, object=": ".join(filter(None, (self.names[number], error.object))))
