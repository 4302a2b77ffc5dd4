"""The X-ray of claims names the device and the clause: by itself, in the search, on all nodes."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.explain.view.cycle_view import Cycle
from scheduler_core.kubernetes.versions import find_version
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import Manifest, make_node
from tests.conformance.test_behaviours_devices import (
    CLASS,
    DRIVER,
    NODE,
    allocated,
    asks,
    claim,
    gpu,
    pool,
    user,
)

MODEL = f"device.attributes['{DRIVER}'].model"


def cycle(*objects: Manifest, pod: str = "default/p", version: str = "v1.36.2") -> Cycle:
    known = find_version(version)
    scenario = Scenario.from_content({"objects": list(objects)}, name="x", version=known, workloads=False)
    return Cycle(0, 1, Simulation(scenario, known).compute(pod))


def node_claims(*objects: Manifest, **options: Any) -> Any:
    """The X-ray of node a, where a pod has the claim c."""
    return cycle(NODE, CLASS, *objects, user("p", "c"), **options).fact("node_claims:a")


def rejection(*objects: Manifest, **options: Any) -> tuple[str, Any]:
    """The device that is named, and the clause."""
    xray = node_claims(*objects, **options)
    named = xray["rejection"]
    return xray["devices"][named["device"]]["name"], named["clause"]


def test_a_selector_names_the_attribute_and_its_value() -> None:
    wanted = claim("c", asks(selector=f"{MODEL} == 'a100' && device.driver == '{DRIVER}'"))
    device, clause = rejection(pool(gpu("g0", model="h100")), wanted)
    (condition,) = [candidate for candidate in clause["conditions"] if not candidate["holds"]]
    assert (device, clause["kind"], clause["owner"]) == ("g0", "selector", "r")
    assert condition["text"] == f'device.attributes["{DRIVER}"].model == "a100"'
    assert condition["operands"] == [{"text": f'device.attributes["{DRIVER}"].model', "value": '"h100"'}]


def test_an_attribute_that_is_missing_has_no_value() -> None:
    device, clause = rejection(pool(gpu("g0")), claim("c", asks(selector=f"{MODEL} == 'a100'")))
    assert (device, clause["error"]) == ("g0", "CEL runtime error: no such key: model")
    assert clause["conditions"][0]["operands"][0]["value"] is None


def test_a_device_in_use_names_the_claim_and_its_pods() -> None:
    status = allocated("g0") | {"reservedFor": [{"resource": "pods", "name": "other", "uid": "u"}]}
    device, clause = rejection(pool(gpu("g0")), claim("c"), claim("held", status=status))
    assert (device, clause["kind"]) == ("g0", "in_use")
    assert clause["holders"] == [{"claim": "default/held", "pods": ["default/other"], "request": ""}]


def test_a_taint_without_a_toleration() -> None:
    taint = {"key": "sick", "value": "yes", "effect": "NoSchedule"}
    device, clause = rejection(pool(gpu("g0", taints=[taint])), claim("c"))
    assert (device, clause) == ("g0", {"kind": "taint", "ok": False, "taint": "sick=yes:NoSchedule"})


def test_a_counter_says_what_is_needed_and_what_is_free() -> None:
    uses = [{"counterSet": "whole", "counters": {"slots": {"value": "3"}}}]
    parts = pool(gpu("g0", consumesCounters=uses), gpu("g1", consumesCounters=uses), count=2)
    total = [{"name": "whole", "counters": {"slots": {"value": "4"}}}]
    counters = pool(name="counters", count=2, sharedCounters=total)
    del counters["spec"]["devices"]
    held = claim("held", status=allocated("g0"))
    xray = node_claims(parts, counters, claim("c"), held)
    named = xray["rejection"]
    assert xray["devices"][named["device"]]["name"] == "g1"
    assert named["clause"] == {
        "kind": "counter",
        "ok": False,
        "counter_set": "whole",
        "counter": "slots",
        "needed": "3",
        "free": "1",
        "total": "4",
    }
    (gauge,) = xray["gauges"]
    assert (gauge["total"], gauge["free"]) == ("4", "1")
    assert gauge["used"] == [{"holder": "g0", "claim": "default/held", "amount": "3", "share": 0.75}]


def test_a_capacity_says_what_is_asked_rounded_and_free() -> None:
    policy = {"validRange": {"min": "4Gi", "step": "4Gi"}}
    shared = gpu("g0", {"memory": {"value": "8Gi", "requestPolicy": policy}}, allowMultipleAllocations=True)
    share: dict[str, Any] = {"shareID": "share-1", "consumedCapacity": {"memory": "4Gi"}}
    held = claim("held", status=allocated("g0", **share))
    wanted = claim("c", asks(capacity={"requests": {"memory": "5Gi"}}))
    device, clause = rejection(pool(shared), wanted, held)
    assert (device, clause["kind"], clause["trouble"]) == ("g0", "capacity", "short")
    assert [clause[key] for key in ("asked", "amount", "free", "total")] == ["5Gi", "8Gi", "4Gi", "8Gi"]


def test_devices_that_do_not_go_together_name_both_values() -> None:
    matched = claim("c", asks("r", count=2), constraints=[{"matchAttribute": f"{DRIVER}/numa"}])
    xray = node_claims(pool(gpu("g0", numa=0), gpu("g1", numa=1)), matched)
    named = xray["rejection"]
    clause = named["clause"]
    assert (named["together"], clause["kind"], clause["value"]) == (True, "constraint", "1")
    assert (clause["clash_device"], clause["clash_value"]) == (f"{DRIVER}/a/g0", "0")


@pytest.mark.parametrize(
    ("listed", "trouble"),
    [
        (pool(gpu("g0"), count=2), "incomplete"),
        (pool(gpu("g0"), gpu("g0")), "invalid"),
    ],
)
def test_a_pool_that_cannot_be_used_is_named_with_its_devices(listed: Manifest, trouble: str) -> None:
    device, clause = rejection(listed, claim("c"))
    assert (device, clause["kind"], clause["trouble"]) == ("g0", "pool", trouble)


def test_what_a_version_does_not_have_is_a_clause() -> None:
    device, clause = rejection(pool(gpu("g0", bindingConditions=["attached"])), claim("c"), version="v1.34.1")
    assert (device, clause["feature"]) == ("g0", "DRADeviceBindingConditions")


def test_the_nearest_device_fails_the_fewest_clauses() -> None:
    taint = {"key": "sick", "effect": "NoSchedule"}
    wanted = claim("c", asks(selector=f"{MODEL} == 'a100'"))
    far = gpu("g0", model="h100", taints=[taint])
    assert rejection(pool(far, gpu("g1", model="h100")), wanted)[0] == "g1"


def test_the_search_says_where_it_turned_back_and_why() -> None:
    wanted = claim("c", asks("one"), asks("two"), constraints=[{"matchAttribute": f"{DRIVER}/numa"}])
    listed = pool(gpu("g0", numa=0), gpu("g1", numa=1), gpu("g2", numa=1))
    search = node_claims(listed, wanted)["search"]
    steps = [(s["device"].split("/")[-1], s["outcome"], s["row"]) for s in search["steps"]]
    assert steps == [
        ("g0", "taken", 0),
        ("g0", "refused", 1),
        ("g1", "refused", 1),
        ("g2", "refused", 1),
        ("g0", "returned", 0),
        ("g1", "taken", 0),
        ("g0", "refused", 1),
        ("g1", "refused", 1),
        ("g2", "taken", 1),
    ]
    assert search["steps"][4]["stuck"] == 1
    assert search["clauses"][search["steps"][2]["clause"]]["clash_device"] == f"{DRIVER}/a/g0"
    assert (search["total"], search["cut"]) == (9, False)


def test_all_nodes_in_columns() -> None:
    answered = cycle(
        NODE,
        make_node("b"),
        CLASS,
        pool(gpu("g0", model="a100")),
        pool(gpu("g0", model="h100"), node="b"),
        claim("c", asks(selector=f"{MODEL} == 'a100'")),
        user("p", "c"),
    )
    columns: Any = answered.fact("claims")
    assert (columns["nodes"], columns["verdict"]) == (["a", "b"], ["fits", "rejected"])
    assert (columns["decides"], columns["device"]) == ([None, "selector"], ["", f"{DRIVER}/b/g0"])
    assert columns["counts"] == [{"row": "default/c/r", "kind": "selector", "devices": 1, "nodes": 1}]


def test_a_device_of_another_node_is_out_of_reach_and_says_what_else_fails() -> None:
    answered = cycle(
        NODE,
        make_node("b"),
        CLASS,
        pool(gpu("g0", model="h100"), node="b"),
        claim("c", asks(selector=f"{MODEL} == 'a100'")),
        user("p", "c"),
    )
    fact: Any = answered.fact(f"node_device:a:{DRIVER}/b/g0")
    (row,) = fact["rows"]
    assert [c["kind"] for c in row["clauses"] if not c["ok"]] == ["node", "selector"]
    assert row["clauses"][0]["nodes"] == "b"
    with pytest.raises(KeyError):
        answered.fact(f"node_device:a:{DRIVER}/b/g9")


def test_what_is_free_where_and_who_holds_the_rest() -> None:
    listed = pool(gpu("g0"), gpu("g1"))
    answered = cycle(NODE, CLASS, listed, claim("held", status=allocated("g0")), claim("c"), user("p", "c"))
    fact: Any = answered.fact("devices")
    assert fact["classes"] == [{"device_class": "gpu", "total": 2, "free": 1}]
    (row,) = fact["pools"]
    assert (row["node"], row["total"], row["free"]) == ("a", 2, 1)
    assert row["held"] == [
        {"device": "g0", "holders": [{"claim": "default/held", "pods": [], "request": ""}]}
    ]


def test_the_operands_of_the_verdict_name_the_device() -> None:
    wanted = claim("c", asks(selector=f"{MODEL} == 'a100'"))
    answered = cycle(NODE, CLASS, pool(gpu("g0", model="h100")), wanted, user("p", "c"))
    explained: Any = answered.explain("Filter", "DynamicResources", "a")
    (step,) = explained["steps"]
    assert (step["kind"], step["ok"], step["device"]) == ("claim_request", False, f"{DRIVER}/a/g0")
    assert step["clause"]["kind"] == "selector"


@pytest.mark.parametrize(
    ("objects", "change"),
    [
        ([pool(gpu("g0")), claim("c", asks(count=2))], ("count", "1")),
        (
            [pool(gpu("g0", model="h100")), claim("c", asks(selector=f"{MODEL} == 'a100'"))],
            ("selectors", f'{MODEL} == "h100"'),
        ),
        (
            [pool(gpu("g0", taints=[{"key": "sick", "effect": "NoSchedule"}])), claim("c")],
            ("tolerations", "sick:NoSchedule"),
        ),
        (
            [
                pool(gpu("g0", numa=0), gpu("g1", numa=1)),
                claim("c", asks(count=2), constraints=[{"matchAttribute": f"{DRIVER}/numa"}]),
            ],
            ("constraints", f"{DRIVER}/numa"),
        ),
    ],
)
def test_a_changed_claim_is_tried_in_the_cycle(objects: list[Manifest], change: tuple[str, str]) -> None:
    fact: Any = cycle(NODE, CLASS, *objects, user("p", "c")).fact("remedies:a")
    tried = [(c["field"], c["value"]) for c in fact["changes"] if c["kind"] == "claim" and c["passes"]]
    assert tried == [change]


def test_one_more_device_of_the_kind_is_tried_and_taken_away_again() -> None:
    held = claim("held", status=allocated("g0"))
    answered = cycle(NODE, CLASS, pool(gpu("g0")), claim("c"), held, user("p", "c"))
    fact: Any = answered.fact("remedies:a")
    (change,) = fact["changes"]
    assert (change["kind"], change["device"], change["passes"]) == ("device", f"{DRIVER}/a/g0", True)
    after: Any = answered.fact("node_claims:a")
    assert (after["verdict"], after["device_count"]) == ("rejected", 1)
