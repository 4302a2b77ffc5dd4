"""How Karpenter's messages write values: errors with details, and objects as JSON.

Mirrors pkg/utils/pretty/pretty.go @ v1.13.0 and awslabs/operatorpkg/serrors.
"""

from __future__ import annotations

import json
from typing import Any

# The order of the fields of a pod's terms and constraints in Go, where it is not alphabetical.
_FIELDS = (
    "weight",
    "preference",
    "podAffinityTerm",
    "maxSkew",
    "key",
    "operator",
    "values",
    "matchLabels",
    "matchExpressions",
    "matchFields",
)
_SPREAD = ("maxSkew", "topologyKey", "whenUnsatisfiable", "labelSelector", "minDomains", "nodeAffinityPolicy")
_AFFINITY = ("labelSelector", "namespaces", "topologyKey", "namespaceSelector", "matchLabelKeys")


def detailed(text: str, **details: object) -> str:
    """Return an error with its details; `_` in their names stands for a hyphen."""
    listed = ", ".join(f"{name.replace('_', '-')}={value}" for name, value in sorted(details.items()))
    return f"{text} ({listed})"


def sentence(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def concise(value: Any) -> str:
    """Return a term or a constraint of a pod as JSON, with the fields in Go's order."""
    return json.dumps(_ordered(value), separators=(",", ":"), ensure_ascii=False)


def _ordered(value: Any) -> Any:
    if isinstance(value, list):
        return [_ordered(part) for part in value]
    if not isinstance(value, dict):
        return value
    order = _SPREAD if "maxSkew" in value else _AFFINITY if "topologyKey" in value else _FIELDS
    ranks = {name: rank for rank, name in enumerate(order)}
    names = sorted(value, key=lambda name: (ranks.get(name, len(ranks)), name))
    return {name: _ordered(value[name]) for name in names}
