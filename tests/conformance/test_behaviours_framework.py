"""The framework around the plugins where it is easy to get wrong; each test says what v1.34.1 does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import affinity, make_node, make_pod, with_labels, with_spec, with_status
from tests.conformance.cycles import answer, configuration, last_cycle

NOT_HELPFUL = "preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling."


def prefers_node(value: str) -> dict[str, Any]:
    expression = {"key": "disk", "operator": "In", "values": [value]}
    term = {"weight": 10, "preference": {"matchExpressions": [expression]}}
    return {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [term]}}


def named_node(*names: str) -> dict[str, Any]:
    field = {"key": "metadata.name", "operator": "In", "values": list(names)}
    terms = [{"matchFields": [field]}]
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}}


def nominated(pod: dict[str, Any], node: str) -> dict[str, Any]:
    return with_status(pod, nominatedNodeName=node)


def with_claim(pod: dict[str, Any]) -> dict[str, Any]:
    """The pod with a claim that does not exist."""
    return with_spec(pod, volumes=[{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}])


def test_taint_toleration_gives_every_node_100_times_3_and_node_affinity_without_a_match_stays_0() -> None:
    cycle = last_cycle(make_node("n1"), make_node("n2"), make_pod("p", affinity=prefers_node("ssd")))
    assert cycle["score"]["TaintToleration"] == {"n1": 0, "n2": 0}
    assert cycle["normalized"]["TaintToleration"] == {"n1": 100, "n2": 100}
    assert cycle["weights"]["TaintToleration"] == 3
    assert cycle["normalized"]["NodeAffinity"] == {"n1": 0, "n2": 0}
    matched = last_cycle(
        make_node("n1"), make_node("n2", disk="ssd"), make_pod("p", affinity=prefers_node("ssd"))
    )
    assert matched["normalized"]["NodeAffinity"] == {"n1": 0, "n2": 100}


def test_reasons_are_sorted_as_text_with_their_counts_in_front() -> None:
    nodes = [make_node(f"u{i}", unschedulable=True) for i in range(11)]
    small = [make_node(f"s{i}", cpu="1") for i in range(2)]
    message = last_cycle(*small, *nodes, make_pod("p", requests={"cpu": "2"}))["fitError"]
    assert message.startswith(
        "0/13 nodes are available: 11 node(s) were unschedulable, 2 Insufficient cpu. no new claims"
    )


def test_a_message_ends_with_the_claims_and_with_what_preemption_found() -> None:
    message = last_cycle(make_node("n1", cpu="1"), make_pod("p", requests={"cpu": "2"}))["fitError"]
    assert message == (
        f"0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, {NOT_HELPFUL}"
    )


def test_after_a_prefilter_rejection_the_message_ends_not_found_and_preemption_does_not_run() -> None:
    cycle = last_cycle(make_node("n1"), with_claim(make_pod("p", priority=10)))
    assert cycle["fitError"] == ('0/1 nodes are available: persistentvolumeclaim "data" not found. not found')
    assert cycle["postFilter"] == {"code": "Error", "message": "not found"}


def test_successful_preemption_adds_no_text() -> None:
    old = make_pod("old", node="n1", requests={"cpu": "3"}, priority=0)
    cycle = last_cycle(make_node("n1"), old, make_pod("p", requests={"cpu": "3"}, priority=10))
    assert cycle["postFilter"]["victims"] == ["default/old"]
    assert cycle["fitError"] == "0/1 nodes are available: 1 Insufficient cpu."


def test_match_fields_narrow_the_nodes_in_prefilter_and_the_others_are_said_not_to_satisfy_the_plugin() -> (
    None
):
    nodes = [make_node("n1", unschedulable=True), make_node("n2"), make_node("n3")]
    cycle = last_cycle(*nodes, make_pod("p", affinity=named_node("n1")))
    assert cycle["preFilter"]["NodeAffinity"] == {"code": "Success", "nodeNames": ["n1"]}
    assert list(cycle["filter"]) == ["n1"]
    assert "2 node(s) didn't satisfy plugin(s) [NodeAffinity]" in cycle["fitError"]


@pytest.mark.parametrize(("priority", "feasible"), [(9, []), (10, []), (11, ["n1"])])
def test_nominated_pods_of_equal_or_higher_priority_are_added_in_a_first_pass(
    priority: int, feasible: list[str]
) -> None:
    waiting = nominated(make_pod("vip", priority=10, requests={"cpu": "3"}), "n1")
    pod = make_pod("p", priority=priority, requests={"cpu": "2"})
    cycle = last_cycle(make_node("n1"), waiting, pod, schedule=["default/p"])
    assert cycle["feasible"] == feasible
    assert feasible or (cycle["filter"]["n1"]["first"], cycle["filter"]["n1"]["pass"]) == (
        "NodeResourcesFit",
        1,
    )


def test_in_a_second_pass_the_node_must_do_without_the_nominated_pods() -> None:
    waiting = nominated(make_pod("vip", priority=10, app="web"), "n1")
    pod = make_pod("p", affinity=affinity("kubernetes.io/hostname", app="web"))
    cycle = last_cycle(make_node("n1"), waiting, pod, schedule=["default/p"])
    assert (cycle["filter"]["n1"]["first"], cycle["filter"]["n1"]["pass"]) == ("InterPodAffinity", 2)


@pytest.mark.parametrize(("unschedulable", "selected"), [(False, "n2"), (True, "n1")])
def test_the_nominated_node_of_the_pod_itself_is_tried_first(unschedulable: bool, selected: str) -> None:
    nodes = [make_node("n1"), make_node("n2", unschedulable=unschedulable)]
    cycle = last_cycle(*nodes, nominated(make_pod("p"), "n2"))
    assert cycle["nominatedNodeTried"] == {"node": "n2", "fits": not unschedulable}
    assert (cycle["feasible"], cycle["selected"]) == ([selected], selected)


@pytest.mark.parametrize(("allowed", "victim"), [(0, "free"), (1, "budgeted")])
def test_pods_with_a_spent_budget_are_reprieved_first_though_others_have_a_higher_priority(
    allowed: int, victim: str
) -> None:
    budget = {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": "b", "namespace": "default"},
        "spec": {"selector": {"matchLabels": {"app": "web"}}},
        "status": {"disruptionsAllowed": allowed},
    }
    budgeted = make_pod("budgeted", node="n1", priority=0, requests={"cpu": "1"}, app="web")
    free = make_pod("free", node="n1", priority=5, requests={"cpu": "1"})
    pod = make_pod("p", priority=10, requests={"cpu": "1"})
    cycle = last_cycle(make_node("n1", cpu="2"), budget, budgeted, free, pod)
    assert cycle["postFilter"]["victims"] == [f"default/{victim}"]


def test_failed_preemption_clears_the_nomination() -> None:
    pod = nominated(make_pod("p", priority=10, requests={"cpu": "9"}), "n1")
    cycle = last_cycle(make_node("n1"), pod)
    assert (cycle["postFilter"]["code"], cycle["postFilter"]["nominatedNode"]) == ("Unschedulable", "")


def test_a_pod_that_is_not_eligible_for_preemption_keeps_its_nomination() -> None:
    pod = with_spec(make_pod("p", priority=10, requests={"cpu": "9"}), preemptionPolicy="Never")
    cycle = last_cycle(make_node("n1"), nominated(pod, "n1"))
    assert cycle["postFilter"]["code"] == "Unschedulable"
    assert "nominatedNode" not in cycle["postFilter"]
    assert cycle["fitError"].endswith("preemption: not eligible due to preemptionPolicy=Never.")


@pytest.mark.parametrize(("restart", "feasible"), [("Always", []), (None, ["n1"])], ids=["sidecar", "init"])
def test_host_ports_of_sidecars_count_and_those_of_init_containers_do_not(
    restart: str | None, feasible: list[str]
) -> None:
    first = {"name": "i", "image": "app:1", "ports": [{"containerPort": 80, "hostPort": 80}]}
    if restart:
        first["restartPolicy"] = restart
    running = with_spec(make_pod("old", node="n1"), initContainers=[first])
    pod = with_spec(make_pod("p"), containers=[{**first, "name": "c", "restartPolicy": None}])
    assert last_cycle(make_node("n1"), running, pod)["feasible"] == feasible


def test_the_node_order_takes_one_node_of_each_zone_in_turn_in_order_of_first_appearance() -> None:
    zones = {"b1": "b", "b2": "b", "a1": "a", "c1": "c", "c2": "c", "b3": "b"}
    nodes = [
        with_labels(make_node(name), {"topology.kubernetes.io/zone": zone}) for name, zone in zones.items()
    ]
    assert answer(*nodes)["nodeOrder"] == ["b1", "a1", "c1", "b2", "c2", "b3"]
    nodes[4]["metadata"]["labels"]["topology.kubernetes.io/region"] = "east"
    assert answer(*nodes)["nodeOrder"] == ["b1", "a1", "c1", "c2", "b2", "b3"]


def test_the_search_ends_at_one_feasible_node_too_many_and_failed_nodes_before_it_move_the_start() -> None:
    failing = {0, 1, 2, 3, 4, 105}
    nodes = [make_node(f"n{i:03}", unschedulable=i in failing) for i in range(130)]
    config = configuration(percentageOfNodesToScore=10)
    cycle = last_cycle(*nodes, make_pod("p"), config=config, mode="sampling")
    assert cycle["feasible"] == [f"n{i:03}" for i in range(5, 105)]
    assert "n105" in cycle["filter"]  # after the 100th feasible node, before the 101st at index 106
    assert (cycle["evaluatedNodes"], cycle["startIndex"], cycle["nextStartIndex"]) == (107, 0, 106)


def test_a_missing_claim_is_reported_by_volume_restrictions() -> None:
    answers = last_cycle(make_node("n1"), with_claim(make_pod("p")))["preFilter"]
    assert answers["VolumeRestrictions"] == {
        "code": "UnschedulableAndUnresolvable",
        "reasons": ['persistentvolumeclaim "data" not found'],
    }
    assert not {"VolumeBinding", "VolumeZone", "NodeVolumeLimits"} & set(answers)
