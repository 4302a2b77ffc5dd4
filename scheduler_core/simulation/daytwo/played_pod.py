"""Pods of a play: what is known of one, and how new ones come about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from scheduler_core.controlplane.admission import NO_ADMISSION, Report, admit
from scheduler_core.controlplane.controllers.pod import ControlledPod
from scheduler_core.controlplane.workloads.pods import TEMPLATE_HASH_LABEL, controller_of, labels_of, phase_of
from scheduler_core.controlplane.workloads.workload import API_VERSIONS, mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.labels import parse_int64
from scheduler_core.kubernetes.objects.loading import SourceManifest
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import FINISHED_PHASES, Pod, PodTemplate, read_pod, read_template
from scheduler_core.kubernetes.objects.pod_class import class_key
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems
from scheduler_core.simulation.run.scenario import Scenario

from .contract import PlayStay

DELETION_COST = "controller.kubernetes.io/pod-deletion-cost"
REVISION_HASH_LABEL = "controller-revision-hash"


@dataclass(slots=True, eq=False)
class PlayedPod(ControlledPod):
    """A pod of the play: its manifest as stored, and as the scheduler has it.

    `owner` is its controller and `workload` the workload of the input above that, both as "Kind namespace/name".
    `alive` is whether its containers run: not on a lost node.
    """

    manifest: Manifest = None  # type: ignore[assignment]
    pod: Pod = None  # type: ignore[assignment]
    stay: PlayStay = None  # type: ignore[assignment]
    owner: str = ""
    workload: str = ""
    alive: bool = False
    counted_available: bool = False
    message: str = ""

    @property
    def labels(self) -> dict[str, str]:
        return labels_of(self.manifest)


def owner_key(manifest: Manifest) -> str:
    """Return "Kind namespace/name" of a pod's or ReplicaSet's controller, "" without one."""
    controller = controller_of(manifest)
    if controller is None or controller.get("kind") not in API_VERSIONS:
        return ""
    namespace = mapping(manifest, "metadata").get("namespace") or "default"
    return f"{controller['kind']} {namespace}/{controller.get('name')}"


def played_pod(manifest: Manifest, pod: Pod, rng: Random, created: float) -> PlayedPod:
    """Return a pod of the play; one on a node runs."""
    labels = labels_of(manifest)
    cost = mapping(manifest, "metadata", "annotations").get(DELETION_COST, "")
    statuses = mapping(manifest, "status").get("containerStatuses")
    restarts = [s.get("restartCount") for s in statuses or () if isinstance(s, dict)]
    return PlayedPod(
        key=pod.key,
        uid=f"{rng.getrandbits(64):016x}",
        created=created,
        revision=labels.get(TEMPLATE_HASH_LABEL) or labels.get(REVISION_HASH_LABEL, ""),
        node=pod.node_name,
        deleting=pod.template.terminating,
        finished=phase_of(manifest) in FINISHED_PHASES,
        deletion_cost=parse_int64(str(cost)) or 0,
        restarts=max((r for r in restarts if isinstance(r, int)), default=0),
        manifest=manifest,
        pod=pod,
        owner=owner_key(manifest),
    )


class PodMaker:
    """Makes pods as the API server stores them, and their classes; shared by all plays of a scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self._policy = scenario.admission
        self._objects = scenario.objects
        self._config = [m for m in scenario.manifests if kind_of(m) not in ("Pod", "Node", *API_VERSIONS)]
        self._made: dict[str, tuple[Any, PodTemplate] | str] = {}
        self._classes: dict[str, PodTemplate] = {}
        self._terminating: dict[tuple[PodTemplate, bool], PodTemplate] = {}
        by_class = {pod.template: pod for pod in reversed(scenario.objects.pods)}
        for template, pod in by_class.items():
            self._classes[class_key(self._objects.manifests["Pod", pod.key])] = template

    def make(self, manifest: Manifest) -> tuple[Manifest, Pod] | str:
        """Return a new pod as it is stored, and as the scheduler sees it; the API server's message if it refuses it.

        Raise InvalidInput if the manifest is invalid.
        """
        key = class_key(manifest)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = self._make(manifest)
        if isinstance(made, str):
            return made
        spec, template = made
        stored = {**manifest, "spec": spec}
        return stored, read_pod(ManifestField(stored, "", Problems()), template)

    def _make(self, manifest: Manifest) -> tuple[Any, PodTemplate] | str:
        admitted = manifest
        if self._policy != NO_ADMISSION:
            sources = [SourceManifest(m, i) for i, m in enumerate(self._config)]
            report = Report()
            sources.append(SourceManifest(manifest, len(sources), "made"))
            stored = [s.manifest for s in admit(sources, self._policy, Problems(), report)]
            pods = [m for m in stored if kind_of(m) == "Pod"]
            if not pods:
                return report.refusals[-1].message if report.refusals else "refused"
            admitted = pods[0]
        return admitted.get("spec"), self.template_of(admitted)

    def template_of(self, manifest: Manifest) -> PodTemplate:
        """Return the class of a stored pod; raise InvalidInput."""
        key = class_key(manifest)
        template = self._classes.get(key)
        if template is None:
            problems = Problems(f"Pod {mapping(manifest, 'metadata').get('name')}")
            objects = self._objects
            template = read_template(
                ManifestField(manifest, "", problems), objects.priorities, objects.default_priority
            )
            if problems.entries:
                raise InvalidInput(problems.errors())
            self._classes[key] = template
        return template

    def terminating(self, pod: Pod, *, preempted: bool = False) -> Pod:
        """Return the pod while it is being deleted, by the scheduler if it is `preempted`."""
        key = (pod.template, preempted)
        template = self._terminating.get(key)
        if template is None:
            preempted = preempted or pod.template.preempted
            template = replace(pod.template, terminating=True, preempted=preempted)
            self._terminating[key] = template
        return replace(pod, template=template)
