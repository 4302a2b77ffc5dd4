"""Pod groups that no placement can hold."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Rule
from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.pod import PodTemplate
from scheduler_core.kubernetes.objects.podgroups import PodGroup
from scheduler_core.kubernetes.objects.resources import PODS

_WHOLE = "the whole cluster"


def _larger_than_any_placement(linted: LintInput) -> Iterator[Finding]:
    members: dict[str, set[PodTemplate]] = defaultdict(set)
    for pod in linted.scenario.objects.pods:
        if pod.template.pod_group and not pod.finished:
            members[pod.template.pod_group_key].add(pod.template)
    for key, group in linted.scenario.objects.pod_groups.items():
        if group.min_count is None or not members[key]:
            continue
        place, most = _roomiest(linted, group, list(members[key]))
        if most < group.min_count:
            yield Finding(
                f"PodGroup {key}",
                ("spec", "schedulingPolicy", "gang", "minCount"),
                {"count": group.min_count, "most": most, "place": place},
                pods=group.min_count,
            )


def _roomiest(linted: LintInput, group: PodGroup, members: Sequence[PodTemplate]) -> tuple[str, int]:
    """Return the placement in which most members fit while its nodes are empty, and how many at most."""
    usable = [linted.nodes.usable(template) for template in members]
    room: Counter[str] = Counter({_WHOLE: 0} if not group.topology_key else {})
    for i, node in enumerate(linted.nodes.nodes):
        fitting = [_copies(node, t) for t, use in zip(members, usable, strict=True) if use[i]]
        value = node.labels.get(group.topology_key)
        if not group.topology_key:
            room[_WHOLE] += max(fitting, default=0)
        elif value is not None:
            room[f"{group.topology_key}={value}"] += max(fitting, default=0)
    return max(room.items(), key=lambda pair: pair[1], default=(group.topology_key, 0))


def _copies(node: Node, template: PodTemplate) -> int:
    """Return how many pods of a class the empty node takes by their requests."""
    requests = {resource: amount for resource, amount in template.requests.items() if amount} | {PODS: 1}
    return min(node.allocatable.get(resource, 0) // amount for resource, amount in requests.items())


RULES = (
    Rule(
        "gang-larger-than-any-placement",
        "error",
        "The gang fits nowhere",
        "{count} of its pods must be placed together, but {place} has room for only {most} even when it "
        "is empty.",
        "A gang starts when minCount of its pods can be placed at once, all in one domain of its topology constraint"
        " if it has one. If it does not fit on empty nodes it never will, whichever pods are removed.",
        _larger_than_any_placement,
        needs_nodes=True,
    ),
)
