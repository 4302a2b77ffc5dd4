"""VolumeBinding: the nodes that a pod's claims allow, the volumes they get, and the effect on later pods."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler_core import Scenario
from scheduler_core.explain.view.trace import cycle_trace
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.assumed import VolumeDecisionsJson
from scheduler_core.simulation.run.outcome import Outcome
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import Manifest, make_node
from tests.conformance.vectors import read

from .volumes import (
    DRIVER,
    attempt,
    compute,
    explained,
    labelled,
    make_claim,
    make_class,
    make_csi_node,
    make_volume,
    pre_filter,
    rejections,
    simulate,
    user,
)

PLUGIN = "VolumeBinding"
NO_VOLUME = ("node(s) didn't find available persistent volumes to bind",)
NO_SPACE = ("node(s) did not have enough free storage",)
AFFINITY = ("node(s) didn't match PersistentVolume's node affinity",)
NODES = [make_node("n1", zone="a"), make_node("n2", zone="b")]
LOCAL = make_class("local", provisioner="kubernetes.io/no-provisioner")
SELECTED = "volume.kubernetes.io/selected-node"


def decisions(record: CycleRecord) -> VolumeDecisionsJson | None:
    volumes = Outcome.of(record).volumes
    return volumes.as_json() if volumes else None


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (make_claim("c", phase="Lost", volume="gone"), 'persistentvolumeclaim "c" bound to non-existent'),
        (make_claim("c", storage_class="now"), "pod has unbound immediate PersistentVolumeClaims"),
        (make_claim("c", storage_class="unknown"), "pod has unbound immediate PersistentVolumeClaims"),
        (make_claim("c", volumeName="v"), "pod has unbound immediate PersistentVolumeClaims"),
    ],
)
def test_claims_that_cannot_wait_for_a_node_reject_the_pod(claim: Manifest, message: str) -> None:
    record = attempt(simulate(*NODES, LOCAL, make_class("now", wait=False), claim, user("p", "c")))
    code, reason = pre_filter(record, PLUGIN)
    assert code == "UnschedulableAndUnresolvable"
    assert reason.startswith(message)


@pytest.mark.parametrize(
    ("owner", "message"),
    [
        ("uid-p", ""),
        ("other", "PVC default/p-tmp was not created for pod default/p (pod is not owner)"),
        (None, 'waiting for ephemeral volume controller to create the persistentvolumeclaim "p-tmp"'),
    ],
)
def test_the_claim_of_an_ephemeral_volume_must_be_the_pods_own(owner: str | None, message: str) -> None:
    pod = user("p", volumes=[{"name": "tmp", "ephemeral": {"volumeClaimTemplate": {}}}])
    pod["metadata"]["uid"] = "uid-p"
    claims = [make_claim("p-tmp", storage_class="wait", owner=owner)] if owner else []
    record = attempt(simulate(*NODES, make_class("wait"), *claims, pod))
    assert pre_filter(record, PLUGIN)[1] == message
    assert record.node_name == (None if message else "n1")


def test_a_bound_volume_restricts_the_pod_to_its_nodes() -> None:
    volume = make_volume("v", claim="c", phase="Bound", on=["n2"])
    record = attempt(simulate(*NODES, volume, make_claim("c", volume="v"), user("p", "c")))
    assert rejections(record, PLUGIN) == {"n1": AFFINITY}
    assert decisions(record) is None
    (step,) = explained(record, PLUGIN, "n1")
    assert (step["kind"], step["ok"], step["terms"][0]["expressions"][0]["actual"]) == (
        "volume_affinity",
        False,
        "n1",
    )


def test_the_smallest_suitable_volume_is_bound_and_unavailable_to_the_next_pod() -> None:
    volumes = [make_volume("big", "30Gi"), make_volume("fits", "10Gi"), make_volume("small", "5Gi")]
    claims = [make_claim(c) for c in ("c1", "c2", "c3")]
    pods = [user("p1", "c1"), user("p2", "c2"), user("p3", "c3")]
    simulation = simulate(*NODES, LOCAL, *volumes, *claims, *pods)
    first = attempt(simulation, "p1")
    assert decisions(first) == {"bound": {"fits": "default/c1"}, "selected": {}}
    assert explained(first, PLUGIN, "n1")[0]["chosen"] == "fits"
    assert decisions(attempt(simulation, "p2")) == {"bound": {"big": "default/c2"}, "selected": {}}
    assert rejections(attempt(simulation, "p3"), PLUGIN) == {"n1": NO_VOLUME, "n2": NO_VOLUME}


def test_a_volume_serves_one_claim_of_a_pod_only() -> None:
    volumes = [make_volume("v1", on=["n1"]), make_volume("v2", on=["n2"]), make_volume("w2", on=["n2"])]
    claims = [make_claim("c1"), make_claim("c2")]
    record = attempt(simulate(*NODES, LOCAL, *volumes, *claims, user("p", "c1", "c2")))
    assert rejections(record, PLUGIN) == {"n1": NO_VOLUME}
    assert decisions(record) == {"bound": {"v2": "default/c1", "w2": "default/c2"}, "selected": {}}


def test_a_claim_with_an_unreachable_reserved_volume_gets_no_other() -> None:
    volumes = [make_volume("free"), make_volume("reserved", claim="c", on=["n2"])]
    record = attempt(simulate(*NODES, LOCAL, *volumes, make_claim("c"), user("p", "c")))
    assert rejections(record, PLUGIN) == {"n1": NO_VOLUME}
    assert decisions(record) == {"bound": {"reserved": "default/c"}, "selected": {}}


@pytest.mark.parametrize(
    ("volume", "claim"),
    [
        (make_volume("v", phase="Released"), make_claim("c")),
        (make_volume("v", volumeMode="Block"), make_claim("c")),
        (make_volume("v", accessModes=["ReadOnlyMany"]), make_claim("c")),
        (make_volume("v", storageClassName="other"), make_claim("c")),
        (make_volume("v", volumeAttributesClassName="gold"), make_claim("c")),
        (make_volume("v"), make_claim("c", selector={"matchLabels": {"disk": "ssd"}})),
        (make_volume("v", claim="else"), make_claim("c")),
    ],
)
def test_unsuitable_volumes_are_not_bound(volume: Manifest, claim: Manifest) -> None:
    record = attempt(simulate(*NODES, LOCAL, volume, claim, user("p", "c")))
    assert rejections(record, PLUGIN) == {"n1": NO_VOLUME, "n2": NO_VOLUME}


def test_provisioning_requires_topology_then_capacity() -> None:
    topologies = [{"matchLabelExpressions": [{"key": "zone", "values": ["b", "c"]}]}]
    driver = {"kind": "CSIDriver", "metadata": {"name": DRIVER}, "spec": {"storageCapacity": True}}
    capacity = {
        "kind": "CSIStorageCapacity",
        "metadata": {"name": "b"},
        "storageClassName": "wait",
        "capacity": "100Gi",
        "maximumVolumeSize": "9Gi",
        "nodeTopology": {"matchLabels": {"zone": "b"}},
    }
    objects = [*NODES, make_class("wait", allowedTopologies=topologies), driver, capacity]
    large, small = (make_claim("c", size, storage_class="wait") for size in ("10Gi", "9Gi"))
    rejected = attempt(simulate(*objects, large, user("p", "c")))
    assert rejections(rejected, PLUGIN) == {"n1": NO_VOLUME, "n2": NO_SPACE}
    assert explained(rejected, PLUGIN, "n2")[0]["provisioning"]["capacity_ok"] is False
    provisioned = attempt(simulate(*objects, small, user("p", "c")))
    assert decisions(provisioned) == {"bound": {}, "selected": {"default/c": "n2"}}


def test_a_claim_being_provisioned_restricts_other_pods_to_its_node() -> None:
    claims = [make_claim("c", storage_class="wait")]
    simulation = simulate(*NODES, make_class("wait"), *claims, user("p1", "c"), user("p2", "c"))
    assert attempt(simulation, "p1").node_name == "n1"
    assert rejections(attempt(simulation, "p2"), PLUGIN) == {"n2": NO_VOLUME}


def test_a_claim_with_a_selected_node_stays_there() -> None:
    claim = make_claim("c", storage_class="wait", annotations={SELECTED: "n2"})
    record = attempt(simulate(*NODES, make_class("wait"), claim, user("p", "c")))
    assert rejections(record, PLUGIN) == {"n1": NO_VOLUME}


def test_computing_a_cycle_binds_nothing() -> None:
    simulation = simulate(*NODES, LOCAL, make_volume("v"), make_claim("c"), user("p", "c"))
    for _ in range(2):
        assert decisions(compute(simulation)) == {"bound": {"v": "default/c"}, "selected": {}}
    assert not simulation.handle.volumes.bound


def test_a_migrated_volume_uses_the_labels_of_its_driver() -> None:
    zone, old = "topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"
    nodes = [
        labelled("n1", {zone: "a", old: "a"}),
        labelled("n2", {zone: "a", "topology.ebs.csi.aws.com/zone": "a"}),
    ]
    clause = {"key": old, "operator": "In", "values": ["a"]}
    volume = make_volume(
        "v",
        claim="c",
        phase="Bound",
        source={"awsElasticBlockStore": {"volumeID": "aws://a/vol-1"}},
        nodeAffinity={"required": {"nodeSelectorTerms": [{"matchExpressions": [clause]}]}},
    )
    csi_nodes = [make_csi_node(n, migrated="kubernetes.io/aws-ebs") for n in ("n1", "n2")]
    objects = [*nodes, volume, make_claim("c", volume="v"), user("p", "c")]
    assert rejections(attempt(simulate(*objects)), PLUGIN) == {"n2": AFFINITY}
    assert rejections(attempt(simulate(*objects, *csi_nodes)), PLUGIN) == {"n1": AFFINITY}


# -- the scalar oracle: FindPodVolumes for one node, as upstream computes it ------------------------------


def find_pod_volumes(pod: Manifest, node: str, objects: list[Manifest]) -> tuple[bool, dict[str, str]]:
    """Return whether the node fits, and the volume of each claim."""
    volumes = [o for o in objects if o["kind"] == "PersistentVolume"]
    by_name = {o["metadata"]["name"]: o for o in objects if o["kind"] == "PersistentVolumeClaim"}
    names = [v["persistentVolumeClaim"]["claimName"] for v in pod["spec"]["volumes"]]
    chosen: dict[str, str] = {}
    fits = True
    for name in sorted(names, key=lambda n: gigabytes(by_name[n]["spec"]["resources"]["requests"])):
        volume_name = find_matching(
            by_name[name], [v for v in volumes if v["metadata"]["name"] not in chosen], node
        )
        if volume_name:
            chosen[volume_name] = name
        else:
            fits = False
    return fits, {claim: volume for volume, claim in chosen.items()}


def gigabytes(amounts: Manifest) -> int:
    return int(amounts["storage"].removesuffix("Gi"))


def find_matching(claim: Manifest, volumes: list[Manifest], node: str) -> str | None:
    best: Manifest | None = None
    size = gigabytes(claim["spec"]["resources"]["requests"])
    for volume in volumes:
        spec = volume["spec"]
        is_reserved = spec.get("claimRef", {}).get("name") == claim["metadata"]["name"]
        if ("claimRef" in spec and not is_reserved) or gigabytes(spec["capacity"]) < size:
            continue
        terms = spec.get("nodeAffinity", {}).get("required", {}).get("nodeSelectorTerms")
        reachable = terms is None or node in terms[0]["matchExpressions"][0]["values"]
        if is_reserved:
            return volume["metadata"]["name"] if reachable else None
        if volume["status"]["phase"] != "Available" or not reachable:
            continue
        if best is None or gigabytes(spec["capacity"]) < gigabytes(best["spec"]["capacity"]):
            best = volume
    return best["metadata"]["name"] if best else None


@st.composite
def storage(draw: st.DrawFn) -> list[Manifest]:
    names = ["n1", "n2", "n3"]
    claims = [make_claim(f"c{i}", f"{draw(st.integers(1, 4))}Gi") for i in range(draw(st.integers(1, 3)))]
    volumes = [
        make_volume(
            f"v{i}",
            f"{draw(st.integers(1, 5))}Gi",
            claim=draw(st.sampled_from(["", "", "", "c0", "c1", "other"])),
            on=draw(st.none() | st.lists(st.sampled_from(names), min_size=1, unique=True)),
            phase=draw(st.sampled_from(["Available", "Available", "Released"])),
        )
        for i in range(draw(st.integers(0, 6)))
    ]
    return [*(make_node(n) for n in names), LOCAL, *volumes, *claims]


@settings(max_examples=200, deadline=None)
@given(storage())
def test_matching_all_nodes_at_once_equals_the_scalar_oracle(objects: list[Manifest]) -> None:
    claims = [o["metadata"]["name"] for o in objects if o["kind"] == "PersistentVolumeClaim"]
    pod = user("p", *claims)
    record = compute(simulate(*objects, pod))
    rejected = rejections(record, PLUGIN)
    for node in ("n1", "n2", "n3"):
        fits, chosen = find_pod_volumes(pod, node, objects)
        assert (node not in rejected) == fits
        steps = explained(record, PLUGIN, node)
        actual = {s["claim"].removeprefix("default/"): s["chosen"] for s in steps if s["chosen"]}
        assert actual == chosen
        assert all(s["ok"] for s in steps) == fits


def test_a_run_folded_from_its_log_has_the_same_volumes() -> None:
    for row in read("volumes").values():
        scenario = Scenario.from_content(row["scenario"])
        computed, folded = Simulation(scenario), Simulation(scenario)
        for pod in row["scenario"]["schedule"]:
            record, folded_record = computed.compute(pod), folded.compute(pod)
            if isinstance(record, CycleRecord):
                assert isinstance(folded_record, CycleRecord)
                assert cycle_trace(record) == cycle_trace(folded_record)
                computed.apply(Outcome.of(record))
                folded.apply(Outcome.from_json(json.loads(json.dumps(Outcome.of(record).as_json()))))
        assert computed.handle.volumes == folded.handle.volumes


def test_a_disk_whose_zones_are_none_of_the_cloud_ends_the_cycle_where_its_driver_is() -> None:
    zones = {"topology.kubernetes.io/zone": "a__b"}
    disk = make_volume(
        "v", claim="c", phase="Bound", labels=zones, source={"gcePersistentDisk": {"pdName": "d"}}
    )
    objects = make_node("n1"), disk, make_claim("c", volume="v"), user("p", "c")
    assert attempt(simulate(*objects)).node_name == "n1"
    translated = attempt(simulate(*objects, make_csi_node("n1", migrated="kubernetes.io/gce-pd")))
    assert translated.error == (
        'running "VolumeBinding" filter plugin: could not translate pv: failed to get region from zones: '
        "zone in unexpected format, expected: {locale}-{region}-{zone}, got: a"
    )
