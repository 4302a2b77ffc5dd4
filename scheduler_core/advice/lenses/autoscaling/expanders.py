"""The expanders of Cluster Autoscaler: which of the groups that would help gets the new nodes.

Follows expander/{waste,mostpods,leastnodes,priority,random} of cluster-autoscaler 1.34. Each keeps the best options;
what is left of several is chosen from at random.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.kubernetes.cel import CelError, check_pattern, found_in
from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.loading import parse_source
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY

from .nodegroups import NodeGroup

DEFAULT_EXPANDER = "least-waste"
_PRIORITY = re.compile("-?[0-9]{1,18}")
_PRIORITIES = "cluster-autoscaler-priority-expander"

Priorities = Mapping[int, Sequence[str]]


@dataclass(frozen=True)
class Option:
    """A group with the number of new nodes that take these pods."""

    group: NodeGroup
    count: int
    pods: Sequence[Pod]

    @property
    def waste(self) -> float:
        """The fractions of cpu and of memory that stay unrequested on the new nodes, added up."""
        return self._unused(CPU) + self._unused(MEMORY)

    def _unused(self, resource: str) -> float:
        available = self.group.capacity.get(resource, 0) * self.count
        requested = sum(
            container.requests.get(resource, 0)
            for pod in self.pods
            for container in pod.template.resources.containers
        )
        return (available - requested) / available if available else 0.0


Expander = Callable[[Sequence[Option], Priorities], list[Option]]


def _least_waste(options: Sequence[Option], _: Priorities) -> list[Option]:
    least = min(option.waste for option in options)
    return [option for option in options if option.waste == least]


def _most_pods(options: Sequence[Option], _: Priorities) -> list[Option]:
    most = max(len(option.pods) for option in options)
    return [option for option in options if len(option.pods) == most]


def _least_nodes(options: Sequence[Option], _: Priorities) -> list[Option]:
    fewest = min(option.count for option in options)
    return [option for option in options if option.count == fewest]


def _by_priority(options: Sequence[Option], priorities: Priorities) -> list[Option]:
    """Return the options of the highest priority; all of them if no expression matches a name."""
    for priority in sorted(priorities, reverse=True):
        matching = [o for o in options if any(found_in(text, o.group.name) for text in priorities[priority])]
        if matching:
            return matching
    return list(options)


def _random(options: Sequence[Option], _: Priorities) -> list[Option]:
    return list(options)


EXPANDERS: Mapping[str, Expander] = {
    "least-waste": _least_waste,
    "most-pods": _most_pods,
    "least-nodes": _least_nodes,
    "priority": _by_priority,
    "random": _random,
}


def best_options(options: Sequence[Option], expanders: Sequence[str], priorities: Priorities) -> list[Option]:
    """Return the options among which the last choice is random, after one expander after another."""
    best = list(options)
    for name in expanders:
        best = EXPANDERS[name](best, priorities)
    return best


def read_priorities(manifests: Sequence[Manifest]) -> Priorities:
    """Return the expressions by priority of the ConfigMap of the priority expander; empty without a valid one."""
    for manifest in manifests:
        meta, data = manifest.get("metadata") or {}, manifest.get("data") or {}
        if manifest.get("kind") != "ConfigMap" or meta.get("name") != _PRIORITIES:
            continue
        try:
            documents = parse_source(str(data.get("priorities") or ""), NO_LIMITS)
        except InvalidInput:
            return {}
        return _expressions(documents[0]) if documents else {}
    return {}


def _expressions(document: object) -> Priorities:
    if not isinstance(document, dict):
        return {}
    listed = {str(key): value for key, value in document.items() if isinstance(value, list)}
    priorities = {int(key): [*map(str, texts)] for key, texts in listed.items() if _PRIORITY.fullmatch(key)}
    try:
        for text in (text for texts in priorities.values() for text in texts):
            check_pattern(text)
    except CelError:
        return {}
    return priorities
