"""Files that people brought: the cause and the repairs that a good operator would name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scheduler_core import Inquiry, Recording, Scenario, load
from scheduler_core.contract import Repair, WhatIf
from tests.builders import Manifest, affinity, make_node, make_pod, with_labels, with_spec
from tests.scheduler_core.advice.whatif.asking import is_of, notes_of, repairs_of

CLASS = {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass"}
FOUND = Path(__file__).parents[1] / "found"


@pytest.mark.parametrize(
    ("name", "facts", "repairs"),
    [
        (
            "dsmatch",
            ["may run on one node only", "node selector disk=ssd"],
            {
                "node affinity disk=ssd: also hdd",
                "label disk=ssd on n1 (was hdd)",
                "node affinity metadata.name=n1 removed",
            },
        ),
        (
            "feat",
            ["node(s) didn't match Pod's required features: RestartAllContainersOnContainerExits"],
            {
                "no use of RestartAllContainersOnContainerExits",
                "a kubelet with RestartAllContainersOnContainerExits on n1",
            },
        ),
    ],
)
def test_the_cause_and_its_repairs(name: str, facts: list[str], repairs: set[str]) -> None:
    recording = Recording.of(load((FOUND / f"{name}.yaml").read_text(encoding="utf-8")))
    pod = next(entry["pod"] for entry in recording.finished if entry["pod"] not in recording.placements)
    answer = list(Inquiry(recording, pod).answers())[-1]
    assert answer["causes"] == [facts]
    assert {" + ".join(repair["changes"]) for repair in answer["repairs"]} == repairs


def test_an_operator_that_the_api_server_does_not_know_yet_is_refused() -> None:
    scenario = load((FOUND / "gt.yaml").read_text(encoding="utf-8"))
    assert Recording.of(scenario).placements == {}
    [refusal] = scenario.admitted.refusals
    assert 'Unsupported value: "Gt"' in refusal.message


TEMPLATE = {"spec": {"containers": [{"name": "c", "image": "i", "resources": {"requests": {"cpu": "6"}}}]}}


@pytest.mark.parametrize(
    ("manifest", "command"),
    [
        (
            {"apiVersion": "batch/v1", "kind": "Job", "spec": {"template": TEMPLATE}},
            "kubectl get job w -n default -o yaml | kubectl patch --local",
        ),
        (
            {
                "apiVersion": "argoproj.io/v1alpha1",
                "kind": "Rollout",
                "spec": {
                    "selector": {"matchLabels": {"a": "b"}},
                    "template": {"metadata": {"labels": {"a": "b"}}, **TEMPLATE},
                },
            },
            "kubectl patch rollout w -n default",
        ),
        (
            {
                "apiVersion": "leaderworkerset.x-k8s.io/v1",
                "kind": "LeaderWorkerSet",
                "spec": {"leaderWorkerTemplate": {"workerTemplate": TEMPLATE}},
            },
            "kubectl patch leaderworkerset w -n default",
        ),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)
def test_the_command_changes_what_people_wrote(manifest: Manifest, command: str) -> None:
    workload = {**manifest, "metadata": {"name": "w", "namespace": "default"}}
    repairs = answered(make_node("n1"), workload)["repairs"]
    assert next(r for r in repairs if is_of(r, "request"))["patch"].startswith(command)


@pytest.mark.parametrize(
    ("selector", "says"),
    [
        ({"kubernetes.io/arch": "arm64"}, "Karpenter may make a node of NodePool d"),
        ({"disk": "nvme"}, "Karpenter makes no node. NodePool d: label disk: its nodes do not have it"),
    ],
)
def test_karpenter_chooses_machines(selector: dict[str, str], says: str) -> None:
    node = with_labels(make_node("n1"), {"karpenter.sh/nodepool": "d"})
    answer = answered(node, with_spec(make_pod("p"), nodeSelector=selector))
    assert any(cause["text"].startswith(says) for cause in answer["outside"])


@pytest.mark.parametrize(
    ("objects", "repair"),
    [
        ([make_node("n1"), make_pod("p", requests={"memory": "4096Gi"})], "request memory 4096Gi → 4Gi"),
        ([make_node("n1"), make_pod("p", requests={"cpu": "2000"})], "request cpu 2000 → 2"),
        (
            [
                make_node("n1", cpu="1"),
                make_pod("low", node="n1", requests={"cpu": "1"}),
                {**CLASS, "metadata": {"name": "hi"}, "value": 9, "preemptionPolicy": "Never"},
                with_spec(make_pod("p", requests={"cpu": "1"}), priorityClassName="hi"),
            ],
            "priorityClassName hi → hi-preempting, which may preempt: other pods are evicted",
        ),
    ],
)
def test_repairs_that_operators_would_name(objects: list[Manifest], repair: str) -> None:
    assert [repair] in [answer["changes"] for answer in answered(*objects)["repairs"]]


def test_a_toleration_that_nearly_matches_is_mended_in_its_place() -> None:
    node = make_node("n1", taints=[{"key": "team", "value": "ml", "effect": "NoSchedule"}])
    pod = with_spec(make_pod("p"), tolerations=[{"key": "team", "operator": "Equal", "value": "m1"}])
    repair = first_repair(node, pod)
    assert (repair["cost"], [operation["op"] for operation in repair["operations"]]) == (1, ["set"])


def test_plugins_of_volumes_stay_on() -> None:
    claim: dict[str, Any] = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "d", "namespace": "default"},
        "spec": {"accessModes": ["ReadWriteOncePod"], "resources": {"requests": {"storage": "1Gi"}}},
    }
    bound = {**claim, "spec": {**claim["spec"], "volumeName": "v"}, "status": {"phase": "Bound"}}
    bound["metadata"] = {**claim["metadata"], "annotations": {"pv.kubernetes.io/bind-completed": "yes"}}
    volume = {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": "v"},
        "spec": {
            "capacity": {"storage": "1Gi"},
            "accessModes": ["ReadWriteOncePod"],
            "csi": {"driver": "d", "volumeHandle": "v"},
            "claimRef": {"name": "d", "namespace": "default"},
        },
        "status": {"phase": "Bound"},
    }
    mounted = {"volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "d"}}]}
    running, pod = with_spec(make_pod("r", node="n1"), **mounted), with_spec(make_pod("p"), **mounted)
    repairs = answered(make_node("n1"), bound, volume, running, pod)["repairs"]
    assert ["plugin" in text for repair in repairs for text in repair["changes"]] == [False]


def answered(*objects: Manifest) -> WhatIf:
    """Return the answer for the last pending pod."""
    recording = Recording.of(Scenario.from_content({"objects": list(objects)}))
    pending = [entry["pod"] for entry in recording.finished if entry["pod"] not in recording.placements]
    return list(Inquiry(recording, pending[-1]).answers())[-1]


def first_repair(*objects: Manifest) -> Repair:
    return answered(*objects)["repairs"][0]


ZONES = ("europe-west1-d", "europe-west1-b", "europe-west1-c")


def test_a_misspelt_value_becomes_the_one_that_it_looks_like() -> None:
    nodes = [with_labels(make_node(zone), {"topology.kubernetes.io/zone": zone}) for zone in ZONES]
    pod = with_spec(make_pod("p"), nodeSelector={"topology.kubernetes.io/zone": "europe-west-1b"})
    assert first_repair(*nodes, pod)["changes"] == [
        "nodeSelector topology.kubernetes.io/zone=europe-west-1b → europe-west1-b"
    ]


def test_who_selects_nodes_that_are_kept_for_some_pods_is_one_of_these() -> None:
    infra = {"node-role.kubernetes.io/infra": ""}
    taint = {"key": "node-role.kubernetes.io/infra", "value": "reserved", "effect": "NoSchedule"}
    nodes = [with_labels(make_node("i1", taints=[taint]), infra), make_node("w1")]
    repair = first_repair(*nodes, with_spec(make_pod("p"), nodeSelector=infra))
    assert repair["changes"] == ["toleration for node-role.kubernetes.io/infra=reserved:NoSchedule"]
    assert not notes_of(repair)
    reserved = repairs_of(make_node("i1", taints=[taint]), make_pod("p"))[0]
    assert reserved["cost"] == 30


def test_a_cordoned_node_is_so_for_a_reason() -> None:
    repair = first_repair(make_node("n1", unschedulable=True), make_pod("p"))
    assert repair["patch"] == "kubectl uncordon n1"
    assert notes_of(repair) == ["Somebody cordoned this node, perhaps to drain or repair it: ask first."]


def test_running_pods_keep_their_rule_until_they_are_replaced() -> None:
    apart = affinity("kubernetes.io/hostname", anti=True, app="web")
    running = make_pod("r", node="n1", affinity=apart, app="web")
    repairs = repairs_of(make_node("n1"), running, make_pod("p", app="web"))
    texts = [note for repair in repairs for note in notes_of(repair) if "their rule" in note]
    assert texts
