"""Causes beside the scheduler: what the objects of the input show, and how certain it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler_core import Inquiry, Recording, load
from scheduler_core.contract import WhatIf
from tests.builders import Manifest, make_namespace, make_node, make_pod, with_labels, with_spec, with_status

POOL = "cloud.google.com/gke-nodepool"


def answer(*objects: Manifest) -> WhatIf:
    """Return what it would take to place default/p, for manifests that pass admission."""
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": list(objects)})
    return list(Inquiry(Recording.of(load(text)), "default/p").answers())[-1]


def outside(*objects: Manifest) -> dict[str, bool]:
    """Return the causes beside the scheduler, each with whether it is certain."""
    return {cause["text"]: cause["certain"] for cause in answer(*objects)["outside"]}


def of_default(kind: str, name: str, **fields: Any) -> Manifest:
    return {"apiVersion": "v1", "kind": kind, "metadata": {"name": name, "namespace": "default"}, **fields}


def pool(name: str, node: str, **fields: Any) -> Manifest:
    return with_labels(make_node(node, **fields), {POOL: name})


REFUSED: list[tuple[str, list[Manifest], Manifest]] = [
    (
        "exceeded quota: q",
        [of_default("ResourceQuota", "q", spec={"hard": {"pods": "0"}})],
        make_pod("p"),
    ),
    (
        "maximum cpu usage per Container is 500m",
        [of_default("LimitRange", "l", spec={"limits": [{"type": "Container", "max": {"cpu": "500m"}}]})],
        with_spec(
            make_pod("p"), containers=[{"name": "c", "image": "i", "resources": {"limits": {"cpu": "1"}}}]
        ),
    ),
    (
        "no PriorityClass with name gold was found",
        [],
        with_spec(make_pod("p"), priorityClassName="gold"),
    ),
    ('RuntimeClass "gold" not found', [], with_spec(make_pod("p"), runtimeClassName="gold")),
]


@pytest.mark.parametrize(("message", "objects", "pod"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_the_api_server_refuses_is_certain(message: str, objects: list[Manifest], pod: Manifest) -> None:
    ((text, certain),) = outside(make_node("n1"), *objects, pod).items()
    assert message in text
    assert certain


def test_what_the_input_may_merely_lack_is_not_certain() -> None:
    """The namespace default is built in, but the account is not among those of the input."""
    account = of_default("ServiceAccount", "other")
    pod = with_spec(make_pod("p", requests={"cpu": "9"}), serviceAccountName="gold")
    causes = outside(make_node("n1"), make_namespace("default"), account, pod)
    ((text, certain),) = causes.items()
    assert text.startswith("ServiceAccount default/gold is not in the input")
    assert not certain


def claim(storage_class: str) -> tuple[Manifest, Manifest]:
    """Return p with a claim of this class, and the claim."""
    volumes = [{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}]
    spec = {
        "storageClassName": storage_class,
        "accessModes": ["ReadWriteOnce"],
        "resources": {"requests": {"storage": "1Gi"}},
    }
    return with_spec(make_pod("p"), volumes=volumes), of_default("PersistentVolumeClaim", "data", spec=spec)


@pytest.mark.parametrize("others", [True, False])
def test_a_missing_storage_class_is_certain_if_the_input_lists_others(others: bool) -> None:
    other = {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": "slow"},
        "provisioner": "example.com/slow",
    }
    causes = outside(make_node("n1"), *claim("fast"), *([other] if others else []))
    assert causes["claim data: storage class fast does not exist"] is others


def test_a_missing_claim_is_certain_and_is_to_be_created() -> None:
    pod, _ = claim("fast")
    causes = outside(make_node("n1"), pod)
    assert causes == {
        "There is no PersistentVolumeClaim data in namespace default: create it there, or correct the "
        "claimName of volume v. No scheduler creates claims.": True
    }


def test_each_missing_claim_is_named_and_those_that_exist_are_not() -> None:
    pod, data = claim("fast")
    names = ["data", "cache", "logs"]
    volumes = [{"name": f"{name}-dir", "persistentVolumeClaim": {"claimName": name}} for name in names]
    causes = outside(make_node("n1"), with_spec(pod, volumes=volumes), data)
    assert [text.partition(" in namespace")[0] for text in causes if "No scheduler" in text] == [
        "There is no PersistentVolumeClaim cache",
        "There is no PersistentVolumeClaim logs",
    ]
    assert any("correct the claimName of volume logs-dir" in text for text in causes)


def test_devices_that_nodes_have_and_do_not_offer() -> None:
    node = with_status(make_node("n1"), capacity={"cpu": "4", "nvidia.com/gpu": "2"})
    labelled = with_labels(make_node("n2"), {"nvidia.com/gpu.present": "true"})
    pod = make_pod("p", requests={"nvidia.com/gpu": "1"})
    pod["spec"]["containers"][0]["resources"]["limits"] = {"nvidia.com/gpu": "1"}
    causes = outside(node, labelled, make_node("n3"), pod)
    assert causes["no node offers nvidia.com/gpu: is its device plugin running, and do its nodes exist?"]
    assert causes["Nodes have nvidia.com/gpu but do not offer it (2 of them): is the driver ready?"]


def test_a_pod_of_another_scheduler() -> None:
    causes = outside(make_node("n1"), with_spec(make_pod("p"), schedulerName="gold"))
    assert causes == {"this configuration has no scheduler named gold: is another one running?": True}


def test_nothing_is_said_of_an_autoscaler_that_the_input_does_not_show() -> None:
    assert not outside(make_node("n1"), pool("large", "l1"), make_pod("p", requests={"cpu": "9"}))


def test_where_there_is_an_autoscaler_it_says_why_no_node_has_a_device() -> None:
    sizes = {"name": "gpu", "health": {"cloudProviderTarget": 0, "minSize": 0, "maxSize": 4}}
    status = of_default(
        "ConfigMap", "cluster-autoscaler-status", data={"status": json.dumps({"nodeGroups": [sizes]})}
    )
    status["metadata"]["namespace"] = "kube-system"
    pod = make_pod("p", requests={"nvidia.com/gpu": "1"})
    pod["spec"]["containers"][0]["resources"]["limits"] = {"nvidia.com/gpu": "1"}
    causes = outside(make_node("n1"), status, pod)
    assert list(causes) == [
        "Cluster Autoscaler makes no node. Group gpu: no node of it is in the input: its shape is not known"
    ]


@pytest.mark.parametrize("keeps", [True, False])
def test_pods_that_must_not_be_disrupted_do_not_move(keeps: bool) -> None:
    running = make_pod("r", node="n1", requests={"cpu": "3"})
    running["metadata"]["annotations"] = {
        "cluster-autoscaler.kubernetes.io/safe-to-evict": "false" if keeps else "true"
    }
    nodes = [make_node("n1"), make_node("n2", cpu="3")]
    repairs = answer(*nodes, running, make_pod("p", requests={"cpu": "4"}))["repairs"]
    moves = [repair for repair in repairs if repair["changes"] == ["move default/r to n2 (from n1)"]]
    assert bool(moves) is not keeps


def test_a_node_with_both_taints_of_a_condition_counts_once() -> None:
    taints = [
        {"key": "node.kubernetes.io/unreachable", "effect": effect} for effect in ("NoSchedule", "NoExecute")
    ]
    causes = outside(make_node("n1", taints=taints), make_node("n2", taints=taints), make_pod("p"))
    assert list(causes) == ["2 nodes are not ready or unreachable: check their kubelets and network."]
