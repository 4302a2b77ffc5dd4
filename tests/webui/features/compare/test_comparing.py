"""Two runs beside each other, over the API."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.clusters import DEPLOYMENT, SPREAD, node, pod, source
from tests.webui.conftest import Visitor, compute


def shared(visitor: Visitor, source: str, **options: Any) -> str:
    return str(visitor.run(visitor.draft(source), **options)["snapshot"])


@pytest.fixture
def loose(alice: Visitor) -> str:
    return shared(alice, SPREAD.replace("maxSkew: 1", "maxSkew: 3"))


@pytest.fixture
def strict(alice: Visitor) -> str:
    return shared(alice, SPREAD)


def test_inputs_that_differ_come_with_their_path(loose: str, strict: str, stranger: Visitor) -> None:
    comparison = stranger.get(f"/api/compare/{loose}..{strict}").json()
    path = "spec.topologySpreadConstraints[0].maxSkew"
    assert comparison["inputs"] == [
        {"object": "Pod default/web-1", "path": path, "kind": "changed", "a": 3, "b": 1}
    ]
    assert (comparison["a"]["snapshot"], comparison["b"]["snapshot"]) == (loose, strict)
    assert comparison["finished"]


def test_the_first_divergence_names_pod_point_plugin_and_node(
    loose: str, strict: str, stranger: Visitor
) -> None:
    first = stranger.get(f"/api/compare/{loose}..{strict}").json()["first"]
    assert (first["pod"], first["attempt"], first["a"], first["b"]) == ("default/web-1", 1, 0, 0)
    difference = first["differences"][0]
    assert (difference["point"], difference["plugin"], difference["nodes"]) == (
        "Filter",
        "PodTopologySpread",
        ["node1"],
    )
    assert difference["a"] == "feasible"
    assert {event["kind"] for event in first["events"]["a"]} == {"point.finished", "cycle.finished"}
    again = stranger.get(f"/api/compare/{loose}..{strict}/cycle?pod=default/web-1").json()
    assert again == first


def test_the_same_content_under_another_version(strict: str, stranger: Visitor) -> None:
    variant = stranger.post(f"/api/snapshots/{strict}/variants", {"kubernetes_version": "1.27"}).json()
    waiting = stranger.get(f"/api/compare/{strict}..{variant['snapshot']}").json()
    assert not waiting["finished"]
    assert waiting["first"] is None
    compute(variant["id"])
    comparison = stranger.get(
        f"/api/compare/{strict}..{variant['id']}"
    ).json()  # a run does as well as a link
    assert [
        (difference["object"], difference["path"], difference["a"], difference["b"])
        for difference in comparison["inputs"]
    ] == [("Run", "kubernetes_version", "1.36", "1.27")]
    assert (comparison["placements"], comparison["same"]) == ([], 1)


def test_pods_that_only_one_side_has(strict: str, alice: Visitor) -> None:
    more = shared(alice, SPREAD + "---\n" + SPREAD.split("---\n")[-1].replace("web-1", "web-2"))
    comparison = alice.get(f"/api/compare/{strict}..{more}").json()
    assert [(difference["object"], difference["kind"]) for difference in comparison["inputs"]] == [
        ("Pod default/web-2", "added")
    ]
    assert [placement["pod"] for placement in comparison["placements"]] == ["default/web-2"]
    assert (comparison["differing"][0]["pod"], comparison["differing"][0]["a"]) == ("default/web-2", None)


def test_what_is_gone_or_never_was(strict: str, alice: Visitor, stranger: Visitor) -> None:
    assert stranger.get(f"/api/compare/{strict}..nothing").status_code == 404
    assert stranger.get(f"/x/{strict}..nothing/").status_code == 404
    assert stranger.get(f"/api/compare/{strict}..{strict}/cycle?pod=default/none").status_code == 404
    assert stranger.get(f"/api/compare/{strict}..{strict}/cycle?pod=x&attempt=0").status_code == 422
    other = shared(alice, SPREAD)
    alice.delete(f"/api/snapshots/{other}")
    assert stranger.get(f"/api/compare/{strict}..{other}").status_code == 410
    assert stranger.get(f"/x/{strict}..{other}/").status_code == 410


def test_replicas_of_an_edited_deployment_are_compared_one_by_one(alice: Visitor, stranger: Visitor) -> None:
    text = SPREAD + DEPLOYMENT
    before = shared(alice, text)
    after = shared(alice, text.replace("cpu: 100m", "cpu: 30"))
    comparison = stranger.get(f"/api/compare/{before}..{after}").json()
    replicas = [
        placement for placement in comparison["placements"] if placement["pod"].startswith("default/api-")
    ]
    assert len(replicas) == 3
    assert all(replica["a"] and replica["b"] is None for replica in replicas)
    differing = [pod for pod in comparison["differing"] if pod["pod"].startswith("default/api-")]
    assert len(differing) == 3
    assert all(pod["a"] is not None and pod["b"] is not None for pod in differing)
    first = comparison["first"]
    assert {
        difference["b"] for difference in first["differences"] if difference["subject"] == "placement"
    } == {"pending"}
    renamed = first["events"]["b"][-1]["pod"]
    assert renamed != first["pod"]
    again = stranger.get(f"/api/compare/{before}..{after}/cycle?pod={renamed}").json()
    assert again == first


def test_an_edit_that_moves_no_replica_differs_in_none(alice: Visitor, stranger: Visitor) -> None:
    text = SPREAD + DEPLOYMENT
    before = shared(alice, text)
    after = shared(alice, text.replace("api:1", "api:2"))
    comparison = stranger.get(f"/api/compare/{before}..{after}").json()
    assert comparison["inputs_count"] == 1
    assert (comparison["placements"], comparison["differing"], comparison["first"]) == ([], [], None)


def test_outcomes_that_differ_have_both_names_and_what_became_of_the_pod(
    alice: Visitor, stranger: Visitor
) -> None:
    before = shared(alice, SPREAD + DEPLOYMENT)
    after = shared(alice, (SPREAD + DEPLOYMENT).replace("cpu: 100m", "cpu: 30").replace("web-1", "web-2"))
    answer = stranger.get(f"/api/compare/{before}..{after}/outcomes").json()
    assert answer["finished"]
    assert answer["change"]["name"] == "3 changes: cpu 100m → 30 …"
    assert answer["counts"] == {"pending": 3, "removed": 1, "added": 1}
    by_kind = {pod["kind"]: pod for pod in answer["pods"]}
    assert by_kind["removed"]["a"] == {"pod": "default/web-1", "node": "node2", "preempted": False}
    assert by_kind["removed"]["b"] is None
    assert (by_kind["added"]["a"], by_kind["added"]["b"]["pod"]) == (None, "default/web-2")
    replica = by_kind["pending"]
    assert (replica["a"]["node"] is not None, replica["b"]["node"]) == (True, None)
    assert replica["a"]["pod"] != replica["b"]["pod"]
    back = stranger.get(f"/api/compare/{after}..{before}/outcomes").json()
    assert back["counts"] == {"placed": 3, "removed": 1, "added": 1}
    assert stranger.get(f"/api/compare/{before}..{before}/outcomes").json()["pods"] == []


def test_a_pod_that_is_evicted_in_one_run_alone(alice: Visitor) -> None:
    full = source(node("node1", cpu="1"), pod("web-0", on="node1").replace("cpu: 10m", "cpu: 800m"))
    wants = pod("web-1").replace("cpu: 10m", "cpu: 800m")
    low = shared(alice, source(full, wants))
    high = shared(alice, source(full, wants.replace("spec:", "spec:\n  priority: 10")))
    answer = alice.get(f"/api/compare/{low}..{high}/outcomes").json()
    assert answer["counts"] == {"preempted": 1, "placed": 1}
    assert alice.get(f"/api/compare/{high}..{low}/outcomes").json()["counts"] == {"spared": 1, "pending": 1}


def test_an_unfinished_run_has_no_outcomes(strict: str, stranger: Visitor) -> None:
    variant = stranger.post(f"/api/snapshots/{strict}/variants", {"seed": 7}).json()
    answer = stranger.get(f"/api/compare/{strict}..{variant['snapshot']}/outcomes").json()
    assert (answer["finished"], answer["pods"], answer["counts"]) == (False, [], {})
    assert answer["change"]["name"] == "same input, seed 7"
