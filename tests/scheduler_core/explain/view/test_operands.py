"""What filter plugins compared on all nodes, against their verdicts and the operands of each node."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from scheduler_core import Cycle, Recording, Scenario
from scheduler_core.explain.view.arrays import unpack
from tests.builders import make_node, make_pod, with_spec

GPU = {"key": "gpu", "value": "a100", "effect": "NoSchedule"}
SPOT = {"key": "spot", "value": "true", "effect": "NoExecute"}
AVOIDED = {"key": "old", "value": "", "effect": "PreferNoSchedule"}


def operands_of(objects: list[dict[str, Any]]) -> dict[str, Any]:
    cycle = Recording.of(Scenario.from_content({"objects": objects})).cycle(0)
    operands: dict[str, Any] = unpack(cycle.columns())["operands"]
    return operands


def test_each_taint_is_compared_with_every_toleration_and_has_its_nodes() -> None:
    nodes = [
        make_node("a", taints=[SPOT]),
        make_node("b", taints=[GPU, SPOT]),
        make_node("c", taints=[AVOIDED]),
        make_node("d"),
    ]
    pod = with_spec(make_pod("p"), tolerations=[{"key": "spot", "operator": "Exists"}])
    spot, gpu = operands_of([*nodes, pod])["TaintToleration"]["taints"]
    assert (spot["taint"]["key"], spot["nodes"].tolist(), spot["ok"]) == ("spot", [0, 1], True)
    assert (gpu["taint"]["key"], gpu["nodes"].tolist(), gpu["ok"]) == ("gpu", [1], False)
    assert [toleration["matches"] for toleration in gpu["tolerations"]] == [False]


def test_each_requirement_on_nodes_says_which_meet_it() -> None:
    nodes = [make_node("a", disk="ssd", zone="1"), make_node("b", disk="ssd"), make_node("c", zone="1")]
    term = {
        "matchExpressions": [{"key": "zone", "operator": "In", "values": ["1"]}],
        "matchFields": [{"key": "metadata.name", "operator": "NotIn", "values": ["c"]}],
    }
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term]}}
    pod = with_spec(make_pod("p", affinity={"nodeAffinity": required}), nodeSelector={"disk": "ssd"})
    clauses = operands_of([*nodes, pod])["NodeAffinity"]["clauses"]
    assert [(c["origin"], c["key"], c["field"], c["accepts"].tolist()) for c in clauses] == [
        ("nodeSelector", "disk", False, [True, True, False]),
        ("pod", "zone", False, [True, False, True]),
        ("pod", "metadata.name", True, [True, True, False]),
    ]


def test_a_plugin_that_has_nothing_to_check_gives_no_operands() -> None:
    assert set(operands_of([make_node("a"), make_pod("p")])) == {"TaintToleration"}


def claim(name: str, storage_class: str, *, volume: str = "") -> dict[str, Any]:
    bound = {"volumeName": volume} if volume else {}
    annotations = {"pv.kubernetes.io/bind-completed": "yes"} if volume else {}
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": name, "namespace": "default", "annotations": annotations},
        "spec": {
            "accessModes": ["ReadWriteOnce"],
            "resources": {"requests": {"storage": "1Gi"}},
            "storageClassName": storage_class,
            **bound,
        },
        "status": {"phase": "Bound" if volume else "Pending"},
    }


def with_label(node: dict[str, Any], key: str, value: str) -> dict[str, Any]:
    node["metadata"]["labels"][key] = value
    return node


def stored() -> list[dict[str, Any]]:
    """Zones b and c; the disk of claim `data` is in b, that of `scratch` is made where the pod goes."""
    zone = "topology.kubernetes.io/zone"
    in_b = {"key": zone, "operator": "In", "values": ["b"]}
    return [
        *(with_label(make_node(f"{name}1"), zone, name) for name in "bc"),
        *(
            {
                "apiVersion": "storage.k8s.io/v1",
                "kind": "StorageClass",
                "metadata": {"name": name},
                "provisioner": "disk.example.com",
                "volumeBindingMode": mode,
            }
            for name, mode in (("now", "Immediate"), ("later", "WaitForFirstConsumer"))
        ),
        {
            "apiVersion": "v1",
            "kind": "PersistentVolume",
            "metadata": {"name": "disk-1", "labels": {zone: "b"}},
            "spec": {
                "capacity": {"storage": "1Gi"},
                "accessModes": ["ReadWriteOnce"],
                "storageClassName": "now",
                "claimRef": {"name": "data", "namespace": "default"},
                "csi": {"driver": "disk.example.com", "volumeHandle": "1"},
                "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [in_b]}]}},
            },
        },
        {
            "apiVersion": "storage.k8s.io/v1",
            "kind": "CSINode",
            "metadata": {"name": "b1"},
            "spec": {"drivers": [{"name": "disk.example.com", "nodeID": "b1", "allocatable": {"count": 2}}]},
        },
        claim("data", "now", volume="disk-1"),
        claim("scratch", "later"),
        with_spec(
            make_pod("p"),
            volumes=[
                {"name": name, "persistentVolumeClaim": {"claimName": name}} for name in ("data", "scratch")
            ],
        ),
    ]


@pytest.fixture
def cycle() -> Cycle:
    return Recording.of(Scenario.from_content({"objects": stored()})).cycle(0)


def test_each_claim_says_where_its_volume_is_reached_or_made(cycle: Cycle) -> None:
    operands = unpack(cycle.columns())["operands"]
    data, scratch = operands["VolumeBinding"]["claims"]
    assert (data["volume"], data["reach"].tolist()) == ("disk-1", [True, False])
    assert (scratch["volume"], scratch["provisioner"]) == (None, "disk.example.com")
    assert scratch["reach"].tolist() == [True, True]
    (zone,) = operands["VolumeZone"]["labels"]
    assert (zone["values"], zone["accepts"].tolist()) == (["b"], [True, False])
    (driver,) = operands["NodeVolumeLimits"]["drivers"]
    assert [driver[key].tolist() for key in ("used", "new", "limit")] == [[0, 0], [2, 2], [2, -1]]


def test_claims_together_reject_what_volume_binding_rejects(cycle: Cycle) -> None:
    columns = unpack(cycle.columns())
    claims = columns["operands"]["VolumeBinding"]["claims"]
    reached = np.logical_and.reduce([claim_columns["reach"] for claim_columns in claims])
    rejected = columns["filter"]["status"]["VolumeBinding"] > 0
    assert reached.tolist() == (~rejected).tolist()
