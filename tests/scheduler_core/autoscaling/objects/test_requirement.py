"""The algebra of requirements on a label."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.autoscaling.objects.requirement import Requirement, requirement
from scheduler_core.autoscaling.objects.requirements import (
    Requirements,
    UndefinedLabel,
    collected,
    of_labels,
)

VALUES = ("-1", "0", "1", "2", "3", "7", "a", "b", "")
OPERATORS = ("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", "Gte", "Lte")


@st.composite
def requirements(draw: st.DrawFn) -> Requirement:
    operator = draw(st.sampled_from(OPERATORS))
    if operator.startswith(("G", "L")):
        return requirement("k", operator, (draw(st.sampled_from(("0", "1", "2", "3"))),))
    values = draw(st.sets(st.sampled_from(VALUES), min_size=1, max_size=4))
    return requirement("k", operator, values if "In" in operator else ())


@given(requirements(), requirements())
def test_an_intersection_allows_what_both_allow(one: Requirement, other: Requirement) -> None:
    both = one.intersection(other)
    assert [v for v in VALUES if both.allows(v)] == [v for v in VALUES if one.allows(v) and other.allows(v)]
    assert both.nothing or one.intersects(other)


@given(requirements(), requirements(), requirements())
def test_intersections_do_not_depend_on_the_order(
    one: Requirement, two: Requirement, three: Requirement
) -> None:
    assert one.intersection(two).intersection(three) == three.intersection(two).intersection(one)


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        (("In", ("c", "a", "b")), ("NotIn", ("b",)), "k In [a c]"),
        (("NotIn", ("b",)), ("NotIn", ("a",)), "k NotIn [a b]"),
        (("Gt", ("4",)), ("Lt", ("9",)), "k Exists >=5 <=8"),
        (("Gte", ("4",)), ("Lte", ("4",)), "k Exists >=4 <=4"),
        (("Gt", ("4",)), ("Lt", ("5",)), "k DoesNotExist"),
        (("In", ("3", "4", "5", "x")), ("Gt", ("3",)), "k In [4 5]"),
        (("NotIn", ("3", "9")), ("Gt", ("4",)), "k NotIn [9] >=5"),
        (("Gt", ("many",)), ("Exists", ()), "k Exists >=1"),
        (("Gt", ("9223372036854775807",)), ("Exists", ()), "k DoesNotExist"),
        (("In", tuple("abcdefg")), ("Exists", ()), "k In [a b c d e and 2 others]"),
        (("DoesNotExist", ()), ("NotIn", ("a",)), "k DoesNotExist"),
    ],
)
def test_requirements_are_written_as_karpenter_does(
    first: tuple[str, tuple[str, ...]], second: tuple[str, tuple[str, ...]], text: str
) -> None:
    assert str(requirement("k", *first).intersection(requirement("k", *second))) == text


def test_the_larger_of_two_minimal_numbers_of_values_holds() -> None:
    two, three = requirement("k", "Exists", min_values=2), requirement("k", "In", "abc", min_values=3)
    assert two.intersection(three).min_values == 3
    nothing = requirement("k", "Gt", ("5",), 2).intersection(requirement("k", "Lt", ("5",)))
    assert str(nothing) == "k DoesNotExist minValues 2"


def test_two_bounds_are_two_entries_of_a_nodeclaim() -> None:
    between = requirement("k", "Gt", ("4",)).intersection(requirement("k", "Lt", ("9",)))
    assert list(between.entries()) == [("Gte", ["5"]), ("Lte", ["8"])]


def test_former_names_of_labels_are_translated() -> None:
    labels = of_labels({"beta.kubernetes.io/arch": "arm64", "kubernetes.io/arch": "arm64"})
    assert str(labels) == "kubernetes.io/arch In [arm64]"


def test_a_label_must_be_defined_unless_its_absence_is_wanted() -> None:
    node = of_labels({"zone": "a"})

    def why(operator: str, *values: str) -> str | None:
        refused = node.incompatible(collected([requirement("team", operator, values)]))
        return None if refused is None else str(refused)

    assert why("In", "red") == 'label "team" does not have known values'
    assert why("Exists") == 'label "team" does not have known values'
    assert why("NotIn", "red") is None
    assert why("DoesNotExist") is None


def test_the_first_undefined_label_by_name_is_told() -> None:
    wanted = collected(
        [requirement("b", "Exists"), requirement("a", "Exists"), requirement("c", "NotIn", ("x",))]
    )
    refused = Requirements().incompatible(wanted, {"a"})
    assert isinstance(refused, UndefinedLabel)
    assert refused.key == "b"


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("zone", "topology.kubernetes.io/zone"),
        ("example.com/zone", "topology.kubernetes.io/zone"),
        ("topology.kubernetes.io/zon", "topology.kubernetes.io/zone"),
        ("node.kubernetes.io/arch", "kubernetes.io/arch"),
        ("example.com/team", "own/team"),
        ("nothing-like-it", ""),
    ],
)
def test_a_misspelled_label_is_compared_with_well_known_ones_first(key: str, hint: str) -> None:
    own = of_labels({"own/team": "red"})
    well_known = {"topology.kubernetes.io/zone", "kubernetes.io/arch"}
    refused = own.incompatible(collected([requirement(key, "Exists")]), well_known)
    text = f'label "{key}" does not have known values' + (f' (typo of "{hint}"?)' if hint else "")
    assert str(refused) == text


def test_all_labels_without_a_common_value_are_told() -> None:
    node = of_labels({"zone": "a", "arch": "arm64", "team": "red"})
    wanted = collected([requirement("zone", "In", "b"), requirement("arch", "NotIn", ("arm64",))])
    assert str(node.incompatible(wanted)) == (
        "key arch, arch NotIn [arm64] not in arch In [arm64]; key zone, zone In [b] not in zone In [a]"
    )


def test_two_requirements_of_absence_go_together() -> None:
    absent, not_red = requirement("k", "DoesNotExist"), requirement("k", "NotIn", ("red",))
    assert collected([absent]).disjoint(collected([not_red])) is None
    assert collected([absent]).disjoint(collected([requirement("k", "Exists")])) is not None
