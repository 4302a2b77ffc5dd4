"""Why a node can or cannot go."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler_core import InvalidInput, Recording, load
from scheduler_core.advice.leaving.removers import removers
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
    assert removers(answer)[0]["says"] == "Can't replace with a cheaper node"


def test_a_pod_of_a_daemonset_goes_with_it() -> None:
    answer = hold(make_node("n1"), owned(make_pod("agent", node="n1"), "DaemonSet"))
    assert [(pod["stays"], pod["holds"]) for pod in answer["pods"]] == [(True, [])]
    assert [said["verdict"] for said in removers(answer)] == ["goes", "goes", "goes"]


def test_cluster_autoscaler_takes_the_owners_word() -> None:
    annotations = {"cluster-autoscaler.kubernetes.io/safe-to-evict": "true"}
    pod = make_pod("p", node="n1")
    nodes = make_node("n1"), make_node("n2")
    assert removers(hold(*nodes, pod))[1]["says"] == "BlockedByPod: NotReplicated (default/p)"
    pod["metadata"]["annotations"] = annotations
    assert removers(hold(*nodes, pod))[1]["verdict"] == "goes"


def test_karpenter_parts_from_the_scheduler_by_preferences() -> None:
    preferred = [{"weight": 1, "preference": {"matchExpressions": [{"key": "a", "operator": "Exists"}]}}]
    pod = owned(make_pod("p", node="n1"))
    pod["spec"]["affinity"] = {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": preferred}}
    says = removers(hold(make_node("n1"), make_node("n2"), pod))[0]["says"]
    assert says == "if the preferences of default/p can be kept: it takes them for requirements first"


def test_a_node_that_is_not_there() -> None:
    with pytest.raises(InvalidInput, match="Node n1: is not in the cluster"):
        hold(make_node("n2"))
