"""The requests to extenders and their answers, as JSON.

Mirrors staging/src/k8s.io/kube-scheduler/extender/v1/types.go @ v1.34.1. Its types declare no JSON names, so keys are
written as in Go and read case-insensitively.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scheduler_core.kubernetes.objects.cluster import Objects
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.framework.interfaces import Candidate

from .contract import BindAnswer, ExtenderError, FilterAnswer, HostPriorities, MetaVictims, PreemptAnswer

Request = dict[str, Any]
"""The body of a request: manifests, in the fields of Go types."""


def uid_of(pod: Pod) -> str:
    """Return the pod's uid; if it has none, its key, which is unique too."""
    return pod.uid or pod.key


def pod_json(pod: Pod, objects: Objects) -> Manifest:
    """Return the pod as the API server would serve it now."""
    manifest = objects.manifests.get(("Pod", pod.key), {})
    meta, spec, status = (
        part if isinstance(part, dict) else {} for part in map(manifest.get, ("metadata", "spec", "status"))
    )
    current_spec = {
        **spec,
        "priority": pod.template.priority,
        "preemptionPolicy": pod.template.preemption_policy,
        "schedulerName": pod.template.scheduler_name,
    }
    if pod.node_name:
        current_spec["nodeName"] = pod.node_name
    return {
        "metadata": {**meta, "name": pod.name, "namespace": pod.namespace, "uid": uid_of(pod)},
        "spec": current_spec,
        "status": {**status, "phase": pod.phase},
    }


def node_json(name: str, objects: Objects) -> Manifest:
    manifest = objects.manifests[("Node", name)]
    return {key: value for key, value in manifest.items() if key not in ("apiVersion", "kind")}


def extender_args(pod: Pod, names: list[str], objects: Objects, *, only_names: bool) -> Request:
    """Return ExtenderArgs, with nodes as objects, or by name for an extender that caches nodes."""
    nodes = None if only_names else {"metadata": {}, "items": [node_json(name, objects) for name in names]}
    return {"Pod": pod_json(pod, objects), "Nodes": nodes, "NodeNames": names if only_names else None}


def preemption_args(
    pod: Pod, candidates: dict[str, Candidate], objects: Objects, *, only_uids: bool
) -> Request:
    """Return ExtenderPreemptionArgs, with victims as objects, or by uid for an extender that caches nodes."""
    victims = {
        name: {
            "Pods": [{"UID": uid_of(v)} if only_uids else pod_json(v, objects) for v in candidate.victims],
            "NumPDBViolations": candidate.pdb_violations,
        }
        for name, candidate in candidates.items()
    }
    return {
        "Pod": pod_json(pod, objects),
        "NodeNameToVictims": None if only_uids else victims,
        "NodeNameToMetaVictims": victims if only_uids else None,
    }


def binding_args(pod: Pod, node: str) -> Request:
    return {"PodName": pod.name, "PodNamespace": pod.namespace, "PodUID": uid_of(pod), "Node": node}


def filter_result(answer: Any, *, only_names: bool) -> FilterAnswer:
    """Read an ExtenderFilterResult; raise ExtenderError."""
    result = _object(answer)
    _raise_error(result)
    nodes: Iterable[Any] = []
    if only_names and result.get("nodenames") is not None:
        nodes = _list(result["nodenames"])
    elif result.get("nodes") is not None:
        nodes = [
            _object(_object(n).get("metadata")).get("name")
            for n in _list(_object(result["nodes"]).get("items"))
        ]
    failed = _messages(result.get("failednodes"))
    unresolvable = _messages(result.get("failedandunresolvablenodes"))
    return {
        "nodes": [_text(name) for name in nodes],
        "failed": {node: message for node, message in failed.items() if node not in unresolvable},
        "unresolvable": unresolvable,
    }


def host_priorities(answer: Any) -> HostPriorities:
    """Read a HostPriorityList; a host that is listed twice gets the sum."""
    scores: dict[str, int] = {}
    for entry in map(_object, _list(answer)):
        host = _text(entry.get("host"))
        scores[host] = scores.get(host, 0) + _integer(entry.get("score"))
    return {"scores": scores}


def preemption_result(answer: Any) -> PreemptAnswer:
    """Read an ExtenderPreemptionResult."""
    victims = _keyed(_object(answer).get("nodenametometavictims"))
    return {"victims": {node: _meta_victims(_object(meta)) for node, meta in victims.items()}}


def _meta_victims(meta: _Fields) -> MetaVictims:
    uids = [_text(_object(pod).get("uid")) for pod in _list(meta.get("pods"))]
    return {"uids": uids, "pdbViolations": _integer(meta.get("numpdbviolations"))}


def binding_result(answer: Any) -> BindAnswer:
    """Read an ExtenderBindingResult, whose only content is an error; raise ExtenderError."""
    _raise_error(_object(answer))
    return {}


_Fields = dict[str, Any]  # of an object of which nothing is known yet


def _raise_error(result: _Fields) -> None:
    if message := _text(result.get("error")):
        raise ExtenderError(message)


def _object(value: Any) -> _Fields:
    """Return a Go struct with its keys in lower case; {} for null."""
    return {key.lower(): entry for key, entry in _keyed(value).items()}


def _keyed(value: Any) -> _Fields:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ExtenderError(f"invalid answer of the extender: expected an object, got {type(value).__name__}")
    return value


def _list(value: Any) -> list[Any]:
    if value is not None and not isinstance(value, list):
        raise ExtenderError(f"invalid answer of the extender: expected a list, got {type(value).__name__}")
    return value or []


def _text(value: Any) -> str:
    if value is not None and not isinstance(value, str):
        raise ExtenderError(f"invalid answer of the extender: expected a string, got {type(value).__name__}")
    return value or ""


def _integer(value: Any) -> int:
    if value is None:
        return 0
    if not isinstance(value, int) or isinstance(value, bool) or not -(2**63) <= value < 2**63:
        raise ExtenderError(
            f"invalid answer of the extender: expected an integer, got {type(value).__name__}"
        )
    return value


def _messages(value: Any) -> dict[str, str]:
    return {node: _text(message) for node, message in _keyed(value).items()}
