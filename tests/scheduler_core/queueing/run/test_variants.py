"""Variants of one workload, each for some flavors: the one with the best flavor stays."""

from __future__ import annotations

from typing import Any

from scheduler_core.queueing.run.scenario import read_scenario
from scheduler_core.queueing.run.trace import trace_run
from tests.scheduler_core.queueing.clusters import KUEUE, Manifest, admitted, cluster_queue, workload

FLAVORS = ("best", "f", "spot")
PARENT = {"apiVersion": KUEUE, "kind": "Workload", "name": "train", "uid": "uid-train"}


def variant(name: str, flavor: str) -> Manifest:
    made = workload(name, cpu="4")
    allowed = {"kueue.x-k8s.io/workload-allowed-resource-flavors": flavor}
    made["metadata"] |= {"annotations": allowed, "ownerReferences": [PARENT]}
    return made


def running(name: str, flavor: str) -> Manifest:
    made = admitted(variant(name, flavor), cpu="4")
    made["status"]["admission"]["podSetAssignments"][0]["flavors"] = {"cpu": flavor}
    return made


def traced(*workloads: Manifest, last: str = "") -> Any:
    """Run workloads in a queue with three flavors, of which variants may migrate up to `last`, "" for all."""
    quotas = [{"name": name, "resources": [{"name": "cpu", "nominalQuota": "4"}]} for name in FLAVORS]
    groups = [{"coveredResources": ["cpu"], "flavors": quotas}]
    migration = {"constraints": {"lastAcceptableFlavorName": last}} if last else {}
    policy = {"migration": migration}
    flavors = [
        {"apiVersion": KUEUE, "kind": "ResourceFlavor", "metadata": {"name": name}, "spec": {}}
        for name in FLAVORS
    ]
    objects = [
        *cluster_queue("a", cpu="4", resourceGroups=groups, concurrentAdmissionPolicy=policy),
        *flavors,
        *workloads,
    ]
    gates = {"featureGates": {"ConcurrentAdmission": True}}
    return trace_run(read_scenario({"objects": objects, "config": gates}))


def test_a_variant_gets_its_own_flavors_alone() -> None:
    [entry] = traced(variant("w", "spot"))["cycles"][0]["entries"]
    assert entry["nomination"]["assignment"]["usage"] == {"spot/cpu": 4000}


def test_a_better_flavor_takes_the_place_of_a_worse_one() -> None:
    trace = traced(running("worse", "spot"), variant("better", "f"))
    assert trace["cycles"][0]["evictionsFinished"] == ["default/worse"]
    assert trace["cycles"][0]["entries"][0]["message"] == ". Pending the migration of 1 workload(s)"
    assert trace["final"] == {"default/better": "admitted", "default/worse": "pending"}


def test_a_worse_flavor_is_not_taken_beside_a_better_one() -> None:
    trace = traced(running("better", "f"), variant("worse", "spot"))
    assert trace["final"]["default/worse"] == "pending"
    assert trace["cycles"][0]["entries"][0]["message"] == "A more favorable variant is already admitted"


def test_nobody_migrates_to_a_flavor_behind_the_last_acceptable_one() -> None:
    workloads = running("worse", "spot"), variant("better", "f")
    assert traced(*workloads, last="f")["final"]["default/better"] == "admitted"
    trace = traced(*workloads, last="best")
    assert trace["cycles"][0]["entries"][0]["message"] == "Target flavor is below LastAcceptableFlavorName"
    assert trace["final"]["default/worse"] == "admitted"
