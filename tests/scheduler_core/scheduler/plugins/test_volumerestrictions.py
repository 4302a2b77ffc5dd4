"""VolumeRestrictions: disks that can't be shared, and claims for one pod only."""

from __future__ import annotations

import pytest

from tests.builders import Manifest, make_node

from .volumes import attempt, explained, make_claim, make_volume, pre_filter, rejections, simulate, user

PLUGIN = "VolumeRestrictions"
NODES = [make_node("n1"), make_node("n2")]


def rbd(monitors: list[str], **fields: object) -> Manifest:
    return {"name": "d", "rbd": {"monitors": monitors, "image": "i", **fields}}


@pytest.mark.parametrize(
    ("running", "new", "conflict"),
    [
        ({"name": "d", "gcePersistentDisk": {"pdName": "x"}}, None, True),
        ({"name": "d", "gcePersistentDisk": {"pdName": "x", "readOnly": True}}, None, False),
        ({"name": "d", "awsElasticBlockStore": {"volumeID": "x", "readOnly": True}}, None, True),
        ({"name": "d", "iscsi": {"iqn": "x", "targetPortal": "a", "lun": 0, "readOnly": True}}, None, False),
        (rbd(["a", "b"]), rbd(["b", "c"], pool="rbd"), True),
        (rbd(["a", "b"]), rbd(["c"]), False),
        (rbd(["a"]), rbd(["a"], pool="other"), False),
        (rbd(["a"], readOnly=True), rbd(["a"]), True),
    ],
)
def test_disks_are_shared_by_readers_only(running: Manifest, new: Manifest | None, conflict: bool) -> None:
    other = user("old", volumes=[running], node="n1")
    record = attempt(simulate(*NODES, other, user("p", volumes=[new or running])))
    assert rejections(record, PLUGIN) == ({"n1": ("node(s) had no available disk",)} if conflict else {})
    (step,) = explained(record, PLUGIN, "n1")
    assert (step["pod"], step["ok"]) == (("default/old", False) if conflict else (None, True))


def once_pod() -> list[Manifest]:
    return [
        *NODES,
        make_volume("v", claim="c", phase="Bound"),
        make_claim("c", volume="v", modes=("ReadWriteOncePod",)),
    ]


def test_a_once_pod_claim_in_use_rejects_every_node() -> None:
    record = attempt(simulate(*once_pod(), user("old", "c", node="n1"), user("p", "c")))
    assert set(rejections(record, PLUGIN)) == {"n1", "n2"}
    assert [s["pod"] for s in explained(record, PLUGIN, "n2")] == ["default/old"]


def test_the_pod_that_uses_the_claim_can_be_preempted() -> None:
    simulation = simulate(*once_pod(), user("old", "c", node="n2"), user("p", "c", priority=10))
    assert attempt(simulation).post_filter is not None
    record = attempt(simulation)
    assert pre_filter(record, PLUGIN) == ("Skip", "")
    assert record.node_name == "n2"


def test_a_missing_claim_is_reported_first() -> None:
    record = attempt(simulate(*NODES, user("p", "nope")))
    missing = 'persistentvolumeclaim "nope" not found'
    assert pre_filter(record, PLUGIN) == ("UnschedulableAndUnresolvable", missing)
