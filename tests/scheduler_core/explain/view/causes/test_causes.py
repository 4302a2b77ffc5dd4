"""Pending pods by cause: equal reasons are one cause, and those that decide are told from those that do not."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Recording, Scenario, causes
from scheduler_core.cli.answer import answer_lines
from scheduler_core.explain.view.causes.contract import Cause, Causes, PendingWorkload
from tests.builders import (
    Manifest,
    affinity,
    make_node,
    make_pod,
    spread,
    with_labels,
    with_spec,
    with_status,
)

GPU = {"key": "gpu", "effect": "NoSchedule"}
BIG = {"cpu": "9", "memory": "1Gi"}


def answer_of(*objects: Manifest) -> Causes:
    return causes(Recording.of(Scenario.from_content({"objects": list(objects), "config": None})))


def reasons(cause: Cause) -> list[tuple[str, str]]:
    return [(reason["kind"], reason["operand"]) for reason in cause["reasons"]]


def only_cause(*objects: Manifest) -> Cause:
    (cause,) = answer_of(*objects)["causes"]
    return cause


def only_workload(*objects: Manifest) -> PendingWorkload:
    (workload,) = only_cause(*objects)["workloads"]
    return workload


def owned(pod: Manifest, name: str, kind: str = "ReplicaSet", **labels: str) -> Manifest:
    owner = {"apiVersion": "apps/v1", "kind": kind, "name": name, "uid": name, "controller": True}
    metadata = {**pod["metadata"], "ownerReferences": [owner]}
    return with_labels({**pod, "metadata": metadata}, {key.replace("_", "-"): v for key, v in labels.items()})


def test_pods_with_the_same_reasons_share_a_cause_whatever_the_number_of_nodes() -> None:
    nodes = [make_node("small", cpu="1"), make_node("large", cpu="8")]
    pods = [make_pod("a", requests={"cpu": "9"}), make_pod("b", requests={"cpu": "20"})]
    answer = answer_of(*nodes, *(make_node(f"n{i}", cpu="2") for i in range(5)), *pods)
    assert (answer["pending"], answer["placed"], answer["nodes"]) == (2, 0, 7)
    (cause,) = answer["causes"]
    assert reasons(cause) == [("resource", "cpu")]
    assert [workload["pods"] for workload in cause["workloads"]] == [["a"], ["b"]]


def test_the_pods_of_a_deployment_are_one_workload() -> None:
    pods = [
        owned(make_pod(f"web-7d-{i}", requests=BIG), "web-7d", pod_template_hash="7d", app="web")
        for i in range(3)
    ]
    workload = only_workload(make_node("n1"), *pods)
    assert (workload["kind"], workload["name"], workload["pod_count"]) == ("Deployment", "web", 3)
    assert workload["pods"] == ["web-7d-0", "web-7d-1", "web-7d-2"]


def test_pods_of_a_stateful_set_differ_and_are_one_workload() -> None:
    pods = [owned(make_pod(f"db-{i}", requests=BIG), "db", "StatefulSet", index=str(i)) for i in range(3)]
    workload = only_workload(make_node("n1"), *pods)
    assert (workload["kind"], workload["name"], workload["pods"]) == (
        "StatefulSet",
        "db",
        ["db-0", "db-1", "db-2"],
    )
    assert workload["pod"] == "default/db-0"


def test_a_resource_that_some_node_has_enough_of_does_not_decide() -> None:
    roomy = make_node("roomy", memory="64Gi")
    nodes = [roomy, make_node("n1", memory="1Gi")]
    both = {"cpu": "9", "memory": "32Gi"}
    assert reasons(only_cause(*nodes, make_pod("p", requests=both))) == [("resource", "cpu")]
    too_much = {"cpu": "9", "memory": "65Gi"}
    cause = only_cause(*nodes, make_pod("p", requests=too_much))
    assert reasons(cause) == [("resource", "cpu"), ("resource", "memory")]


def test_tainted_and_cordoned_nodes_do_not_decide_while_others_are_open() -> None:
    nodes = [make_node("n1"), make_node("g1", taints=[GPU]), make_node("c1", unschedulable=True)]
    workload = only_workload(*nodes, make_pod("p", requests={"cpu": "5"}))
    assert workload["open_nodes"] == 1
    assert [(part["reasons"][0]["kind"], part["nodes"], part["open"]) for part in workload["parts"]] == [
        ("resource", 1, True),
        ("taint", 1, False),
        ("unschedulable", 1, False),
    ]


def test_the_taint_decides_if_the_pod_may_go_nowhere_else() -> None:
    gpu = make_node("g1", taints=[GPU], pool="gpu")
    pod = with_spec(make_pod("p"), nodeSelector={"pool": "gpu"})
    cause = only_cause(make_node("n1", pool="general"), gpu, pod)
    assert reasons(cause) == [("selector", "pool=gpu"), ("taint", "gpu:NoSchedule")]


def test_a_special_resource_is_missed_where_there_is_none_and_short_where_it_is_used() -> None:
    plain = make_node("n1")
    special = with_status(make_node("g1", taints=[GPU]))
    special["status"]["allocatable"]["nvidia.com/gpu"] = "1"
    pod = make_pod("p", requests={"nvidia.com/gpu": "1"})
    assert reasons(only_cause(plain, special, pod)) == [
        ("missing_resource", "nvidia.com/gpu"),
        ("taint", "gpu:NoSchedule"),
    ]
    tolerating = with_spec(pod, tolerations=[{"key": "gpu", "operator": "Exists"}])
    running = make_pod("r", node="g1", requests={"nvidia.com/gpu": "1"})
    assert reasons(only_cause(plain, special, running, tolerating)) == [("resource", "nvidia.com/gpu")]


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ({"disk": "ssd", "pool": "a"}, [("unmatched_selector", "disk=ssd")]),
        ({"pool": "a", "zone": "2"}, [("selector", "pool=a, zone=2")]),
    ],
)
def test_a_selector_names_the_clause_that_no_node_matches(
    selector: dict[str, str], expected: list[tuple[str, str]]
) -> None:
    nodes = [make_node("n1", pool="a", zone="1"), make_node("n2", pool="b", zone="2")]
    pod = with_spec(make_pod("p"), nodeSelector=selector)
    assert reasons(only_cause(*nodes, pod)) == expected


def test_what_the_nodes_have_instead_of_the_selected_label() -> None:
    nodes = [make_node("n1", pool="a"), make_node("n2", pool="a"), make_node("n3", pool="b"), make_node("n4")]
    workload = only_workload(*nodes, with_spec(make_pod("p"), nodeSelector={"pool": "xl"}))
    assert workload["selectors"] == [
        {
            "clause": "pool=xl",
            "key": "pool",
            "matching": 0,
            "values": [{"value": "a", "nodes": 2}, {"value": "b", "nodes": 1}],
            "value_count": 2,
            "without": 1,
        }
    ]


def test_a_spread_constraint_has_its_domains_and_those_that_never_take_the_pod() -> None:
    nodes = [make_node("n1", zone="a"), make_node("n2", zone="b", taints=[GPU])]
    running = make_pod("web-0", node="n1", app="web")
    pod = make_pod("web-1", spread=[spread("zone")], app="web")
    workload = only_workload(*nodes, running, pod)
    assert workload["spread"] == [
        {
            "topology_key": "zone",
            "max_skew": 1,
            "minimum": 0,
            "domains": [
                {"value": "a", "count": 1, "fits": False, "open": True},
                {"value": "b", "count": 0, "fits": True, "open": False},
            ],
            "domain_count": 2,
        }
    ]


def test_shortages_have_what_is_free_and_the_largest_piece() -> None:
    nodes = [make_node("n1", cpu="4"), make_node("n2", cpu="6"), make_node("n3", cpu="64", taints=[GPU])]
    running = [make_pod("r", node="n2", requests={"cpu": "3"})]
    workload = only_workload(*nodes, *running, make_pod("p", requests={"cpu": "5"}))
    assert workload["shortages"] == [
        {
            "resource": "cpu",
            "unit": "milli",
            "request": 5000,
            "free": 7000,
            "largest_free": 4000,
            "largest_node": "n1",
            "largest_allocatable": 6000,
            "initialized": [],
        }
    ]
    assert [nearest["node"] for nearest in workload["nearest"]] == ["n1", "n2"]


def test_each_set_of_reasons_that_decides_has_a_nearest_node() -> None:
    """Three nodes are short of little cpu, and one has room but is in a zone that is ahead."""
    full = [make_node(f"n{i}", cpu="1", zone="a") for i in range(4)]
    roomy = make_node("roomy", cpu="8", zone="b")
    running = make_pod("web-0", node="roomy", app="web")
    pod = make_pod("web-1", requests={"cpu": "2"}, spread=[spread("zone")], app="web")
    cause = only_cause(*full, roomy, running, pod)
    assert reasons(cause) == [("resource", "cpu"), ("spread", "zone")]
    nearest = cause["workloads"][0]["nearest"]
    assert [(near["node"], [r["kind"] for r in near["reasons"]]) for near in nearest] == [
        ("roomy", ["spread"]),
        ("n0", ["resource"]),
        ("n1", ["resource"]),
    ]


def test_pods_that_must_stay_apart() -> None:
    rule = affinity("kubernetes.io/hostname", anti=True, app="db")
    pods = [make_pod(f"db-{i}", affinity=rule, app="db") for i in range(2)]
    assert reasons(only_cause(make_node("n1"), *pods)) == [
        ("anti_affinity", "app=db (kubernetes.io/hostname)"),
        ("existing_anti_affinity", "kubernetes.io/hostname"),
    ]


def test_missing_claims_are_one_cause_whatever_their_names() -> None:
    pods = [
        with_spec(
            make_pod(f"db-{i}"), volumes=[{"name": "v", "persistentVolumeClaim": {"claimName": f"c-{i}"}}]
        )
        for i in range(2)
    ]
    cause = only_cause(make_node("n1"), *pods)
    assert (cause["pod_count"], reasons(cause)) == (2, [("message", "persistentvolumeclaim … not found")])
    assert cause["reasons"][0]["message"] == 'persistentvolumeclaim "c-0" not found'


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"schedulingGates": [{"name": "wait"}]}, ("gate", "waiting for scheduling gates: [wait]")),
        ({"schedulerName": "other"}, ("profile", "other")),
        ({"schedulerName": "volcano"}, ("profile", "volcano (Volcano)")),
        (
            {"schedulingGates": [{"name": "kueue.x-k8s.io/admission"}]},
            ("kueue_gate", "kueue.x-k8s.io/admission"),
        ),
    ],
)
def test_pods_that_are_not_tried(fields: dict[str, Any], expected: tuple[str, str]) -> None:
    cause = only_cause(make_node("n1"), with_spec(make_pod("p"), **fields))
    assert [kind for kind, _ in reasons(cause)] == [expected[0]]
    if expected[1]:
        assert reasons(cause) == [expected]


def test_a_cluster_without_nodes() -> None:
    assert reasons(only_cause(make_pod("p"))) == [("no_node", "")]


def test_a_pod_for_one_node_is_short_on_that_node() -> None:
    term = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term]}}
    pod = make_pod("p", requests={"cpu": "5"}, affinity={"nodeAffinity": required})
    workload_cause = only_cause(make_node("n1"), make_node("n2", cpu="8"), pod)
    assert reasons(workload_cause) == [("resource", "cpu"), ("one_node", "")]
    assert [part["nodes"] for part in workload_cause["workloads"][0]["parts"]] == [1, 1]


def test_all_parts_together_are_all_nodes() -> None:
    nodes = [make_node(f"n{i}", unschedulable=i % 3 == 0, taints=[GPU] * (i % 2)) for i in range(9)]
    workload = only_workload(*nodes, make_pod("p", requests=BIG))
    assert sum(part["nodes"] for part in workload["parts"]) == workload["nodes"] == 9


def test_nothing_pending() -> None:
    answer = answer_of(make_node("n1"), make_pod("p"))
    assert (answer["pending"], answer["placed"], answer["causes"]) == (0, 1, [])


def test_terms_of_node_affinity_are_named_with_their_fields() -> None:
    by_label = {"matchExpressions": [{"key": "pool", "operator": "In", "values": ["b"]}]}
    by_name = {"matchFields": [{"key": "metadata.name", "operator": "NotIn", "values": ["n1"]}]}
    required = {
        "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [by_label, by_name, {}]}
    }
    pod = make_pod("p", affinity={"nodeAffinity": required})
    assert reasons(only_cause(make_node("n1", pool="a"), pod)) == [
        ("selector", "pool=b or metadata.name not in (n1) or <nothing>")
    ]


def test_a_member_that_had_a_node_is_pending_for_its_pod_group() -> None:
    group = {
        "apiVersion": "scheduling.k8s.io/v1alpha2",
        "kind": "PodGroup",
        "metadata": {"name": "train"},
        "spec": {"schedulingPolicy": {"gang": {"minCount": 2}}},
    }
    member = {"schedulingGroup": {"podGroupName": "train"}}
    pods = [
        with_spec(make_pod("small", requests={"cpu": "1"}), **member),
        with_spec(make_pod("large", requests={"cpu": "9"}), **member),
    ]
    gates = ["GenericWorkload", "GangScheduling"]
    scenario = Scenario.from_content({"objects": [make_node("a", cpu="4"), group, *pods], "gates": gates})
    listed = causes(Recording.of(scenario, kubernetes_version="1.36"))["causes"]
    assert [reasons(cause) for cause in listed] == [[("gang", "default/train")], [("resource", "cpu")]]
    small, large = (cause["workloads"][0] for cause in listed)
    assert small["pod_group"] == large["pod_group"] == "default/train"
    assert small["parts"] == []
    assert [part["nodes"] for part in large["parts"]] == [1]


def test_a_taint_of_a_readiness_rule_is_told_from_others() -> None:
    taint = {"key": "readiness.k8s.io/network", "value": "pending", "effect": "NoSchedule"}
    tainted = with_spec(make_node("n1"), taints=[taint])
    assert reasons(only_cause(tainted, make_pod("p"))) == [
        ("readiness_taint", "readiness.k8s.io/network=pending:NoSchedule")
    ]


def test_a_resource_that_a_node_has_but_does_not_offer_waits_for_its_device_plugin() -> None:
    gpu = "example.com/gpu"
    node = make_node("n1")
    node["status"]["capacity"] = {**node["status"]["allocatable"], gpu: "4"}
    without = make_node("n2")
    cause = only_cause(node, make_pod("p", requests={gpu: "1"}))
    assert reasons(cause) == [("unready_resource", gpu)]
    assert reasons(only_cause(without, make_pod("p", requests={gpu: "1"}))) == [("missing_resource", gpu)]


def test_ended_init_containers_that_keep_a_pod_off_are_named_with_both_numbers() -> None:
    def running(name: str, prepare: str, phase: str = "Running") -> Manifest:
        steps = [{"name": "prepare", "image": "i", "resources": {"requests": {"cpu": prepare}}}]
        pod = make_pod(name, node="n1", requests={"cpu": "250m"})
        return with_status(with_spec(pod, initContainers=steps), phase=phase)

    def initialized(*pods: Manifest) -> list[tuple[str, str, int, int]]:
        pods = (
            make_node("n1", cpu="4"),
            make_node("n2", cpu="1"),
            *pods,
            make_pod("p", requests={"cpu": "2"}),
        )
        (shortage,) = only_workload(*pods)["shortages"]
        return [(p["pod"], p["node"], p["counted"], p["running"]) for p in shortage["initialized"]]

    assert initialized(running("a", "1500m"), running("b", "2")) == [
        ("default/b", "n1", 2000, 250),
        ("default/a", "n1", 1500, 250),
    ]
    assert initialized(running("a", "3", "Pending")) == []  # they may still run
    assert (
        initialized(running("a", "1"), make_pod("full", node="n1", requests={"cpu": "2"})) == []
    )  # room is short anyway
    text = "\n".join(
        answer_lines(
            answer_of(make_node("n1", cpu="4"), running("a", "3"), make_pod("p", requests={"cpu": "2"}))
        )
    )
    assert "default/a on n1 counts for 3 cores: its init containers have ended" in text
    assert "its containers request 250m" in text


def test_a_pod_of_another_scheduler_names_it() -> None:
    pod = with_spec(make_pod("p"), schedulerName="kai-scheduler")
    assert only_cause(make_node("n1"), pod)["clauses"] == [
        {"kind": "profile", "operands": {"scheduler": "kai-scheduler (KAI Scheduler)"}}
    ]
