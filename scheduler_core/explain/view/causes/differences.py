"""Where a run ends otherwise than the dump that it began with."""

from __future__ import annotations

from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.loading import CONFIG_KIND
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.simulation.run.scenario import Scenario

from .contract import Differences
from .workload import pod_groups

MOST_NODES = 20


def differences(recording: Recording) -> Differences:
    """Compare the end of the run with the status that the dump's own pods have."""
    objects = recording.scenario.objects
    victims = {victim for event in recording.finished for victim in event["victims"]}
    nodes = {node.name for node in objects.nodes}
    running = [pod for pod in objects.pods if pod.node_name and not pod.finished]
    unlisted = dict.fromkeys(pod.node_name for pod in running if pod.node_name not in nodes)
    return {
        "placed": pod_groups(pod for pod in objects.pods if _placed(recording, pod)),
        "evicted": pod_groups(pod for pod in running if pod.key in victims),
        "unlisted_nodes": list(unlisted)[:MOST_NODES],
        "absent_kinds": _absent_kinds(recording.scenario),
    }


def _placed(recording: Recording, pod: Pod) -> bool:
    """Whether the pod was pending in the cluster, as its status says, and is placed here."""
    manifest: Manifest = recording.scenario.objects.manifests.get(("Pod", pod.key), {})
    status = manifest.get("status") or {}
    waited = not pod.node_name and status.get("phase") == "Pending"
    return waited and pod.key in recording.placements


def _absent_kinds(scenario: Scenario) -> list[str]:
    """Return the kinds without an object that could have changed where the pods of the scenario go."""
    present = {manifest.get("kind") for manifest in scenario.manifests}
    wanted = [] if scenario.config_manifest else [CONFIG_KIND]
    if any(volume.claim for pod in scenario.objects.pods for volume in pod.template.volumes):
        wanted += ["PersistentVolumeClaim", "PersistentVolume", "StorageClass", "CSINode"]
    if any(_selects_namespaces(pod.template) for pod in scenario.objects.pods):
        wanted.append("Namespace")
    return [kind for kind in wanted if kind not in present]


def _selects_namespaces(template: PodTemplate) -> bool:
    affinity = template.affinity
    terms = (*affinity.pod.required, *affinity.pod_anti.required)
    return any(not term.namespace_selector.nothing for term in terms)
