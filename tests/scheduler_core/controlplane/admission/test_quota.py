"""ResourceQuota: pods and claims that would not exist."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import Manifest, make_node, make_pod
from tests.scheduler_core.controlplane.workloads.builders import make_workload

from .builders import admitted, make, placements, refusals

NODE = make_node("n1")


def quota(status: Manifest | None = None, **spec: Any) -> Manifest:
    return make("ResourceQuota", "compute", spec=spec, status=status or {})


def test_the_pod_that_exceeds_a_quota_would_not_exist() -> None:
    hard = quota(hard={"requests.cpu": "1", "requests.memory": "1Gi"})
    pods = [make_pod(name, requests={"cpu": "600m", "memory": "128Mi"}) for name in ("a", "b")]
    assert refusals(NODE, hard, *pods) == {
        "default/b": 'pods "b" is forbidden: exceeded quota: compute, requested: requests.cpu=600m, '
        "used: requests.cpu=600m, limited: requests.cpu=1"
    }
    assert placements(NODE, hard, *pods) == {"a": "n1"}


def test_running_pods_count_and_are_not_refused() -> None:
    hard = quota(hard={"pods": "1"})
    running = [make_pod("r1", node="n1"), make_pod("r2", node="n1")]
    assert refusals(NODE, hard, *running, make_pod("p")) == {
        "default/p": 'pods "p" is forbidden: exceeded quota: compute, requested: pods=1, used: pods=2, '
        "limited: pods=1"
    }


def test_the_used_amounts_of_a_status_include_the_stored_pods() -> None:
    stored = make_pod("s", node="n1", requests={"cpu": "1"})
    stored["metadata"]["uid"] = "1"
    status = {"used": {"requests.cpu": "3"}}
    hard = {"requests.cpu": "4"}
    one, two = make_pod("one", requests={"cpu": "1"}), make_pod("two", requests={"cpu": "1"})
    assert list(refusals(NODE, quota(status, hard=hard), stored, one, two)) == ["default/two"]


def test_a_quota_of_cpu_makes_requests_mandatory() -> None:
    hard = quota(hard={"requests.cpu": "1", "limits.memory": "1Gi"})
    assert refusals(NODE, hard, make_pod("p")) == {
        "default/p": 'pods "p" is forbidden: failed quota: compute: must specify limits.memory for: c; '
        "requests.cpu for: c"
    }
    limit_range = make(
        "LimitRange",
        "defaults",
        spec={"limits": [{"type": "Container", "default": {"cpu": "1", "memory": "1Gi"}}]},
    )
    assert refusals(NODE, hard, limit_range, make_pod("p")) == {}


def test_a_deployment_gets_the_pods_that_its_quota_allows() -> None:
    objects = [NODE, quota(hard={"count/pods": "2"}), make_workload("Deployment", "web", replicas=4)]
    assert len(refusals(*objects)) == 2
    assert len(placements(*objects)) == 2
    assert len(admitted(*objects).objects.pods) == 2


@pytest.mark.parametrize(
    ("scope", "refused"),
    [
        ({"scopes": ["BestEffort"]}, ["default/best"]),
        ({"scopes": ["NotBestEffort"]}, ["default/sized"]),
        ({"scopes": ["Terminating"]}, []),
        ({"scopes": ["NotTerminating"]}, ["default/best", "default/sized"]),
        (
            {
                "scopeSelector": {
                    "matchExpressions": [
                        {"scopeName": "PriorityClass", "operator": "In", "values": ["system-node-critical"]}
                    ]
                }
            },
            ["default/best"],
        ),
    ],
)
def test_a_scope_narrows_a_quota(scope: Manifest, refused: list[str]) -> None:
    best = make_pod("best")
    best["spec"]["priorityClassName"] = "system-node-critical"
    sized = make_pod("sized", requests={"cpu": "1"})
    assert list(refusals(NODE, quota(hard={"pods": "0"}, **scope), best, sized)) == refused


def test_claims_have_quotas_and_bounds_too() -> None:
    modes = {"accessModes": ["ReadWriteOnce"]}
    spec = {**modes, "storageClassName": "fast", "resources": {"requests": {"storage": "8Gi"}}}
    claims = [make("PersistentVolumeClaim", name, spec=spec) for name in ("a", "b")]
    hard = quota(hard={"fast.storageclass.storage.k8s.io/requests.storage": "10Gi"})
    assert list(refusals(NODE, hard, *claims)) == ["PersistentVolumeClaim default/b"]
    bounds = make(
        "LimitRange", "b", spec={"limits": [{"type": "PersistentVolumeClaim", "max": {"storage": "5Gi"}}]}
    )
    assert refusals(NODE, bounds, claims[0]) == {
        "PersistentVolumeClaim default/a": 'persistentvolumeclaims "a" is forbidden: maximum storage usage per '
        "PersistentVolumeClaim is 5Gi, but request is 8Gi"
    }
