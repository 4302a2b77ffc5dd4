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


def serve(cluster: Recorded, monkeypatch: pytest.MonkeyPatch, objects: list[Manifest]) -> None:
    """Let the cluster have these objects, and a node."""
    file = cluster.folder / "objects.json"
    file.write_text(json.dumps({"items": [stored(make_node("n1", cpu="8")), *objects]}))
    monkeypatch.setenv("FAKE_OBJECTS", str(file))


def ask(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch, objects: list[Manifest], *words: str
) -> tuple[int, str]:
    serve(cluster, monkeypatch, objects)
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


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("job/load", "Job shop/load: is suspended: it has no pods until spec.suspend is false"),
        ("deploy/other", "Deployment shop/other: is not in the cluster, in namespace shop"),
        ("kafka", "Pod shop/kafka: is not in the cluster, in namespace shop: did you mean kafka-0?"),
    ],
)
def test_what_has_no_pods_is_told_from_what_is_not_there(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch, asked: str, words: str
) -> None:
    job = stored(make_workload("Job", "load", suspend=True), "shop")
    pod = stored(make_pod("kafka-0"), "shop")
    serve(cluster, monkeypatch, [job, pod])
    code, _, err = cluster.ask("why", asked, "-n", "shop")
    assert code == 2
    assert words in err


