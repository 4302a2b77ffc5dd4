"""Karpenter after a run: why no new node came for a pod, or which one would, and what the scheduler does with it."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.advice.scaling import scaling_of
from scheduler_core.advice.scaling.contract import NewNode, ScaleUp
from tests.builders import Manifest, make_pod, spread, with_spec
from tests.scheduler_core.advice.descheduler.builders import recorded
from tests.scheduler_core.autoscaling.clusters import ZONE, instance_type, node, nodepool, required

SMALL = instance_type("small", cpu="4", price=0.1, family="m")
LARGE = instance_type("large", cpu="16", memory="64Gi", price=0.4, family="m")
GPU = instance_type("gpu", cpu="8", memory="32Gi", price=1.2, family="g")
GPU["capacity"]["nvidia.com/gpu"] = "1"
TYPES = [SMALL, LARGE, GPU]
TAINT = {"key": "gpu", "value": "yes", "effect": "NoSchedule"}


def machines(*types: Manifest, prices: Manifest | None = None) -> Manifest:
    return {"machines": {"instanceTypes": list(types), "prices": prices or {}}}


def answered(pod: str, *objects: Manifest) -> NewNode:
    (answer,) = scaling_of(recorded(*objects)).of(f"default/{pod}")
    return answer


def rows(answer: NewNode) -> dict[str, tuple[str, str | None, str]]:
    return {row["pool"]: (row["verdict"], row["clause"], row["text"]) for row in answer["rows"]}


def asking(name: str = "p", cpu: str = "2", **spec: Any) -> Manifest:
    return with_spec(make_pod(name, requests={"cpu": cpu}, app="web"), **spec)


def test_the_node_that_comes_its_price_and_what_the_scheduler_does_with_it() -> None:
    answer = answered("p", nodepool(), asking(), asking("q", cpu="1"), machines(*TYPES))
    shape = answer["shape"]
    assert shape is not None
    assert (shape["type"], shape["zone"], shape["price"], shape["choices"]) == ("small", "a", 0.1, 3)
    assert answer["text"] == (
        "Karpenter makes small of default in a at $0.1 an hour, and the scheduler places the pod there."
    )
    assert (answer["node"], answer["beside"]) == ("default-new-1", ["default/q"])
    assert answer["scheduled"] == {"node": "default-new-1", "message": ""}
    assert answer["basis"] == {"seen": [], "given": 3, "priced": True}


def test_a_row_for_each_nodepool_in_the_order_in_which_they_are_asked() -> None:
    pools = [
        nodepool("light"),
        nodepool("first", weight=50, taints=[TAINT]),
        nodepool("second", required(ZONE, "z"), weight=20),
        nodepool("third", weight=10),
    ]
    answer = answered("p", *pools, asking(nodeSelector={ZONE: "a"}), machines(*TYPES))
    assert list(rows(answer).items()) == [
        ("first", ("no", "taint", "taint gpu=yes:NoSchedule, which the pod does not tolerate")),
        ("second", ("no", "types", "none of the instance types that are known meets its requirements")),
        ("third", ("makes", None, "makes cpu 4, memory 8Gi")),
        ("light", ("unasked", "order", "not asked: third comes first")),
    ]


LABELLED = {"labels": {"team": "a"}}

# NodePools, what the pod has in its spec, and the row of the NodePool `default`
CLAUSES: dict[str, tuple[Manifest, dict[str, Any], tuple[str, str, str]]] = {
    "a taint": (
        nodepool(taints=[TAINT]),
        {},
        ("no", "taint", "taint gpu=yes:NoSchedule, which the pod does not tolerate"),
    ),
    "a zone": (
        nodepool("default", required(ZONE, "a")),
        {"nodeSelector": {ZONE: "b"}},
        ("no", "zone", "zone: the pool allows a, the pod wants b"),
    ),
    "a label of the template": (
        nodepool(labels={"team": "a"}),
        {"nodeSelector": {"team": "b"}},
        ("no", "label", "label team: the pool has a, the pod wants b"),
    ),
    "a label that it has not": (
        nodepool(),
        {"nodeSelector": {"disk": "ssd"}},
        ("no", "label", "label disk: its nodes do not have it"),
    ),
    "a type that is too small": (
        nodepool("default", required("family", "m")),
        {"cpu": "20"},
        ("no", "size", "no type large enough: cpu 20 of at most 16"),
    ),
    "a limit": (
        nodepool(limits={"cpu": "3"}),
        {},
        ("no", "limit", "limit: 0 + 4 = 4 > limits.cpu 3"),
    ),
    "a limit that only the types for the pod exceed": (
        nodepool(limits={"cpu": "10"}),
        {"cpu": "14"},
        ("no", "limit", "limit: 0 + 16 = 16 > limits.cpu 10"),
    ),
    "a number of nodes": (
        nodepool(limits={"nodes": "0"}),
        {},
        ("no", "limit", "limit: 0 + 1 = 1 > limits.nodes 0"),
    ),
    "minValues": (
        nodepool("default", required("node.kubernetes.io/instance-type", operator="Exists", minValues=3)),
        {"cpu": "10"},
        ("no", "min-values", "minValues of node.kubernetes.io/instance-type: too few of its instance types are left"),
    ),
    "a spread": (
        nodepool("default", required(ZONE, "a")),
        {"topologySpreadConstraints": [spread(ZONE, minDomains=2)], "replicas": 2},
        ("no", "topology", f"spread over {ZONE}: no place is left with maxSkew 1 (pods: a: 1)"),
    ),
    "not Ready": (
        {**nodepool(), "status": {"conditions": [{"type": "NodeClassReady", "status": "False"}]}},
        {},
        (
            "no",
            "not-ready",
            "NodePool is not Ready: ValidationSucceeded is missing, NodeClassReady is False, Ready is missing",
        ),
    ),
    "static": (nodepool(replicas=2), {}, ("no", "static", "NodePool has a fixed number of nodes (replicas)")),
}  # fmt: skip


@pytest.mark.parametrize("case", CLAUSES)
def test_the_first_clause_that_excludes_a_nodepool(case: str) -> None:
    pool, spec, expected = CLAUSES[case]
    cpu, replicas = spec.get("cpu", "2"), spec.get("replicas", 1)
    own = {key: value for key, value in spec.items() if key not in ("cpu", "replicas")}
    pods = [asking(f"p{i}", cpu=cpu, **own) for i in range(replicas)]
    answer = answered(f"p{replicas - 1}", pool, *pods, machines(*TYPES))
    assert answer["verdict"] == "none"
    assert rows(answer) == {"default": expected}


def test_where_only_a_limit_stands_against_a_node_its_shape_is_said() -> None:
    (row,) = answered("p", nodepool(limits={"cpu": "3"}), asking(), machines(*TYPES))["rows"]
    assert row["alone"]
    assert row["shape"] is not None
    assert (row["shape"]["type"], row["shape"]["price"]) == ("small", 0.1)
    assert row["says"] == "all available instance types exceed limits for nodepool (NodePool=default)"


def test_no_pool_accepts_a_pod_whatever_its_types_are() -> None:
    """Without a file of types: a taint, a label and the limits need none, and the answer is certain."""
    pools = [
        nodepool("tainted", taints=[TAINT]),
        nodepool("limited", limits={"cpu": "10"}),
        nodepool("elsewhere", required(ZONE, "b")),
    ]
    answer = answered("p", *pools, asking(cpu="12", nodeSelector={ZONE: "a"}))
    assert answer["verdict"] == "none"
    assert rows(answer) == {
        "tainted": ("no", "taint", "taint gpu=yes:NoSchedule, which the pod does not tolerate"),
        "limited": ("no", "limit", "limit: 0 + 12 = 12 > limits.cpu 10"),
        "elsewhere": ("no", "zone", "zone: the pool allows b, the pod wants a"),
    }
    assert answer["basis"] == {"seen": [], "given": 0, "priced": False}


def test_a_pool_of_unknown_types_may_take_a_pod_and_the_answer_says_what_it_would_need() -> None:
    pool = nodepool("gpus", required("karpenter.k8s.aws/instance-family", "g5"))
    pool["spec"]["template"]["spec"]["nodeClassRef"] = {
        "group": "karpenter.k8s.aws",
        "kind": "EC2NodeClass",
        "name": "default",
    }
    pod = make_pod("p", requests={"cpu": "3", "nvidia.com/gpu": "1"})
    answer = answered("p", pool, pod)
    assert (answer["verdict"], rows(answer)["gpus"][:2]) == ("may", ("may", "unknown"))
    assert rows(answer)["gpus"][2] == (
        "it may: the input does not show an instance type of it with cpu 3, nvidia.com/gpu 1, "
        "karpenter.k8s.aws/instance-family In [g5]"
    )


def test_types_are_those_of_the_nodes_that_are_there() -> None:
    """Without prices the smallest that fits is named; a pod that none of them fits hangs on others."""
    running = [
        make_pod(f"full-{name}", node=name, requests={"cpu": cpu})
        for name, cpu in (("n1", "4"), ("n2", "16"))
    ]
    cluster = [nodepool(), *node("n1", SMALL), *node("n2", LARGE), *running]
    answer = answered("p", *cluster, asking(cpu="8"))
    assert answer["shape"] is not None
    assert (answer["shape"]["type"], answer["shape"]["price"]) == ("large", None)
    assert answer["basis"] == {"seen": ["large", "small"], "given": 0, "priced": False}
    assert answered("p", *cluster, asking(cpu="20"))["verdict"] == "may"


def test_prices_alone_are_enough_to_choose_by() -> None:
    cluster = [nodepool(), *node("n1", SMALL), *node("n2", LARGE)]
    full = [make_pod(f"full-{n}", node=n, requests={"cpu": cpu}) for n, cpu in (("n1", "4"), ("n2", "16"))]
    answer = answered(
        "p", *cluster, *full, asking(), machines(prices={"small": 0.3, "large": {"on-demand": 0.2}})
    )
    assert answer["shape"] is not None
    assert (answer["shape"]["type"], answer["shape"]["price"]) == ("large", 0.2)


def test_daemonsets_take_their_share_of_a_new_node() -> None:
    template = {"containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]}
    daemon = {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": "agent", "namespace": "default"},
        "spec": {
            "selector": {"matchLabels": {"a": "b"}},
            "template": {"metadata": {"labels": {"a": "b"}}, "spec": template},
        },
    }
    answer = answered("p", nodepool(), daemon, asking(cpu="3500m"), machines(SMALL, LARGE))
    assert answer["shape"] is not None
    assert (answer["shape"]["type"], answer["shape"]["size"]["cpu"]) == ("large", "15")


def test_karpenter_and_the_scheduler_disagree_for_ever() -> None:
    """The scheduler's own default constraint, of which Karpenter knows nothing, refuses each new node."""
    config = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "profiles": [
            {
                "pluginConfig": [
                    {
                        "name": "PodTopologySpread",
                        "args": {
                            "defaultingType": "List",
                            "defaultConstraints": [
                                {"maxSkew": 1, "topologyKey": "rack", "whenUnsatisfiable": "DoNotSchedule"}
                            ],
                        },
                    }
                ]
            }
        ],
    }
    service = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "web", "namespace": "default"},
        "spec": {"selector": {"app": "web"}},
    }
    answer = answered("p", nodepool(), asking(), service, config, machines(*TYPES))
    assert answer["verdict"] == "makes"
    assert answer["loop"] == {
        "node": "default-new-1",
        "autoscaler": "Pod should schedule on: nodeclaim/default-new-1",
        "scheduler": ["node(s) didn't match pod topology spread constraints (missing required label)"],
    }
    assert "but the scheduler refuses it" in answer["text"]


