"""The one list of rules."""

from __future__ import annotations

from .rule import Rule
from .rules import (
    affinity,
    autoscalers,
    budgets,
    claims,
    conflicts,
    defaults,
    devices,
    fields,
    nodes,
    refused,
    rollout,
    spread,
    topology,
)

RULES: dict[str, Rule] = {
    rule.name: rule
    for family in (
        spread,
        topology,
        affinity,
        rollout,
        nodes,
        devices,
        claims,
        conflicts,
        budgets,
        autoscalers,
        refused,
        fields,
        defaults,
    )
    for rule in family.RULES
}
