"""Which nodes Karpenter removes or replaces after a run, and why the others stay."""

from __future__ import annotations

import pytest

from scheduler_core.advice.leaving import LeavingInquiry
from scheduler_core.advice.leaving.contract import Leaving
from tests.builders import Manifest, make_pod
from tests.scheduler_core.advice.descheduler.builders import recorded, replica
from tests.scheduler_core.advice.scaling.test_karpenter import LARGE, SMALL, TYPES, machines
from tests.scheduler_core.autoscaling.clusters import CAPACITY_TYPE, instance_type, node, nodepool, required

LABELS = {"app": "web"}
ON_DEMAND = required(CAPACITY_TYPE, "on-demand")


def left(*objects: Manifest, only: str = "") -> Leaving:
    inquiry = LeavingInquiry(recorded(*objects), only)
    list(inquiry.steps())
    (answer,) = inquiry.answers()
    assert not answer["searching"]
    return answer


def pod(name: str, on: str, cpu: str = "1", **annotations: str) -> Manifest:
    manifest = replica(name, on, requests={"cpu": cpu})
    manifest["metadata"]["annotations"] = annotations
    return manifest


def without(type: str, name: str = "n1") -> list[Manifest]:
    """A node whose NodeClaim lacks a condition."""
    claim, machine = node(name, LARGE)
    claim["status"]["conditions"] = [c for c in claim["status"]["conditions"] if c["type"] != type]
    return [claim, machine]


def drifted(name: str = "n1") -> list[Manifest]:
    claim, machine = node(name, LARGE)
    since = claim["status"]["conditions"][0]["lastTransitionTime"]
    condition = {
        "type": "Drifted",
        "status": "True",
        "reason": "NodePoolDrifted",
        "lastTransitionTime": since,
    }
    claim["status"]["conditions"].append(condition)
    return [claim, machine]


def budget(pods: str = "1") -> Manifest:
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": "web", "namespace": "default"},
        "spec": {"minAvailable": pods, "selector": {"matchLabels": LABELS}},
        "status": {"disruptionsAllowed": 0, "currentHealthy": 1, "desiredHealthy": 1, "expectedPods": 1},
    }


SPOT = instance_type(
    "spot", cpu="16", memory="64Gi", price=0.4, capacity_types=("spot", "on-demand"), family="m"
)
SPOT_SMALL = instance_type("spot-small", price=0.1, capacity_types=("spot", "on-demand"), family="m")

