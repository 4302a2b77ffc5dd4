"""VolumeZone: the zone labels of bound volumes."""

from __future__ import annotations

import pytest

from tests.builders import make_node

from .volumes import (
    attempt,
    explained,
    labelled,
    make_claim,
    make_volume,
    pre_filter,
    rejections,
    simulate,
    user,
)

ZONE, OLD = "topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"
NODES = [
    make_node("none"),
    labelled("new-a", {ZONE: "a"}),
    labelled("new-b", {ZONE: "b"}),
    labelled("old-a", {OLD: "a"}),
    labelled("region", {"topology.kubernetes.io/region": "r"}),
]


@pytest.mark.parametrize(
    ("labels", "fitting"),
    [
        ({ZONE: "a"}, {"none", "new-a"}),
        ({ZONE: "a__b"}, {"none", "new-a", "new-b"}),
        ({OLD: "a"}, {"none", "new-a", "old-a"}),
        ({ZONE: "a__"}, {n["metadata"]["name"] for n in NODES}),
    ],
)
def test_nodes_must_be_in_a_zone_of_the_volume_unless_they_have_no_topology(
    labels: dict[str, str], fitting: set[str]
) -> None:
    volume = make_volume("v", claim="c", phase="Bound", labels=labels)
    record = attempt(simulate(*NODES, volume, make_claim("c", volume="v"), user("p", "c")))
    if pre_filter(record, "VolumeZone")[0] == "Skip":
        assert fitting == {n["metadata"]["name"] for n in NODES}
        return
    rejected = rejections(record, "VolumeZone")
    assert {n["metadata"]["name"] for n in NODES} - set(rejected) == fitting
    assert set(rejected.values()) == {("node(s) had no available volume zone",)}
    steps = {n: explained(record, "VolumeZone", n) for n in ("none", "region")}
    assert [s["ok"] for s in steps["none"]] == [True]
    assert [(s["actual"], s["ok"]) for s in steps["region"]] == [(None, False)]


def test_a_missing_volume_rejects_the_pod() -> None:
    record = attempt(simulate(*NODES, make_claim("c", volume="gone"), user("p", "c")))
    missing = 'persistentvolume "gone" not found'
    assert pre_filter(record, "VolumeZone") == ("UnschedulableAndUnresolvable", missing)
