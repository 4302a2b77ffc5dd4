"""What is linted as one: a workload with its pods, or bare pods of one class."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scheduler_core.advice.whatif.places import Place
from scheduler_core.allowance import each
from scheduler_core.controlplane.workloads.workload import API_VERSIONS
from scheduler_core.explain.view.causes.workload import Workload, workload_of
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate, read_template
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.objects.templates import SEVERAL, template_path
from scheduler_core.kubernetes.source import Operation, object_name, value_at
from scheduler_core.simulation.run.scenario import Scenario

_WORKLOADS = API_VERSIONS.keys() - SEVERAL.keys()
_HASH = "pod-template-hash"
_IDENTITY = ("app.kubernetes.io/name", "app", "k8s-app", "name")


@dataclass(eq=False, slots=True)
class LintedWorkload:
    """A workload, or bare pods of one class.

    `spec` is the pod's spec as written at the first of `places`; `template` the class of its pods as the scheduler
    sees them; `pods` those that are neither finished nor terminating, none for a DaemonSet, whose pods are bound to
    their nodes.
    """

    manifest: Manifest
    kind: str
    places: tuple[Place, ...]
    spec: Manifest
    template: PodTemplate
    pods: tuple[Pod, ...]

    @property
    def object(self) -> str:
        return self.places[0].object

    @property
    def namespace(self) -> str:
        return self.template.namespace

    @property
    def is_daemon(self) -> bool:
        return self.kind == "DaemonSet"

    def path(self, *steps: str | int) -> tuple[str | int, ...]:
        """Return the path of a field of the pod's spec in the first place."""
        return (*self.places[0].path, "spec", *steps)

    def operations(self, op: Any, steps: Sequence[str | int], value: Any = None) -> tuple[Operation, ...]:
        """Return an operation on a field of the pod's spec, in every place."""
        return tuple(Operation(op, p.object, (*p.path, "spec", *steps), value) for p in self.places)

    def is_like(self, template: PodTemplate) -> bool:
        """Return whether pods of a class count as those of the workload: by namespace and own labels."""
        own = self.own_labels().items()
        return template.namespace == self.namespace and all(template.labels.get(k) == v for k, v in own)

    def own_labels(self) -> dict[str, str]:
        """Return labels by which the pods can be selected: those of the workload's selector, or of an identity."""
        labels = {k: v for k, v in self.template.labels.items() if k != _HASH}
        selected = value_at(self.manifest, ("spec", "selector", "matchLabels"))
        if isinstance(selected, dict) and selected:
            return {k: v for k, v in selected.items() if labels.get(k) == v}
        return next(({key: labels[key]} for key in _IDENTITY if key in labels), labels)


def workloads_of(manifests: Sequence[Manifest], scenario: Scenario) -> list[LintedWorkload]:
    """Return the workloads among the manifests, and the pods without one, in their order."""
    return list(_Reader(manifests, scenario).workloads())


class _Reader:
    def __init__(self, manifests: Sequence[Manifest], scenario: Scenario) -> None:
        self._manifests, self._scenario = manifests, scenario
        objects = scenario.objects
        self._pods = {pod.key: pod for pod in objects.pods}
        self._groups: dict[Workload, list[Pod]] = defaultdict(list)
        for pod in objects.pods:
            if not pod.finished and not pod.template.terminating:
                self._groups[workload_of(pod)].append(pod)
        self._written = {
            (kind_of(m), _namespace(m), str((m.get("metadata") or {}).get("name"))): object_name(m)
            for m in manifests
            if kind_of(m) != "Pod"
        }

    def workloads(self) -> Iterator[LintedWorkload]:
        classes: set[tuple[Workload, PodTemplate]] = set()
        for manifest in each(self._manifests):
            kind = kind_of(manifest)
            if kind in _WORKLOADS and not self._is_made(manifest):
                if (workload := self._workload(manifest, kind)) is not None:
                    yield workload
            elif kind == "Pod" and (pods := self._pods_like(manifest, classes)):
                yield pods

    def _is_made(self, manifest: Manifest) -> bool:
        """Return whether another object of the input makes this one, as a Deployment its ReplicaSets."""
        references = (manifest.get("metadata") or {}).get("ownerReferences") or ()
        return any(
            isinstance(reference, dict)
            and (str(reference.get("kind")), _namespace(manifest), str(reference.get("name")))
            in self._written
            for reference in references
        )

    def _workload(self, manifest: Manifest, kind: str) -> LintedWorkload | None:
        path = template_path(kind)
        template, name = value_at(manifest, path), str((manifest.get("metadata") or {}).get("name"))
        if not isinstance(template, dict) or not isinstance(template.get("spec"), dict):
            return None
        namespace = _namespace(manifest)
        made = self._scenario.objects.expanded.get(f"{kind} {namespace}/{name}", ())
        pods = [self._pods[key] for key in made if key in self._pods]
        keys = {pod.key for pod in pods}
        present = self._groups.get(Workload(kind, namespace, name), ())
        pods = [*(pod for pod in present if pod.key not in keys), *pods]
        pod_class = pods[-1].template if made and pods else self._read(template, namespace)
        place = Place(object_name(manifest), path)
        daemon = kind == "DaemonSet"
        if daemon:
            pod_class = self._read(template, namespace)
        return LintedWorkload(
            manifest, kind, (place,), template["spec"], pod_class, () if daemon else tuple(pods)
        )

    def _read(self, template: Manifest, namespace: str) -> PodTemplate:
        meta = {**(template.get("metadata") or {}), "namespace": namespace}
        at = ManifestField({"metadata": meta, "spec": template["spec"]}, "", Problems())
        objects = self._scenario.objects
        return read_template(at, objects.priorities, objects.default_priority)

    def _pods_like(
        self, manifest: Manifest, classes: set[tuple[Workload, PodTemplate]]
    ) -> LintedWorkload | None:
        """Return the pods of the class of this one, None if they belong to a workload or were returned before."""
        pod = self._pods.get(f"{_namespace(manifest)}/{(manifest.get('metadata') or {}).get('name')}")
        if pod is None or pod.finished or pod.template.terminating or self._is_made(manifest):
            return None
        group = workload_of(pod)
        if (group.kind, group.namespace, group.name) in self._written or (group, pod.template) in classes:
            return None
        classes.add((group, pod.template))
        alike = [candidate for candidate in self._groups[group] if candidate.template is pod.template]
        daemon = group.kind == "DaemonSet"
        places = tuple(Place(f"Pod {like.key}") for like in alike)
        pods = () if daemon else tuple(alike)
        return LintedWorkload(manifest, group.kind, places, manifest.get("spec") or {}, pod.template, pods)


def _namespace(manifest: Manifest) -> str:
    meta = manifest.get("metadata")
    return str((isinstance(meta, dict) and meta.get("namespace")) or "default")
