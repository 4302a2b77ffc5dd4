"""What patch releases, v1.37 and v1.38 change of DynamicResources."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import reading_report
from scheduler_core.kubernetes.versions import find_version
from scheduler_core.simulation.run.scenario import Scenario
from tests.builders import make_node, make_pod
from tests.conformance.cycles import Json, last_cycle
from tests.conformance.test_behaviours_devices import (
    CLASS,
    DRIVER,
    allocated,
    asks,
    claim,
    device_class,
    devices,
    gpu,
    pool,
    user,
)

SHARE = "4f5e1a5c-0000-4000-8000-000000000001"
NODES = [make_node("a"), make_node("b")]
POOLS = [pool(gpu("g0"), gpu("g1")), pool(gpu("g0"), node="b")]


@pytest.mark.parametrize(
    ("release", "scored"),
    [("1.34", True), ("1.35.5", False), ("1.35.6", True), ("1.36.1", False), ("1.36", True), ("1.37", True)],
)
def test_a_pod_with_an_allocated_claim_and_a_new_one_is_scored_since_late_patch_releases(
    release: str, scored: bool
) -> None:
    shared = claim("shared", status=allocated("g1", anywhere=True))
    cycle = last_cycle(
        *NODES, CLASS, *POOLS, shared, claim("own"), user("p", "shared", "own"), version=find_version(release)
    )
    assert ("selected" in cycle) == scored
    if not scored:
        assert cycle["error"] == (
            'running Score plugins: plugin "DynamicResources" failed with: '
            "number of allocations 1 is smaller than number of claims"
        )


@pytest.mark.parametrize(("release", "selected"), [("1.37", None), ("1.38", "b")])
def test_an_incomplete_pool_leaves_other_nodes_to_a_request_for_all_devices(
    release: str, selected: str | None
) -> None:
    slices = [pool(gpu("g0"), count=2), pool(gpu("g0"), node="b")]
    wanted = claim("c", asks(allocationMode="All"))
    cycle = last_cycle(*NODES, CLASS, *slices, wanted, user("p", "c"), version=find_version(release))
    assert cycle.get("selected") == selected


def taken(cycle: Json) -> list[str] | None:
    """The devices of the claim c, None if the pod has no node."""
    return devices(cycle, "default/c") if "selected" in cycle else None


@pytest.mark.parametrize(
    ("release", "expected"), [("1.36", ["g0", "g1", "g2"]), ("1.37", ["g0", "g1", "g3"])]
)
def test_every_device_of_a_request_has_another_value_since_v1_37(release: str, expected: list[str]) -> None:
    colours = ("red", "blue", "red", "green")
    listed = pool(*(gpu(f"g{i}", colour=colour) for i, colour in enumerate(colours)))
    wanted = claim("c", asks(count=3), constraints=[{"distinctAttribute": f"{DRIVER}/colour"}])
    objects = [NODES[0], CLASS, listed, wanted, user("p", "c")]
    assert taken(last_cycle(*objects, version=find_version(release))) == expected


@pytest.mark.parametrize(("release", "consumed"), [("1.36", "2"), ("1.37", "1500m")])
def test_steps_of_a_capacity_are_fractions_since_v1_37(release: str, consumed: str) -> None:
    policy = {"default": "500m", "validRange": {"min": "500m", "max": "4", "step": "500m"}}
    device = gpu("g0", {"cores": {"value": "4", "requestPolicy": policy}}, allowMultipleAllocations=True)
    wanted = claim("c", asks(capacity={"requests": {"cores": "1200m"}}))
    cycle = last_cycle(NODES[0], CLASS, pool(device), wanted, user("p", "c"), version=find_version(release))
    (device,) = cycle["claims"]["default/c"]["allocated"]["devices"]
    assert device["consumedCapacity"] == {"cores": consumed}


@pytest.mark.parametrize(("release", "expected"), [("1.36", None), ("1.37", ["g0"])])
def test_a_share_without_capacity_has_consumed_the_counters_since_v1_37(
    release: str, expected: list[str] | None
) -> None:
    counters = pool(
        name="counters", count=2, sharedCounters=[{"name": "set", "counters": {"slots": {"value": "1"}}}]
    )
    uses = [{"counterSet": "set", "counters": {"slots": {"value": "1"}}}]
    shared = pool(gpu("g0", consumesCounters=uses, allowMultipleAllocations=True), name="devices", count=2)
    other = claim("other", status=allocated("g0", shareID=SHARE))
    cycle = last_cycle(
        NODES[0], CLASS, counters, shared, other, claim("c"), user("p", "c"), version=find_version(release)
    )
    assert taken(cycle) == expected


@pytest.mark.parametrize(("release", "expected"), [("1.37", ["g0"]), ("1.38", ["g1"])])
def test_a_device_that_is_still_shared_is_not_handed_out_as_a_whole_since_v1_38(
    release: str, expected: list[str]
) -> None:
    shared = claim("other", status=allocated("g0", shareID=SHARE))
    objects = [NODES[0], CLASS, pool(gpu("g0"), gpu("g1")), shared, claim("c"), user("p", "c")]
    assert taken(last_cycle(*objects, version=find_version(release))) == expected


@pytest.mark.parametrize(
    ("release", "published", "requested", "expected"),
    [
        ("1.37", "memory", f"{DRIVER}/memory", None),
        ("1.38", "memory", f"{DRIVER}/memory", ["g0"]),
        ("1.38", f"{DRIVER}/memory", "memory", ["g0"]),
        ("1.38", "memory", "other.example.com/memory", None),
    ],
)
def test_a_capacity_has_its_driver_in_front_or_not_since_v1_38(
    release: str, published: str, requested: str, expected: list[str] | None
) -> None:
    device = gpu("g0", {published: {"value": "4Gi"}}, allowMultipleAllocations=True)
    # Of 4Gi another claim has 1Gi, which its status names as the driver published it then.
    one = allocated("g0", shareID=SHARE, consumedCapacity={"memory": "1Gi"})
    for amount, fits in (("3Gi", True), ("4Gi", False)):
        wanted = claim("c", asks(capacity={"requests": {requested: amount}}))
        objects = [NODES[0], CLASS, pool(device), claim("other", status=one), wanted, user("p", "c")]
        assert taken(last_cycle(*objects, version=find_version(release))) == (expected if fits else None)


@pytest.mark.parametrize(("release", "selected"), [("1.37", None), ("1.38", "a")])
def test_a_class_without_its_extended_resource_has_its_implicit_name_since_v1_38(
    release: str, selected: str | None
) -> None:
    first, second = (
        {**manifest, "metadata": {**manifest["metadata"], "creationTimestamp": made}}
        for manifest, made in (
            (device_class("new", extendedResourceName="example.com/gpu"), "2026-02-01T00:00:00Z"),
            (device_class("old", extendedResourceName="example.com/gpu"), "2026-01-01T00:00:00Z"),
        )
    )
    pod = make_pod("p", requests={"deviceclass.resource.kubernetes.io/old": "1"})
    cycle = last_cycle(NODES[0], first, second, pool(gpu("g0")), pod, version=find_version(release))
    assert cycle.get("selected") == selected


def taint_rule(**spec: Any) -> Json:
    taint = {"key": "example.com/broken", "effect": "NoSchedule"}
    metadata = {"name": "broken"}
    return {
        "apiVersion": "resource.k8s.io/v1beta2",
        "kind": "DeviceTaintRule",
        "metadata": metadata,
        "spec": {"taint": taint, **spec},
    }


@pytest.mark.parametrize(
    ("release", "spec", "expected"),
    [
        ("1.36", {"deviceSelector": {"device": "g0"}}, ["g0"]),
        ("1.37", {"deviceSelector": {"device": "g0"}}, ["g1"]),
        ("1.37", {"deviceSelector": {"driver": DRIVER, "pool": "b"}}, ["g0"]),
        ("1.37", {"deviceSelector": {}}, None),
        ("1.37", {}, None),
        ("1.38", {}, ["g0"]),
        ("1.38", {"deviceSelector": {}}, None),
    ],
)
def test_rules_taint_devices_since_v1_37_and_those_without_a_selector_none_since_v1_38(
    release: str, spec: dict[str, Any], expected: list[str] | None
) -> None:
    objects = [NODES[0], CLASS, POOLS[0], taint_rule(**spec), claim("c"), user("p", "c")]
    assert taken(last_cycle(*objects, version=find_version(release))) == expected
    report = reading_report(Scenario.from_content({"objects": objects}, version=find_version(release)), [])
    assert [line.split(" is not used")[0] for line in report["missing"]] == (
        ["DeviceTaintRule broken"] if release == "1.36" else []
    )


def test_a_pod_whose_claims_all_have_devices_is_not_scored_by_them() -> None:
    objects = [*NODES, CLASS, *POOLS, claim("c", status=allocated("g1", anywhere=True)), user("p", "c")]
    cycle = last_cycle(*objects, version=find_version("1.36"))
    assert cycle["normalized"]["DynamicResources"] == {"a": 0, "b": 0}
