"""NodeVolumeLimits: how many volumes a driver can attach to a node."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import Manifest, make_node

from .volumes import (
    DRIVER,
    attempt,
    compute,
    explained,
    make_claim,
    make_class,
    make_csi_node,
    make_volume,
    pre_filter,
    rejections,
    simulate,
    user,
)

PLUGIN = "NodeVolumeLimits"
NODE = make_node("n1")
FULL = {"n1": ("node(s) exceed max volume count",)}


def bound(*names: str) -> list[Manifest]:
    """Return claims c-… bound to volumes v-…."""
    volumes = [make_volume(f"v-{n}", claim=f"c-{n}", phase="Bound") for n in names]
    return volumes + [make_claim(f"c-{n}", volume=f"v-{n}") for n in names]


def attachment(volume: str) -> Manifest:
    spec = {"attacher": DRIVER, "nodeName": "n1", "source": {"persistentVolumeName": volume}}
    return {"kind": "VolumeAttachment", "metadata": {"name": f"a-{volume}"}, "spec": spec}


def step(record: Any) -> tuple[int, int, int, bool]:
    (operands,) = explained(record, PLUGIN, "n1")
    return operands["used"], operands["new"], operands["limit"], operands["ok"]


def test_a_shared_volume_counts_once() -> None:
    running = [user("r1", "c-a", node="n1"), user("r2", "c-a", "c-b", node="n1")]
    objects = [NODE, make_csi_node("n1", csi_example_com=3), *bound("a", "b", "c", "d"), *running]
    fits = compute(simulate(*objects, user("p", "c-a", "c-c")))
    assert rejections(fits, PLUGIN) == {}
    assert step(fits) == (2, 1, 3, True)
    rejected = compute(simulate(*objects, user("p", "c-d", "c-c")))
    assert rejections(rejected, PLUGIN) == FULL
    assert step(rejected) == (2, 2, 3, False)


def test_attached_volumes_count_without_a_pod_and_once_with_one() -> None:
    objects = [NODE, make_csi_node("n1", csi_example_com=2), *bound("a", "b", "c")]
    used = [attachment("v-a"), user("r1", "c-a", node="n1")]
    assert step(compute(simulate(*objects, *used, user("p", "c-c")))) == (1, 1, 2, True)
    assert step(compute(simulate(*objects, *used, attachment("v-b"), user("p", "c-c")))) == (2, 1, 2, False)
    # The pod's own volume is new to the node as long as no pod uses it there.
    own = simulate(*objects, attachment("v-a"), attachment("v-b"), user("p", "c-b"))
    assert rejections(attempt(own), PLUGIN) == FULL


def test_evicted_pods_free_their_volumes() -> None:
    objects = [NODE, make_csi_node("n1", csi_example_com=1), *bound("a", "b")]
    simulation = simulate(*objects, user("old", "c-a", node="n1"), user("p", "c-b", priority=10))
    assert attempt(simulation).post_filter is not None
    assert step(compute(simulation)) == (0, 1, 1, True)


def test_claims_without_a_volume_count_for_the_provisioner_of_their_class() -> None:
    claims = [make_claim(c, storage_class="wait") for c in ("c1", "c2")]
    objects = [NODE, make_csi_node("n1", csi_example_com=1), make_class("wait"), *claims]
    simulation = simulate(*objects, user("p", "c1"), user("q", "c2"), user("r", "c1"))
    assert attempt(simulation).node_name == "n1"
    assert rejections(attempt(simulation, "q"), PLUGIN) == FULL
    assert attempt(simulation, "r").node_name == "n1"


@pytest.mark.parametrize(
    ("source", "driver", "migrated", "rejected"),
    [
        ({"awsElasticBlockStore": {"volumeID": "aws://a/vol-2"}}, "ebs_csi_aws_com", "", True),
        ({"gcePersistentDisk": {"pdName": "x"}}, "pd_csi_storage_gke_io", "", True),
        ({"portworxVolume": {"volumeID": "x"}}, "pxd_portworx_com", "", False),
        (
            {"portworxVolume": {"volumeID": "x"}},
            "pxd_portworx_com",
            "kubernetes.io/portworx-volume",
            True,
        ),
        ({"azureFile": {"shareName": "x"}}, "file_csi_azure_com", "", False),
    ],
)
def test_in_tree_volumes_count_for_the_driver_that_replaces_their_plugin(
    source: Manifest, driver: str, migrated: str, rejected: bool
) -> None:
    csi_node = make_csi_node("n1", migrated=migrated, **{driver: 0})
    pods = [user("p", volumes=[{"name": "d", **source}]), user("q", "c")]
    volume = make_volume("v", claim="c", phase="Bound", source=source)
    simulation = simulate(NODE, csi_node, volume, make_claim("c", volume="v"), *pods)
    for pod in ("p", "q"):
        record = attempt(simulation, pod)
        assert pre_filter(record, PLUGIN)[0] == "Success"
        assert (rejections(record, PLUGIN) == FULL) == rejected


def test_pods_without_claims_are_skipped() -> None:
    disk = {"name": "d", "iscsi": {"iqn": "x", "targetPortal": "a", "lun": 0}}
    record = attempt(simulate(NODE, make_csi_node("n1", csi_example_com=0), user("p", volumes=[disk])))
    assert pre_filter(record, PLUGIN) == ("Skip", "")
