"""What each method of disruption does with nodes."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.autoscaling.disruption.candidates import Candidate, candidates
from scheduler_core.autoscaling.disruption.command import Command
from scheduler_core.autoscaling.disruption.conditions import reconciled
from scheduler_core.autoscaling.disruption.consolidation import (
    CheaperTypesTooFew,
    NotCheaper,
    SpotToSpotDisabled,
    TooFewCheaperTypes,
    TooManyNodes,
    consolidate,
    excluded_from_consolidation,
    is_consolidatable,
)
from scheduler_core.autoscaling.disruption.controller import (
    METHODS,
    EqualNodes,
    NodePoolsInAnyOrder,
    Outcome,
    run_method,
)
from scheduler_core.autoscaling.disruption.simulation import PodsWouldNotSchedule
from scheduler_core.autoscaling.state.cluster import Cluster
from scheduler_core.autoscaling.state.recorder import Recorder
from tests.scheduler_core.autoscaling.clusters import (
    CAPACITY_TYPE,
    INSTANCE_TYPE,
    ZONE,
    instance_type,
    node,
    nodepool,
    pending,
    required,
    running,
    scenario,
)

BOTH_KINDS = ("on-demand", "spot")
SMALL = instance_type("small", cpu="2", price=1)
LARGE = instance_type("large", cpu="8", price=4)
SPOT_TO_SPOT = {"options": {"featureGates": {"SpotToSpotConsolidation": True}}}


def cluster(*objects: dict[str, Any], types: Any = (SMALL, LARGE), pool: Any = None, **keys: Any) -> Cluster:
    return scenario(pool or nodepool(), *objects, types=types, **keys).cluster


def outcome(method: str, given: Cluster) -> Outcome:
    return next(run_method(given, m) for m in METHODS if m.name == method)


def command(method: str, given: Cluster) -> tuple[str, list[str], list[str]] | None:
    """The decision, the nodes that go, and the types of what comes."""
    made = outcome(method, given).command
    if made is None:
        return None
    types = [t.name for claim in made.replacements for t in claim.instance_types]
    return made.decision, [candidate.name for candidate in made.candidates], types


def alone(given: Cluster, name: str = "n") -> Any:
    """What becomes of one node by consolidation."""
    found = candidates(given, Recorder(), is_consolidatable, eventual=False)
    return consolidate(given, [c for c in found if c.name == name], Recorder())


def test_empty_nodes_go_together_as_far_as_budgets_allow() -> None:
    nodes = [o for name in "abc" for o in node(name, SMALL)]
    given = cluster(*nodes, running("p", "b"))
    assert command("Emptiness", given) == ("delete", ["a", "c"], [])
    one = nodepool(disruption={"budgets": [{"nodes": "1"}]})
    assert command("Emptiness", cluster(*nodes, running("p", "b"), pool=one)) == ("delete", ["a"], [])
    disabled = nodepool(disruption={"consolidateAfter": "Never"})
    result = outcome("Emptiness", cluster(*nodes, pool=disabled))
    assert result.command is None
    assert {e.message for e in result.candidate_events} == {'NodePool "default" has consolidation disabled'}


def test_of_the_empty_nodes_those_go_whose_daemons_cost_least() -> None:
    daemon = running("daemon", "a")
    daemon["metadata"]["ownerReferences"] = [{"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "d"}]
    one = nodepool(disruption={"budgets": [{"nodes": "1"}]})
    given = cluster(*node("a", SMALL), *node("b", SMALL), daemon, pool=one)
    assert command("Emptiness", given) == ("delete", ["b"], [])


def test_a_node_goes_if_its_pods_fit_elsewhere() -> None:
    nodes = [*node("n", LARGE), *node("m", LARGE)]
    given = cluster(*nodes, running("p", "n"), running("q", "m", cpu="6", priority=2**25))
    result = outcome("SingleNodeConsolidation", given).command
    assert result is not None
    assert (result.decision, result.savings) == ("delete", 4)
    assert result.results is not None
    assert [e.state.name for e in result.results.existing_nodes if e.pods] == ["m"]


def test_a_node_is_replaced_by_one_that_is_certainly_cheaper() -> None:
    given = cluster(*node("n", LARGE), running("p", "n"))
    assert command("SingleNodeConsolidation", given) == ("replace", ["n"], ["small"])
    result = outcome("SingleNodeConsolidation", given).command
    assert result is not None
    assert result.savings == 3
    same = instance_type("same", cpu="2", price=4)
    refused = alone(cluster(*node("n", LARGE), running("p", "n"), types=(same, LARGE)))
    assert refused == NotCheaper(4, ("same", 4))


def test_the_dearest_zone_counts_for_what_may_be_launched() -> None:
    varying = instance_type("varying", cpu="2", price=3)
    varying["offerings"][1]["price"] = 5
    there = [*node("n", LARGE), running("p", "n")]
    assert isinstance(alone(cluster(*there, types=(varying, LARGE))), NotCheaper)
    fixed = [*node("n", LARGE), running("p", "n", nodeSelector={ZONE: "a"})]
    assert isinstance(alone(cluster(*fixed, types=(varying, LARGE))), Command)


def test_what_is_cheaper_as_spot_is_launched_as_spot() -> None:
    cheap = instance_type("cheap", cpu="2", price=9, capacity_types=BOTH_KINDS)
    for offering in cheap["offerings"]:
        if "spot" in str(offering["requirements"]):
            offering["price"] = 2
    result = alone(cluster(*node("n", LARGE), running("p", "n"), types=(cheap, LARGE)))
    assert isinstance(result, Command)
    (claim,) = result.replacements
    assert claim.requirements.of(CAPACITY_TYPE).only == "spot"


def test_pods_are_not_put_on_several_new_nodes() -> None:
    apart = {
        "podAntiAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": [
                {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"a": "b"}}}
            ]
        }
    }
    pods = [running(f"p{i}", "n", labels={"a": "b"}, affinity=apart) for i in range(2)]
    assert alone(cluster(*node("n", LARGE), *pods)) == TooManyNodes(2)


def test_pods_that_find_no_place_are_named_with_the_reason() -> None:
    given = cluster(
        *node("n", LARGE), running("p", "n", nodeSelector={"team": "red"}), pending("q", cpu="99")
    )
    refused = alone(given)
    assert isinstance(refused, PodsWouldNotSchedule)
    assert [pod.name for pod, _ in refused.errors] == ["p"]  # the other waits anyway
    assert str(refused) == (
        'Not all pods would schedule, default/p => incompatible requirements, label "team" does not have known '
        "values "
    )


def test_five_errors_are_listed() -> None:
    pods = [running(f"p{i}", "n", nodeSelector={"team": "red"}, cpu="100m") for i in range(6)]
    assert str(alone(cluster(*node("n", LARGE), *pods))).count("=>") == 5
    assert str(alone(cluster(*node("n", LARGE), *pods))).endswith("  and 1 other(s)")


def test_no_node_is_relied_upon_that_is_not_initialized() -> None:
    new = node("m", LARGE)
    for o in new:
        o["metadata"]["labels"] = {**o["metadata"]["labels"], "karpenter.sh/initialized": "false"}
    new[0]["status"] |= {"allocatable": LARGE["capacity"]}
    refused = alone(cluster(*node("n", LARGE), *new, running("p", "n")))
    assert str(refused).endswith("default/p => would schedule against uninitialized nodeclaim/nc-m, node/m ")


def test_cheaper_types_must_be_as_many_as_minvalues_want() -> None:
    pool = nodepool("default", required(INSTANCE_TYPE, operator="Exists", minValues=2))
    refused = alone(cluster(*node("n", LARGE), running("p", "n"), pool=pool))
    assert isinstance(refused, CheaperTypesTooFew)
    assert str(refused).startswith("Filtering by price: minValues requirement is not met")


def spot_types(count: int) -> list[dict[str, Any]]:
    return [instance_type(f"t{i:02}", cpu="2", price=i, capacity_types=["spot"]) for i in range(1, count + 1)]


def test_a_spot_node_is_replaced_by_spot_only_with_enough_cheaper_types() -> None:
    def refused_or_types(count: int, **keys: Any) -> Any:
        types = spot_types(20)
        there = [*node("n", types[count], capacity_type="spot"), running("p", "n")]
        result = alone(cluster(*there, types=types, **keys))
        return len(result.replacements[0].instance_types) if isinstance(result, Command) else result

    assert refused_or_types(19) == SpotToSpotDisabled()
    assert refused_or_types(14, **SPOT_TO_SPOT) == TooFewCheaperTypes(14)
    assert refused_or_types(15, **SPOT_TO_SPOT) == 15
    assert refused_or_types(19, **SPOT_TO_SPOT) == 15
    flexible = nodepool("default", required(INSTANCE_TYPE, operator="Exists", minValues=17))
    assert refused_or_types(19, pool=flexible, **SPOT_TO_SPOT) == 17


def test_several_spot_nodes_are_replaced_by_any_cheaper_one() -> None:
    types = spot_types(4)
    nodes = [o for name in "nm" for o in node(name, types[3], capacity_type="spot")]
    pods = [running(name, name, cpu="1") for name in "nm"]
    assert command("MultiNodeConsolidation", cluster(*nodes, *pods, types=types, **SPOT_TO_SPOT)) == (
        "replace",
        ["m", "n"],
        ["t01", "t02", "t03"],
    )


def test_as_many_of_the_cheapest_nodes_go_as_can_together() -> None:
    nodes = [o for name in "abcd" for o in node(name, SMALL)]
    pods = [running(name, name, cpu="1", priority=i) for i, name in enumerate("abcd")]
    assert command("MultiNodeConsolidation", cluster(*nodes, *pods)) == ("delete", ["a", "b"], [])


def test_nodes_are_not_replaced_by_one_of_their_own_type() -> None:
    """The small type is among those that go: one of them could rather stay."""
    nodes = [*node("a", SMALL), *node("b", LARGE)]
    pods = [running(name, name, cpu="600m") for name in "ab"]
    assert command("MultiNodeConsolidation", cluster(*nodes, *pods)) is None
    tiny = instance_type("tiny", cpu="2", price=0.5)
    result = outcome("MultiNodeConsolidation", cluster(*nodes, *pods, types=(tiny, SMALL, LARGE)))
    assert result.command is None or [t.name for t in result.command.replacements[0].instance_types] == [
        "tiny"
    ]


@pytest.mark.parametrize(
    ("disruption", "text"),
    [
        ({"consolidateAfter": "Never"}, 'NodePool "default" has consolidation disabled'),
        ({"consolidationPolicy": "WhenEmpty"}, 'NodePool "default" has non-empty consolidation disabled'),
    ],
)
def test_a_nodepool_may_not_want_its_nodes_consolidated(disruption: dict[str, str], text: str) -> None:
    given = cluster(*node("n", LARGE), running("p", "n"), pool=nodepool(disruption=disruption))
    result = outcome("SingleNodeConsolidation", given)
    assert (result.command, {e.message for e in result.candidate_events}) == (None, {text})


def test_a_node_of_an_unknown_type_or_place_is_not_looked_at() -> None:
    def text(*objects: dict[str, Any]) -> str:
        (found,) = candidates(cluster(*objects), Recorder(), lambda *_: True, eventual=False)
        assert isinstance(found, Candidate)
        return str(excluded_from_consolidation(found))

    assert text(*node("n", instance_type("old"))) == 'Instance Type "old" not found'
    objects = node("n", SMALL)
    for o in objects:
        o["metadata"]["labels"] = {k: v for k, v in o["metadata"]["labels"].items() if k != ZONE}
    assert text(*objects) == f'Node does not have label "{ZONE}"'


def drifted(name: str, since: str) -> list[dict[str, Any]]:
    claim, own = node(name, SMALL)
    condition = {"type": "Drifted", "status": "True", "lastTransitionTime": since}
    claim["status"]["conditions"].append(condition)
    return [claim, own]


def test_the_longest_drifted_node_goes_first_empty_ones_before_others() -> None:
    nodes = [*drifted("a", "2026-03-02T11:00:00Z"), *drifted("b", "2026-03-02T10:00:00Z")]
    assert command("Drift", cluster(*nodes)) == ("delete", ["b"], [])
    assert command("Drift", cluster(*nodes, running("p", "b"))) == ("delete", ["a"], [])
    stuck = running("p", "b", nodeSelector={"team": "red"})
    result = outcome("Drift", cluster(*nodes, stuck, running("q", "a")))
    assert result.command is not None
    assert [candidate.name for candidate in result.command.candidates] == ["a"]
    assert any(e.reason == "DisruptionBlocked" and e.name == "b" for e in result.events)


def test_equal_nodes_and_nodepools_are_told() -> None:
    pools = [nodepool("a"), nodepool("b")]
    nodes = [o for name in "ab" for o in node(name, LARGE, pool=name)]
    pods = [running(name, name) for name in "ab"]
    given = scenario(*pools, *nodes, *pods, types=(SMALL, LARGE)).cluster
    ties = outcome("SingleNodeConsolidation", given).ties
    assert EqualNodes(("a", "b")) in ties
    assert NodePoolsInAnyOrder(("a", "b")) in ties


def test_what_changes_within_the_delay_rejects_a_command() -> None:
    """A budget of nothing begins 10 seconds after the command, 5 before its validation."""
    closing = nodepool(disruption={"budgets": [{"nodes": "0", "schedule": "0 12 * * *", "duration": "1h"}]})
    there = [*node("n", LARGE), running("p", "n")]
    given = cluster(*there, pool=closing, now="2026-03-02T11:59:50Z")
    result = outcome("SingleNodeConsolidation", given)
    assert result.command is None
    assert "reason: budget" in next(e.message for e in result.events if e.reason == "ConsolidationRejected")
    assert command("SingleNodeConsolidation", cluster(*there, pool=closing, now="2026-03-02T11:59:40Z"))


def conditions(
    objects: list[dict[str, Any]], pool: dict[str, Any] | None = None, reason: str = ""
) -> dict[str, str]:
    read = reconciled(cluster(*objects, pool=pool), {"nc-n": reason})
    (claim,) = read.objects.nodeclaims
    return {k: c.reason for k, c in claim.conditions.items() if k in ("Consolidatable", "Drifted")}


def hashed(manifest: dict[str, Any], value: str, version: str = "v3") -> dict[str, Any]:
    manifest["metadata"]["annotations"] = {
        "karpenter.sh/nodepool-hash": value,
        "karpenter.sh/nodepool-hash-version": version,
    }
    return manifest


def test_a_node_can_be_consolidated_when_it_was_left_alone_for_long_enough() -> None:
    objects = node("n", SMALL)
    objects[0]["status"]["lastPodEventTime"] = "2026-03-02T11:59:00Z"
    for after, expected in (("1m", True), ("61s", False), ("Never", False)):
        pool = nodepool(disruption={"consolidateAfter": after})
        assert ("Consolidatable" in conditions(objects, pool)) is expected
    objects[0]["status"]["conditions"] = []
    assert conditions(objects) == {}


def test_a_node_has_drifted() -> None:
    assert "Drifted" not in conditions(node("n", SMALL))
    assert conditions(node("n", instance_type("old")))["Drifted"] == "InstanceTypeNotFound"
    assert conditions(node("n", SMALL, zone="z"))["Drifted"] == "InstanceTypeNotFound"
    narrow = nodepool("default", required(ZONE, "b"))
    assert conditions(node("n", SMALL), narrow)["Drifted"] == "RequirementsDrifted"
    assert conditions(node("n", SMALL), reason="NewImage")["Drifted"] == "NewImage"


def test_a_node_has_drifted_if_its_nodepools_hash_changed_but_not_its_version() -> None:
    for version, expected in (("v3", "NodePoolDrifted"), ("v2", None)):
        objects = node("n", SMALL)
        hashed(objects[0], "1", version)
        assert conditions(objects, hashed(nodepool(), "2")).get("Drifted") == expected


def test_a_young_node_is_not_compared_with_the_provider() -> None:
    objects = node("n", instance_type("old"))
    objects[0]["metadata"]["creationTimestamp"] = "2026-03-02T11:30:00Z"
    assert "Drifted" not in conditions(objects)
