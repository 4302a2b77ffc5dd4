"""A running pod made pending again, to see where it would be placed today."""

from __future__ import annotations

from typing import Any

from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import worded

from .scenario import Scenario


def as_pending(scenario: Scenario, *pods: str) -> Scenario:
    """Return the scenario with running pods (`namespace/name`) pending; raise InvalidInput for one that does not run.

    The pods lose spec.nodeName and their status, and with them their place in the cluster.
    """
    for pod in pods:
        running_pod(scenario, pod)
    asked = frozenset(pods)
    content = scenario.content()
    content["objects"] = [_without_node(m) if _key(m) in asked else m for m in content["objects"]]
    return Scenario.from_content(content, name=scenario.name, version=scenario.version)


def running_pod(scenario: Scenario, key: str) -> Pod:
    """Return the pod; raise InvalidInput if there is none with this key, or if it does not run."""
    pod = next((pod for pod in scenario.objects.pods if pod.key == key), None)
    if pod is None:
        raise InvalidInput.of(
            "", worded("is not in the input: name it as namespace/name"), object=f"Pod {key}"
        )
    if not pod.node_name or pod.finished:
        state = worded("has finished") if pod.finished else worded("is pending already")
        message = worded("{state}: name a pod that runs on a node", state=state)
        raise InvalidInput.of("spec.nodeName", message, object=f"Pod {key}")
    return pod


def _key(manifest: Any) -> str:
    """Return `namespace/name` of a pod's manifest, "" of any other."""
    meta = manifest.get("metadata") if kind_of(manifest) == "Pod" else None
    return f"{meta.get('namespace') or 'default'}/{meta.get('name')}" if isinstance(meta, dict) else ""


def _without_node(manifest: Manifest) -> Manifest:
    spec = {key: value for key, value in manifest["spec"].items() if key != "nodeName"}
    return {**{key: value for key, value in manifest.items() if key != "status"}, "spec": spec}
