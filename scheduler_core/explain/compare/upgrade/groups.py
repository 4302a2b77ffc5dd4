"""The workload of each pod, as far as the scenario tells."""

from __future__ import annotations

from collections.abc import Collection

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.simulation.run.scenario import Scenario

_TEMPLATE_HASH = "pod-template-hash"


def group_by_workload(scenario: Scenario, pods: Collection[str]) -> dict[str, str]:
    """Return the name of each pod's workload, as `namespace/name`.

    It is the workload that made the pod or that its manifest names. Otherwise equal pods whose names differ at the end
    are taken for replicas, and named by what they share; any other pod is its own group.
    """
    groups = {
        pod: workload.partition(" ")[2]
        for workload, made in scenario.objects.expanded.items()
        for pod in made
        if pod in pods
    }
    alike: dict[tuple[PodTemplate, str], list[str]] = {}
    for pod in scenario.objects.pods:
        if pod.key in pods and pod.key not in groups:
            if owner := _owner(pod, scenario.objects.manifests.get(("Pod", pod.key), {})):
                groups[pod.key] = f"{pod.namespace}/{owner}"
            else:
                alike.setdefault((pod.template, _stem(pod.key)), []).append(pod.key)
    for (_, stem), keys in alike.items():
        groups |= {key: stem if len(keys) > 1 else key for key in keys}
    return groups


def _stem(key: str) -> str:
    """Return "default/web" for "default/web-0" and "default/web12"; the key itself if nothing would be left."""
    namespace, _, name = key.partition("/")
    stem = name.rpartition("-")[0] or name.rstrip("0123456789")
    return f"{namespace}/{stem or name}"


def _owner(pod: Pod, manifest: Manifest) -> str:
    """Return the name of the pod's controller, of a Deployment rather than its ReplicaSet; "" if it has none."""
    references = (manifest.get("metadata") or {}).get("ownerReferences")
    listed = (
        [reference for reference in references if isinstance(reference, dict)]
        if isinstance(references, list)
        else []
    )
    name = next((str(reference.get("name", "")) for reference in listed if reference.get("controller")), "")
    template_hash = pod.template.labels.get(_TEMPLATE_HASH)
    return name.removesuffix(f"-{template_hash}") if template_hash else name
