"""Why not here: what it would take to place a pod on a node of one's choice, through Filter and Score."""

from __future__ import annotations

import pytest

from scheduler_core import Inquiry, InvalidInput, Recording, Scenario
from scheduler_core.contract import Repair
from tests.builders import Manifest, make_node, make_pod


def repairs(node: str, *objects: Manifest, pod: str = "default/p") -> list[Repair]:
    recording = Recording.of(Scenario.from_content({"objects": list(objects)}))
    return list(Inquiry(recording, pod, node=node).answers())[-1]["repairs"]


def texts(offered: list[Repair]) -> list[list[str]]:
    return [repair["changes"] for repair in offered]


def two_nodes() -> list[Manifest]:
    """p goes to n1, which is empty."""
    busy = make_pod("r", node="n2", requests={"cpu": "1", "memory": "1Gi"})
    return [make_node("n1"), make_node("n2"), busy, make_pod("p", requests={"cpu": "500m", "memory": "1Gi"})]


def test_a_node_that_fits_wins_by_a_wish_or_by_name() -> None:
    offered = repairs("n2", *two_nodes())
    assert ["nodeSelector kubernetes.io/hostname=n2"] in texts(offered)
    assert ["preferred node affinity kubernetes.io/hostname=n2 with weight 1"] in texts(offered)
    assert {repair["node"] for repair in offered} == {"n2"}


def test_a_node_that_refuses_is_let_in_and_then_wins() -> None:
    taint = [{"key": "spot", "value": "true", "effect": "NoSchedule"}]
    pod = make_pod("p", requests={"cpu": "1"})
    offered = repairs("n2", make_node("n1"), make_node("n2", cpu="8", taints=taint), pod)
    assert ["toleration for spot=true:NoSchedule"] in texts(offered)


def test_a_weight_is_the_nearest_with_which_the_node_wins() -> None:
    preferred = {
        "nodeAffinity": {
            "preferredDuringSchedulingIgnoredDuringExecution": [
                {"weight": 1, "preference": {"matchExpressions": [{"key": "disk", "operator": "Exists"}]}}
            ]
        }
    }
    pod = make_pod("p", requests={"cpu": "1"}, affinity=preferred)
    filler = make_pod("r", node="n2", requests={"cpu": "1900m"})
    config = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "profiles": [
            {
                "plugins": {
                    "score": {
                        "enabled": [
                            {"name": "NodeAffinity", "weight": 1},
                            {"name": "NodeResourcesFit", "weight": 9},
                        ]
                    }
                }
            }
        ],
    }
    objects = [make_node("n1"), make_node("n2", disk="ssd"), filler, pod]
    recording = Recording.of(Scenario.from_content({"objects": objects, "config": config}))
    assert recording.placements["default/p"] == "n1"
    offered = list(Inquiry(recording, "default/p", node="n2").answers())[-1]["repairs"]
    weights = [
        text for changes in texts(offered) for text in changes if text.startswith("weight of NodeAffinity")
    ]
    (change,) = weights
    least = int(change.rpartition(" ")[2])
    for weight, node in ((least - 1, "n1"), (least, "n2")):
        config["profiles"][0]["plugins"]["score"]["enabled"][0]["weight"] = weight  # type: ignore[index]
        again = Recording.of(Scenario.from_content({"objects": objects, "config": config}))
        assert again.placements["default/p"] == node


def test_a_running_pod_is_asked_about_as_if_it_were_pending() -> None:
    pod = make_pod("p", node="n1", requests={"cpu": "1"})
    assert ["nodeSelector kubernetes.io/hostname=n2"] in texts(
        repairs("n2", make_node("n1"), make_node("n2"), pod)
    )


def test_an_unknown_node_is_an_error() -> None:
    with pytest.raises(InvalidInput, match="Node n9: is not in the input"):
        repairs("n9", make_node("n1"), make_pod("p"))