def test_a_pod_that_karpenter_expects_on_a_node_that_refuses_it() -> None:
    """A node that is cordoned has room: Karpenter looks at taints, and makes no other node."""
    claim, machine = node("n1", SMALL)
    machine["spec"]["unschedulable"] = True
    answer = answered("p", nodepool(), claim, machine, asking(), machines(*TYPES))
    assert (answer["verdict"], answer["node"]) == ("expects", "n1")
    assert answer["loop"] is not None
    assert answer["loop"]["autoscaler"] == "Pod should schedule on: nodeclaim/nc-n1, node/n1"
    assert answer["loop"]["scheduler"] == ["node(s) were unschedulable"]


def test_what_karpenter_does_not_look_at() -> None:
    ignored = asking(nodeSelector={"karpenter.sh/unknown": "x"})
    answer = answered("p", nodepool(), ignored, machines(*TYPES))
    assert (answer["verdict"], answer["rows"]) == ("ignored", [])
    assert answer["text"].startswith(
        "Karpenter ignores the pod: using label karpenter.sh/unknown is not allowed"
    )


def test_equal_zones_are_told() -> None:
    answer = answered("p", nodepool(), asking(topologySpreadConstraints=[spread(ZONE)]), machines(*TYPES))
    assert answer["ties"] == [f"{ZONE}: it may take any of a, b"]


