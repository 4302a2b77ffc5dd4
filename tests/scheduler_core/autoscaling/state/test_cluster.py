"""Nodes as Karpenter sees them, and the pods on them that may go."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.autoscaling.objects.quantities import UNIT
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder
from scheduler_core.autoscaling.state.reschedulable import (
    blocking_budgets,
    do_not_disrupt,
    is_currently_reschedulable,
)
from tests.scheduler_core.autoscaling.clusters import instance_type, node, nodepool, running, scenario

TYPE = instance_type("type", cpu="4")
TAINT = {"key": "boot", "effect": "NoSchedule"}


def cluster(*objects: dict[str, Any], **keys: Any) -> Cluster:
    return scenario(nodepool(), *objects, types=[TYPE], **keys).cluster


def labelled(objects: list[dict[str, Any]], **labels: str) -> list[dict[str, Any]]:
    for o in objects:
        o["metadata"]["labels"] = {
            **o["metadata"]["labels"],
            **{f"karpenter.sh/{key}": value for key, value in labels.items()},
        }
    return objects


def test_a_node_is_known_by_its_nodeclaim_until_it_is_registered() -> None:
    (state,) = cluster(*node("n", TYPE)).nodes
    assert (state.name, state.registered, state.initialized) == ("n", True, True)
    (state,) = cluster(*labelled(node("n", TYPE), registered="false")).nodes
    assert (state.name, state.registered) == ("nc-n", False)
    (state,) = cluster(node("n", TYPE)[0]).nodes
    assert (state.name, state.node) == ("nc-n", None)
    assert state.described == "nodeclaim/nc-n"


def test_a_nodeclaim_without_a_machine_is_no_node_yet() -> None:
    claim, _ = node("n", TYPE)
    del claim["status"]["providerID"]
    assert cluster(claim).nodes == []


def test_a_node_that_karpenter_does_not_manage_is_ready_as_it_is() -> None:
    own = node("n", TYPE)[1]
    own["metadata"]["labels"] = {}
    del own["spec"]["providerID"]
    (state,) = cluster(own).nodes
    assert state.initialized
    own["metadata"]["labels"] = {"karpenter.sh/nodepool": "default"}
    assert cluster(own).nodes == []  # its type is not known yet


def test_taints_that_will_go_count_from_when_the_node_is_initialized() -> None:
    ephemeral = [
        {"key": "node.kubernetes.io/not-ready", "effect": "NoExecute"},
        {"key": "readiness.k8s.io/network", "effect": "NoSchedule"},
    ]
    new = labelled(node("n", TYPE), initialized="false")
    new[0]["spec"]["startupTaints"] = [TAINT]
    new[1]["spec"]["taints"] = [TAINT, *ephemeral, {"key": "boot", "effect": "NoExecute"}]
    (state,) = cluster(*new).nodes
    assert [str(taint) for taint in state.taints] == ["boot:NoExecute"]
    (state,) = cluster(*labelled(new, initialized="true")).nodes
    assert len(state.taints) == 4


def test_a_nodeclaim_promises_what_its_node_lacks_until_it_is_initialized() -> None:
    new = labelled(node("n", TYPE), initialized="false")
    new[0]["status"] |= {"allocatable": {"cpu": "3", "gpu": "1"}, "capacity": {"cpu": "4", "gpu": "1"}}
    new[1]["status"] |= {"allocatable": {"cpu": "2", "gpu": "0"}, "capacity": {}}
    (state,) = cluster(*new, running("p", "n", cpu="1")).nodes
    assert state.available == {"cpu": UNIT, "gpu": UNIT}
    assert state.capacity == {"cpu": 4 * UNIT, "gpu": UNIT, "nodes": UNIT}
    (state,) = cluster(*labelled(new, initialized="true"), running("p", "n", cpu="1")).nodes
    assert state.available == {"cpu": UNIT, "gpu": 0}


def test_a_node_is_going_if_it_is_marked_or_its_nodeclaim_is_deleted() -> None:
    assert not cluster(*node("n", TYPE)).nodes[0].deleting
    assert cluster(*node("n", TYPE), markedForDeletion=["n"]).nodes[0].deleting
    claim, own = node("n", TYPE)
    claim["metadata"]["deletionTimestamp"] = "2026-03-02T12:00:00Z"
    assert cluster(claim, own).nodes[0].deleting
    terminating = {"type": "InstanceTerminating", "status": "True"}
    claim, own = node("n", TYPE)
    claim["status"]["conditions"].append(terminating)
    assert cluster(claim, own).nodes[0].deleting


@pytest.mark.parametrize(
    ("annotation", "holds", "told"),
    [
        ("true", True, None),
        ("false", False, "InvalidDoNotDisruptAnnotation"),
        ("-5m", False, "InvalidDoNotDisruptAnnotation"),
        ("1h1s", True, "DoNotDisruptUntil"),
        ("1h", False, "DoNotDisruptGracePeriodElapsed"),
    ],
)
def test_a_pod_forbids_disruption_for_ever_or_for_a_while(
    annotation: str, holds: bool, told: str | None
) -> None:
    manifest = running("p", "n")  # for an hour
    manifest["metadata"]["annotations"] = {"karpenter.sh/do-not-disrupt": annotation}
    read = cluster(manifest)
    recorder = Recorder()
    assert do_not_disrupt(read.objects.pods[0], read.now, recorder) is holds
    assert [event.reason for event in recorder.events] == [told] * (told is not None)


def test_a_pod_that_has_not_started_is_protected() -> None:
    manifest = running("p", "n")
    manifest["metadata"]["annotations"] = {"karpenter.sh/do-not-disrupt": "1m"}
    del manifest["status"]["startTime"]
    read = cluster(manifest)
    assert do_not_disrupt(read.objects.pods[0], read.now, Recorder())


def budget(name: str, allowed: int, *, labels: dict[str, str] | None = None, **spec: Any) -> dict[str, Any]:
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": name, "namespace": "default"},
        "spec": {"selector": {"matchLabels": labels or {"app": "web"}}, **spec},
        "status": {"disruptionsAllowed": allowed},
    }


def blocking(*budgets: dict[str, Any], fully: bool = False, **pod: Any) -> list[str]:
    read = cluster(running("p", "n", labels={"app": "web"}, **pod), *budgets)
    found = blocking_budgets(read, read.objects.pods[0], Recorder(), fully=fully)
    return [b.meta.name for b in found or ()]


def test_a_budget_blocks_when_it_allows_nothing_now() -> None:
    assert blocking(budget("a", 0)) == ["a"]
    assert blocking(budget("a", 1)) == []
    assert blocking(budget("a", 0, labels={"app": "db"})) == []
    assert blocking(budget("a", 1), budget("b", 1)) == ["a", "b"]
    tolerating = [{"key": "karpenter.sh/disrupted", "operator": "Exists"}]
    assert blocking(budget("a", 0), tolerations=tolerating) == []


@pytest.mark.parametrize(
    ("spec", "blocks"),
    [
        ({"maxUnavailable": 0}, True),
        ({"maxUnavailable": "0%"}, True),
        ({"minAvailable": "100%"}, True),
        ({"minAvailable": 5}, False),
        ({"maxUnavailable": "10%"}, False),
    ],
)
def test_a_budget_that_never_allows_anything_blocks_fully(spec: dict[str, Any], *, blocks: bool) -> None:
    assert blocking(budget("a", 0, **spec), fully=True) == ["a"] * blocks


def test_an_unhealthy_pod_is_free_if_the_budget_says_so() -> None:
    manifest = running("p", "n", labels={"app": "web"})
    manifest["status"]["conditions"] = [{"type": "Ready", "status": "False"}]
    free = budget("a", 0, unhealthyPodEvictionPolicy="AlwaysAllow")
    for given, blocked in ((free, False), (budget("a", 0), True)):
        read = cluster(manifest, given)
        assert bool(blocking_budgets(read, read.objects.pods[0], Recorder(), fully=False)) is blocked


def test_no_place_is_looked_for_while_a_pod_can_not_be_evicted() -> None:
    def looked_for(*objects: dict[str, Any]) -> bool:
        read = cluster(*objects)
        return is_currently_reschedulable(read, read.objects.pods[0], Recorder())

    web = running("p", "n", labels={"app": "web"})
    assert looked_for(web, budget("a", 0))
    assert not looked_for(web, budget("a", 0, maxUnavailable=0))
    web["metadata"]["annotations"] = {"karpenter.sh/do-not-disrupt": "true"}
    assert not looked_for(web)
