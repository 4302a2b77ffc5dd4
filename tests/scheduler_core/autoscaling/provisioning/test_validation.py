"""Pods for which no node is looked for, and what their volumes require."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.autoscaling.provisioning.provisioner import pending_pods
from scheduler_core.autoscaling.state.recorder import Recorder
from scheduler_core.kubernetes.objects.reading import TooLarge
from tests.scheduler_core.autoscaling.clusters import (
    ZONE,
    errors,
    instance_type,
    node,
    nodepool,
    pending,
    provisioned,
    required,
    running,
    scenario,
)

TYPE = instance_type("type", zones="abc")


def requiring(*expressions: dict[str, Any], **term: Any) -> dict[str, Any]:
    terms = [{"matchExpressions": list(expressions), **term}]
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}}


def ignored(*objects: dict[str, Any], **spec: Any) -> tuple[list[str], list[str]]:
    """Why the pod is ignored, in the log and in events."""
    recorder = Recorder()
    pods = pending_pods(scenario(nodepool(), *objects, pending("p", **spec), types=[TYPE]).cluster, recorder)
    assert bool(pods) is not bool(recorder.log)
    reasons = [line.partition("error=")[2] for line in recorder.log]
    return reasons, [event.message for event in recorder.events]


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        (
            required("k", "1", operator="Near"),
            "key k has an unsupported operator Near not in [DoesNotExist Exists",
        ),
        (required("karpenter.sh/own", "x"), "using label karpenter.sh/own is not allowed"),
        (required("kubernetes.io/hostname", "n"), "using label kubernetes.io/hostname is not allowed"),
        (
            required("karpenter.sh/capacity-type", "cheap"),
            "no valid values found in [cheap] for karpenter.sh/cap",
        ),
        (required("a b", "x"), "key a b is not a qualified name, "),
        (required("k", "-x"), "invalid value -x for key k, a valid label must be"),
        (required("k"), "key k with operator In must have a value defined"),
        (
            required("k", "1", "2", operator="Gt"),
            "key k with operator Gt must have a single positive integer",
        ),
        (required("k", "x", operator="Lte"), "key k with operator Lte must have a single positive integer"),
    ],
)
def test_an_expression_that_karpenter_does_not_accept(expression: dict[str, Any], reason: str) -> None:
    (log,), (event,) = ignored(affinity=requiring(expression))
    assert log.startswith(reason)
    assert event == f"Failed to schedule pod, {log}"


@pytest.mark.parametrize(
    "expression",
    [
        required("k", "0", operator="Gt"),
        required("karpenter.sh/capacity-type", "cheap", "spot"),
        required("karpenter.sh/nodepool", "default"),
        required("karpenter.shop/own", "x"),
    ],
)
def test_an_expression_that_karpenter_accepts(expression: dict[str, Any]) -> None:
    assert ignored(affinity=requiring(expression)) == ([], [])


def test_all_errors_are_told_in_order() -> None:
    affinity = requiring(required("k"), matchFields=[required("metadata.name", "n")])
    (log,), _ = ignored(affinity=affinity, nodeSelector={"b": "-", "a": "-"})
    kinds = [part.split(",")[0] for part in log.split("; ")]
    assert kinds == [
        "invalid value - for key a",
        "invalid value - for key b",
        "node selector term with matchFields is not supported",
        "key k with operator In must have a value defined",
    ]


def test_a_pod_that_does_not_want_karpenters_nodes_is_ignored_in_silence() -> None:
    logs, events = ignored(affinity=requiring(required("karpenter.sh/nodepool", operator="DoesNotExist")))
    assert logs[0].startswith(
        "configured to not run on a Karpenter provisioned node (requirement=karpenter.sh/"
    )
    assert events == []


def volume(claim: str = "data", name: str = "v") -> dict[str, Any]:
    return {"name": name, "persistentVolumeClaim": {"claimName": claim}}


def claim(name: str = "data", *, bound: bool = True, **spec: Any) -> dict[str, Any]:
    annotations = {"pv.kubernetes.io/bind-completed": "yes"} if bound else {}
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": name, "namespace": "default", "annotations": annotations},
        "spec": spec,
    }


def storage_class(*zones: str, mode: str = "WaitForFirstConsumer") -> dict[str, Any]:
    topologies = [{"matchLabelExpressions": [{"key": ZONE, "values": [zone]}]} for zone in zones]
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": "ssd"},
        "provisioner": "csi.example.com",
        "volumeBindingMode": mode,
        "allowedTopologies": topologies,
    }


def persistent_volume(*terms: list[dict[str, Any]], **spec: Any) -> dict[str, Any]:
    required = {"nodeSelectorTerms": [{"matchExpressions": expressions} for expressions in terms]}
    affinity = {"nodeAffinity": {"required": required}} if terms else {}
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": "pv"},
        "spec": {**affinity, **spec},
    }


@pytest.mark.parametrize(
    ("objects", "reason"),
    [
        (
            [],
            'getting persistent volume claim, persistentvolumeclaims "data" not found (PersistentVolumeClaim=data)',
        ),
        (
            [{**claim(volumeName="pv"), "status": {"phase": "Lost"}}],
            "persistentvolumeclaim bound to non-existent persistentvolume (PersistentVolume=pv, "
            "PersistentVolumeClaim=default/data)",
        ),
        (
            [claim(volumeName="pv")],
            'failed to validate pvc, persistentvolumes "pv" not found (PersistentVolume=pv, '
            "PersistentVolumeClaim=default/data, StorageClass=)",
        ),
        (
            [claim(volumeName="pv", bound=False), persistent_volume()],
            "pvc is considered unbound because it does not contain annotation (PersistentVolume=pv, "
            "PersistentVolumeClaim=data, annotation=pv.kubernetes.io/bind-completed)",
        ),
        (
            [claim()],
            "unbound pvc must define a storage class (PersistentVolumeClaim=default/data, StorageClass=)",
        ),
        (
            [claim(storageClassName="ssd"), storage_class(mode="Immediate")],
            "failed to validate pvc, pvc with immediate volume binding mode must be bound "
            "(PersistentVolumeClaim=default/data, StorageClass=ssd)",
        ),
        ([claim(volumeName="pv"), persistent_volume()], None),
        ([claim(storageClassName="ssd"), storage_class()], None),
    ],
)
def test_volumes_that_can_not_be_used_yet(objects: list[dict[str, Any]], reason: str | None) -> None:
    logs, _ = ignored(*objects, volumes=[volume()])
    assert logs == ([] if reason is None else [reason])


def test_the_first_place_of_a_volume_that_works_is_used() -> None:
    objects = [claim(storageClassName="ssd"), storage_class("nowhere", "b", "c")]
    (made,) = provisioned(nodepool(), *objects, pending("p", volumes=[volume()]), types=[TYPE]).new_nodeclaims
    assert made.requirements.of(ZONE).only == "b"
    objects = [claim(storageClassName="ssd"), storage_class("nowhere")]
    narrow = nodepool("default", required(ZONE, "a"))
    failed = errors(provisioned(narrow, *objects, pending("p", volumes=[volume()]), types=[TYPE]))["p"]
    assert failed == f"incompatible volume requirements, key {ZONE}, {ZONE} In [nowhere] not in {ZONE} In [a]"


def test_several_volumes_need_a_common_place() -> None:
    objects = [
        claim(storageClassName="ssd"),
        storage_class("a", "b"),
        claim("other", volumeName="pv"),
        persistent_volume([required(ZONE, "b", "c")]),
    ]
    pod = pending("p", volumes=[volume(), volume("other", "w")])
    (made,) = provisioned(nodepool(), *objects, pod, types=[TYPE]).new_nodeclaims
    assert made.requirements.of(ZONE).only == "b"


def test_a_local_volume_is_looked_for_without_its_node() -> None:
    on_node = [required("kubernetes.io/hostname", "n"), required(ZONE, "b")]
    objects = [claim(volumeName="pv"), persistent_volume(on_node, local={"path": "/data"})]
    pod = pending("p", volumes=[volume()])
    (made,) = provisioned(nodepool(), *objects, pod, types=[TYPE]).new_nodeclaims
    assert made.requirements.of(ZONE).only == "b"
    objects = [claim(volumeName="pv"), persistent_volume(on_node)]
    assert (
        "kubernetes.io/hostname In [n]" in errors(provisioned(nodepool(), *objects, pod, types=[TYPE]))["p"]
    )


def test_a_node_takes_no_more_volumes_than_its_driver_can_attach() -> None:
    csi_node = {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "CSINode",
        "metadata": {"name": "n"},
        "spec": {"drivers": [{"name": "csi.example.com", "allocatable": {"count": 1}}]},
    }
    objects = [claim(storageClassName="ssd"), claim("other", storageClassName="ssd"), storage_class()]
    there = [*node("n", TYPE), csi_node, running("r", "n", volumes=[volume()])]
    results = provisioned(nodepool(), *objects, *there, pending("p", volumes=[volume()]), types=[TYPE])
    assert [pod.name for pod in results.existing_nodes[0].pods] == ["p"]  # it is the same claim
    other = pending("p", volumes=[volume("other")])
    assert provisioned(nodepool(), *objects, *there, other, types=[TYPE]).existing_nodes[0].pods == []


def test_combinations_of_places_have_a_limit() -> None:
    many = [f"z{i}" for i in range(30)]
    claims = [claim(f"c{i}", storageClassName="ssd") for i in range(4)]
    different = [
        {
            **storage_class(),
            "metadata": {"name": f"s{i}"},
            "allowedTopologies": [
                {"matchLabelExpressions": [{"key": f"example.com/{i}", "values": [zone]}]} for zone in many
            ],
        }
        for i in range(4)
    ]
    for i, own in enumerate(claims):
        own["spec"]["storageClassName"] = f"s{i}"
    pod = pending("p", volumes=[volume(f"c{i}", f"v{i}") for i in range(4)])
    with pytest.raises(TooLarge, match="27,000 combinations of places"):
        provisioned(nodepool(), *claims, *different, pod, types=[TYPE])
