"""An object on its way into the cluster."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scheduler_core.controlplane.workloads.pods import controller_of, is_finished, labels_of
from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import path_text

from .report import Cause, FillIn, Report

_CLUSTER_SCOPED = frozenset({"Node", "PersistentVolume"})


class Refused(Exception):
    """The API server refuses the object; the text is its answer."""

    def __init__(self, message: str, cause: Cause) -> None:
        super().__init__(message)
        self.message = message
        self.cause = cause


class AdmissionRequest:
    """A manifest with the values that it receives. The manifest itself is never changed: each change copies its path.

    `stored` means that the object comes from an API server, and therefore has passed admission already. `made`: a
    controller of this program created it. `refusal` is what the cluster's own API server answered to its creation.
    """

    __slots__ = ("_report", "kind", "made", "manifest", "name", "namespace", "refusal", "stored")

    def __init__(self, manifest: Manifest, report: Report, *, made: bool = False, refusal: str = "") -> None:
        self.manifest = manifest
        self.made = made
        self.refusal = refusal
        self._report = report
        meta = mapping(manifest, "metadata")
        self.kind, name = str(manifest.get("kind")), meta.get("name")
        self.name = name if isinstance(name, str) else ""
        self.namespace = "" if self.kind in _CLUSTER_SCOPED else str(meta.get("namespace") or "default")
        self.stored = not made and bool(meta.get("uid") or meta.get("resourceVersion"))

    @property
    def label(self) -> str:
        """The object as messages name it: "Pod default/web-0", "Node n1"."""
        return f"{self.kind} {self.namespace}/{self.name}" if self.namespace else f"{self.kind} {self.name}"

    @property
    def finished(self) -> bool:
        """Whether the pod has ended."""
        return is_finished(self.manifest)

    @property
    def running(self) -> bool:
        """Whether the pod is on a node and has not ended."""
        return bool(self.part("spec").get("nodeName")) and not self.finished

    @property
    def labels(self) -> dict[str, str]:
        return labels_of(self.manifest)

    @property
    def controller(self) -> Manifest:
        """The owner reference of the controller, {} without one."""
        return controller_of(self.manifest) or {}

    def part(self, *keys: str) -> Manifest:
        """Return the mapping at a path of keys, an empty one if there is none."""
        return mapping(self.manifest, *keys)

    def items(self, *keys: str) -> list[Any]:
        """Return the list at a path of keys, an empty one if there is none."""
        *above, last = keys
        value = mapping(self.manifest, *above).get(last)
        return value if isinstance(value, list) else []

    def mappings(self, *keys: str) -> list[Manifest]:
        """Return the mappings in the list at a path of keys."""
        return [item for item in self.items(*keys) if isinstance(item, dict)]

    def forbidden(self, reason: str, cause: Cause) -> Refused:
        """Return the API server's answer 403 to the creation of the object (NewForbidden)."""
        return Refused(f'{self.kind.lower()}s "{self.name}" is forbidden: {reason}', cause)

    def set(self, value: Any, path: tuple[str | int, ...], cause: Cause, text: str = "") -> None:
        """Give the field at `path` a value; `text` is the value as the report shows it."""
        self.assign(value, path)
        self.state(value, path, cause, text)

    def state(self, value: Any, path: tuple[str | int, ...], cause: Cause, text: str = "") -> None:
        """Report a value that the reader of the object fills in by itself."""
        self._report.fill(FillIn(path_text(path), text or str(value), cause), self.label)

    def assign(self, value: Any, path: tuple[str | int, ...]) -> None:
        """Give the field at `path` a value that the report leaves out, such as an identity."""
        self.manifest = _changed(self.manifest, path, value)

    def extend(self, values: Iterable[tuple[Any, str]], path: tuple[str, ...], cause: Cause) -> None:
        """Append values, each with its text, to the list at `path`."""
        additions = list(values)
        if not additions:
            return
        items = [*self.items(*path), *(value for value, _ in additions)]
        self.manifest = _changed(self.manifest, path, items)
        text = ", ".join(text for _, text in additions)
        self._report.fill(FillIn(path_text(path), text, cause, added=True), self.label)


def _changed(value: Any, path: tuple[str | int, ...], new: Any) -> Any:
    """Return a copy of the value in which the field at the path is new."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        items = list(value)
        items[step] = _changed(items[step], rest, new)
        return items
    fields = dict(value) if isinstance(value, dict) else {}
    fields[step] = _changed(fields.get(step), rest, new)
    return fields