def test_a_pod_of_a_workload_that_was_refused_has_its_answer(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    workload = stored(make_workload("StatefulSet", "db", replicas=2, pod={"priorityClassName": "no"}), "shop")
    code, out = ask(cluster, monkeypatch, [workload], "db-0", "-n", "shop")
    assert code == 1
    assert "no PriorityClass with name no was found" in " ".join(out.split())


def test_the_words_of_the_api_server_about_gates_are_not_compared_with_the_scheduler(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "Scheduling is blocked due to non-empty scheduling gates"
    condition = {"type": "PodScheduled", "status": "False", "reason": "SchedulingGated", "message": words}
    gated = stored(make_pod("gated"), "shop")
    gated["spec"]["schedulingGates"] = [{"name": "wait"}]
    answer = answer_of(cluster, monkeypatch, [{**gated, "status": {"conditions": [condition]}}], "-A")
    assert (answer["waiting"], answer["messages"]["compared"]) == (1, 0)


def test_a_pod_on_a_node_that_is_gone_does_not_run_there(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out = ask(cluster, monkeypatch, [stored(make_pod("p", node="gone"), "shop")], "p", "-n", "shop")
    assert "shop/p is assigned to gone, which is not among the nodes" in out


def test_fit_names_what_the_api_server_would_refuse_of_the_manifest_alone(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(cluster, monkeypatch, [replica_set(REFUSED)])
    file = cluster.folder / "new.json"
    pod = make_pod("new")
    pod["spec"]["priorityClassName"] = "no"
    file.write_text(json.dumps(pod))
    code, _, err = cluster.ask("fit", "-f", str(file))
    assert code == 2
    assert "default/new: would not be created" in err
    assert "web-5d9" not in err


def test_an_odd_object_of_somebody_else_ends_no_answer(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = stored(make_pod("theirs"), "other")
    theirs["spec"]["priority"] = "high"
    serve(cluster, monkeypatch, [stored(make_pod("p", requests={"cpu": "64"})), theirs])
    code, out, err = cluster.ask("why", "-A")
    assert code == 1
    assert "default/p" in out
    assert "left out: 1 Pod: room on nodes looks larger" in err
    assert "Pod other/theirs: spec.priority" in err


def bound(name: str, **status: object) -> Manifest:
    made = stored(make_pod(name, node="n1"), "shop")
    return {**made, "status": status}


REFUSED_BY_KUBELET = bound(
    "numa",
    phase="Failed",
    reason="TopologyAffinityError",
    message="no aligned resources",
)
WITHOUT_IMAGE = bound(
    "web",
    phase="Pending",
    containerStatuses=[
        {"name": "c", "state": {"waiting": {"reason": "ImagePullBackOff", "message": "no such image"}}}
    ],
)
STARTING = bound(
    "new",
    phase="Pending",
    containerStatuses=[{"name": "c", "state": {"waiting": {"reason": "ContainerCreating"}}}],
)


@pytest.mark.parametrize(
    ("pod", "line"),
    [
        (REFUSED_BY_KUBELET, "x shop/numa was refused by the kubelet of n1: TopologyAffinityError"),
        (WITHOUT_IMAGE, "x shop/web is bound to n1 and does not run: ImagePullBackOff"),
        (STARTING, "x shop/new is bound to n1 and starts there: ContainerCreating"),
    ],
)
def test_what_keeps_a_pod_from_running_after_the_scheduler_is_said_in_a_line(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch, pod: Manifest, line: str
) -> None:
    name = pod["metadata"]["name"]
    code, out = ask(cluster, monkeypatch, [pod], name, "-n", "shop")
    assert (code, out.splitlines()[0]) == (1, line)
    assert f"$ kubectl describe pod {name} -n shop" in out
    told = answer_of(cluster, monkeypatch, [pod], name, "-n", "shop")["not_running"]
    assert (told["node"], told["refused"]) == ("n1", pod is REFUSED_BY_KUBELET)


def test_pods_that_do_not_run_stand_behind_the_causes(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = bound("runs", phase="Running", containerStatuses=[{"name": "c", "state": {"running": {}}}])
    evicted = bound("gone", phase="Failed", reason="Evicted")
    objects = [REFUSED_BY_KUBELET, WITHOUT_IMAGE, STARTING, runs, evicted]
    _, out = ask(cluster, monkeypatch, objects, "-A")
    after = out[out.index("after the scheduler:") :]
    assert "refused by the kubelet: TopologyAffinityError" in after
    assert "shop/numa on n1" in after
    assert "bound and not running: ImagePullBackOff" in after
    assert "shop/new" not in after
    assert "shop/runs" not in after
    assert "shop/gone" not in after
    _, out = ask(cluster, monkeypatch, objects, "-n", "other")
    assert "after the scheduler" not in out


def event_about(kind: str, name: str, reason: str, message: str) -> Manifest:
    about = {"kind": kind, "namespace": "shop", "name": name}
    event = {"apiVersion": "v1", "kind": "Event", "metadata": {"name": f"{name}.1", "namespace": "shop"}}
    return {**event, "type": "Warning", "involvedObject": about, "reason": reason, "message": message}


def waiting_for_its_volume() -> list[Manifest]:
    """Return a pod for whose claim the scheduler has chosen a node, with what the provisioner says of that."""
    storage_class = {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": "slow"},
        "provisioner": "csi.example.com",
        "volumeBindingMode": "WaitForFirstConsumer",
    }
    claim = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "data", "annotations": {"volume.kubernetes.io/selected-node": "n1"}},
        "spec": {
            "storageClassName": "slow",
            "accessModes": ["ReadWriteOnce"],
            "resources": {"requests": {"storage": "5Gi"}},
        },
    }
    pod = stored(make_pod("db"), "shop")
    pod["spec"]["volumes"] = [{"name": "d", "persistentVolumeClaim": {"claimName": "data"}}]
    said = event_about("PersistentVolumeClaim", "data", "ProvisioningFailed", "no pool has room")
    return [stored(storage_class), stored(claim, "shop"), pod, said]


def test_a_pod_that_waits_for_its_provisioner_does_not_fit_now(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    objects = waiting_for_its_volume()
    code, out = ask(cluster, monkeypatch, objects, "db", "-n", "shop")
    text = " ".join(out.split())
    assert code == 1
    assert "the scheduler chose n1 and waits for csi.example.com to make the volume" in text
    assert "Claim shop/data (5 GiB, class slow) has no volume yet" in text
    assert "ProvisioningFailed: no pool has room" in text
    assert "$ kubectl describe pvc data -n shop" in out
    code, out = ask(cluster, monkeypatch, objects, "-A")
    assert (code, out.splitlines()[0].split("  ")[0]) == (1, "1 pod waits, 1 cause")
    assert "would get a node now" not in out


def test_a_claim_whose_volume_is_there_keeps_no_pod_waiting(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage_class, claim, pod, said = waiting_for_its_volume()
    del claim["metadata"]["annotations"]
    code, out = ask(cluster, monkeypatch, [storage_class, claim, pod, said], "db", "-n", "shop")
    assert code == 0
    assert out.startswith("+ shop/db fits on n1 now")


def test_the_warning_about_a_pod_that_starts_is_shown(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    objects = [STARTING, event_about("Pod", "new", "FailedMount", 'secret "tls" not found')]
    _, out = ask(cluster, monkeypatch, objects, "new", "-n", "shop")
    assert 'FailedMount: secret "tls" not found' in out
    _, out = ask(cluster, monkeypatch, objects, "-A")
    assert 'FailedMount: secret "tls" not found' in out[out.index("after the scheduler:") :]


def test_the_init_container_that_keeps_a_pod_from_running_is_named(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = {"reason": "CrashLoopBackOff", "message": "back-off 5m0s"}
    pod = bound(
        "web",
        phase="Pending",
        initContainerStatuses=[{"name": "setup", "state": {"waiting": waiting}}],
        containerStatuses=[{"name": "c", "state": {"waiting": {"reason": "PodInitializing"}}}],
    )
    _, out = ask(cluster, monkeypatch, [pod], "web", "-n", "shop")
    assert out.startswith("x shop/web is bound to n1 and does not run: CrashLoopBackOff\n")
    assert "init container setup: back-off 5m0s" in out
