"""Selections of instance types."""

from __future__ import annotations

from typing import Any

from scheduler_core.autoscaling.objects.instance_type import read_instance_type
from scheduler_core.autoscaling.objects.instance_types import InstanceTypes
from scheduler_core.autoscaling.objects.labels import WELL_KNOWN
from scheduler_core.autoscaling.objects.quantities import UNIT
from scheduler_core.autoscaling.objects.requirement import one_of, requirement
from scheduler_core.autoscaling.objects.requirements import collected
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from tests.scheduler_core.autoscaling.clusters import CAPACITY_TYPE, ZONE, instance_type

SMALL = instance_type("small", cpu="2", price=3, zones="a", family="c")
LARGE = instance_type("large", cpu="8", price=1, zones="ab", family="m")
SPOT = instance_type("spot", cpu="8", price=2, zones="b", capacity_types=["spot"], family="m")


def types(*manifests: dict[str, Any]) -> InstanceTypes:
    read = [read_instance_type(ManifestField(m, "", Problems())) for m in manifests]
    return InstanceTypes(read, WELL_KNOWN)


ALL = types(SMALL, LARGE, SPOT)


def names(selection: int, of: InstanceTypes = ALL) -> list[str]:
    return [t.name for t in of.selected(selection)]


def test_types_are_compatible_unless_a_label_of_theirs_has_no_common_value() -> None:
    assert names(ALL.compatible(collected([one_of(ZONE, "a")]))) == ["small", "large"]
    assert names(ALL.compatible(collected([one_of(ZONE, "a"), one_of("family", "m")]))) == ["large"]
    assert names(ALL.compatible(collected([one_of("unknown", "x")]))) == ["small", "large", "spot"]
    assert names(ALL.compatible(collected([requirement("family", "NotIn", ("m",))]))) == ["small"]


def test_types_fit_that_have_at_least_as_much() -> None:
    assert names(ALL.fitting({"cpu": 2 * UNIT})) == ["small", "large", "spot"]
    assert names(ALL.fitting({"cpu": 2 * UNIT + 1})) == ["large", "spot"]
    assert names(ALL.fitting({"cpu": UNIT, "gpu": 1})) == []
    assert names(ALL.fitting({"gpu": 0})) == ["small", "large", "spot"]


def test_overhead_and_hugepages_leave_less_and_nothing_fits_on_less_than_nothing() -> None:
    odd = {
        **LARGE,
        "capacity": {"cpu": "8", "memory": "8Gi", "hugepages-2Mi": "3Gi"},
        "overhead": {"kubeReserved": {"memory": "1Gi"}, "evictionThreshold": {"memory": "1Gi"}},
    }
    (read,) = types(odd).types
    assert read.allocatable["memory"] == 3 * 2**30 * UNIT
    too_much = types({**SMALL, "overhead": {"systemReserved": {"cpu": "3"}}})
    assert names(too_much.fitting({}), too_much) == []


def test_a_type_is_offered_if_an_available_offering_meets_the_requirements() -> None:
    assert names(ALL.offered(collected([one_of(ZONE, "b")]))) == ["large", "spot"]
    assert names(ALL.offered(collected([one_of(ZONE, "b"), one_of(CAPACITY_TYPE, "on-demand")]))) == ["large"]
    sold_out = {**SMALL, "offerings": [{**SMALL["offerings"][0], "available": False}]}
    assert names(types(sold_out).offered(collected([]))) == []


def test_an_offering_with_a_label_of_its_own_needs_a_requirement_on_it() -> None:
    (offering,) = SMALL["offerings"]
    own = {"key": "example.com/reservation", "operator": "In", "values": ["r1"]}
    reserved = types({**SMALL, "offerings": [{**offering, "requirements": [*offering["requirements"], own]}]})
    assert names(reserved.offered(collected([])), reserved) == []
    asked = collected([one_of("example.com/reservation", "r1", "r2")])
    assert names(reserved.offered(asked), reserved) == ["small"]


def test_limits_leave_types_that_are_not_larger_and_the_largest_counts() -> None:
    assert names(ALL.within({"cpu": 2 * UNIT})) == ["small"]
    assert names(ALL.within({"cpu": 8 * UNIT, "gpu": 0})) == ["small", "large", "spot"]
    assert names(ALL.within({"nodes": -UNIT})) == []
    remaining = {"cpu": 10 * UNIT, "nodes": 3 * UNIT}
    assert ALL.less_largest(remaining, 0b001) == {"cpu": 8 * UNIT, "nodes": 3 * UNIT}
    assert ALL.less_largest(remaining, 0b011) == {"cpu": 2 * UNIT, "nodes": 3 * UNIT}


def test_labels_lack_values_that_have_fewer_than_wanted() -> None:
    wanted = collected(
        [requirement("family", "Exists", min_values=2), requirement(ZONE, "Exists", min_values=2)]
    )
    assert ALL.lacking_values(wanted, 0b011) == {}
    assert ALL.lacking_values(wanted, 0b001) == {"family": 1, ZONE: 1}
    assert ALL.lacking_values(wanted, 0b110) == {"family": 1}
    assert ALL.lacking_values(wanted, 0) == {}


def test_the_cheapest_offering_that_can_be_launched_decides_the_order() -> None:
    assert [t.name for t in ALL.by_price(ALL.all, collected([]))] == ["large", "spot", "small"]
    in_spot = collected([one_of(CAPACITY_TYPE, "spot")])
    assert [t.name for t in ALL.by_price(ALL.all, in_spot)] == ["spot", "small", "large"]


def test_the_worst_launch_price_is_that_of_what_is_tried_first() -> None:
    def offering(price: float, capacity_type: str, *, available: bool = True) -> dict[str, Any]:
        required = [{"key": CAPACITY_TYPE, "operator": "In", "values": [capacity_type]}]
        return {"price": price, "available": available, "requirements": required}

    offerings = [
        offering(9, "on-demand"),
        offering(2, "spot"),
        offering(3, "spot"),
        offering(5, "spot", available=False),
    ]
    (read,) = types({**SMALL, "offerings": offerings}).types
    assert read.worst_launch_price(collected([]), WELL_KNOWN) == 3
    assert read.worst_launch_price(collected([one_of(CAPACITY_TYPE, "on-demand")]), WELL_KNOWN) == 9
    assert read.worst_launch_price(collected([one_of(CAPACITY_TYPE, "reserved")]), WELL_KNOWN) == float("inf")
