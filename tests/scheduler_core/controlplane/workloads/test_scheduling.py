"""Pods created from workloads are scheduled as in a cluster."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scheduler_core import Recording, simulate
from scheduler_core.scheduler.plugins.podtopologyspread.contract import SpreadLedger
from tests.builders import Manifest, make_node, make_pod, with_labels
from tests.scheduler_core.controlplane.workloads.builders import (
    default_class,
    make_workload,
    owned,
    scenario_of,
)

ZONE = "topology.kubernetes.io/zone"
NODES = [with_labels(make_node(f"{zone}{i}"), {ZONE: zone}) for zone in "abc" for i in (1, 2)]


def run(*manifests: Manifest) -> tuple[Counter[str], SpreadLedger | None]:
    """Return the number of pods by zone, and the spread ledger of the first cycle."""
    scenario = scenario_of(*manifests)
    recording = Recording.of(scenario)
    return Counter(e["node"][0] for e in recording.finished if e["node"]), recording.cycle(0).view()["spread"]


def test_a_deployment_is_spread_by_the_default_constraints() -> None:
    zones, ledger = run(*NODES, make_workload("Deployment", "web", replicas=6))
    assert zones == {"a": 2, "b": 2, "c": 2}
    assert ledger is not None
    soft = ledger["score"]
    assert [(c["topology_key"], c["max_skew"], c["origin"]) for c in soft] == [
        ("kubernetes.io/hostname", 3, "default"),
        (ZONE, 5, "default"),
    ]
    assert soft[0]["selector"].startswith("app=web, pod-template-hash=")


def test_a_service_adds_its_selector_to_the_default_constraints() -> None:
    service = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "s"},
        "spec": {"selector": {"app": "web"}},
    }
    _, ledger = run(*NODES, service, make_workload("Job", "web", parallelism=2))
    assert ledger is not None
    assert {c["selector"] for c in ledger["score"]} == {"app=web"}
    _, ledger = run(*NODES, make_workload("Job", "web", parallelism=2))
    assert ledger is None, "a Job is no owner that default constraints know"


def constraint(**options: Any) -> Manifest:
    return {
        "maxSkew": 1,
        "topologyKey": ZONE,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "web"}},
        **options,
    }


def test_match_label_keys_keep_revisions_apart() -> None:
    labels: dict[str, Any] = {"app": "web", "pod-template-hash": "old"}
    old = [
        owned(make_pod(f"former-old-{i}", node=node, **labels), "ReplicaSet", "former-old")
        for i, node in enumerate(("b1", "b2", "c1", "c2"))
    ]
    rule = {"topologySpreadConstraints": [constraint()]}
    together, _ = run(*NODES, *old, make_workload("ReplicaSet", "web", replicas=3, pod=rule))
    assert together == {"a": 3}, "the old pods count, so that only zone a is left"

    rule = {"topologySpreadConstraints": [constraint(matchLabelKeys=["pod-template-hash"])]}
    apart, ledger = run(*NODES, *old, make_workload("Deployment", "web", replicas=3, pod=rule))
    assert apart == {"a": 1, "b": 1, "c": 1}
    assert ledger is not None
    (hard,) = ledger["filter"]
    assert "pod-template-hash=" in hard["selector"]
    assert {d["value"]: d["count"] for d in hard["domains"]} == {"a": 0, "b": 0, "c": 0}


def test_a_stateful_set_waits_for_the_claims_that_it_made() -> None:
    templates = [{"metadata": {"name": "data"}, "spec": {"resources": {"requests": {"storage": "1Gi"}}}}]
    db = make_workload("StatefulSet", "db", volumeClaimTemplates=templates)
    scenario = scenario_of(*NODES, db)
    (finished,) = [e for e in simulate(scenario) if e["kind"] == "cycle.finished"]
    assert finished["pod"] == "default/db-0"
    assert "unbound immediate PersistentVolumeClaims" in (finished["message"] or "")
    waiting = default_class("late", volumeBindingMode="WaitForFirstConsumer")
    zones, _ = run(*NODES, db, waiting)
    assert zones.total() == 1
