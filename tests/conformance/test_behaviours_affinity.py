"""InterPodAffinity where it is easy to get wrong; each test says what v1.34.1 does."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.kubernetes.versions import find_version
from tests.builders import affinity, make_namespace, make_node, make_pod
from tests.conformance.cycles import last_cycle

HOST = "kubernetes.io/hostname"
ZONES = [make_node("a1", zone="a"), make_node("b1", zone="b")]
NO_AFFINITY = "node(s) didn't match pod affinity rules"


def requires(*terms: dict[str, Any]) -> dict[str, Any]:
    return {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": list(terms)}}


def term(key: str, **labels: str) -> dict[str, Any]:
    return {"topologyKey": key, "labelSelector": {"matchLabels": labels}}


def prefers(**weights: int) -> dict[str, Any]:
    """Preferred affinity over zones, to pods with app=name, with these weights."""
    terms = [{"weight": w, "podAffinityTerm": term("zone", app=name)} for name, w in weights.items()]
    return {"podAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": terms}}


def both_required(*running: dict[str, Any]) -> dict[str, Any]:
    pod = make_pod("p", affinity=requires(term("zone", app="web"), term("zone", tier="db")))
    return last_cycle(*ZONES, *running, pod)


def test_all_required_affinity_terms_must_match_the_same_pod() -> None:
    apart = both_required(make_pod("w", node="a1", app="web"), make_pod("d", node="a1", tier="db"))
    assert apart["feasible"] == []
    assert apart["filter"]["a1"]["InterPodAffinity"]["reasons"] == [NO_AFFINITY]
    assert both_required(make_pod("wd", node="a1", app="web", tier="db"))["feasible"] == ["a1"]


def test_a_terminating_pod_counts_for_affinity() -> None:
    assert both_required(make_pod("wd", node="a1", app="web", tier="db", terminating=True))["feasible"] == [
        "a1"
    ]


@pytest.mark.parametrize(("running_on", "feasible"), [("x1", ["a1", "b1"]), ("b1", ["b1"])])
def test_the_first_pod_exception_holds_when_matching_pods_run_only_where_the_key_is_missing(
    running_on: str, feasible: list[str]
) -> None:
    running = make_pod("web-0", node=running_on, app="web")
    pod = make_pod("web-1", app="web", affinity=affinity("zone", app="web"))
    assert last_cycle(*ZONES, make_node("x1"), running, pod)["feasible"] == feasible


def test_29_of_100_is_normalized_to_28_because_floats_are_cut() -> None:
    running = [make_pod("x", node="a1", app="x"), make_pod("y", node="b1", app="y")]
    pod = make_pod("p", affinity=prefers(x=100, y=29))
    cycle = last_cycle(*ZONES, make_node("c1", zone="c"), *running, pod)
    assert cycle["score"]["InterPodAffinity"] == {"a1": 100, "b1": 29, "c1": 0}
    assert cycle["normalized"]["InterPodAffinity"] == {"a1": 100, "b1": 28, "c1": 0}


def test_equal_scores_are_normalized_to_0() -> None:
    running = [make_pod("x", node="a1", app="x"), make_pod("y", node="b1", app="y")]
    cycle = last_cycle(*ZONES, *running, make_pod("p", affinity=prefers(x=50, y=50)))
    assert cycle["score"]["InterPodAffinity"] == {"a1": 50, "b1": 50}
    assert cycle["normalized"]["InterPodAffinity"] == {"a1": 0, "b1": 0}


@pytest.mark.parametrize(
    ("own", "code", "feasible"),
    [(None, "Skip", ["a1", "b1"]), (affinity(HOST, anti=True, app="nobody"), "Success", ["b1"])],
    ids=["skipped", "not skipped"],
)
def test_a_prefilter_skip_hides_the_anti_affinity_of_a_nominated_pod(
    own: dict[str, Any] | None, code: str, feasible: list[str]
) -> None:
    nominated = make_pod("vip", priority=10, affinity=affinity(HOST, anti=True, app="web"))
    nominated["status"] = {"nominatedNodeName": "a1"}
    pod = make_pod("p", app="web", affinity=own)
    cycle = last_cycle(*ZONES, nominated, pod, schedule=["default/p"])
    assert cycle["preFilter"]["InterPodAffinity"]["code"] == code
    assert cycle["feasible"] == feasible


@pytest.mark.parametrize(
    ("version", "feasible"),
    [("1.34", ["b1"]), ("1.34+documented-namespace-selector", ["a1", "b1"])],
)
@pytest.mark.parametrize("operator", ["NotIn", "DoesNotExist"])
def test_a_negative_namespace_selector_matches_the_pods_of_every_namespace(
    operator: str, version: str, feasible: list[str]
) -> None:
    """The known fault of upstream, and the switch that follows the documentation."""
    expression = {"key": "env", "operator": operator} | ({"values": ["dev"]} if operator == "NotIn" else {})
    selector = {"namespaceSelector": {"matchExpressions": [expression]}}
    kept_apart = {"requiredDuringSchedulingIgnoredDuringExecution": [term("zone", app="web") | selector]}
    running = make_pod("web-0", node="a1", namespace="dev", app="web")
    pod = make_pod("p", affinity={"podAntiAffinity": kept_apart})
    cycle = last_cycle(*ZONES, make_namespace("dev", env="dev"), running, pod, version=find_version(version))
    assert cycle["feasible"] == feasible
