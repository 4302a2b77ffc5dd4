"""DynamicResources where it is easy to get wrong; each test says what v1.34.1 does, or v1.36.2 where it says so."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.kubernetes.versions import find_version
from tests.builders import Manifest, make_node, make_pod, with_spec, with_status
from tests.conformance.cycles import answer, configuration, cycles, last_cycle

NEW = find_version("1.36")
DRIVER = "gpu.example.com"
NODE = make_node("a")
CANNOT = "cannot allocate all claims"
NOT_HERE = "resourceclaim not available on the node"


def made(kind: str, name: str, **fields: Any) -> Manifest:
    metadata = {"name": name} | ({"namespace": "default"} if kind.startswith("ResourceClaim") else {})
    return {"apiVersion": "resource.k8s.io/v1", "kind": kind, "metadata": metadata, **fields}


def device_class(name: str = "gpu", **spec: Any) -> Manifest:
    selectors = [{"cel": {"expression": f"device.driver == '{DRIVER}'"}}]
    return made("DeviceClass", name, spec={"selectors": selectors, **spec})


CLASS = device_class()


def pool(*devices: Manifest, node: str = "a", name: str = "", count: int = 1, **spec: Any) -> Manifest:
    """A slice, the only one of its pool unless it says otherwise; the devices are local to the node."""
    fields = {"driver": DRIVER, "pool": {"name": node, "generation": 1, "resourceSliceCount": count}}
    where = {} if {"allNodes", "nodeSelector", "perDeviceNodeSelection"} & set(spec) else {"nodeName": node}
    return made(
        "ResourceSlice", name or f"slice-{node}", spec={**fields, **where, "devices": list(devices), **spec}
    )


def gpu(name: str, capacity: dict[str, Any] | None = None, /, **fields: Any) -> Manifest:
    """A device; what is no field of one is an attribute."""
    attributes = {
        key: value if isinstance(value, dict) else {_kind(value): value}
        for key, value in fields.items()
        if key not in _FIELDS
    }
    own = {key: value for key, value in fields.items() if key in _FIELDS}
    return {"name": name, "attributes": attributes, "capacity": capacity or {}, **own}


_FIELDS = ("taints", "consumesCounters", "bindingConditions", "allowMultipleAllocations", "bindsToNode")


def _kind(value: Any) -> str:
    return "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "string"


def asks(name: str = "r", selector: str = "", **fields: Any) -> Manifest:
    selectors = {"selectors": [{"cel": {"expression": selector}}]} if selector else {}
    return {"name": name, "exactly": {"deviceClassName": "gpu", **selectors, **fields}}


def alternatives(*choices: Manifest, name: str = "r") -> Manifest:
    listed = [{"name": choice["name"], **choice["exactly"]} for choice in choices]
    return {"name": name, "firstAvailable": listed}


def claim(name: str, *requests: Manifest, status: Manifest | None = None, **devices: Any) -> Manifest:
    spec = {"devices": {"requests": list(requests) or [asks()], **devices}}
    return made("ResourceClaim", name, spec=spec, **({"status": status} if status else {}))


def template(name: str, *requests: Manifest, **devices: Any) -> Manifest:
    spec = {"devices": {"requests": list(requests) or [asks()], **devices}}
    return made("ResourceClaimTemplate", name, spec={"spec": spec})


def user(name: str, *claims: str, generated: str = "", **options: Any) -> Manifest:
    """A pod with claims by name, and one generated from a template."""
    entries = [{"name": f"c{i}", "resourceClaimName": claim} for i, claim in enumerate(claims)]
    entries += [{"name": "g", "resourceClaimTemplateName": generated}] if generated else []
    return with_spec(make_pod(name, **options), resourceClaims=entries)


def allocated(device: str, node: str = "a", *, anywhere: bool = False, **result: Any) -> Manifest:
    """The status of a claim that has a device; it can be used on the node alone, or anywhere."""
    term = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": [node]}]}
    selector = {} if anywhere else {"nodeSelector": {"nodeSelectorTerms": [term]}}
    results = [{"request": "r", "driver": DRIVER, "pool": node, "device": device, **result}]
    return {"allocation": {"devices": {"results": results}, **selector}}


def devices(cycle: Any, key: str) -> list[str]:
    return [device["device"] for device in cycle["claims"][key]["allocated"]["devices"]]


def reason(cycle: Any, node: str = "a") -> str:
    (text,) = cycle["filter"][node]["DynamicResources"]["reasons"]
    return str(text)


def cel(selector: str, *listed: Manifest, version: Any = None) -> Any:
    """What becomes of a pod whose claim has this selector, on a node with these devices."""
    objects = [NODE, CLASS, pool(*listed), claim("c", asks(selector=selector)), user("p", "c")]
    return last_cycle(*objects, **({"version": version} if version else {}))


# D1 to D3


def test_01_devices_with_binding_conditions_are_not_handed_out() -> None:
    listed = pool(gpu("g0", bindingConditions=["attached"]), gpu("g1"))
    assert devices(last_cycle(NODE, CLASS, listed, claim("c"), user("p", "c")), "default/c") == ["g1"]


@pytest.mark.parametrize(
    ("objects", "text"),
    [
        ([user("p", "x")], 'could not find ResourceClaim "default/x"'),
        ([user("p", generated="t")], 'pod "default/p": ResourceClaim not created yet'),
    ],
)
def test_02_a_claim_that_is_missing_keeps_the_pod_out_of_the_queue(
    objects: list[Manifest], text: str
) -> None:
    cycle = last_cycle(NODE, *objects)
    assert (cycle["skipped"], cycle["preEnqueue"]["DynamicResources"]["reasons"]) == ("Gated", [text])


def test_02_a_missing_class_is_found_in_prefilter() -> None:
    cycle = last_cycle(NODE, claim("c"), user("p", "c"))
    reasons = cycle["preFilter"]["DynamicResources"]["reasons"]
    assert reasons == ["request r: device class gpu does not exist"]


def test_03_a_status_without_a_claim_name_means_that_none_is_needed() -> None:
    pod = with_status(user("p", generated="t"), resourceClaimStatuses=[{"name": "g"}])
    cycle = last_cycle(NODE, pod)
    assert (cycle["selected"], "claims" in cycle) == ("a", False)


# D4 to D7


def test_04_the_class_of_an_allocated_claim_is_not_looked_up() -> None:
    assert last_cycle(NODE, claim("c", status=allocated("g0")), user("p", "c"))["selected"] == "a"


@pytest.mark.parametrize(
    ("pod", "end"),
    [
        (user("p", "c"), "still not schedulable"),
        (make_pod("p", requests={"cpu": "9"}), "no new claims to deallocate"),
    ],
)
def test_05_the_end_of_the_message_tells_whether_the_pod_has_claims(pod: Manifest, end: str) -> None:
    assert f". {end}, preemption:" in last_cycle(NODE, CLASS, claim("c"), pod)["fitError"]


def test_06_preemption_frees_no_devices_but_takes_claims_along() -> None:
    held = claim("held", status=allocated("g0") | {"reservedFor": [{"resource": "pods", "name": "old"}]})
    old = with_spec(user("old", "held", node="a", priority=0, requests={"cpu": "3"}))
    wants_device = user("p", "c", priority=9)
    wants_cpu = make_pod("q", priority=9, requests={"cpu": "3"})
    objects = [NODE, CLASS, pool(gpu("g0")), held, old, claim("c"), wants_device, wants_cpu]
    order = ["default/p", "default/q", "default/p"]
    first, second, third = answer(*objects, schedule=order)["trace"]
    assert "victims" not in first["postFilter"]
    assert second["claimsReleased"] == {"default/held": {"deallocated": True, "unreserved": True}}
    assert devices(third, "default/c") == ["g0"]


def test_a_claim_that_another_pod_still_holds_keeps_its_devices_when_a_victim_goes() -> None:
    holders = [{"resource": "pods", "name": name} for name in ("old", "stays")]
    held = claim("held", status=allocated("g0") | {"reservedFor": holders})
    old = with_spec(user("old", "held", node="a", priority=0, requests={"cpu": "3"}))
    stays = with_spec(user("stays", "held", node="a", priority=99))
    wants_cpu = make_pod("q", priority=9, requests={"cpu": "3"})
    cycle = last_cycle(NODE, CLASS, pool(gpu("g0")), held, old, stays, wants_cpu)
    assert cycle["postFilter"]["victims"] == ["default/old"]
    assert cycle["claimsReleased"] == {"default/held": {"reservedFor": ["pods/stays"]}}


def test_07_postfilter_takes_the_devices_from_a_claim_that_nobody_else_uses() -> None:
    small = make_node("a", cpu="1")
    free = claim("c", status=allocated("g0"))
    nodes = [small, make_node("b"), CLASS, pool(gpu("g0")), pool(gpu("g0"), node="b")]
    pod = user("p", "c", requests={"cpu": "2"})
    first, second = answer(*nodes, free, pod, schedule=["default/p", "default/p"])["trace"]
    assert "deallocation of ResourceClaim completed" in first["fitError"]
    assert first["claims"] == {"default/c": {"deallocated": True}}
    assert second["selected"] == "b"
    other = {"reservedFor": [{"resource": "pods", "name": "other", "uid": "u"}]}
    used = claim("c", status=allocated("g0") | other)
    assert "claims" not in last_cycle(*nodes, used, pod)


# D8 to D11: selectors


def test_08_an_error_on_any_node_ends_the_cycle() -> None:
    objects = [make_node("b"), CLASS, pool(gpu("g0")), pool(gpu("g0", model="A"), node="b")]
    selector = f"device.attributes['{DRIVER}'].model == 'A'"
    cycle = last_cycle(NODE, *objects, claim("c", asks(selector=selector)), user("p", "c"))
    expected = "claim default/c: selector #0: CEL runtime error: no such key: model"
    assert cycle["error"] == f'running "DynamicResources" filter plugin: {expected}'
    assert "fitError" not in cycle


def test_08_a_device_that_the_search_does_not_reach_is_not_evaluated() -> None:
    assert (
        cel(f"device.attributes['{DRIVER}'].model == 'A'", gpu("g0", model="A"), gpu("g1"))["selected"] == "a"
    )


@pytest.mark.parametrize(
    ("selector", "outcome"),
    [
        ("'d' in device.attributes", CANNOT),
        ("device.attributes['d'].x == 1", "CEL runtime error: no such key: x"),
        ("has(device.attributes['d'].x)", CANNOT),
        ("device.attributes['a.b'].c == 1", "a"),
    ],
)
def test_09_an_unknown_domain_is_an_empty_map(selector: str, outcome: str) -> None:
    check_outcome(cel(selector, gpu("g0", **{"a.b/c": 1})), outcome)


def check_outcome(cycle: Any, outcome: str) -> None:
    if outcome == "a":
        assert cycle["selected"] == "a"
    elif outcome == CANNOT:
        assert reason(cycle) == CANNOT
    else:
        assert cycle["error"].endswith(outcome)


def of(expression: str) -> str:
    return expression.replace("$", f"device.attributes['{DRIVER}']").replace(
        "#", f"device.capacity['{DRIVER}']"
    )


@pytest.mark.parametrize(
    ("selector", "outcome"),
    [
        ("$.model > 3", "CEL runtime error: no such overload"),
        ("$.index == '1'", CANNOT),
        ("$.index == 1 || $.nope == 'x'", "a"),
        ("$.nope == 'x' || $.index == 1", "a"),
        ("$.nope == 'x' && $.index == 2", CANNOT),
        ("#.memory == quantity('1024Mi')", "a"),
        ("quantity('abc') == #.memory", "([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
        ("$.index / 0 == 1", "CEL runtime error: division by zero"),
        ("#.memory > quantity('1')", ".................................^"),
        ("device.driver", "CEL compile error: must evaluate to bool or the unknown type, not string"),
        ("$.?nope.orValue(7) == 7", "a"),
        ("cel.bind(d, $, d.index == 1 && d.model == 'A')", "a"),
        ("['A', 'B'].exists(m, m == $.model)", "a"),
        ("$.model.isGreaterThan(semver('1.0.0'))", "isGreaterThan(string, kubernetes.Semver)"),
        ("device.foo == 'x'", "......^"),
    ],
)
def test_10_types_of_selectors(selector: str, outcome: str) -> None:
    check_outcome(cel(of(selector), gpu("g0", {"memory": {"value": "1Gi"}}, model="A", index=1)), outcome)


@pytest.mark.parametrize(
    ("selector", "outcome"),
    [
        ("$.v.isGreaterThan(semver('1.9.0'))", "a"),
        ("$.v.isLessThan(semver('1.10.3-rc.1'))", CANNOT),
        ("semver('1.10.3-rc.1').isLessThan($.v)", "a"),
        ("$.v == '1.10.3'", "CEL runtime error: no such overload"),
    ],
)
def test_11_a_version_is_compared_as_semver(selector: str, outcome: str) -> None:
    check_outcome(cel(of(selector), gpu("g0", v={"version": "1.10.3"})), outcome)


# D12 to D14: pools


def test_12_all_devices_of_a_pool_that_is_being_updated_are_an_error() -> None:
    everything = claim("c", asks(allocationMode="All"))
    cycle = last_cycle(NODE, CLASS, pool(gpu("g0"), count=2), everything, user("p", "c"))
    assert cycle["error"].endswith(
        f"asks for all devices, but resource pool {DRIVER}/a is currently being updated"
    )


def test_12_more_than_32_devices_are_an_error() -> None:
    listed = pool(*(gpu(f"g{i}") for i in range(40)))
    cycle = last_cycle(NODE, CLASS, listed, claim("c", asks(allocationMode="All")), user("p", "c"))
    assert cycle["error"].endswith("number of requested devices 40 exceeds the claim limit of 32")


@pytest.mark.parametrize(("version", "outcome"), [("1.34", "a"), ("1.36", CANNOT)])
def test_13_one_device_comes_from_an_incomplete_pool_up_to_v1_35(version: str, outcome: str) -> None:
    objects = [NODE, CLASS, pool(gpu("g0"), count=2), claim("c"), user("p", "c")]
    check_outcome(last_cycle(*objects, version=find_version(version)), outcome)


def test_13_an_invalid_pool_is_an_error_when_the_search_reaches_it() -> None:
    objects = [NODE, CLASS, pool(gpu("g0"), gpu("g0")), claim("c"), user("p", "c")]
    assert last_cycle(*objects)["error"].endswith("pool a is invalid: duplicate device name g0")
    assert reason(last_cycle(*objects, version=NEW)) == "invalid resource pools were encountered"


def test_14_only_the_newest_generation_counts() -> None:
    old = pool(gpu("old"), name="s1")
    new = pool(gpu("new"), name="s2", pool={"name": "a", "generation": 2, "resourceSliceCount": 1})
    assert devices(last_cycle(NODE, CLASS, old, new, claim("c"), user("p", "c")), "default/c") == ["new"]


# D15 to D21


@pytest.mark.parametrize(("version", "count"), [("1.34", 1), ("1.36", 3)])
def test_15_an_alternative_for_all_devices_loses_its_number_up_to_v1_35(version: str, count: int) -> None:
    choice = alternatives(asks("s0", selector="false"), asks("s1", allocationMode="All"))
    objects = [NODE, CLASS, pool(gpu("g0"), gpu("g1"), gpu("g2")), claim("c", choice), user("p", "c")]
    assert len(devices(last_cycle(*objects, version=find_version(version)), "default/c")) == count


def test_16_admin_access_takes_devices_in_use_and_keeps_none_from_other_pods() -> None:
    admin = [claim(name, asks(adminAccess=True)) for name in ("x", "y")]
    pods = [user("p", "c"), user("q", "x"), user("r", "y")]
    trace = cycles(NODE, CLASS, pool(gpu("g0")), claim("c"), *admin, *pods)
    names = ("c", "x", "y")
    assert [devices(t, f"default/{n}") for t, n in zip(trace, names, strict=True)] == [["g0"]] * 3


def test_17_a_claim_listed_twice_fails_in_prebind_and_works_in_the_next_attempt() -> None:
    objects = [NODE, CLASS, pool(gpu("g0"), gpu("g1")), claim("c"), user("p", "c", "c")]
    first, second = answer(*objects, schedule=["default/p", "default/p"])["trace"]
    assert first["preBind"]["reasons"] == ["claim default/c got allocated elsewhere in the meantime"]
    assert "selected" not in first
    assert second["claims"] == {"default/c": {"reservedFor": ["pods/p", "pods/p"]}}


def test_18_a_shared_claim_pins_its_pods_to_the_node() -> None:
    objects = [
        NODE,
        make_node("b", cpu="9"),
        CLASS,
        pool(gpu("g0")),
        claim("c"),
        user("p", "c"),
        user("q", "c"),
    ]
    first, second = cycles(*objects)
    assert (first["selected"], second["selected"]) == ("a", "a")
    assert reason(second, "b") == NOT_HERE


@pytest.mark.parametrize(
    ("consumers", "error"), [(255, ""), (256, "Too many: 257: must have at most 256 items")]
)
def test_18_a_claim_is_reserved_for_256_pods_at_most(consumers: int, error: str) -> None:
    allocated = claim("c")
    local = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["a"]}]}
    result = {"request": "r", "driver": DRIVER, "pool": "a", "device": "g0"}
    allocated["status"] = {
        "allocation": {
            "devices": {"results": [result]},
            "nodeSelector": {"nodeSelectorTerms": [local]},
        },
        "reservedFor": [{"resource": "pods", "name": f"x{i}", "uid": f"x{i}"} for i in range(consumers)],
    }
    (cycle,) = cycles(NODE, CLASS, pool(gpu("g0")), allocated, user("p", "c"))
    if error:
        (text,) = cycle["preBind"]["reasons"]
        assert text.startswith("add reservation to claim default/c: ")
        assert text.endswith(f"status.reservedFor: {error}")
        assert "selected" not in cycle
    else:
        assert cycle["selected"] == "a"


def test_19_claims_of_a_pod_are_all_or_nothing() -> None:
    objects = [NODE, CLASS, pool(gpu("g0")), claim("c"), claim("d"), user("p", "c", "d"), user("q", "c")]
    first, second = cycles(*objects)
    assert "claims" not in first
    assert devices(second, "default/c") == ["g0"]


def test_20_a_request_for_capacity_is_an_error_before_v1_36() -> None:
    request = claim("c", asks(capacity={"requests": {"memory": "1Gi"}}))
    cycle = last_cycle(NODE, CLASS, pool(gpu("g0", {"memory": {"value": "4Gi"}})), request, user("p", "c"))
    assert cycle["error"].endswith("has capacity requests, but the DRAConsumableCapacity feature is disabled")


def test_21_without_the_plugin_claims_are_not_looked_at() -> None:
    off = configuration(profiles=[{"plugins": {"multiPoint": {"disabled": [{"name": "DynamicResources"}]}}}])
    cycle = last_cycle(NODE, user("p", "no-such-claim"), config=off)
    assert (cycle["selected"], "claims" in cycle) == ("a", False)


# D22 to D29: v1.36.2


@pytest.mark.parametrize(
    ("request_", "consumed"), [(None, "2Gi"), ("1Gi", "2Gi"), ("3Gi", "4Gi"), ("9Gi", None)]
)
def test_22_capacity_is_consumed_in_steps(request_: str | None, consumed: str | None) -> None:
    policy = {"default": "2Gi", "validRange": {"min": "2Gi", "max": "8Gi", "step": "2Gi"}}
    device = gpu("g0", {"memory": {"value": "16Gi", "requestPolicy": policy}}, allowMultipleAllocations=True)
    capacity: Manifest = {"capacity": {"requests": {"memory": request_}}} if request_ else {}
    objects = [NODE, CLASS, pool(device), claim("c", asks(**capacity)), user("p", "c")]
    cycle = last_cycle(*objects, version=NEW)
    if consumed is None:
        assert reason(cycle) == CANNOT
    else:
        (device,) = cycle["claims"]["default/c"]["allocated"]["devices"]
        assert (device["consumedCapacity"], device["shareID"]) == ({"memory": consumed}, "share-1")


def partitions(driver: str, name: str, slots: str) -> list[Manifest]:
    """Two devices with one slot each, and the slots of their pool."""
    counters = [{"name": "set", "counters": {"slots": {"value": slots}}}]
    uses = [{"counterSet": "set", "counters": {"slots": {"value": "1"}}}]
    both = pool(*(gpu(f"{name}{i}", consumesCounters=uses) for i in range(2)), name=f"{name}-d", count=2)
    shared = pool(name=f"{name}-s", count=2, sharedCounters=counters)
    for constraint in (both, shared):
        constraint["spec"]["driver"] = driver
    return [both, shared]


def test_23_counters_are_kept_by_pool_name_without_the_driver() -> None:
    free = device_class("gpu", selectors=[])
    first = claim("c", asks(selector=f"device.driver == '{DRIVER}'"))
    both_others = claim("d", asks(selector="device.driver == 'z.example.com'", count=2))
    objects = [NODE, free, *partitions(DRIVER, "g", "4"), *partitions("z.example.com", "z", "1")]
    alone = last_cycle(*objects, both_others, user("p", "d"), version=NEW)
    assert reason(alone) == CANNOT
    together = last_cycle(*objects, first, both_others, user("p", "c", "d"), version=NEW)
    assert devices(together, "default/d") == ["z0", "z1"]


def test_24_a_counter_set_that_is_missing_makes_the_pool_invalid() -> None:
    uses = [{"counterSet": "nope", "counters": {"slots": {"value": "1"}}}]
    objects = [NODE, CLASS, pool(gpu("g0"), gpu("g1", consumesCounters=uses)), claim("c"), user("p", "c")]
    assert reason(last_cycle(*objects, version=NEW)) == "invalid resource pools were encountered"


@pytest.mark.parametrize(
    ("effect", "tolerations", "device"),
    [
        ("NoSchedule", [], "g1"),
        ("None", [], "g0"),
        ("NoExecute", [{"key": "bad", "operator": "Exists"}], "g0"),
    ],
)
def test_25_taints_keep_devices_from_requests(effect: str, tolerations: list[Manifest], device: str) -> None:
    tainted = gpu("g0", taints=[{"key": "bad", "effect": effect}])
    request = claim("c", asks(tolerations=tolerations))
    cycle = last_cycle(NODE, CLASS, pool(tainted, gpu("g1")), request, user("p", "c"), version=NEW)
    assert devices(cycle, "default/c") == [device]
    (allocated_device,) = cycle["claims"]["default/c"]["allocated"]["devices"]
    assert allocated_device.get("tolerations", 0) == len(tolerations)


SERVING = device_class(extendedResourceName="example.com/gpu")


def test_26_devices_serve_extended_resources_where_the_node_has_none() -> None:
    pod = make_pod("p", requests={"example.com/gpu": "2"})
    cycle = last_cycle(NODE, SERVING, pool(gpu("g0"), gpu("g1")), pod, version=NEW)
    assert devices(cycle, "default/p-extended-resources-0") == ["g0", "g1"]
    assert cycle["claims"]["default/p-extended-resources-0"]["requests"] == {
        "container-0-request-0": "gpu x2"
    }
    implicit = make_pod("p", requests={"deviceclass.resource.kubernetes.io/gpu": "1"})
    assert last_cycle(NODE, CLASS, pool(gpu("g0")), implicit, version=NEW)["selected"] == "a"
    neither = make_pod("p", requests={"example.com/gpu": "1", "example.com/other": "1"})
    assert reason(last_cycle(NODE, SERVING, pool(gpu("g0")), neither, version=NEW)) == "cannot fit resource"


def test_27_node_resources_fit_scores_the_devices_of_an_extended_resource() -> None:
    strategy = {"type": "MostAllocated", "resources": [{"name": "example.com/gpu", "weight": 1}]}
    args = [{"name": "NodeResourcesFit", "args": {"scoringStrategy": strategy}}]
    pod = make_pod("p", requests={"example.com/gpu": "1"})
    objects = [
        NODE,
        make_node("b"),
        SERVING,
        pool(*(gpu(f"g{i}") for i in range(4))),
        pool(gpu("g0"), node="b"),
        pod,
    ]
    cycle = last_cycle(*objects, config=configuration(profiles=[{"pluginConfig": args}]), version=NEW)
    assert cycle["score"]["NodeResourcesFit"] == {"a": 25, "b": 100}


def test_28_a_binding_condition_that_does_not_hold_times_out_and_the_claim_is_freed() -> None:
    listed = pool(gpu("g0", bindingConditions=["attached"]))
    objects = [NODE, CLASS, listed, claim("c"), user("p", "c")]
    first, second, third = answer(*objects, schedule=["default/p"] * 3, version=NEW)["trace"]
    assert first["preBind"]["reasons"] == ["device binding timeout: context deadline exceeded"]
    assert "reservedFor" not in first["claims"]["default/c"]
    assert (reason(second), second["claims"]) == (NOT_HERE, {"default/c": {"deallocated": True}})
    assert devices(third, "default/c") == ["g0"]


@pytest.mark.parametrize(
    ("version", "requests", "outcome"),
    [
        ("1.34", [asks(count=2)], ["g0", "g1"]),
        ("1.36", [asks(count=2)], ["g0", "g2"]),
        ("1.36", [asks(count=3)], ["g0", "g2", "g3"]),
        ("1.36", [asks("x"), asks("y"), asks("z")], None),
    ],
)
def test_29_distinct_attributes_are_compared_with_the_last_of_each_request(
    version: str, requests: list[Manifest], outcome: list[str] | None
) -> None:
    listed = pool(gpu("g0", model="A"), gpu("g1", model="A"), gpu("g2", model="B"), gpu("g3", model="A"))
    distinct = [{"distinctAttribute": f"{DRIVER}/model"}]
    objects = [NODE, CLASS, listed, claim("c", *requests, constraints=distinct), user("p", "c")]
    cycle = last_cycle(*objects, version=find_version(version))
    if outcome is None:
        assert reason(cycle) == CANNOT
    else:
        assert devices(cycle, "default/c") == outcome


def test_a_search_turns_back_to_satisfy_match_attribute() -> None:
    listed = pool(gpu("g0", numa=0, kind="gpu"), gpu("g1", numa=1, kind="gpu"), gpu("n1", numa=1, kind="nic"))
    pair = [asks("x", selector=of("$.kind == 'gpu'")), asks("y", selector=of("$.kind == 'nic'"))]
    same = [{"matchAttribute": f"{DRIVER}/numa"}]
    cycle = last_cycle(NODE, CLASS, listed, claim("c", *pair, constraints=same), user("p", "c"))
    assert devices(cycle, "default/c") == ["g1", "n1"]


def test_the_alternative_that_is_taken_is_scored_since_v1_36() -> None:
    choice = claim("c", alternatives(asks("s0", selector=of("$.model == 'B'")), asks("s1")))
    listed = [pool(gpu("g0", model="A")), pool(gpu("g0", model="B"), node="b")]
    cycle = last_cycle(NODE, make_node("b"), CLASS, *listed, choice, user("p", "c"), version=NEW)
    assert cycle["score"]["DynamicResources"] == {"a": 7, "b": 8}
    assert cycle["normalized"]["DynamicResources"] == {"a": 87, "b": 100}