def test_a_hand_written_input_is_completed_and_that_is_said() -> None:
    written = nodepool("default")
    del written["status"], written["spec"]["disruption"]
    _, machine = node("n1", SMALL, pool="other")
    full = make_pod("full", node="n1", requests={"cpu": "4"})
    answer = answered("p", written, machine, full, asking())
    assert answer["notes"] == [
        "NodePool default has no conditions: it is taken as Ready",
        "NodePool other is not in the input: it is taken as its nodes are, without limits",
        "Karpenter's nodes without a NodeClaim in the input are taken as initialized: n1",
    ]
    assert (answer["verdict"], answer["node"]) == ("makes", "other-new-1")


def test_what_cannot_be_read_is_left_out_by_name() -> None:
    broken = nodepool("broken", weight="heavy")
    answer = answered("p", nodepool(), broken, asking(), machines(*TYPES))
    assert answer["notes"] == [
        "NodePool broken is left out, it cannot be read: spec.weight: must be an integer, got 'heavy'"
    ]
    assert [row["pool"] for row in answer["rows"]] == ["default"]


def test_all_pending_pods_at_once() -> None:
    recording = recorded(
        nodepool(), *[asking(f"p{i}", cpu="3") for i in range(3)], asking("huge", cpu="99"), machines(*TYPES)
    )
    keys = [f"default/{name}" for name in ("p0", "p1", "p2", "huge")]
    (answer,) = scaling_of(recording).scale_ups(keys)
    assert_of_all(answer)


def assert_of_all(answer: ScaleUp) -> None:
    made = {node["name"]: (node["type"], len(node["pods"])) for node in answer["nodes"]}
    assert sum(pods for _, pods in made.values()) == 3
    assert answer["price"] == pytest.approx(sum(node["price"] or 0 for node in answer["nodes"]))
    assert sorted(answer["placed"]) == ["default/p0", "default/p1", "default/p2"]
    assert [left["pod"] for left in answer["left"]] == ["default/huge"]
