"""A bounded search over the orders of a group's members. The scheduler itself tries one order only.

What is found is a proof: the members, tried in that order on the same cluster, without preemption, have these nodes.
What is not found is not proven to be impossible, unless all orders were tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import factorial, prod
from random import Random

from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.versions.gates import TOPOLOGY_AWARE
from scheduler_core.scheduler.config import ProfileConfig
from scheduler_core.scheduler.framework.runtime import Framework
from scheduler_core.scheduler.plugins.topologyplacement import generate_placements

from .members import Search, try_members
from .placements import framework_within
from .record import Trial

MOST_ORDERS = 300
MOST_MEMBER_CYCLES = 6_000
_MOST_REPAIRS = 20


@dataclass(slots=True)
class OrderSearch:
    """The outcome: `order` is one in which the group is schedulable, None if none was found.

    `tried` counts orders. `exhausted`: all orders that can differ were tried. `nodes` has the node of each member that
    is placed, `placement` the value of the topology key.
    """

    tried: int = 0
    exhausted: bool = False
    order: list[Pod] | None = None
    nodes: dict[str, str] = field(default_factory=dict)
    placement: str | None = None

    @property
    def respects_priority(self) -> bool:
        """Whether the scheduler could come to the order by itself: members of higher priority are first."""
        priorities = [pod.template.priority for pod in self.order or ()]
        return priorities == sorted(priorities, reverse=True)


def search_orders(
    framework: Framework, config: ProfileConfig, members: Sequence[Pod], percentage: int, start_index: int
) -> OrderSearch:
    """Look for an order of the members in which their group is schedulable; the cluster is unchanged on return."""
    result = OrderSearch()
    with framework.handle.on_trial():
        places = _places(framework, config, members[0])
        most = min(MOST_ORDERS, MOST_MEMBER_CYCLES // max(len(members) * max(len(places), 1), 1) or 1)
        count = _distinct_orders(members)
        orders = _all_orders(members) if count <= most else _promising_orders(framework, members)
        seen: set[tuple[int, ...]] = set()
        for first in orders:
            order = first
            while result.tried < most and (key := tuple(id(pod.template) for pod in order)) not in seen:
                seen.add(key)
                result.tried += 1
                trial = _try(result, places, order, percentage, start_index)
                if result.order is not None:
                    return result
                if result.tried <= _MOST_REPAIRS:
                    order = _failed_first(order, trial)
            if result.tried >= most:
                break
        result.exhausted = len(seen) >= count
    return result


def _places(framework: Framework, config: ProfileConfig, pod: Pod) -> list[tuple[str | None, Framework]]:
    """Return the placements with their plugins; all nodes without a topology constraint."""
    handle, group = framework.handle, framework.handle.pod_groups.of(pod)
    if group is None or not group.topology_key or TOPOLOGY_AWARE not in handle.version.gates:
        return [(None, framework)]
    placements, _ = generate_placements(handle, group)
    return [(name, framework_within(config, handle, nodes)) for name, nodes in placements.items()]


def _try(
    result: OrderSearch,
    places: list[tuple[str | None, Framework]],
    order: list[Pod],
    percentage: int,
    start_index: int,
) -> Trial | None:
    """Try an order in each placement and keep it if it works; return the last trial."""
    trial: Trial | None = None
    for name, framework in places:
        search = Search(percentage, start_index, lambda _: None)
        trial = try_members(framework, order, search, post_filter=False)
        if trial.status.ok:
            result.order, result.placement = order, name
            result.nodes = {r.pod.key: r.node_name for r in trial.results if r.node_name is not None}
            return trial
    return trial


def _failed_first(order: list[Pod], trial: Trial | None) -> list[Pod]:
    """Return the order with the first member that found no node in front."""
    results = trial.results if trial is not None else []
    failed = next((r.pod for r in results if r.node is None), None)
    return order if failed is None else [failed, *(pod for pod in order if pod is not failed)]


def _distinct_orders(members: Sequence[Pod]) -> int:
    """Return how many orders can differ: pods of a class are alike."""
    counts = Counter(pod.template for pod in members)
    return factorial(len(members)) // prod(factorial(count) for count in counts.values())


def _all_orders(members: Sequence[Pod]) -> Iterator[list[Pod]]:
    """Yield all orders that can differ."""
    pods: dict[PodTemplate, list[Pod]] = {}
    for pod in members:
        pods.setdefault(pod.template, []).append(pod)

    def extend(left: Counter[PodTemplate], order: list[PodTemplate]) -> Iterator[list[PodTemplate]]:
        if len(order) == len(members):
            yield order
        for template in pods:
            if left[template]:
                yield from extend(left - Counter([template]), [*order, template])

    for classes in extend(Counter(pod.template for pod in members), []):
        next_of = {template: iter(listed) for template, listed in pods.items()}
        yield [next(next_of[template]) for template in classes]


def _promising_orders(framework: Framework, members: Sequence[Pod]) -> Iterator[list[Pod]]:
    """Yield orders by size and by the nodes that are open to a member, then shuffled ones."""
    size = {pod.key: _share(framework, pod.template) for pod in members}
    room = _feasible_nodes(framework, members)
    yield sorted(members, key=lambda pod: (room[pod.template], -size[pod.key]))
    yield sorted(members, key=lambda pod: (-size[pod.key], room[pod.template]))
    yield sorted(members, key=lambda pod: size[pod.key])
    rng = Random(0)
    for _ in range(MOST_ORDERS):
        yield rng.sample(list(members), len(members))


def _share(framework: Framework, template: PodTemplate) -> float:
    """Return the largest share of a resource of all nodes that a pod of the class requests."""
    allocatable = framework.handle.snapshot.allocatable
    return max(
        (amount / max(int(allocatable[n].sum()), 1) for n, amount in template.requests.items()), default=0
    )


def _feasible_nodes(framework: Framework, members: Sequence[Pod]) -> dict[PodTemplate, int]:
    """Return by class how many nodes are open to a pod that is tried first."""
    counts: dict[PodTemplate, int] = {}
    for pod in members:
        if pod.template not in counts:
            search = Search(100, 0, lambda _: None)
            (result,) = islice(try_members(framework, [pod], search, post_filter=False).results, 1)
            counts[pod.template] = len(result.record.feasible)
    return counts
