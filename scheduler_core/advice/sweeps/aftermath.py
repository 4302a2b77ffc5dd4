"""The cluster after a run, as a scenario of its own, and without some of its nodes."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.simulation.daytwo.moment import without_controllers
from scheduler_core.simulation.daytwo.start import object_key
from scheduler_core.simulation.run.scenario import Scenario, ScenarioContent, stored_objects
from scheduler_core.simulation.run.simulation import FIRST_START

from .ending import Ending

# A DaemonSet has no pod without its node, and a static pod belongs to the kubelet.
_BOUND_TO_NODES = ("DaemonSet", "Node")


@dataclass(frozen=True, slots=True)
class AfterLoss:
    """A cluster that lost nodes: `returning` pods wait again, `gone` ones had no controller."""

    scenario: Scenario
    returning: frozenset[str]
    gone: int


@dataclass(frozen=True)
class Aftermath:
    """The cluster after a run; no controller acts in it any more."""

    scenario: Scenario

    @classmethod
    def of(cls, scenario: Scenario, ending: Ending) -> Aftermath:
        """Return the cluster after a run of the scenario that came to this end."""
        start_times = {key: FIRST_START + timedelta(seconds=i) for i, key in enumerate(ending.placed)}
        others: dict[str, Manifest] = {}
        pods: list[Manifest] = []
        for manifest in stored_objects(scenario):
            key = object_key(manifest)
            if kind_of(manifest) != "Pod":
                others[key] = manifest
                continue
            pod_key = key.removeprefix("Pod ")
            if pod_key in ending.placed:
                pods.append(_running(manifest, ending.placed[pod_key], start_times[pod_key]))
            elif pod_key in ending.waiting or _stays(manifest, pod_key, ending):
                pods.append(manifest)
        objects = [*without_controllers(others, pods), *pods]
        content: ScenarioContent = {"objects": objects, "config": scenario.config_manifest}
        if scenario.gates:
            content["gates"] = list(scenario.gates)
        return cls(Scenario.from_content(content, name=scenario.name, version=scenario.version))

    def without(self, lost: AbstractSet[str]) -> AfterLoss:
        """Return the cluster without these nodes: controllers replace the pods that ran there.

        A replacement keeps the name of its pod, and waits behind the pods that waited before.
        """
        objects = self.scenario.objects
        affected = {pod.key: pod for pod in objects.pods if pod.node_name in lost and not pod.finished}
        returning = frozenset(
            key for key, pod in affected.items() if is_replaced(pod) and not pod.template.terminating
        )
        gone = sum(pod.template.controller is None for pod in affected.values())
        pods = [pod for pod in objects.pods if pod.node_name not in lost]
        pods += [_waiting_again(affected[key]) for key in affected if key in returning]
        left = replace(objects, nodes=[n for n in objects.nodes if n.name not in lost], pods=pods)
        scenario = replace(self.scenario, objects=left, manifests=self._manifests(lost, returning))
        if self._is_read_anew:
            content = scenario.content()
            scenario = Scenario.from_content(content, name=scenario.name, version=scenario.version)
        return AfterLoss(scenario, returning, gone)

    def _manifests(self, lost: AbstractSet[str], returning: frozenset[str]) -> list[Manifest]:
        manifests: list[Manifest] = []
        again: list[Manifest] = []
        for manifest, key in zip(self.scenario.manifests, self._keys, strict=True):
            node = mapping(manifest, "spec").get("nodeName") if key.startswith("Pod ") else None
            if key.startswith("Node ") and key.removeprefix("Node ") in lost:
                continue
            if node not in lost:
                manifests.append(manifest)
            elif key.removeprefix("Pod ") in returning:
                again.append(_without_node(manifest))
        return [*manifests, *again]

    @cached_property
    def _keys(self) -> list[str]:
        return [object_key(manifest) for manifest in self.scenario.manifests]

    @cached_property
    def _is_read_anew(self) -> bool:
        """Whether other objects follow from the pods, as claims of devices do for those that wait."""
        devices = self.scenario.objects.devices
        return bool(devices.claims or devices.templates or devices.classes or self.scenario.gates)


def _stays(manifest: Manifest, pod_key: str, ending: Ending) -> bool:
    """Return whether a pod ran before and was not evicted."""
    return bool(mapping(manifest, "spec").get("nodeName")) and pod_key not in ending.victims


def is_replaced(pod: Pod) -> bool:
    """Return whether a controller makes a pod anew that goes with its node."""
    controller = pod.template.controller
    return controller is not None and controller.kind not in _BOUND_TO_NODES


def _waiting_again(pod: Pod) -> Pod:
    return replace(pod, node_name="", nominated_node_name="", phase="Pending", start_time="", claim_names={})


def _running(manifest: Manifest, node: str, start: datetime) -> Manifest:
    """Return the pod's manifest as it runs on a node."""
    status = {key: value for key, value in mapping(manifest, "status").items() if key != "nominatedNodeName"}
    return {
        **manifest,
        "spec": {**mapping(manifest, "spec"), "nodeName": node},
        "status": {**status, "phase": "Running", "startTime": f"{start.isoformat()}Z"},
    }


def _without_node(manifest: Manifest) -> Manifest:
    """Return the pod's manifest as its controller makes it again."""
    spec = {key: value for key, value in mapping(manifest, "spec").items() if key != "nodeName"}
    return {**{key: value for key, value in manifest.items() if key != "status"}, "spec": spec}
