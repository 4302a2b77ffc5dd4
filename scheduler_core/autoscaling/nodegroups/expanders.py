"""The expanders of Cluster Autoscaler: which of the groups that would help gets the new nodes.

Follows pkg/expander/{waste,priority} of cluster-autoscaler 1.35. An input does not show which are used: the ConfigMap
of the priority expander means that it is, and least-waste is the default. Of equal groups one is chosen at random.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.kubernetes.cel import CelError, check_pattern, found_in
from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.loading import parse_source
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY, Amounts

_PRIORITY = re.compile("-?[0-9]{1,18}")
_PRIORITIES = "cluster-autoscaler-priority-expander"

Priorities = Mapping[int, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Option:
    """A group with the number of new nodes that take pods with these requests."""

    group: str
    count: int
    capacity: Amounts
    requested: Amounts

    @property
    def waste(self) -> float:
        """The fractions of cpu and of memory that stay unrequested on the new nodes, added up."""
        return self._unused(CPU) + self._unused(MEMORY)

    def _unused(self, resource: str) -> float:
        available = self.capacity.get(resource, 0) * self.count
        return (available - self.requested.get(resource, 0)) / available if available else 0.0


def best_options(options: Sequence[Option], priorities: Priorities) -> list[Option]:
    """Return the options among which the choice is random: of the highest priority, those that waste least."""
    best = _of_highest_priority(options, priorities) if priorities else options
    least = min(option.waste for option in best)
    return [option for option in best if option.waste == least]


def _of_highest_priority(options: Sequence[Option], priorities: Priorities) -> Sequence[Option]:
    """Return the options of the highest priority; all of them if no expression matches a name."""
    for priority in sorted(priorities, reverse=True):
        matching = [o for o in options if any(found_in(text, o.group) for text in priorities[priority])]
        if matching:
            return matching
    return options


def read_priorities(manifests: Iterable[Manifest]) -> Priorities:
    """Return the expressions by priority of the ConfigMap of the priority expander; empty without a valid one."""
    for manifest in manifests:
        if manifest.get("kind") != "ConfigMap":
            continue
        meta, data = manifest.get("metadata") or {}, manifest.get("data") or {}
        if meta.get("name") != _PRIORITIES:
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
