"""Limits of volumes up to v1.30: of nodes without a CSINode, and in the Node's status."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.kubernetes.versions import Version, find_version
from tests.builders import Manifest, make_node, make_pod, with_spec, with_status
from tests.conformance.cycles import configuration, last_cycle

from .volumes import DRIVER, labelled, make_claim, make_csi_node, make_volume, user

V1_27, V1_30, V1_32 = map(find_version, ("1.27", "1.30", "1.32"))
FULL = "node(s) exceed max volume count"


def only(*plugins: str) -> Manifest:
    points = {"preFilter": plugins, "filter": plugins, "reserve": ()}
    return configuration(
        profiles=[
            {
                "schedulerName": "default-scheduler",
                "plugins": {
                    point: {"disabled": [{"name": "*"}], "enabled": [{"name": name} for name in names]}
                    for point, names in points.items()
                },
            }
        ]
    )


def disks(name: str, source: str, field: str, *ids: str, node: str | None = None) -> Manifest:
    volumes = [{"name": f"v{i}", source: {field: disk}} for i, disk in enumerate(ids)]
    return with_spec(make_pod(name, node=node), volumes=volumes)


def ebs(name: str, *ids: str, node: str | None = None) -> Manifest:
    return disks(name, "awsElasticBlockStore", "volumeID", *ids, node=node)


def with_limit(node: Manifest, **limits: str) -> Manifest:
    named = {name.replace("_", "-"): amount for name, amount in limits.items()}
    return with_status(node, allocatable={**node["status"]["allocatable"], **named})


def filtered(*objects: Manifest, plugin: str, version: Version = V1_30) -> Any:
    cycle = last_cycle(*objects, config=only(plugin), version=version)
    return cycle.get("error") or cycle.get("filter", {}).get("n1", {}).get(plugin, {}).get("reasons")


def test_a_volume_of_several_pods_counts_once_towards_the_limit_of_the_node() -> None:
    node = with_limit(make_node("n1"), attachable_volumes_aws_ebs="2")
    running = [ebs("r1", "a", node="n1"), ebs("r2", "a", node="n1")]
    assert filtered(node, *running, ebs("p", "a", "b"), plugin="EBSLimits") is None
    assert filtered(node, *running, ebs("p", "b", "c"), plugin="EBSLimits") == [FULL]


@pytest.mark.parametrize(("instance_type", "limit"), [("m4.large", 39), ("m5.large", 25), ("t3.nano", 25)])
def test_the_limit_of_a_node_that_says_none_follows_from_its_instance_type(
    instance_type: str, limit: int
) -> None:
    node = labelled("n1", {"node.kubernetes.io/instance-type": instance_type})
    running = ebs("r", *(f"r{i}" for i in range(limit - 1)), node="n1")
    assert filtered(node, running, ebs("p", "a"), plugin="EBSLimits") is None
    assert filtered(node, running, ebs("p", "a", "b"), plugin="EBSLimits") == [FULL]


@pytest.mark.parametrize(
    ("plugin", "source", "field"),
    [("GCEPDLimits", "gcePersistentDisk", "pdName"), ("AzureDiskLimits", "azureDisk", "diskName")],
)
def test_other_clouds_attach_16_disks(plugin: str, source: str, field: str) -> None:
    running = disks("r", source, field, *(f"r{i}" for i in range(16)), node="n1")
    assert filtered(make_node("n1"), running, disks("p", source, field, "r0"), plugin=plugin) is None
    assert filtered(make_node("n1"), running, disks("p", source, field, "a"), plugin=plugin) == [FULL]


def test_a_node_with_a_csi_node_leaves_the_volumes_to_the_driver() -> None:
    node = with_limit(make_node("n1"), attachable_volumes_aws_ebs="0")
    assert filtered(node, ebs("p", "a"), plugin="EBSLimits") == [FULL]
    assert filtered(node, make_csi_node("n1"), ebs("p", "a"), plugin="EBSLimits") is None


def test_limits_of_csi_drivers_in_the_status_count_up_to_v1_30() -> None:
    node = with_limit(make_node("n1"), **{f"attachable-volumes-csi-{DRIVER}": "0"})
    objects = node, make_volume("v", claim="c", phase="Bound"), make_claim("c", volume="v"), user("p", "c")
    assert filtered(*objects, plugin="NodeVolumeLimits") == [FULL]
    assert filtered(*objects, plugin="NodeVolumeLimits", version=V1_32) is None
    assert filtered(*objects, make_csi_node("n1", csi_example_com=1), plugin="NodeVolumeLimits") is None


def ephemeral(name: str, node: str | None = None) -> Manifest:
    return with_spec(make_pod(name, node=node), volumes=[{"name": "tmp", "ephemeral": {}}])


def test_a_missing_claim_is_an_error_up_to_v1_29() -> None:
    text = 'looking up PVC default/p-tmp: persistentvolumeclaim "p-tmp" not found'
    objects = make_node("n1"), ephemeral("p")
    error = f'running "NodeVolumeLimits" filter plugin: {text}'
    assert filtered(*objects, plugin="NodeVolumeLimits", version=V1_27) == error
    assert filtered(*objects, plugin="NodeVolumeLimits", version=V1_30) == [text]


def test_a_running_pod_with_the_claim_of_another_pod_ends_the_cycle_where_volumes_are_limited() -> None:
    running, claim = ephemeral("r", node="n1"), make_claim("r-tmp", volume="v")
    volumes = [make_volume("v", claim="r-tmp", phase="Bound"), make_volume("w", claim="c", phase="Bound")]
    objects = make_node("n1"), running, claim, *volumes, make_claim("c", volume="w"), user("p", "c")
    assert filtered(*objects, plugin="NodeVolumeLimits", version=V1_32) is None
    limited = make_csi_node("n1", csi_example_com=9)
    assert filtered(*objects, limited, plugin="NodeVolumeLimits", version=V1_32) == (
        'running "NodeVolumeLimits" filter plugin: '
        "PVC default/r-tmp was not created for pod default/r (pod is not owner)"
    )
