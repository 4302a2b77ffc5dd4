"""A cause as a sentence about its workloads."""

from __future__ import annotations

from typing import get_args

from scheduler_core import Recording, Scenario
from scheduler_core.explain.view.causes import causes
from scheduler_core.explain.view.causes.contract import ReasonKind
from scheduler_core.explain.view.causes.headings import CLAUSES, heading
from tests.builders import Manifest, affinity, make_node, make_pod, with_labels, with_spec

ZONE = "topology.kubernetes.io/zone"


def headings(*objects: Manifest) -> list[str]:
    recording = Recording.of(Scenario.from_content({"objects": list(objects)}))
    return [heading(cause) for cause in causes(recording)["causes"]]


def of(workload: str, pod: Manifest) -> Manifest:
    owner = {"apiVersion": "apps/v1", "kind": "StatefulSet", "name": workload, "uid": workload}
    return {**pod, "metadata": {**pod["metadata"], "ownerReferences": [{**owner, "controller": True}]}}


def test_each_kind_of_reason_has_a_clause_for_one_and_for_several() -> None:
    assert {*get_args(ReasonKind), "none", "tainted_resource"} == set(CLAUSES)
    assert all(len(forms) == 2 for forms in CLAUSES.values())


def test_the_taint_of_the_nodes_with_a_device_is_said_once() -> None:
    taint = {"key": "sku", "value": "gpu", "effect": "NoSchedule"}
    gpu = make_node("gpu", taints=[taint])
    gpu["status"]["allocatable"]["nvidia.com/gpu"] = "2"
    pod = of("llm-server", make_pod("llm-server-0", requests={"nvidia.com/gpu": "2"}))
    assert headings(gpu, make_node("n1"), pod) == [
        "llm-server does not tolerate the taint sku=gpu:NoSchedule of the nodes with nvidia.com/gpu"
    ]


def test_pods_that_keep_apart_are_one_clause_with_the_domain_in_words() -> None:
    nodes = [with_labels(make_node(f"n{i}"), {ZONE: f"z{i}"}) for i in range(2)]
    pods = [
        of(
            "elastic-data",
            make_pod(f"elastic-data-{i}", affinity=affinity(ZONE, anti=True, app="e"), app="e"),
        )
        for i in range(3)
    ]
    assert headings(*nodes, *pods) == [
        "elastic-data may not share a zone with a pod of app=e, but one runs in each"
    ]


def test_two_workloads_of_one_cause_are_both_named() -> None:
    pods = [of(name, make_pod(f"{name}-0", requests={"cpu": "9"})) for name in ("bidder", "web")]
    assert headings(make_node("n1"), *pods) == [
        "bidder and web need more cpu than any eligible node has free"
    ]


def test_a_resource_that_no_node_has_keeps_its_spelling() -> None:
    pod = make_pod("p", requests={"nvidia.com/gpu": "1"})
    assert headings(make_node("n1"), pod) == ["p requests nvidia.com/gpu, which no eligible node has"]


def test_what_is_free_is_what_the_repairs_of_the_first_pod_can_use() -> None:
    """Both of web wait; a pod that comes between them takes what the first could have had."""
    web = [of("web", make_pod(f"web-{i}", requests={"cpu": "4"}, priority=p)) for i, p in ((0, 9), (1, 1))]
    between = make_pod("between", requests={"cpu": "2"}, priority=5)
    recording = Recording.of(Scenario.from_content({"objects": [make_node("n1", cpu="3"), *web, between]}))
    (workload,) = causes(recording)["causes"][0]["workloads"]
    assert workload["pod"] == f"default/{workload['pods'][0]}" == "default/web-0"
    assert workload["shortages"][0]["largest_free"] == 3000


def test_a_clause_that_a_gate_gives_is_in_the_scheduler_s_words() -> None:
    pod = with_spec(make_pod("p"), schedulingGates=[{"name": "example.com/wait"}])
    (text,) = headings(make_node("n1"), pod)
    assert text.startswith("p is held back: ")
