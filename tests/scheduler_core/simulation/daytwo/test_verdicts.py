"""Verdicts after each action: the spread, the availability, and what does not come to an end."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import end_states, play, prepare, verdicts
from scheduler_core.contract import ActionVerdict, AvailabilityVerdict, ProgressVerdict, SkewVerdict

from .clusters import HOSTNAME, ZONE, apart, budget, node, scenario, spread, workload

WEB = "Deployment default/web"
THREE = tuple(node(f"n{i}") for i in (1, 2, 3))
ZONES = tuple(node(f"{zone}{i}", zone=zone) for i in (1, 2) for zone in "abc")
ZONE_A = {"key": ZONE, "value": "a"}


def last_verdict(*objects: dict[str, Any], steps: list[dict[str, Any]], seed: int = 1) -> ActionVerdict:
    """Return the verdict after the last step."""
    return verdicts(play(scenario(*objects, steps=steps), seed=seed))[-1]


def skew(verdict: ActionVerdict, number: int = 0) -> SkewVerdict:
    return next(entry for entry in verdict["skew"] if entry["constraint"] == number)


def availability(verdict: ActionVerdict, name: str = WEB) -> AvailabilityVerdict:
    return next(entry for entry in verdict["availability"] if entry["workload"] == name)


def progress(verdict: ActionVerdict) -> ProgressVerdict:
    (only,) = verdict["progress"]
    return only


# A seed of a rollout of 5 replicas over 3 nodes, and what becomes of the skew.
ROLLOUTS = {1: ("keeps", 1, [2, 1, 2]), 18: ("stays-skewed", 3, [3, 2, 0])}


@pytest.mark.parametrize("seed", ROLLOUTS)
def test_rollout_ends_even_or_skewed_by_chance(seed: int) -> None:
    web = workload(replicas=5, pod=spread(HOSTNAME))
    verdict = last_verdict(*THREE, web, steps=[{"rollout": "web", "image": "web:1.5"}], seed=seed)
    expected, after, counts = ROLLOUTS[seed]
    assert (skew(verdict)["verdict"], skew(verdict)["after"]) == (expected, after)
    assert list(skew(verdict)["counts"].values()) == counts
    assert progress(verdict)["verdict"] == "finishes"
    assert availability(verdict)["verdict"] == "keeps-availability"


def test_by_revision_each_revision_is_even() -> None:
    """With matchLabelKeys the newest revision alone counts, and is even whatever the seed."""
    web = workload(replicas=5, pod=spread(HOSTNAME, matchLabelKeys=["pod-template-hash"]))
    start = prepare(scenario(*THREE, web, steps=[{"rollout": "web", "image": "web:1.5"}]))
    skews = [skew(verdicts(play(start, seed=seed))[-1]) for seed in (1, 18, 30)]
    assert [(entry["verdict"], entry["worst"]) for entry in skews] == [("keeps", 1)] * 3


def test_rollout_that_hangs_is_explained_by_its_operands() -> None:
    web = workload(replicas=3, pod=apart())
    verdict = last_verdict(*THREE, web, steps=[{"rollout": "web", "image": "web:1.5"}])
    stuck = progress(verdict)
    assert (stuck["verdict"], stuck["pending"], stuck["why"]["code"]) == ("stuck", 1, "surge deadlock")
    operands = stuck["why"]["operands"]
    assert str(operands.pop("message")).startswith("0/3 nodes are available: 3 node(s) didn't match")
    assert operands == {
        "replicas": 3,
        "key": HOSTNAME,
        "domains": 3,
        "surge": 1,
        "available_at_least": 3,
    }
    assert availability(verdict)["verdict"] == "keeps-availability"


def test_more_replicas_than_domains_is_no_deadlock_of_a_rollout() -> None:
    """Pods of one revision wait for a domain: no pod is old, and no surge would let one go."""
    zones = [node("a1", zone="a"), node("b1", zone="b")]
    stuck = progress(last_verdict(*zones, workload(replicas=4, pod=apart(ZONE)), steps=[]))
    assert (stuck["verdict"], stuck["pending"], stuck["why"]["code"]) == ("stuck", 2, "no open domain")
    assert stuck["why"]["operands"]["counts"] == ["a 1", "b 1"]


def test_rollout_that_may_take_one_away_does_not_hang() -> None:
    strategy = {"rollingUpdate": {"maxSurge": 0, "maxUnavailable": 1}}
    web = workload(replicas=3, pod=apart(), strategy=strategy)
    verdict = last_verdict(*THREE, web, steps=[{"rollout": "web", "image": "web:1.5"}])
    assert progress(verdict)["verdict"] == "finishes"
    assert availability(verdict)["lowest"] == 2


def test_two_constraints_that_exclude_each_other() -> None:
    """After the first pod on the large node the next may go to rack r2 only and to row y only: no node has both."""
    grid = [
        node("large", 16, rack="r1", row="x"),
        node("n2", rack="r1", row="y"),
        node("n3", rack="r2", row="x"),
    ]
    constraints = [*spread("rack")["topologySpreadConstraints"], *spread("row")["topologySpreadConstraints"]]
    web = workload(replicas=1, pod={"topologySpreadConstraints": constraints})
    stuck = progress(last_verdict(*grid, web, steps=[{"scale": "web", "replicas": 2}]))
    assert (stuck["verdict"], stuck["why"]["code"]) == ("stuck", "constraints exclude each other")
    assert stuck["why"]["operands"]["keys"] == ["rack", "row"]
    assert stuck["why"]["operands"]["open_domains"] == ["rack=r2", "row=y"]


def test_open_domain_without_room() -> None:
    """One more pod may go to zone b alone, whose node is full."""
    nodes = [node("a1", zone="a"), node("b1", cpu=1, zone="b")]
    container = {"name": "main", "image": "web:1", "resources": {"requests": {"cpu": "800m"}}}
    web = workload(replicas=2, pod={**spread(ZONE), "containers": [container]})
    verdict = last_verdict(*nodes, web, steps=[{"scale": "web", "replicas": 4}])
    cause = progress(verdict)["why"]
    assert cause["code"] == "open domains full"
    assert (cause["operands"]["counts"], cause["operands"]["open_domains"]) == (["a 2", "b 1"], ["b"])


def test_drain_that_a_budget_stops() -> None:
    web = workload(replicas=6, pod=spread(HOSTNAME))
    stuck = progress(last_verdict(*ZONES, web, budget(minAvailable=6), steps=[{"drain": "a1"}]))
    assert (stuck["verdict"], stuck["why"]["code"]) == ("stuck", "eviction budget")
    assert stuck["why"]["operands"] == {"budget": "default/web", "healthy": 6, "desired": 6}


def test_lost_zone_loses_availability_for_as_long_as_it_takes_to_replace_it() -> None:
    web = workload(replicas=6, pod=spread(ZONE, whenUnsatisfiable="ScheduleAnyway"))
    verdict = last_verdict(*ZONES, web, steps=[{"lose": ZONE_A}])
    lost = availability(verdict)
    assert (lost["verdict"], lost["at_least"], lost["lowest"]) == ("loses-availability", 5, 4)
    assert 350 < lost["seconds"] < 360  # 50 s of silence, 300 s of toleration, and the new pod's start


def test_back_from_an_outage_nothing_moves_back() -> None:
    web = workload(replicas=6, pod=spread(ZONE, whenUnsatisfiable="ScheduleAnyway"))
    verdict = last_verdict(*ZONES, web, steps=[{"lose": ZONE_A}, {"restore": ZONE_A}])
    only = skew(verdict)
    assert (only["verdict"], only["before"], only["after"]) == ("stays-skewed", 3, 3)
    assert only["counts"] == {"a": 0, "b": 3, "c": 3}


def test_skew_that_comes_and_goes_heals() -> None:
    """A rollout over two nodes, of which the first has all pods before, ends even if revisions count apart."""
    web = workload(replicas=4, pod=spread(HOSTNAME, matchLabelKeys=["pod-template-hash"]))
    steps: list[dict[str, Any]] = [{"addNodes": 1, "like": "n1"}, {"rollout": "web", "image": "web:1.5"}]
    verdict = last_verdict(node("n1"), web, steps=steps)
    healed = skew(verdict)
    assert (healed["verdict"], healed["before"], healed["after"]) == ("heals", 4, 0)


def test_nodes_that_are_added_move_nothing() -> None:
    web = workload(replicas=4, pod=spread(HOSTNAME))
    verdict = last_verdict(node("n1"), web, steps=[{"addNodes": 1, "like": "n1"}])
    assert (skew(verdict)["verdict"], skew(verdict)["after"]) == ("stays-skewed", 4)


def test_recreate_has_an_outage() -> None:
    web = workload(replicas=2, strategy={"type": "Recreate"})
    lost = availability(last_verdict(*THREE, web, steps=[{"rollout": "web", "image": "web:1.5"}]))
    assert (lost["verdict"], lost["at_least"], lost["lowest"]) == ("loses-availability", 1, 0)
    assert lost["seconds"] > 4


def test_budget_that_is_undercut() -> None:
    verdict = last_verdict(
        *ZONES, workload(replicas=6, pod=spread(HOSTNAME)), budget(minAvailable=5), steps=[{"lose": ZONE_A}]
    )
    name = "PodDisruptionBudget default/web"
    assert availability(verdict, name)["verdict"] == "loses-availability"
    assert availability(verdict, name)["lowest"] == 4


def test_nodes_that_the_selector_leaves_out_are_no_domains() -> None:
    pool = [node("n1", pool="web"), node("n2", pool="web"), node("other")]
    web = workload(replicas=2, pod={**spread(HOSTNAME), "nodeSelector": {"pool": "web"}})
    verdict = last_verdict(*pool, web, steps=[{"rollout": "web", "image": "web:1.5"}])
    assert skew(verdict)["counts"].keys() == {"n1", "n2"}


def test_what_a_step_does_not_touch_has_no_verdict() -> None:
    verdict = last_verdict(*THREE, workload(), steps=[{"wait": 5}])
    assert (verdict["skew"], verdict["availability"], verdict["progress"]) == ([], [], [])


def test_ends_of_many_seeds() -> None:
    machines = (node("node-1", 8, 16), node("node-2"), node("node-3"))
    web = workload(replicas=5, pod=spread(HOSTNAME))
    answer = end_states(scenario(*machines, web, steps=[{"rollout": "web", "image": "web:1.5"}]), seeds=12)
    assert (answer["topology_key"], answer["domains"]) == (HOSTNAME, ["node-1", "node-2", "node-3"])
    ends = {tuple(end["counts"][WEB]): end["seeds"] for end in answer["ends"]}
    assert ends.keys() == {(3, 1, 1, 0), (3, 0, 2, 0), (3, 2, 0, 0)}
    assert sum(ends.values()) == 12
    assert next(iter(ends)) == (3, 1, 1, 0)
    assert answer["ends"][0]["share"] == round(ends[3, 1, 1, 0] / 12, 4)
