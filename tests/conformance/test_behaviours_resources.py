"""Resources and images where it is easy to get wrong; each test says what v1.34.1 does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import make_node, make_pod, with_spec, with_status
from tests.conformance.cycles import configuration, last_cycle

FIT, BALANCED = "NodeResourcesFit", "NodeResourcesBalancedAllocation"
SMALL = make_node("n1", cpu="1", memory="2000Mi")


def pod_level(**requests: str) -> dict[str, Any]:
    """A pod that requests for all its containers together."""
    return with_spec(make_pod("p"), resources={"requests": requests})


def test_the_fit_score_takes_100m_and_200mi_for_a_container_without_requests() -> None:
    two = [{"name": name, "image": "app:1"} for name in ("one", "two")]
    assert last_cycle(SMALL, make_pod("p"))["score"][FIT] == {"n1": 90}  # 10% of both
    assert last_cycle(SMALL, with_spec(make_pod("p"), containers=two))["score"][FIT] == {"n1": 80}


def test_the_fit_score_ignores_the_pods_own_pod_level_resources_and_the_balanced_score_uses_them() -> None:
    cycle = last_cycle(SMALL, pod_level(cpu="500m", memory="200Mi"))
    assert cycle["score"][FIT] == {"n1": 90}
    assert cycle["score"][BALANCED] == {"n1": 80}  # shares of 50% and 10%, deviation 20%


def test_the_fit_filter_uses_pod_level_resources() -> None:
    cycle = last_cycle(SMALL, make_pod("old", node="n1", requests={"cpu": "600m"}), pod_level(cpu="500m"))
    assert cycle["filter"]["n1"][FIT] == {"code": "Unschedulable", "reasons": ["Insufficient cpu"]}


@pytest.mark.parametrize(("requests", "code"), [({}, "Skip"), ({"cpu": "1m"}, "Success")])
def test_the_balanced_allocation_is_skipped_for_best_effort_pods(requests: dict[str, str], code: str) -> None:
    cycle = last_cycle(SMALL, make_pod("p", requests=requests))
    assert cycle["preScore"][BALANCED] == {"code": code}
    assert (BALANCED in cycle["score"]) == (code == "Success")


@pytest.mark.parametrize(
    ("requests", "score"),
    [({"cpu": "500m", "memory": "0"}, 50), ({"cpu": "500m", "memory": "1020Mi"}, 51)],
    ids=["dropped", "rounded"],
)
def test_the_ratio_drops_resources_that_score_0_and_rounds_50_and_a_half_to_51(
    requests: dict[str, str], score: int
) -> None:
    shape = [{"utilization": 0, "score": 0}, {"utilization": 100, "score": 10}]
    strategy = {
        "type": "RequestedToCapacityRatio",
        "resources": [{"name": "cpu", "weight": 1}, {"name": "memory", "weight": 1}],
        "requestedToCapacityRatio": {"shape": shape},
    }
    config = configuration(
        profiles=[{"pluginConfig": [{"name": FIT, "args": {"scoringStrategy": strategy}}]}]
    )
    assert last_cycle(SMALL, make_pod("p", requests=requests), config=config)["score"][FIT] == {"n1": score}


@pytest.mark.parametrize(
    ("request_", "code"), [("1001m", "UnschedulableAndUnresolvable"), ("1", "Unschedulable")]
)
def test_a_request_above_allocatable_is_unresolvable_and_one_that_finds_it_taken_is_not(
    request_: str, code: str
) -> None:
    old = make_pod("old", node="n1", requests={"cpu": "1m"})
    cycle = last_cycle(SMALL, old, make_pod("p", requests={"cpu": request_}))
    assert cycle["filter"]["n1"][FIT] == {"code": code, "reasons": ["Insufficient cpu"]}


def test_a_pod_that_requests_nothing_is_checked_against_the_number_of_pods_only() -> None:
    greedy = make_pod("old", node="n1", requests={"cpu": "7"})
    assert last_cycle(SMALL, greedy, make_pod("p"))["feasible"] == ["n1"]
    full = make_node("n1", cpu="1", pods="1")
    cycle = last_cycle(full, greedy, make_pod("p"))
    assert cycle["filter"]["n1"][FIT] == {"code": "Unschedulable", "reasons": ["Too many pods"]}


@pytest.mark.parametrize(("megabytes", "score"), [((500, 50), 48), ((50, 500), 2)])
def test_the_image_has_the_size_that_the_first_listed_node_gives(
    megabytes: tuple[int, int], score: int
) -> None:
    nodes = [
        with_status(make_node(name), images=[{"names": ["app:1"], "sizeBytes": size * 1024 * 1024}])
        for name, size in zip(("n1", "n2"), megabytes, strict=True)
    ]
    # (500 − 23) / (1000 − 23) of 100 on both nodes, or (50 − 23) / (1000 − 23)
    assert last_cycle(*nodes, make_pod("p"))["score"]["ImageLocality"] == {"n1": score, "n2": score}
