"""A whole run at a glance: skew of each constraint and use of each node, before the first cycle and after the last."""

from __future__ import annotations

from typing import Any

from scheduler_core import Recording, Scenario, overview
from scheduler_core.explain.view.overview import Overview
from tests.builders import Manifest, make_node, make_pod, spread, with_spec

NODES = [make_node("n1", zone="a"), make_node("n2", zone="b")]
RUNNING = make_pod("web-0", node="n1", requests={"cpu": "1", "memory": "1Gi"}, app="web")


def web(name: str, rule: Manifest, **labels: Any) -> Manifest:
    return make_pod(name, requests={"cpu": "1", "memory": "1Gi"}, spread=[rule], app="web", **labels)


def overview_of(*objects: Manifest, config: Manifest | None = None) -> Overview:
    return overview(Recording.of(Scenario.from_content({"objects": list(objects), "config": config})))


def test_pods_of_several_classes_share_an_equal_constraint() -> None:
    rule = spread("zone")
    pods = [web("web-1", rule), web("web-2", rule), web("web-3", rule, tier="back")]
    [constraint] = overview_of(*NODES, RUNNING, *pods)["constraints"]
    assert constraint == {
        "topology_key": "zone",
        "max_skew": 1,
        "when_unsatisfiable": "DoNotSchedule",
        "selector": "app=web",
        "namespace": "default",
        "origin": "pod",
        "min_domains": None,
        "pods": 3,
        "example": "default/web-1",
        "skew": {"before": 1, "after": 0},
        "domains": [{"value": "a", "before": 1, "after": 2}, {"value": "b", "before": 0, "after": 2}],
        "domain_count": 2,
    }


def test_constraints_that_differ_are_apart() -> None:
    """In the order of the pods; of one pod, first those that filter."""
    soft, hard = spread("zone", max_skew=2, soft=True), spread("zone", max_skew=2)
    constraints = overview_of(*NODES, RUNNING, web("web-1", soft), web("web-2", hard))["constraints"]
    assert [(c["when_unsatisfiable"], c["example"]) for c in constraints] == [
        ("ScheduleAnyway", "default/web-1"),
        ("DoNotSchedule", "default/web-2"),
    ]
    both = with_spec(web("web-1", hard), topologySpreadConstraints=[soft, hard])
    constraints = overview_of(*NODES, RUNNING, both)["constraints"]
    assert [c["when_unsatisfiable"] for c in constraints] == ["DoNotSchedule", "ScheduleAnyway"]


def test_min_domains_make_the_minimum_zero() -> None:
    [constraint] = overview_of(*NODES, RUNNING, web("web-1", spread("zone", minDomains=3)))["constraints"]
    assert constraint["min_domains"] == 3
    assert [domain["after"] for domain in constraint["domains"]] == [1, 1]
    assert constraint["skew"] == {"before": 1, "after": 1}


def test_a_constraint_lists_200_domains_and_its_skew_is_that_of_all() -> None:
    nodes = [make_node(f"n{i}", zone=f"z{i:03}") for i in range(205)]
    running = [make_pod(f"web-{i}", node="n204", app="web") for i in range(7)]
    [constraint] = overview_of(*nodes, *running, web("new", spread("zone")))["constraints"]
    assert (len(constraint["domains"]), constraint["domain_count"]) == (200, 205)
    assert "z204" not in [domain["value"] for domain in constraint["domains"]]
    assert constraint["skew"] == {"before": 7, "after": 7}


def test_what_is_requested_of_each_node() -> None:
    nodes = overview_of(*NODES, RUNNING, web("web-1", spread("zone")))["nodes"]
    gibi = 2**30
    assert nodes == {
        "names": ["n1", "n2"],
        "pools": ["", ""],
        "zones": ["", ""],
        "resources": {
            "cpu": {"unit": "milli", "allocatable": [4000, 4000], "before": [1000, 0], "after": [1000, 1000]},
            "memory": {
                "unit": "bytes",
                "allocatable": [8 * gibi] * 2,
                "before": [gibi, 0],
                "after": [gibi] * 2,
            },
            "pods": {"unit": "count", "allocatable": [110, 110], "before": [1, 0], "after": [1, 1]},
        },
    }


def test_nodes_have_their_pools() -> None:
    labelled = make_node("n1", agentpool="user"), make_node("n2")
    nodes = overview_of(*labelled, web("web-1", spread("zone")))["nodes"]
    assert dict(zip(nodes["names"], nodes["pools"], strict=True)) == {"n1": "user", "n2": ""}


def test_a_run_that_was_cancelled_is_compared_as_far_as_it_got() -> None:
    scenario = Scenario.from_content(
        {"objects": [*NODES, RUNNING, web("web-1", spread("zone")), web("web-2", spread("zone"))]}
    )
    finished = Recording.of(scenario).finished
    folded = overview(Recording(scenario, finished[:1]))
    assert folded["nodes"]["resources"]["pods"]["after"] == [1, 1]
    assert folded["constraints"][0]["pods"] == 2


def test_who_is_not_scheduled_with_the_plugin_has_no_constraint() -> None:
    stranger = with_spec(web("web-1", spread("zone")), schedulerName="another")
    assert overview_of(*NODES, RUNNING, stranger)["constraints"] == []
    config = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "profiles": [{"plugins": {"multiPoint": {"disabled": [{"name": "PodTopologySpread"}]}}}],
    }
    assert overview_of(*NODES, RUNNING, web("web-1", spread("zone")), config=config)["constraints"] == []
