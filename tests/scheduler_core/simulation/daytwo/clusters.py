"""Small clusters for plays."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scheduler_core import Play, Scenario, moment_content, simulate

ZONE = "topology.kubernetes.io/zone"
HOSTNAME = "kubernetes.io/hostname"


def node(name: str, cpu: int = 4, memory: int = 8, **labels: str) -> dict[str, Any]:
    """Return a node; `zone` is short for the label of the zone."""
    zone = {ZONE: labels.pop("zone")} if "zone" in labels else {}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": {HOSTNAME: name, **zone, **labels}},
        "status": {"capacity": {"cpu": str(cpu), "memory": f"{memory}Gi", "pods": "110"}},
    }


def workload(kind: str = "Deployment", name: str = "web", replicas: int = 3, **spec: Any) -> dict[str, Any]:
    """Return a workload whose pods have the label app; `pod` are fields of its pod spec."""
    container = {
        "name": "main",
        "image": "web:1.4",
        "resources": {"requests": {"cpu": "100m", "memory": "128Mi"}},
    }
    pod = {"containers": [container], **spec.pop("pod", {})}
    template = {"metadata": {"labels": {"app": name}}, "spec": pod}
    selector = {"matchLabels": {"app": name}}
    scale = {} if kind in ("DaemonSet", "Job") else {"replicas": replicas}
    return {
        "apiVersion": "batch/v1" if kind == "Job" else "apps/v1",
        "kind": kind,
        "metadata": {"name": name, "namespace": "default"},
        "spec": {
            **scale,
            **({} if kind == "Job" else {"selector": selector}),
            **spec,
            "template": template,
        },
    }


def spread(key: str, app: str = "web", **fields: Any) -> dict[str, Any]:
    """Return a pod spec's required spread constraint with maxSkew 1."""
    constraint = {
        "maxSkew": 1,
        "topologyKey": key,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": app}},
    }
    return {"topologySpreadConstraints": [{**constraint, **fields}]}


def apart(key: str = HOSTNAME, app: str = "web", **fields: Any) -> dict[str, Any]:
    """Return a pod spec's required anti-affinity to pods of its app."""
    term = {"topologyKey": key, "labelSelector": {"matchLabels": {"app": app}}, **fields}
    return {"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}}


def budget(app: str = "web", **spec: Any) -> dict[str, Any]:
    """Return a disruption budget for the pods of an app."""
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": app, "namespace": "default"},
        "spec": {"selector": {"matchLabels": {"app": app}}, **spec},
    }


def scenario(*objects: dict[str, Any], steps: list[dict[str, Any]] | None = None) -> Scenario:
    """Return a scenario of objects as the scheduler sees them."""
    return Scenario.from_content({"objects": list(objects), "steps": steps or []})


def ends(played: Play) -> dict[str, int]:
    """Return how many pods each node has at the end; "" for those without a node."""
    counts = Counter(stay["node"] or "" for stay in played.recorder.stays if stay["gone"] is None)
    return dict(sorted(counts.items()))


def whys(played: Play, kind: str) -> list[str]:
    """Return the codes of the moments of a kind."""
    return [moment["why"]["code"] for moment in played.recorder.moments if moment["kind"] == kind]


def differing_cycles(played: Play) -> list[int]:
    """Return the moments with a cycle that a run of their content with its seed decides otherwise."""
    differing = []
    for moment in played.recorder.moments:
        if "seed" not in moment:
            continue
        content = moment_content(played, moment["number"])
        opened = Scenario.from_content(content, version=played.start.scenario.version)
        cycle = next(e for e in simulate(opened, seed=moment["seed"]) if e["kind"] == "cycle.finished")
        if (cycle["pod"], cycle["node"]) != (moment["pod"], moment.get("node")):
            differing.append(moment["number"])
    return differing
