from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import InvalidInput, Recording, Scenario
from tests.builders import make_node, make_pod, with_spec
from tests.conformance.cycles import configuration, last_cycle


@pytest.mark.parametrize("short", [1, 2, 62, 63, 64, 65, 130])
def test_a_pod_may_be_short_of_any_number_of_resources(short: int) -> None:
    """n1 has none of the resources; n2 lacks only the last, and its cpu is used up."""
    devices = [f"example.com/device-{i:03}" for i in range(short)]
    n1, n2 = make_node("n1"), make_node("n2", cpu="1")
    n2["status"]["allocatable"] |= dict.fromkeys(devices[:-1], "1")
    scenario = Scenario.from_content(
        {
            "objects": [
                *(n1, n2),
                make_pod("running", node="n2", requests={"cpu": "1"}),
                make_pod("p", requests={"cpu": "1", **dict.fromkeys(devices, "1")}),
            ]
        }
    )
    trace: Any = Recording.of(scenario).cycle(0).trace()
    assert trace["feasible"] == []
    rejected = {node: status["NodeResourcesFit"] for node, status in trace["filter"].items()}
    reasons = [f"Insufficient {device}" for device in devices]
    assert rejected["n1"]["reasons"] == sorted(reasons)
    assert rejected["n2"]["reasons"] == sorted(["Insufficient cpu", reasons[-1]])
    assert {status["code"] for status in rejected.values()} == {"UnschedulableAndUnresolvable"}


@pytest.mark.parametrize("resource", ["cpu", "memory", "example.com/gpu"])
def test_sums_beyond_64_bits_wrap_around_as_they_do_in_go(resource: str) -> None:
    """Twice the largest number is -2, which asks for nothing."""
    container = {"name": "c", "image": "app:1", "resources": {"requests": {resource: "9223372036854775807"}}}
    pod = with_spec(make_pod("p"), containers=[container, {**container, "name": "d"}])
    assert last_cycle(make_node("n1"), pod)["feasible"] == ["n1"]


def test_points_of_a_shape_have_their_ranges() -> None:
    ratio = {"shape": [{"utilization": 0, "score": 0}, {"utilization": 101, "score": 11}]}
    strategy = {"type": "RequestedToCapacityRatio", "requestedToCapacityRatio": ratio}
    args = {"name": "NodeResourcesFit", "args": {"scoringStrategy": strategy}}
    with pytest.raises(
        InvalidInput, match=r"utilization: must be from 0 to 100, got 101.*score: must be from 0 to 10"
    ):
        last_cycle(make_node("n1"), make_pod("p"), config=configuration(profiles=[{"pluginConfig": [args]}]))
