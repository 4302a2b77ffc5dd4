"""Spreads, affinities and anti-affinities of pods for which nodes are made."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from scheduler_core.autoscaling.provisioning.scheduler import Results
from tests.scheduler_core.autoscaling.clusters import (
    ZONE,
    errors,
    instance_type,
    node,
    nodepool,
    pending,
    provisioned,
    required,
    running,
)

HOSTNAME = "kubernetes.io/hostname"
TYPE = instance_type("type", cpu="8", zones="abc")
WEB = {"app": "web"}
SELECTOR = {"matchLabels": WEB}


def spread(key: str = ZONE, skew: int = 1, selector: Any = SELECTOR, **more: Any) -> dict[str, Any]:
    constraint = {"maxSkew": skew, "topologyKey": key, "whenUnsatisfiable": "DoNotSchedule", **more}
    return constraint if selector is None else {**constraint, "labelSelector": selector}


def term(key: str = ZONE, selector: Any = SELECTOR, **more: Any) -> dict[str, Any]:
    return {"topologyKey": key, "labelSelector": selector, **more}


def near(*terms: dict[str, Any]) -> dict[str, Any]:
    return {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": list(terms)}}


def away(*terms: dict[str, Any]) -> dict[str, Any]:
    return {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": list(terms)}}


def web(name: str, *constraints: dict[str, Any], **spec: Any) -> dict[str, Any]:
    return pending(name, labels=WEB, topologySpreadConstraints=list(constraints), **spec)


def zones(results: Results) -> Counter[str]:
    """How many pods there are in each zone, "?" where it is open."""
    found: Counter[str] = Counter()
    for claim in results.new_nodeclaims:
        found[claim.requirements.of(ZONE).only or "?"] += len(claim.pods)
    for existing in results.existing_nodes:
        found[existing.state.labels[ZONE]] += len(existing.pods)
    return +found


def test_pods_are_spread_over_the_zones_of_nodepools() -> None:
    pods = [web(f"p{i}", spread()) for i in range(5)]
    assert sorted(zones(provisioned(nodepool(), *pods, types=[TYPE])).values()) == [1, 2, 2]
    narrow = nodepool("default", required(ZONE, "a", "b"))
    assert sorted(zones(provisioned(narrow, *pods, types=[TYPE])).items()) == [("a", 2), ("b", 3)]


def test_a_zone_that_only_the_nodepool_lists_is_one_too() -> None:
    """No type is offered in z, which stays empty and so is the next to be filled."""
    pods = [web(f"p{i}", spread()) for i in range(2)]
    wide = nodepool("default", required(ZONE, "a", "z"))
    assert list(errors(provisioned(wide, *pods, types=[TYPE]))) == ["p1"]
    assert errors(provisioned(nodepool("default", required(ZONE, "a", "b")), *pods, types=[TYPE])) == {}


def test_pods_that_run_count_but_for_those_that_are_gone() -> None:
    there = [running(f"r{i}", "n", labels=WEB) for i in range(2)]
    pods = [web(f"p{i}", spread(), cpu="6") for i in range(4)]
    assert zones(provisioned(nodepool(), *node("n", TYPE), *there, *pods, types=[TYPE])) == {"b": 2, "c": 2}
    there[0]["status"]["phase"] = "Succeeded"
    there[1]["metadata"]["deletionTimestamp"] = "2026-03-02T12:00:00Z"
    assert zones(provisioned(nodepool(), *node("n", TYPE), *there, *pods, types=[TYPE]))["a"] == 2


def test_a_zone_that_the_pod_may_not_use_does_not_hold_it_back() -> None:
    pods = [web(f"p{i}", spread(), nodeSelector={ZONE: "a"}) for i in range(3)]
    assert zones(provisioned(nodepool(), *pods, types=[TYPE])) == {"a": 3}


def test_too_few_domains_count_as_an_empty_one() -> None:
    def placed(**more: Any) -> int:
        pods = [web(f"p{i}", spread(**more)) for i in range(4)]
        return sum(zones(provisioned(nodepool(), *pods, types=[TYPE])).values())

    assert placed(minDomains=3) == 4
    assert placed(minDomains=4) == 3


def test_minimal_domains_of_the_first_pod_hold_for_all_that_share_its_group() -> None:
    pods = [web("p0", spread(minDomains=4)), *(web(f"p{i}", spread()) for i in range(1, 5))]
    assert sum(zones(provisioned(nodepool(), *pods, types=[TYPE])).values()) == 3
    assert sum(zones(provisioned(nodepool(), *pods[1:], types=[TYPE])).values()) == 4


def test_selectors_that_differ_in_value_only_share_a_group_by_mistake() -> None:
    """Of the filter only the keys are looked at: what the first pod counts holds for the second."""
    types = [
        instance_type("m", cpu="8", zones="ab", tier="1"),
        instance_type("n", cpu="8", zones="ab", tier="2"),
    ]
    pool = nodepool("default", required("tier", "1", "2"))
    there = [*node("n1", types[0], zone="a"), running("r", "n1", labels=WEB, cpu="8")]
    there[0]["metadata"]["labels"]["tier"] = there[1]["metadata"]["labels"]["tier"] = "1"
    second = web("q", spread(), nodeSelector={"tier": "2"})
    alone = zones(provisioned(pool, *there, second, types=types))
    first = web("p", spread(), nodeSelector={"tier": "1"}, cpu="8")
    both = zones(provisioned(pool, *there, first, second, types=types))
    assert alone == {"a": 1}  # the pod on n1 does not count for tier 2
    assert both == {"b": 1, "a": 1}  # but it does in the group of the first pod, which goes to b


def test_a_spread_over_hosts_can_always_have_one_more() -> None:
    pods = [web(f"p{i}", spread(HOSTNAME, 2)) for i in range(5)]
    counts = [len(claim.pods) for claim in provisioned(nodepool(), *pods, types=[TYPE]).new_nodeclaims]
    assert sorted(counts) == [1, 2, 2]


def test_a_soft_spread_is_given_up() -> None:
    soft = spread(whenUnsatisfiable="ScheduleAnyway")
    pods = [web(f"p{i}", soft, nodeSelector={ZONE: zone}) for i, zone in enumerate("aab")]
    assert zones(provisioned(nodepool(), *pods, types=[TYPE])) == {"a": 2, "b": 1}


def test_honored_taints_leave_zones_out_that_the_pod_cannot_reach() -> None:
    taint = {"key": "gpu", "effect": "NoSchedule"}
    pools = [nodepool("plain", required(ZONE, "a")), nodepool("gpu", required(ZONE, "b"), taints=[taint])]

    def placed(policy: str) -> Counter[str]:
        pods = [web(f"p{i}", spread(nodeTaintsPolicy=policy)) for i in range(3)]
        return zones(provisioned(*pools, *pods, types=[TYPE]))

    assert placed("Ignore") == {"a": 1}
    assert placed("Honor") == {"a": 3}


def test_the_first_of_a_group_that_wants_to_be_together_chooses_the_place() -> None:
    pods = [pending(f"p{i}", labels=WEB, affinity=near(term()), cpu="5") for i in range(3)]
    assert zones(provisioned(nodepool(), *pods, types=[TYPE])) == {"a": 3}


def test_a_pod_goes_where_those_are_that_it_wants_to_be_near() -> None:
    there = [*node("n", TYPE, zone="b"), running("r", "n", labels=WEB, cpu="8")]
    follower = pending("p", affinity=near(term()))
    assert zones(provisioned(nodepool(), *there, follower, types=[TYPE])) == {"b": 1}
    (error,) = errors(provisioned(nodepool(), follower, types=[TYPE])).values()
    assert error == (
        f"unsatisfiable topology constraint for pod affinity, key={ZONE} (counts = a: 0, b: 0, c: 0, "
        f"podDomains = {ZONE} Exists, nodeDomains = {ZONE} Exists"
    )


def test_a_pod_that_failed_is_tried_again_once_others_are_placed() -> None:
    pods = [
        pending("first", cpu="2", affinity=near(term())),
        pending("later", labels=WEB, nodeSelector={ZONE: "c"}),
    ]
    assert zones(provisioned(nodepool(), *pods, types=[TYPE])) == {"c": 2}


def test_pods_that_keep_apart_block_all_zones_in_which_they_may_land() -> None:
    apart = [pending(f"p{i}", labels=WEB, affinity=away(term())) for i in range(2)]
    assert list(errors(provisioned(nodepool(), *apart, types=[TYPE]))) == ["p1"]
    fixed = [
        {**pod, "spec": {**pod["spec"], "nodeSelector": {ZONE: z}}}
        for pod, z in zip(apart, "ab", strict=True)
    ]
    assert zones(provisioned(nodepool(), *fixed, types=[TYPE])) == {"a": 1, "b": 1}


def test_a_pod_is_kept_away_by_others_that_say_so() -> None:
    guard = running("guard", "n", affinity=away(term()))
    there = [*node("n", TYPE, zone="a"), guard]
    pods = [pending("p", labels=WEB, nodeSelector={ZONE: "a"})]
    assert list(errors(provisioned(nodepool(), *there, *pods, types=[TYPE]))) == ["p"]
    guard["spec"]["affinity"] = {
        "podAntiAffinity": {
            "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "podAffinityTerm": term()}]
        }
    }
    assert errors(provisioned(nodepool(), *there, *pods, types=[TYPE])) == {}


@pytest.mark.parametrize(
    ("scope", "namespaces"),
    [
        ({}, "own"),
        ({"namespaces": ["other"]}, "other"),
        ({"namespaceSelector": {"matchLabels": {"team": "x"}}}, "other"),
        ({"namespaceSelector": {}}, "own other"),
        ({"namespaces": ["own"], "namespaceSelector": {"matchLabels": {"team": "x"}}}, "own other"),
    ],
)
def test_namespaces_are_listed_or_selected(scope: dict[str, Any], namespaces: str) -> None:
    existing = [
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": n, "labels": labels}}
        for n, labels in (("own", {}), ("other", {"team": "x"}))
    ]
    found = []
    for namespace in ("own", "other"):
        there = running("r", "n", labels=WEB)
        there["metadata"]["namespace"] = namespace
        pod = pending("p", affinity=near(term(**scope)))
        pod["metadata"]["namespace"] = "own"
        results = provisioned(nodepool(), *existing, *node("n", TYPE), there, pod, types=[TYPE])
        found += [] if results.pod_errors else [namespace]
    assert found == namespaces.split()


def test_without_a_selector_all_pods_count_but_none_is_selected() -> None:
    there = [*node("n", TYPE, zone="a"), running("r", "n", cpu="8")]
    pods = [web(f"p{i}", spread(selector=None)) for i in range(3)]
    assert zones(provisioned(nodepool(), *there, *pods, types=[TYPE])) == {"b": 3}
