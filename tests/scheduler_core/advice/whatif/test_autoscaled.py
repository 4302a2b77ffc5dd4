"""Repairs that both engines verify: Karpenter makes a node with the change, and the scheduler places the pod there."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Inquiry
from tests.builders import Manifest, make_pod
from tests.scheduler_core.advice.descheduler.builders import recorded
from tests.scheduler_core.advice.scaling.test_karpenter import GPU, LARGE, SMALL, TAINT, asking, machines
from tests.scheduler_core.autoscaling.clusters import CAPACITY_TYPE, INSTANCE_TYPE, ZONE, nodepool, required

from .asking import answer_of

OF_SMALL = "Karpenter makes small of {pool} in a at $0.1 an hour"
OF_LARGE = "Karpenter makes large of {pool} in a at $0.4 an hour"
OF_GPU = "Karpenter makes gpu of {pool} in a at $1.2 an hour"
IN_B = "Karpenter makes small of {pool} in b at $0.1 an hour"
EVICTING = {"key": "b", "effect": "NoExecute"}


def wanting(**labels: str) -> dict[str, Any]:
    terms = [{"matchExpressions": [required(key, value) for key, value in labels.items()]}]
    required_terms = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
    return {"affinity": {"nodeAffinity": required_terms}}


def limited(name: str = "default", **limits: str) -> Manifest:
    return nodepool(name, limits=limits)


def at_least(key: str, count: int) -> Manifest:
    return nodepool("default", required(key, operator="Exists", minValues=count))


# NodePools, the pod, and the repairs that make a node: the change, the node that comes, and its NodePool
REPAIRS: dict[str, tuple[list[Manifest], Manifest, list[tuple[str, str, str]]]] = {
    "the least limit of cpu": (
        [limited(cpu="3")],
        asking(),
        [("NodePool default: limits.cpu 3 → 4", OF_SMALL, "default")],
    ),
    "the least limit of memory": (
        [limited(memory="4Gi")],
        asking(),
        [("NodePool default: limits.memory 4Gi → 8Gi", OF_SMALL, "default")],
    ),
    "both limits": (
        [limited(cpu="3", memory="4Gi")],
        asking(),
        [("NodePool default: limits.cpu 3 → 4, limits.memory 4Gi → 8Gi", OF_SMALL, "default")],
    ),
    "a number of nodes": (
        [limited(nodes="0")],
        asking(),
        [("NodePool default: limits.nodes 0 → 1", OF_SMALL, "default")],
    ),
    "a limit of devices": (
        [limited(**{"nvidia.com/gpu": "0"})],
        make_pod("p", requests={"cpu": "2", "nvidia.com/gpu": "1"}),
        [("NodePool default: limits.nvidia.com/gpu 0 → 1", OF_GPU, "default")],
    ),
    "a limit for the only type that is large enough": (
        [limited(cpu="10")],
        asking(cpu="14"),
        [("NodePool default: limits.cpu 10 → 16", OF_LARGE, "default")],
    ),
    "either of two limits, that of the heavier NodePool first": (
        [limited(cpu="3"), nodepool("spare", weight=5, limits={"cpu": "2"})],
        asking(),
        [
            ("NodePool spare: limits.cpu 2 → 4", OF_SMALL, "spare"),
            ("NodePool default: limits.cpu 3 → 4", OF_SMALL, "default"),
        ],
    ),
    "one more zone": (
        [nodepool("default", required(ZONE, "a"))],
        asking(nodeSelector={ZONE: "b"}),
        [(f"NodePool default: {ZONE} also b", IN_B, "default")],
    ),
    "a zone that is excluded": (
        [nodepool("default", required(ZONE, "b", operator="NotIn"))],
        asking(nodeSelector={ZONE: "b"}),
        [(f"NodePool default: {ZONE} also b", IN_B, "default")],
    ),
    "one more value of a provider's label": (
        [nodepool("default", required("family", "m"))],
        asking(nodeSelector={"family": "g"}),
        [("NodePool default: family also g", OF_GPU, "default")],
    ),
    "a value that node affinity wants": (
        [nodepool("default", required("family", "m"))],
        asking(**wanting(family="g")),
        [("NodePool default: family also g", OF_GPU, "default")],
    ),
    "one more instance type": (
        [nodepool("default", required(INSTANCE_TYPE, "small"))],
        asking(nodeSelector={INSTANCE_TYPE: "gpu"}),
        [(f"NodePool default: {INSTANCE_TYPE} also gpu", OF_GPU, "default")],
    ),
    "one more capacity type": (
        [nodepool("default", required(CAPACITY_TYPE, "on-demand"))],
        asking(nodeSelector={CAPACITY_TYPE: "spot"}),
        [],  # no type is offered as spot: the wider requirement helps nobody
    ),
    "a toleration": (
        [nodepool(taints=[TAINT])],
        asking(),
        [("toleration for gpu=yes:NoSchedule", OF_SMALL, "default")],
    ),
    "two tolerations": (
        [nodepool(taints=[TAINT, EVICTING])],
        asking(),
        [("toleration for gpu=yes:NoSchedule, b:NoExecute", OF_SMALL, "default")],
    ),
    "a limit before a toleration": (
        [nodepool(taints=[TAINT]), limited("other", cpu="3")],
        asking(),
        [
            ("NodePool other: limits.cpu 3 → 4", OF_SMALL, "other"),
            ("toleration for gpu=yes:NoSchedule", OF_SMALL, "default"),
        ],
    ),
    "fewer minValues of types": (
        [at_least(INSTANCE_TYPE, 3)],
        asking(cpu="10"),
        [(f"NodePool default: minValues of {INSTANCE_TYPE} 3 → 1", OF_LARGE, "default")],
    ),
    "fewer minValues of a label": (
        [at_least("family", 2)],
        asking(cpu="10"),
        [("NodePool default: minValues of family 2 → 1", OF_LARGE, "default")],
    ),
    "a request that the largest type has": (
        [nodepool("default", required("family", "m"))],
        asking(cpu="20"),
        [("request cpu 20 → 16", OF_LARGE, "default")],
    ),
    "a request that the only type has": (
        [nodepool("default", required(INSTANCE_TYPE, "small"))],
        asking(cpu="6"),
        [("request cpu 6 → 4", OF_SMALL, "default")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REPAIRS)
def test_a_repair_makes_a_node_and_places_the_pod_there(case: str) -> None:
    pools, pod, expected = REPAIRS[case]
    answer = answer_of(*pools, pod, machines(SMALL, LARGE, GPU))
    assert [(repair["changes"], repair["node"]) for repair in answer["repairs"]] == [
        ([f"{change}: {made.format(pool=pool)}"], f"{pool}-new-1") for change, made, pool in expected
    ]
    assert all(repair["run"]["gained"] == 1 for repair in answer["repairs"])


def test_the_command_changes_the_nodepool() -> None:
    (repair,) = answer_of(limited(cpu="3"), asking(), machines(SMALL))["repairs"]
    patch = '[{"op": "replace", "path": "/spec/limits/cpu", "value": "4"}]'
    assert repair["patch"] == f"kubectl patch nodepool default --type=json -p '{patch}'"


def test_another_nodepool_comes_first_if_the_scheduler_refuses_the_node_of_the_first() -> None:
    """The scheduler's own default constraint wants the label rack, of which Karpenter knows nothing."""
    constraint = {"maxSkew": 1, "topologyKey": "rack", "whenUnsatisfiable": "DoNotSchedule"}
    args = {"defaultingType": "List", "defaultConstraints": [constraint]}
    config = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "profiles": [{"pluginConfig": [{"name": "PodTopologySpread", "args": args}]}],
    }
    service = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "web", "namespace": "default"},
        "spec": {"selector": {"app": "web"}},
    }
    pools = [nodepool("first", weight=10), nodepool("second", labels={"rack": "r"})]
    recording = recorded(*pools, asking(), service, config, machines(SMALL))
    answer = list(Inquiry(recording, "default/p").answers())[-1]
    (new_node,) = answer["new_nodes"]
    assert new_node["loop"] is not None
    assert answer["repairs"][0]["changes"] == [
        f"NodePool second: weight 0 → 11: {OF_SMALL.format(pool='second')}"
    ]
