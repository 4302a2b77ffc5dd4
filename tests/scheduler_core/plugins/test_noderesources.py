from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Recording, Scenario
from tests.builders import make_node, make_pod


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
