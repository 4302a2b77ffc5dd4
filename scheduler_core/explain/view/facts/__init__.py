"""The facts behind the numbers of a cycle: the pods, nodes and fields that made them, as operands, never prose.

A fact has a name, "kind:argument:…", which is also what the page keeps in its address: `domain:filter:0:zone-a`,
`used:node1:cpu`, `pod:default/web-0`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.defaults import default_plugins

from .contract import NamedFact
from .devices import (
    ClaimsFact,
    DevicesFact,
    NodeClaimsFact,
    NodeDeviceFact,
    claims_fact,
    devices_fact,
    node_claims_fact,
    node_device_fact,
)
from .nodes import NodeFact, node_fact
from .pods import PodFact, pod_fact
from .preemption import PreemptionFact, preemption_fact
from .remedies import RemediesFact, remedies_fact
from .resources import RequestFact, UsedFact, request_fact, used_fact
from .spread import (
    ConstraintFact,
    DomainFact,
    ExcludedFact,
    SelfMatchFact,
    constraint_fact,
    domain_fact,
    excluded_fact,
    self_match_fact,
)


class WeightFact(NamedFact):
    """The weight of a plugin in the profile, and the default of the version."""

    plugin: str
    weight: int
    default: int
    profile: str


def weight_fact(record: CycleRecord, plugin: str) -> WeightFact:
    """Return the weight in this profile and the default of the version."""
    weights = {plugin.name: weight for plugin, weight in record.framework.profile.score}
    return {
        "plugin": plugin,
        "weight": weights[plugin],
        "default": default_plugins(record.framework.handle.version).get(plugin) or 1,
        "profile": record.framework.profile.scheduler_name,
    }


__all__ = ["Fact", "fact_of"]

Fact = (
    ClaimsFact
    | ConstraintFact
    | DevicesFact
    | DomainFact
    | ExcludedFact
    | NodeClaimsFact
    | NodeDeviceFact
    | NodeFact
    | PodFact
    | PreemptionFact
    | RemediesFact
    | RequestFact
    | SelfMatchFact
    | UsedFact
    | WeightFact
)

FACTS: dict[str, Callable[..., Fact]] = {
    "claims": claims_fact,
    "constraint": constraint_fact,
    "devices": devices_fact,
    "domain": domain_fact,
    "excluded": excluded_fact,
    "node": node_fact,
    "node_claims": node_claims_fact,
    "node_device": node_device_fact,
    "pod": pod_fact,
    "preemption": preemption_fact,
    "remedies": remedies_fact,
    "request": request_fact,
    "self": self_match_fact,
    "used": used_fact,
    "weight": weight_fact,
}


def fact_of(record: CycleRecord, name: str) -> Fact:
    """Return the fact with this name; KeyError if the cycle has none."""
    kind, *arguments = name.split(":")
    try:
        return cast("Fact", {"fact": name, **FACTS[kind](record, *arguments)})
    except (TypeError, ValueError, IndexError) as error:
        if isinstance(error, TypeError) and len(arguments) == FACTS[kind].__code__.co_argcount - 1:
            raise
        raise KeyError(name) from error
