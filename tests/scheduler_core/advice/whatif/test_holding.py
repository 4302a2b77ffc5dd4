"""Why a node can or cannot go."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler_core import InvalidInput, Recording, load
from scheduler_core.advice.leaving import drained
from scheduler_core.advice.whatif.holding import node_hold
from scheduler_core.advice.whatif.holding_contract import NodeHold
from tests.builders import Manifest, make_node, make_pod


def hold(*objects: Manifest) -> NodeHold:
    return node_hold(Recording.of(load(json.dumps(objects))), "n1")


def owned(pod: Manifest, kind: str = "ReplicaSet", **metadata: Any) -> Manifest:
    owner = {"apiVersion": "apps/v1", "kind": kind, "name": "web", "uid": "u", "controller": True}
    return {**pod, "metadata": {**pod["metadata"], **metadata, "ownerReferences": [owner]}}


def test_pods_with_another_place_let_it_go_together() -> None:
    pods = [owned(make_pod(f"p{i}", node="n1", requests={"cpu": "2"})) for i in range(3)]
    answer = hold(make_node("n1", cpu="8"), make_node("n2", cpu="4"), *pods)
    assert [pod["to"] for pod in answer["pods"]].count("n2") == 2, "only two find room at once"
    assert [one["kind"] for pod in answer["pods"] for one in pod["holds"]] == ["room"]
    assert answer["nodes_to_add"] == [{"like": "n1", "zone": "", "count": 1}]
    assert drained(answer)["says"] == "evicts 3, no other node for 1 of 3 evicted"


def test_a_pod_of_a_daemonset_goes_with_it() -> None:
    answer = hold(make_node("n1"), owned(make_pod("agent", node="n1"), "DaemonSet"))
    assert [(pod["stays"], pod["holds"]) for pod in answer["pods"]] == [(True, [])]
    assert drained(answer) == {"verdict": "goes", "says": "evicts 0, with --ignore-daemonsets"}


def test_a_node_that_is_not_there() -> None:
    with pytest.raises(InvalidInput, match="Node n1: is not in the cluster"):
        hold(make_node("n2"))
