"""Pods that do not run although a node fits: they were never created, or their binding failed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.builders import Manifest, make_node, make_pod
from tests.scheduler_core.controlplane.workloads.builders import make_workload

from .conftest import Recorded

REFUSED = (
    'pods "web-5d9-" is forbidden: error looking up service account shop/web: serviceaccount "web" not found'
)
NOT_BOUND = 'running PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded'


def stored(manifest: Manifest, namespace: str = "") -> Manifest:
    metadata = {**manifest["metadata"], "uid": f"uid-of-{manifest['metadata']['name']}"}
    return {**manifest, "metadata": {**metadata, **({"namespace": namespace} if namespace else {})}}


def replica_set(refusal: str) -> Manifest:
    """Return a ReplicaSet of the Deployment web with two pods to create."""
    listed = stored(make_workload("ReplicaSet", "web-5d9", replicas=2), "shop")
    owner = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "uid": "1", "controller": True}
    listed["metadata"]["ownerReferences"] = [owner]
    failed = {"type": "ReplicaFailure", "status": "True", "reason": "FailedCreate", "message": refusal}
    return {**listed, "status": {"conditions": [failed] if refusal else []}}


def not_bound(name: str) -> Manifest:
    condition = {"type": "PodScheduled", "status": "False", "reason": "SchedulerError", "message": NOT_BOUND}
    return {**stored(make_pod(name), "data"), "status": {"phase": "Pending", "conditions": [condition]}}


def ask(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch, objects: list[Manifest], *words: str
) -> tuple[int, str]:
    file = cluster.folder / "objects.json"
    file.write_text(json.dumps({"items": [stored(make_node("n1", cpu="8")), *objects]}))
    monkeypatch.setenv("FAKE_OBJECTS", str(file))
    code, out, _ = cluster.ask("why", *words)
    return code, out


def answer_of(*asked: Any) -> dict[str, Any]:
    code, out = ask(*asked, "-o", "json")
    answer: dict[str, Any] = json.loads(out)
    return {**answer, "code": code}


@pytest.mark.parametrize("words", [("-A",), ("-n", "shop"), ("deploy/web", "-n", "shop")])
def test_pods_that_the_api_server_refuses_are_named_with_its_words(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    code, out = ask(cluster, monkeypatch, [replica_set(REFUSED)], *words)
    assert code == 1
    assert out.startswith("there is no pod, 2 pods could not be created")
    assert "Deployment shop/web, 2 pods not created" in out
    assert REFUSED in " ".join(out.split())


def test_pods_that_are_not_created_yet_are_no_pods_that_wait(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out = ask(cluster, monkeypatch, [replica_set("")], "-A")
    assert code == 0
    assert "Deployment shop/web: 2 pods do not exist yet" in out
    assert "would get a node now" not in out


def test_the_pods_of_another_workload_are_not_among_them(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    objects = [replica_set(REFUSED), not_bound("kafka-0")]
    assert answer_of(cluster, monkeypatch, objects, "-n", "data")["uncreated"] == []
    [entry] = answer_of(cluster, monkeypatch, objects, "-A")["uncreated"]
    assert entry == {
        "workload": "Deployment shop/web",
        "pods": 2,
        "refusal": REFUSED,
        "cause": "replicaset-controller, ReplicaSet shop/web-5d9",
    }


def test_pods_whose_binding_failed_wait_though_a_node_fits(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    pods = [not_bound("kafka-0"), not_bound("kafka-1")]
    code, out = ask(cluster, monkeypatch, pods, "-A")
    assert code == 1
    assert out.startswith("2 pods wait, 1 cause")
    assert "volumes or devices were not ready in time" in out
    assert "$ kubectl describe pvc -n data" in out
    code, out = ask(cluster, monkeypatch, pods, "kafka-0", "-n", "data")
    assert code == 1
    assert out.startswith("x data/kafka-0 is not bound")
    assert NOT_BOUND in " ".join(out.split())
