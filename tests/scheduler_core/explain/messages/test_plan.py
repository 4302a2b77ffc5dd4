"""Groups of nodes add up to the counts of a message, whatever these are."""

from __future__ import annotations

from collections import Counter

import pytest

from scheduler_core.explain.compare.event_text import Clause, Message
from scheduler_core.explain.compare.wordings import NO_VICTIMS
from scheduler_core.explain.messages.plan import MOST_RESOURCES, Group, NoCluster, groups_of
from scheduler_core.explain.messages.reasons import NOT_HELPFUL, TOO_MANY_PODS

CPU, MEMORY, GPU = "Insufficient cpu", "Insufficient memory", "Insufficient example.com/gpu"
PORTS = "node(s) didn't have free ports for the requested pod ports"
CORDONED = "node(s) were unschedulable"


def planned(nodes: int, filters: dict[str, int], preemption: dict[str, int] | None = None) -> list[Group]:
    """Return the groups for the counts of Filter and of preemption."""
    clauses = [Clause(count, reason) for reason, count in filters.items()]
    after = [Clause(count, reason) for reason, count in (preemption or {}).items()]
    return groups_of(Message(0, nodes, tuple(clauses), tuple(after)))


def counts(groups: list[Group]) -> tuple[Counter[str], Counter[str]]:
    """Return the counts of Filter and of preemption that groups give."""
    filters: Counter[str] = Counter()
    after: Counter[str] = Counter()
    for group in groups:
        filters.update(dict.fromkeys(group.reasons, group.size))
        said = group.left or ((NO_VICTIMS,) if group.helped else (NOT_HELPFUL,))
        after.update(dict.fromkeys(said, group.size))
    return filters, after


def test_nodes_with_pods_to_evict_lack_what_stays_and_the_last_ones_the_remainder() -> None:
    groups = planned(10, {CPU: 7, MEMORY: 6}, {CPU: 1, MEMORY: 1, NO_VICTIMS: 5, NOT_HELPFUL: 3})
    assert groups == [
        Group((CPU,), 1, (CPU,)),
        Group((MEMORY,), 1, (MEMORY,)),
        Group((CPU,), 3),
        Group((CPU, MEMORY), 2),
        Group((MEMORY,), 2, too_small=True),
        Group((CPU, MEMORY), 1, too_small=True),
    ]


def test_what_stays_side_by_side_goes_around() -> None:
    groups = planned(4, {CPU: 4, MEMORY: 4}, {CPU: 3, MEMORY: 3})
    assert [(group.left, group.size) for group in groups] == [((CPU, MEMORY), 2), ((CPU,), 1), ((MEMORY,), 1)]


def test_a_limit_of_pods_is_not_why_a_node_is_too_small() -> None:
    groups = planned(6, {CPU: 3, TOO_MANY_PODS: 3}, {NO_VICTIMS: 3, NOT_HELPFUL: 3})
    assert groups == [Group((TOO_MANY_PODS,), 3), Group((CPU,), 3, too_small=True)]


@pytest.mark.parametrize("times", [1, 7, 99_999_999])
@pytest.mark.parametrize(
    ("nodes", "filters", "preemption"),
    [
        (6, {CORDONED: 2, CPU: 4}, {}),
        (9, {CORDONED: 2, CPU: 7, MEMORY: 6, GPU: 1}, {NO_VICTIMS: 4, NOT_HELPFUL: 5}),
        (9, {PORTS: 2, CPU: 7, MEMORY: 7}, {CPU: 3, MEMORY: 2, PORTS: 1, NO_VICTIMS: 1, NOT_HELPFUL: 3}),
        (5, {CORDONED: 1, PORTS: 4}, {CPU: 1, MEMORY: 2, NO_VICTIMS: 1, NOT_HELPFUL: 1}),
    ],
)
def test_the_groups_give_the_counts_and_their_number_does_not_depend_on_these(
    nodes: int, filters: dict[str, int], preemption: dict[str, int], times: int
) -> None:
    def many(counts: dict[str, int]) -> dict[str, int]:
        return {reason: count * times for reason, count in counts.items()}

    groups = planned(nodes * times, many(filters), many(preemption))
    given, after = counts(groups)
    assert given == many(filters)
    assert not preemption or after == many(preemption)
    assert len(groups) <= 12


@pytest.mark.parametrize(
    ("nodes", "filters", "preemption"),
    [
        (3, {CPU: 1}, {}),
        (3, {CPU: 4}, {}),
        (3, {CORDONED: 4}, {}),
        (3, {CPU: 3}, {NOT_HELPFUL: 4}),
        (3, {CPU: 3}, {NO_VICTIMS: 4}),
        (3, {CPU: 1, MEMORY: 2}, {CPU: 2, NO_VICTIMS: 1}),
        (3, {CPU: 3}, {PORTS: 2, NO_VICTIMS: 3}),
    ],
)
def test_counts_that_do_not_add_up_are_refused(
    nodes: int, filters: dict[str, int], preemption: dict[str, int]
) -> None:
    with pytest.raises(NoCluster) as refused:
        planned(nodes, filters, preemption)
    assert refused.value.obstacle == "counts"


def test_more_resources_than_can_be_combined_are_refused() -> None:
    resources = {f"Insufficient example.com/{number}": 9 for number in range(MOST_RESOURCES + 1)}
    with pytest.raises(NoCluster) as refused:
        planned(9, resources)
    assert refused.value.obstacle == "many"
