"""Pending pods with resource claims, by what their devices lack."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Recording, Scenario, causes
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

TAINT = {"key": "sick", "effect": "NoSchedule"}
PAIR = claim("c", asks(count=2), constraints=[{"matchAttribute": f"{DRIVER}/numa"}])


def reasons(*objects: Manifest) -> list[tuple[str, str]]:
    content: Any = {"objects": [NODE, CLASS, *objects, user("p", "c")]}
    scenario = Scenario.from_content(content, name="x", workloads=False)
    (cause,) = causes(Recording.of(scenario, kubernetes_version="1.36"))["causes"]
    return [(reason["kind"], reason["operand"]) for reason in cause["reasons"]]


@pytest.mark.parametrize(
    ("objects", "reason"),
    [
        ([claim("c")], ("device_missing", "r")),
        ([pool(gpu("g0")), claim("c"), claim("held", status=allocated("g0"))], ("device_short", "r")),
        (
            [pool(gpu("g0")), claim("c", asks(count=2)), claim("held", status=allocated("g0"))],
            ("device_short", "r"),
        ),
        ([pool(gpu("g0", taints=[TAINT])), claim("c")], ("device_taint", "sick:NoSchedule")),
        ([pool(gpu("g0", numa=0), gpu("g1", numa=1)), PAIR], ("device_constraint", f"{DRIVER}/numa")),
    ],
)
def test_the_reason_is_what_the_nearest_device_lacks(
    objects: list[Manifest], reason: tuple[str, str]
) -> None:
    assert reasons(*objects) == [reason]


def test_a_node_without_devices_does_not_decide_where_another_has_one_in_use() -> None:
    held = claim("held", status=allocated("g0"))
    assert reasons(make_node("b"), pool(gpu("g0")), claim("c"), held) == [("device_short", "r")]


def test_a_condition_is_named_by_its_text() -> None:
    asked = claim("c", asks(selector=f"device.attributes['{DRIVER}'].model == 'a100'"))
    text = f"device.attributes['{DRIVER}'].model == 'a100'"
    assert reasons(pool(gpu("g0", model="h100")), asked) == [("device_selector", text)]
