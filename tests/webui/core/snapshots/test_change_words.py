"""What a snapshot changes against another, in the words by which runs are told apart."""

from __future__ import annotations

import pytest

from scheduler_core import load
from tests.webui.clusters import SPREAD, pod
from webui.core.snapshots import changes
from webui.core.snapshots.change_words import change_details, change_name
from webui.core.snapshots.changes import FIRST, change_between
from webui.core.snapshots.freeze import SnapshotContent, freeze
from webui.core.snapshots.models import Snapshot

pytestmark = pytest.mark.django_db

NODE = "apiVersion: v1\nkind: Node\nmetadata: {name: node9, labels: {zone: c}}\n"
DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: api}
spec:
  replicas: 2
  selector: {matchLabels: {app: api}}
  template:
    metadata: {labels: {app: api}}
    spec: {containers: [{name: api, image: registry.example.com/api:1}]}
"""
ALL = "---\n".join([SPREAD, NODE, DEPLOYMENT])


def snapshot(source: str, *, version: str = "1.36", seed: int | None = None, title: str = "Runs") -> Snapshot:
    return freeze(
        SnapshotContent(
            title=title,
            source=source,
            scenario=load(source),
            kubernetes_version=version,
            seed=seed,
            nonce="0",
        )
    )


def name_of(before: Snapshot, after: Snapshot) -> str:
    change = change_between(before, after)
    assert change is not None
    return change_name(change)


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("maxSkew: 1", "maxSkew: 2", "maxSkew 1 → 2"),
        ("replicas: 2", "replicas: 3", "replicas 2 → 3"),
        ("{name: node9,", "{name: node8,", "− node node9, + node node8"),
        ("zone: c}}", "zone: c}}\nspec: {unschedulable: true}", "node node9: cordoned"),
        ("zone: c}}", "zone: d}}", "node node9: zone c → d"),
        (
            "zone: c}}",
            "zone: c}}\nspec: {taints: [{key: gpu, effect: NoSchedule}]}",
            "node node9: + taints gpu",
        ),
        ("spec: {containers", "spec: {nodeSelector: {zone: a}, containers", "+ zone a"),
        ("spec: {containers", "spec: {nodeName: null, priority: 7, containers", "+ nodeName, + priority 7"),
        ("example.com/api:1", "example.com/api:2", "image …/api:1 → …/api:2"),
        ("{app: api}", "{app: web}", "app api → web"),  # in the selector and in the template
        ("# two zones", "# three zones", "same input"),
    ],
)
def test_a_change_is_named_by_what_differs(old: str, new: str, name: str) -> None:
    assert old in ALL
    assert name_of(snapshot(ALL), snapshot(ALL.replace(old, new))) == name


def test_objects_come_and_go() -> None:
    with_pod = snapshot(SPREAD + "---\n" + pod("web-2"))
    assert name_of(snapshot(SPREAD), with_pod) == "+ pod default/web-2"
    assert name_of(with_pod, snapshot(SPREAD)) == "− pod default/web-2"
    assert name_of(snapshot(ALL), snapshot(SPREAD + "---\n" + NODE)) == "− Deployment api"
    cordoned = snapshot(ALL.replace("zone: c}}", "zone: c}}\nspec: {unschedulable: true}"))
    assert name_of(cordoned, snapshot(ALL)) == "node node9: uncordoned"


def test_many_changes_are_counted_and_the_first_is_named() -> None:
    edited = (
        ALL.replace("maxSkew: 1", "maxSkew: 2")
        .replace("replicas: 2", "replicas: 3")
        .replace("zone: c", "zone: d")
    )
    change = change_between(snapshot(ALL), snapshot(edited))
    assert change is not None
    assert change_name(change) == "3 changes: maxSkew 1 → 2 …"
    assert change_details(change) == [
        "Pod default/web-1: spec.topologySpreadConstraints[0].maxSkew 1 → 2",
        "Node node9: metadata.labels.zone c → d",
        "Deployment api: spec.replicas 2 → 3",
    ]


def test_version_and_seed_are_named_beside_the_input() -> None:
    before = snapshot(ALL)
    assert name_of(before, snapshot(ALL, version="1.34")) == "same input, version 1.34"
    assert name_of(before, snapshot(ALL, seed=3)) == "same input, seed 3"
    assert name_of(snapshot(ALL, seed=3), before) == "same input, no seed"
    assert name_of(before, snapshot(SPREAD, version="1.34")) == (
        "− node node9, − Deployment api, version 1.34"
    )
    assert change_name(FIRST) == "first run"


def test_very_large_snapshots_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "MOST_OBJECTS", 3)
    assert change_between(snapshot(SPREAD), snapshot(ALL)) is None
