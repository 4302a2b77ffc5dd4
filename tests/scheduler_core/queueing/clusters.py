"""Objects of Kueue for tests, as the API server stores them."""

from __future__ import annotations

from typing import Any

KUEUE = "kueue.x-k8s.io/v1beta2"
Manifest = dict[str, Any]


def cluster_queue(name: str, *, cpu: str, cohort: str = "", **spec: Any) -> list[Manifest]:
    """A ClusterQueue with one flavor `f`, and all that it needs: flavor, namespace, LocalQueue `lq-NAME`."""
    quota = {"name": "f", "resources": [{"name": "cpu", "nominalQuota": cpu}]}
    given = {
        "resourceGroups": [{"coveredResources": ["cpu"], "flavors": [quota]}],
        "namespaceSelector": {},
        **({"cohortName": cohort} if cohort else {}),
        **spec,
    }
    return [
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "default"}},
        {"apiVersion": KUEUE, "kind": "ResourceFlavor", "metadata": {"name": "f"}, "spec": {}},
        {"apiVersion": KUEUE, "kind": "ClusterQueue", "metadata": {"name": name}, "spec": given},
        {
            "apiVersion": KUEUE,
            "kind": "LocalQueue",
            "metadata": {"name": f"lq-{name}", "namespace": "default"},
            "spec": {"clusterQueue": name},
        },
    ]


def workload(name: str, *, cpu: str, queue: str = "a", priority: int = 0, count: int = 1) -> Manifest:
    """A pending workload of `count` equal pods, created at a time that depends on its name."""
    seconds = sum(map(ord, name)) % 60
    requests = {"requests": {"cpu": cpu}}
    return {
        "apiVersion": KUEUE,
        "kind": "Workload",
        "metadata": {
            "name": name,
            "namespace": "default",
            "uid": f"uid-{name}",
            "creationTimestamp": f"2029-12-31T12:00:{seconds:02}Z",
        },
        "spec": {
            "queueName": f"lq-{queue}",
            "priority": priority,
            "podSets": [
                {
                    "name": "main",
                    "count": count,
                    "template": {"spec": {"containers": [{"name": "c", "resources": requests}]}},
                }
            ],
        },
    }


def admitted(manifest: Manifest, queue: str = "a", *, cpu: str) -> Manifest:
    """The workload as it runs, with its quota reserved."""
    reserved = {
        "type": "QuotaReserved",
        "status": "True",
        "reason": "QuotaReserved",
        "message": f"Quota reserved in ClusterQueue {queue}",
        "lastTransitionTime": "2029-12-31T13:00:00Z",
    }
    assignment = {"name": "main", "flavors": {"cpu": "f"}, "resourceUsage": {"cpu": cpu}, "count": 1}
    status = {
        "conditions": [reserved, {**reserved, "type": "Admitted", "reason": "Admitted"}],
        "admission": {"clusterQueue": queue, "podSetAssignments": [assignment]},
    }
    return {**manifest, "status": status}
