"""A run with a pod group: its members are cycles like others, and the group's cycle is an answer of its own."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.webui.conftest import Visitor

_MEMBER = """---
apiVersion: v1
kind: Pod
metadata: {{name: g-{0}}}
spec:
  schedulingGroup: {{podGroupName: g}}
  containers: [{{name: c, image: x, resources: {{requests: {{cpu: "2"}}}}}}]
"""
GANG = """gates: [GenericWorkload, GangScheduling]
---
apiVersion: v1
kind: Node
metadata: {name: a}
status: {capacity: {cpu: "4", memory: 8Gi, pods: "110"}}
---
apiVersion: v1
kind: Pod
metadata: {name: solo}
spec: {priority: -1, containers: [{name: c, image: x}]}
---
apiVersion: scheduling.k8s.io/v1alpha2
kind: PodGroup
metadata: {name: g}
spec: {schedulingPolicy: {gang: {minCount: 3}}}
""" + "".join(map(_MEMBER.format, range(3)))


@pytest.fixture
def run(alice: Visitor) -> str:
    return str(alice.run(alice.draft(GANG))["id"])


def answer(visitor: Visitor, path: str) -> Any:
    response = visitor.get(path)
    assert response.status_code == 200, path
    return response.json()


def test_the_gang_of_a_cycle(stranger: Visitor, run: str) -> None:
    gang = answer(stranger, f"/api/runs/{run}/cycles/1/gang")
    assert (gang["pod_group"], gang["cycles"]) == ("default/g", [0, 2])
    assert [member["outcome"] for member in gang["members"]] == [
        "rolled_back",
        "rolled_back",
        "unschedulable",
    ]
    assert gang["breaks"]["pod"] == "default/g-2"


def test_another_order(stranger: Visitor, run: str) -> None:
    order = answer(stranger, f"/api/runs/{run}/cycles/0/gang/order")
    assert (order["found"], order["exhausted"], order["tried"]) == (False, True, 1)


@pytest.mark.parametrize("path", ["3/gang", "3/gang/order", "9/gang"])
def test_a_pod_without_group_has_none(stranger: Visitor, run: str, path: str) -> None:
    assert stranger.get(f"/api/runs/{run}/cycles/{path}").status_code == 404


def test_members_are_cycles_like_others(stranger: Visitor, run: str) -> None:
    traces = [answer(stranger, f"/api/runs/{run}/cycles/{n}") for n in range(4)]
    assert [trace["pod"] for trace in traces] == ["default/g-0", "default/g-1", "default/g-2", "default/solo"]
    assert traces[0]["reserve"]["reasons"][0].startswith("pod group is unschedulable")
    assert traces[3]["selected"] == "a"
    for path in ("overview", "causes", "expectations", "cluster", "events"):
        answer(stranger, f"/api/runs/{run}/{path}")
    for n in range(4):
        assert stranger.get(f"/api/runs/{run}/cycles/{n}/view?form=columns").status_code == 200


def test_the_offline_page_has_the_gang(alice: Visitor, stranger: Visitor) -> None:
    snapshot = alice.run(alice.draft(GANG))["snapshot"]
    page = stranger.get(f"/x/{snapshot}.html").content.decode()
    paths = re.findall(r'"(/runs/[0-9a-f-]+/cycles/\d+/gang(?:/order)?)":', page)
    assert [path.split("/cycles/")[1] for path in paths] == [
        "0/gang",
        "0/gang/order",
        "4/gang",
        "4/gang/order",  # it is tried again when another pod is bound
    ]
