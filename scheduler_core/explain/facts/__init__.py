"""What stands behind one number of a cycle: the pods, nodes and fields that made it, as operands, never prose.

A fact has a name, "kind:argument:…", which is also what the page keeps in its address: `domain:filter:0:zone-a`,
`used:node1:cpu`, `pod:default/web-0`.
"""

from __future__ import annotations

from collections.abc import Callable

from scheduler_core.cycle.cycle import CycleRecord
from scheduler_core.explain.trace import Json

from .nodes import node_fact
from .pods import pod_fact
from .preemption import preemption_fact
from .remedies import remedies_fact
from .resources import request_fact, used_fact
from .spread import constraint_fact, domain_fact, excluded_fact, self_match_fact
from .weights import weight_fact

__all__ = ["fact_of"]

FACTS: dict[str, Callable[..., Json]] = {
    "constraint": constraint_fact,
    "domain": domain_fact,
    "excluded": excluded_fact,
    "node": node_fact,
    "pod": pod_fact,
    "preemption": preemption_fact,
    "remedies": remedies_fact,
    "request": request_fact,
    "self": self_match_fact,
    "used": used_fact,
    "weight": weight_fact,
}


def fact_of(record: CycleRecord, name: str) -> Json:
    """The fact with this name; KeyError when the cycle has none."""
    kind, *arguments = name.split(":")
    try:
        return {"fact": name, **FACTS[kind](record, *arguments)}
    except (TypeError, ValueError, IndexError) as error:
        if isinstance(error, TypeError) and len(arguments) == FACTS[kind].__code__.co_argcount - 1:
            raise
        raise KeyError(name) from error