# objects besides the types, and of the node n1: its verdict, what keeps it, the words and Karpenter's own
NODES: dict[str, tuple[list[Manifest], tuple[str, str | None, str, str]]] = {
    "empty": ([nodepool(), *node("n1", LARGE)], ("goes", None, "it is empty", "")),
    "room elsewhere": (
        [nodepool(), *node("n1", LARGE), *node("n2", LARGE), pod("p", "n1"), pod("q", "n2", cpu="13")],
        ("goes", None, "its pods fit on other nodes", ""),
    ),
    "a cheaper one": (
        [nodepool("default", ON_DEMAND), *node("n1", LARGE), pod("p", "n1")],
        ("replaced", None, "its pods fit on a cheaper node: small of default in a at $0.1 an hour", ""),
    ),
    "none is cheaper": (
        [nodepool(), *node("n1", LARGE), pod("p", "n1", cpu="12")],
        (
            "stays",
            "price",
            "its pods need a new node, and none is surely cheaper: large may cost $0.4 an hour, it costs $0.4",
            "Can't replace with a cheaper node",
        ),
    ),
    "an annotation of a pod": (
        [nodepool(), *node("n1", LARGE), pod("p", "n1", **{"karpenter.sh/do-not-disrupt": "true"})],
        (
            "stays",
            "blocked",
            "Pod has \"karpenter.sh/do-not-disrupt\" annotation (Pod=default/p)",
            "Pod has \"karpenter.sh/do-not-disrupt\" annotation (Pod=default/p)",
        ),
    ),
    "a budget of pods": (
        [nodepool(), *node("n1", LARGE), pod("p", "n1"), budget()],
        (
            "stays",
            "blocked",
            "Pdb prevents pod evictions (PodDisruptionBudget=[default/web])",
            "Pdb prevents pod evictions (PodDisruptionBudget=[default/web])",
        ),
    ),
    "a budget of the NodePool": (
        [nodepool(disruption={"budgets": [{"nodes": "0"}]}), *node("n1", LARGE), pod("p", "n1")],
        ("stays", "budget", "the budgets of NodePool default let no more nodes go now", ""),
    ),
    "a budget, and it is empty": (
        [nodepool(disruption={"budgets": [{"nodes": "0"}]}), *node("n1", LARGE)],
        ("stays", "budget", "the budgets of NodePool default let no more nodes go now", ""),
    ),
    "never": (
        [nodepool(disruption={"consolidateAfter": "Never"}), *without("Consolidatable"), pod("p", "n1")],
        (
            "stays",
            "disabled",
            "NodePool default never consolidates (consolidateAfter: Never)",
            'NodePool "default" has consolidation disabled',
        ),
    ),
    "empty nodes alone": (
        [nodepool(disruption={"consolidationPolicy": "WhenEmpty"}), *node("n1", LARGE), pod("p", "n1")],
        (
            "stays",
            "disabled",
            "NodePool default consolidates empty nodes alone, and it is not empty",
            'NodePool "default" has non-empty consolidation disabled',
        ),
    ),
    "drifted": (
        [nodepool(), *drifted(), pod("p", "n1", cpu="12")],
        ("replaced", None, "it has drifted (NodePoolDrifted): a node of the present NodePool takes its place", ""),
    ),
    "no place": (
        [
            nodepool("default", required("family", "g")),
            *node("n1", LARGE),
            {**pod("p", "n1"), "spec": {**pod("p", "n1")["spec"], "nodeSelector": {"family": "m"}}},
        ],
        (
            "stays",
            "no-place",
            "",
            "Not all pods would schedule",
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", NODES)
def test_what_becomes_of_a_node(case: str) -> None:
    objects, (verdict, kind, text, says) = NODES[case]
    found = left(*objects, machines(*TYPES))["nodes"][0]
    assert (found["verdict"], found["kind"]) == (verdict, kind)
    assert found["text"] == text or not text
    assert found["says"].startswith(says)


def test_a_node_with_its_price_and_the_cost_of_its_disruption() -> None:
    answer = left(
        nodepool("default", ON_DEMAND),
        *node("n1", LARGE, zone="b"),
        pod("p", "n1"),
        machines(*TYPES),
        only="n1",
    )
    (found,) = answer["nodes"]
    assert (found["type"], found["zone"], found["price"]) == ("large", "b", 0.4)
    assert found["cost"] is not None
    assert found["replacement"] is not None
    assert found["replacement"]["price"] == 0.1
    assert (answer["price"], answer["commands"]) == (0.4, [])


def test_commands_follow_one_another_and_their_savings_add_up() -> None:
    """Three nodes with little on them: all but what the pods need goes, in as many steps as Karpenter takes."""
    pods = [pod(f"p{i}", f"n{i}") for i in range(3)]
    nodes = [manifest for i in range(3) for manifest in node(f"n{i}", LARGE)]
    pool = nodepool("default", ON_DEMAND, disruption={"budgets": [{"nodes": "100%"}]})
    answer = left(pool, *nodes, *node("empty", SMALL), *pods, machines(*TYPES))
    (first, second) = answer["commands"]
    assert (first["method"], first["nodes"], first["savings"]) == ("Emptiness", ["empty"], 0.1)
    assert second["method"] == "MultiNodeConsolidation"
    assert sorted(second["nodes"]) == ["n0", "n1", "n2"]
    assert [shape["type"] for shape in second["replacements"]] == ["small"]
    assert second["savings"] == pytest.approx(3 * 0.4 - 0.1)
    assert answer["savings"] == pytest.approx(3 * 0.4)
    assert answer["price"] == pytest.approx(3 * 0.4 + 0.1)


def test_budgets_say_how_many_may_go_now() -> None:
    pool = nodepool(disruption={"budgets": [{"nodes": "1"}, {"nodes": "0", "reasons": ["Drifted"]}]})
    answer = left(pool, *node("n1", LARGE), *node("n2", LARGE), machines(*TYPES))
    assert answer["budgets"] == [
        {"pool": "default", "allowed": {"Empty": 1, "Drifted": 0, "Underutilized": 1}}
    ]


def test_without_prices_what_hangs_on_them_is_not_known() -> None:
    answer = left(nodepool(), *node("n1", LARGE), pod("p", "n1", cpu="12"))
    (found,) = answer["nodes"]
    assert (found["verdict"], found["kind"], found["price"]) == ("unknown", "price", None)
    assert found["text"] == (
        "its pods need a new node; without prices it is not known whether a cheaper one would do"
    )
    assert (answer["price"], answer["savings"], answer["commands"]) == (None, 0, [])


@pytest.mark.parametrize(("pool", "kind"), [([], "spot"), ([ON_DEMAND], None)])
def test_a_spot_node_is_not_replaced_by_another(pool: list[Manifest], kind: str | None) -> None:
    spot = node("n1", SPOT, capacity_type="spot")
    answer = left(nodepool("default", *pool), *spot, pod("p", "n1"), machines(SPOT, SPOT_SMALL))
    assert answer["nodes"][0]["kind"] == kind


def test_a_replacement_that_the_cloud_does_not_offer_is_the_last_that_is_known() -> None:
    """Karpenter asks for spot wherever a NodePool allows it, whether it is offered or not."""
    nodes = [manifest for name in ("n1", "n2", "n3") for manifest in node(name, LARGE)]
    pods = [pod("p", "n1"), pod("q", "n2"), pod("r", "n3", cpu="15")]
    answer = left(nodepool(), *nodes, *pods, machines(*TYPES))
    first, last = answer["commands"]
    assert (first["nodes"], last["nodes"], last["replacements"]) == (["n1"], ["n2"], [])
    assert last["savings"] == pytest.approx(0.3)


def test_a_pod_that_came_lately_keeps_its_node() -> None:
    pool = nodepool(disruption={"consolidateAfter": "1h"})
    claim, machine = without("Consolidatable")
    claim["status"]["lastPodEventTime"] = "2026-03-02T11:59:00Z"
    fresh = pod("p", "n1")
    fresh["metadata"]["creationTimestamp"] = "2026-03-02T12:00:00Z"
    (found,) = left(pool, claim, machine, fresh, machines(*TYPES))["nodes"]
    assert (found["verdict"], found["kind"]) == ("stays", "recent")


def test_nodes_that_are_not_karpenters_are_not_its_business() -> None:
    plain = {**node("n2", LARGE)[1]}
    plain["metadata"] = {"name": "n2"}
    answer = left(nodepool(), *node("n1", LARGE), plain, make_pod("p", node="n2"), machines(*TYPES))
    assert [found["node"] for found in answer["nodes"]] == ["n1"]
