"""Taints with a meaning: no toleration where the node can run nothing, and what one means elsewhere."""

from __future__ import annotations

import pytest

from scheduler_core.contract import Repair
from tests.builders import Manifest, make_node, make_pod, with_spec

from .asking import adds_nodes, answer_of, is_of, notes_of, repairs_of

# By taint what is said beside the scheduler.
UNABLE = {
    "node.kubernetes.io/not-ready": "1 node is not ready or unreachable",
    "node.kubernetes.io/unreachable": "1 node is not ready or unreachable",
    "node.kubernetes.io/memory-pressure": "1 node is short of memory, disk or process ids",
    "node.kubernetes.io/disk-pressure": "1 node is short of memory, disk or process ids",
    "node.kubernetes.io/pid-pressure": "1 node is short of memory, disk or process ids",
    "node.kubernetes.io/network-unavailable": "1 node has no network yet",
    "node.kubernetes.io/out-of-service": "1 node is being removed",
    "node.kubernetes.io/anything-new": "1 node is not ready or unreachable",
    "node.cloudprovider.kubernetes.io/uninitialized": "1 node is still being set up",
    "node.cloudprovider.kubernetes.io/shutdown": "1 node is being removed",
    "karpenter.sh/disrupted": "1 node is being removed",
    "karpenter.sh/unregistered": "1 node is still being set up",
    "ToBeDeletedByClusterAutoscaler": "1 node is being removed",
    "DeletionCandidateOfClusterAutoscaler": "1 node is being removed",
    "node.cilium.io/agent-not-ready": "1 node waits for an agent",
    "ebs.csi.aws.com/agent-not-ready": "1 node waits for an agent",
    "example.com/offline": "1 node is marked as out of use",
    "node-maintenance": "1 node is marked as out of use",
}


def tainted(key: str, value: str = "") -> Manifest:
    taint = {"key": key, "effect": "NoSchedule", **({"value": value} if value else {})}
    return make_node("n1", taints=[taint])


@pytest.mark.parametrize("key", UNABLE)
def test_no_toleration_is_offered_for_a_node_that_can_run_nothing(key: str) -> None:
    answer = answer_of(tainted(key), make_node("n2", unschedulable=True), make_pod("p"))
    texts = [text for repair in answer["repairs"] for text in repair["changes"]]
    assert not [text for text in texts if "taint" in text or "toleration" in text]
    (said,) = [cause["text"] for cause in answer["outside"] if cause["text"].startswith("1 node")]
    assert said.startswith(UNABLE[key])


MEANT = {
    ("CriticalAddonsOnly", "true"): "These nodes are reserved for the cluster's add-ons",
    (
        "components.gke.io/gke-managed-components",
        "true",
    ): "These nodes are reserved for the cluster's add-ons",
    ("node-role.kubernetes.io/control-plane", ""): "The pod would run on control-plane machines",
    ("node-role.kubernetes.io/master", ""): "The pod would run on control-plane machines",
    ("node-role.kubernetes.io/infra", ""): "These nodes are reserved for the cluster's add-ons",
    ("cloud.google.com/gke-spot", "true"): "Spot nodes can be reclaimed at short notice",
    ("kubernetes.azure.com/scalesetpriority", "spot"): "Spot nodes can be reclaimed at short notice",
    ("spot", "true"): "Spot nodes can be reclaimed at short notice",
    ("nvidia.com/gpu", "present"): "These nodes are reserved for pods that use their devices",
    ("sku", "gpu"): "These nodes are reserved for pods that use their devices",
    ("kubernetes.io/arch", "arm64"): "The image must run there",
    ("virtual-kubelet.io/provider", "azure"): "These are virtual nodes",
    ("dedicated", "search"): "These nodes are reserved for another team or workload",
}


@pytest.mark.parametrize(("taint", "meaning"), MEANT.items(), ids=[key for key, _ in MEANT])
def test_a_toleration_says_what_it_means(taint: tuple[str, str], meaning: str) -> None:
    repair = toleration_of(tainted(*taint))
    (note,) = notes_of(repair)
    assert note.startswith(meaning)


def toleration_of(*objects: Manifest) -> Repair:
    return next(r for r in repairs_of(*objects, make_pod("p")) if is_of(r, "toleration"))


def test_a_taint_without_a_known_meaning_is_tolerated_without_a_word() -> None:
    assert notes_of(toleration_of(tainted("upgrade", "true"))) == []


def test_pods_that_use_the_devices_tolerate_their_taint_like_any_other() -> None:
    node = tainted("nvidia.com/gpu", "present")
    node["status"]["allocatable"]["nvidia.com/gpu"] = "1"
    pod = make_pod("p", requests={"nvidia.com/gpu": "1"})
    repair = next(r for r in repairs_of(node, pod) if is_of(r, "toleration"))
    assert (repair["cost"], notes_of(repair)) == (1, [])


def test_taints_are_ranked_by_risk() -> None:
    """Each of the nodes would take the pod: spot before the others' nodes, those before the control plane."""
    keys = ["node-role.kubernetes.io/control-plane", "dedicated", "spot"]
    nodes = [
        {**tainted(key, "true"), "metadata": {"name": f"n-{i}", "labels": {}}} for i, key in enumerate(keys)
    ]
    tolerations = [r["changes"][0] for r in repairs_of(*nodes, make_pod("p")) if is_of(r, "toleration")]
    assert tolerations == [f"toleration for {key}=true:NoSchedule" for key in reversed(keys)]


@pytest.mark.parametrize(("key", "value"), [("CriticalAddonsOnly", "true"), ("sku", "gpu")])
def test_a_taint_of_a_whole_pool_is_not_taken_from_a_node(key: str, value: str) -> None:
    texts = [text for r in repairs_of(tainted(key, value), make_pod("p")) for text in r["changes"]]
    assert not [text for text in texts if text.startswith("remove taint")]


def test_the_taint_of_devices_stays_even_for_pods_that_use_them() -> None:
    """Without it the pods of others would take the room beside the devices."""
    node = tainted("sku", "gpu")
    node["status"]["allocatable"]["nvidia.com/gpu"] = "1"
    pod = make_pod("p", requests={"nvidia.com/gpu": "1"})
    texts = [text for r in repairs_of(node, pod) for text in r["changes"]]
    assert "toleration for sku=gpu:NoSchedule" in texts
    assert not [text for text in texts if text.startswith("remove taint")]


def test_a_toleration_for_add_ons_does_not_come_before_a_new_node() -> None:
    """A plain web pod with a full node of its own: what an operator does first is to add a node."""
    full = make_pod("r", node="n2", requests={"cpu": "4"})
    pod = with_spec(make_pod("p", requests={"cpu": "2"}), preemptionPolicy="Never")
    repairs = repairs_of(tainted("CriticalAddonsOnly", "true"), make_node("n2"), full, pod)
    kinds = [
        "node" if adds_nodes(r) else "toleration" for r in repairs if adds_nodes(r) or is_of(r, "toleration")
    ]
    assert kinds[0] == "node" and kinds[-1] == "toleration"
