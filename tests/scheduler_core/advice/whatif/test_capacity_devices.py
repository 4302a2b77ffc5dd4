"""How many more pods fit where each needs a device of its own."""

from __future__ import annotations

from typing import Any

from scheduler_core import Scenario
from scheduler_core.advice.whatif.capacity import how_many_more, nodes_to_add
from scheduler_core.explain.view.recording import Recording

GPU = {"requests": [{"name": "gpu", "exactly": {"deviceClassName": "gpu"}}]}


def cluster(gpus: dict[str, int], pods: int) -> Recording:
    """A cluster of nodes with devices, and pods that are placed on them."""
    expression = {"cel": {"expression": "device.driver == 'gpu.example.com'"}}
    objects: list[dict[str, Any]] = [
        {"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass", "metadata": {"name": "gpu"}}
        | {"spec": {"selectors": [expression]}},
        {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaimTemplate", "metadata": {"name": "gpu"}}
        | {"spec": {"spec": {"devices": GPU}}},
    ]
    for name, count in gpus.items():
        amounts = {"cpu": "16", "memory": "64Gi", "pods": "110"}
        objects.append({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name}})
        objects[-1]["status"] = {"allocatable": amounts, "capacity": amounts}
        objects.append(
            {
                "apiVersion": "resource.k8s.io/v1",
                "kind": "ResourceSlice",
                "metadata": {"name": f"{name}-gpu"},
                "spec": {
                    "driver": "gpu.example.com",
                    "nodeName": name,
                    "pool": {"name": name, "generation": 1, "resourceSliceCount": 1},
                    "devices": [{"name": f"gpu-{i}"} for i in range(count)],
                },
            }
        )
    for i in range(pods):
        claim = {"name": "gpu", "resourceClaimTemplateName": "gpu"}
        spec = {"resourceClaims": [claim], "containers": [{"name": "main"}]}
        objects.append({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"train-{i}"}, "spec": spec})
    return Recording.of(Scenario.from_content({"objects": objects}))


def test_each_further_pod_takes_a_device() -> None:
    answer = how_many_more(cluster({"a": 3, "b": 1}, pods=1), ["default/train-0"])
    assert answer["pods"] == 3
    assert answer["nodes"] == {"a": 2, "b": 1}
    assert "2 cannot allocate all claims" in answer["message"]


def test_a_node_to_add_brings_the_devices_of_the_node_it_is_like() -> None:
    recording = cluster({"cpu": 0, "gpu": 2}, pods=2)
    assert nodes_to_add(recording, ["default/train-0"], 3) == [{"like": "gpu", "zone": "", "count": 2}]


def test_the_claims_of_the_run_stay_as_they_are() -> None:
    recording = cluster({"a": 3}, pods=1)
    for _ in range(2):
        assert how_many_more(recording, ["default/train-0"])["pods"] == 2
