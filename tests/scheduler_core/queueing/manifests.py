"""Manifests as people write them for Kueue: queues, jobs and nodes, without what an API server fills in."""

from __future__ import annotations

import json
from typing import Any

from scheduler_core import Scenario, load

Manifest = dict[str, Any]
KUEUE = "kueue.x-k8s.io/v1beta2"
QUEUE = "kueue.x-k8s.io/queue-name"
HOST = "kubernetes.io/hostname"


def flavor(name: str, **spec: Any) -> Manifest:
    """A flavor of the nodes that are labelled `pool` with its name."""
    given = {"nodeLabels": {"pool": name}, **spec}
    return {"apiVersion": KUEUE, "kind": "ResourceFlavor", "metadata": {"name": name}, "spec": given}


def topology(*levels: str) -> Manifest:
    """The Topology t, with the labels of nodes that are its levels, the widest first."""
    spec = {"levels": [{"nodeLabel": label} for label in levels]}
    return {"apiVersion": KUEUE, "kind": "Topology", "metadata": {"name": "t"}, "spec": spec}


def queue(name: str, quotas: dict[str, Any], *, cohort: str = "", **spec: Any) -> list[Manifest]:
    """A ClusterQueue with cpu quota by flavor (a number, or the fields of a quota), and a LocalQueue of its name."""
    flavors = [
        {"name": f, "resources": [{"name": "cpu", **(q if isinstance(q, dict) else {"nominalQuota": q})}]}
        for f, q in quotas.items()
    ]
    given = {
        "namespaceSelector": {},
        "resourceGroups": [{"coveredResources": ["cpu"], "flavors": flavors}],
        **({"cohortName": cohort} if cohort else {}),
        **spec,
    }
    local = {"name": name, "namespace": "default"}
    return [
        {"apiVersion": KUEUE, "kind": "ClusterQueue", "metadata": {"name": name}, "spec": given},
        {"apiVersion": KUEUE, "kind": "LocalQueue", "metadata": local, "spec": {"clusterQueue": name}},
    ]


def template(cpu: str, **annotations: str) -> Manifest:
    """A pod template; `required` is the level of the topology that its pods must share."""
    required = {f"kueue.x-k8s.io/podset-{key}-topology": value for key, value in annotations.items()}
    container = {"name": "c", "image": "x", "resources": {"requests": {"cpu": cpu}}}
    return {
        "metadata": {"annotations": required},
        "spec": {"restartPolicy": "Never", "containers": [container]},
    }


def job(name: str, local_queue: str, *, pods: int = 1, cpu: str = "1", **more: Any) -> Manifest:
    """A Job of equal pods; `annotations` are its own, `required` a level of a topology."""
    meta = {"name": name, "labels": {QUEUE: local_queue}, "annotations": more.pop("annotations", {})}
    spec = {"parallelism": pods, "completions": pods, "template": template(cpu, **more)}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": meta, "spec": spec}


def running(manifest: Manifest, cluster_queue: str, flavor_name: str, *, priority: int = 0) -> list[Manifest]:
    """The Job as a dump has it while it runs, with its Workload and one pod of it on node n0."""
    name, pods = manifest["metadata"]["name"], manifest["spec"]["parallelism"]
    created = "2029-12-30T00:00:00Z"
    meta = {
        **manifest["metadata"],
        "uid": f"uid-{name}",
        "creationTimestamp": created,
        "namespace": "default",
    }
    pod_template = manifest["spec"]["template"]
    cpu = pod_template["spec"]["containers"][0]["resources"]["requests"]["cpu"]
    owner = {"apiVersion": "batch/v1", "kind": "Job", "name": name, "uid": f"uid-{name}", "controller": True}
    held = [
        {"type": kind, "status": "True", "reason": kind, "message": "", "lastTransitionTime": created}
        for kind in ("QuotaReserved", "Admitted")
    ]
    assigned = {
        "name": "main",
        "count": pods,
        "flavors": {"cpu": flavor_name},
        "resourceUsage": {"cpu": str(int(cpu) * pods)},
    }
    return [
        {**manifest, "metadata": meta, "spec": {**manifest["spec"], "suspend": False}},
        {
            "apiVersion": KUEUE,
            "kind": "Workload",
            "metadata": {
                "name": f"job-{name}-old",
                "namespace": "default",
                "uid": f"wl-{name}",
                "creationTimestamp": created,
                "ownerReferences": [owner],
            },
            "spec": {
                "queueName": cluster_queue,
                "priority": priority,
                "podSets": [{"name": "main", "count": pods, "template": pod_template}],
            },
            "status": {
                "conditions": held,
                "admission": {"clusterQueue": cluster_queue, "podSetAssignments": [assigned]},
            },
        },
        {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": f"{name}-old", "namespace": "default", "ownerReferences": [owner]},
            "spec": {**pod_template["spec"], "nodeName": "n0"},
            "status": {"phase": "Running"},
        },
    ]


def node(name: str, pool: str, *, cpu: str = "4", taints: Any = (), **labels: str) -> Manifest:
    """A node of a pool, with its host name as a label."""
    given = {"pool": pool, HOST: name, **labels}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": given},
        "spec": {"taints": list(taints)},
        "status": {"allocatable": {"cpu": cpu, "pods": "20"}},
    }


def loaded(*manifests: Any) -> Scenario:
    """A scenario of manifests and lists of them."""
    flat = [m for part in manifests for m in (part if isinstance(part, list) else [part])]
    return load(json.dumps({"apiVersion": "v1", "kind": "List", "items": flat}))


def research(*jobs: Any, **spec: Any) -> Scenario:
    """Two queues of which b has borrowed 12 of a's 60; flavor r has a taint, s too little."""
    taint = {"key": "reserved", "value": "true", "effect": "NoSchedule"}
    spot = {"nominalQuota": 24, "borrowingLimit": 0}
    return loaded(
        [flavor("r", nodeTaints=[taint]), flavor("d"), flavor("s")],
        queue("a", {"r": 40, "d": 60, "s": spot}, cohort="research", **spec),
        queue("b", {"d": 40}, cohort="research"),
        running(job("etl", "b", pods=3, cpu="4"), "b", "d", priority=50),
        running(job("batch", "b", pods=10, cpu="4"), "b", "d"),
        running(job("prep", "a", pods=7, cpu="4"), "a", "d"),
        list(jobs),
        [node(f"n{i}", "d", cpu="16") for i in range(8)],
        node("kept", "r", cpu="64", taints=[taint]),
    )
