"""Where a run ends otherwise than its dump."""

from __future__ import annotations

from scheduler_core import Recording, Scenario, causes
from scheduler_core.explain.view.causes.contract import Differences
from tests.builders import Manifest, affinity, make_node, make_pod, with_spec, with_status

CONFIG = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}


def differences_of(*objects: Manifest, config: Manifest | None = None) -> Differences:
    return causes(Recording.of(Scenario.from_content({"objects": list(objects), "config": config})))[
        "differences"
    ]


def test_pods_that_waited_in_the_dump_and_are_placed_here() -> None:
    waiting = [with_status(make_pod(name), phase="Pending") for name in ("a", "b")]
    differences = differences_of(make_node("n1"), *waiting, make_pod("written-by-hand"))
    assert [group["pods"] for group in differences["placed"]] == [["a", "b"]]


def test_pods_that_ran_in_the_dump_and_are_evicted_here() -> None:
    node = make_node("n1", cpu="1")
    low = make_pod("low", node="n1", requests={"cpu": "1"}, priority=0)
    differences = differences_of(node, low, make_pod("high", requests={"cpu": "1"}, priority=10))
    assert [group["pods"] for group in differences["evicted"]] == [["low"]]


def test_nodes_that_the_dump_names_and_does_not_contain() -> None:
    pods = [make_pod("a", node="gone"), make_pod("b", node="gone"), make_pod("c", node="n1")]
    assert differences_of(make_node("n1"), *pods)["unlisted_nodes"] == ["gone"]


def test_kinds_are_missed_only_by_pods_that_they_concern() -> None:
    assert differences_of(make_node("n1"), make_pod("p"))["absent_kinds"] == ["KubeSchedulerConfiguration"]
    assert differences_of(make_node("n1"), make_pod("p"), config=CONFIG)["absent_kinds"] == []
    claim = {"name": "v", "persistentVolumeClaim": {"claimName": "c"}}
    assert differences_of(with_spec(make_pod("p"), volumes=[claim]), config=CONFIG)["absent_kinds"] == [
        "PersistentVolumeClaim",
        "PersistentVolume",
        "StorageClass",
        "CSINode",
    ]
    term = affinity("zone", app="web")
    rule = term["podAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"][0]
    rule["namespaceSelector"] = {"matchLabels": {"team": "a"}}
    assert differences_of(make_pod("p", affinity=term), config=CONFIG)["absent_kinds"] == ["Namespace"]
