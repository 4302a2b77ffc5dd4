"""From `machines:` to what a cloud can make: a document of its own in an input.

`instanceTypes` have the form of the recordings of Karpenter, `prices` are those of an hour by their name: a number, or
one for each kind of capacity. `nodeGroups` are templates by name, as Cluster Autoscaler
tells them: `{node: Node, pods: [Pod, …]}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.node import read_node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems, TooLarge
from scheduler_core.kubernetes.objects.statements import is_statement
from scheduler_core.sentences import worded

KEY: Final = "machines"
MOST_TYPES: Final = 5_000


@dataclass(frozen=True, slots=True)
class Machines:
    """What a cloud can make: instance types for Karpenter, templates of node groups for Cluster Autoscaler."""

    types: tuple[Manifest, ...] = ()
    prices: Mapping[str, Any] = field(default_factory=dict)
    groups: Mapping[str, Manifest] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.types or self.prices or self.groups)

    @property
    def written(self) -> Manifest:
        """The document that says it."""
        parts = {
            "instanceTypes": list(self.types),
            "prices": dict(self.prices),
            "nodeGroups": dict(self.groups),
        }
        return {key: part for key, part in parts.items() if part}


def is_machines(manifest: Any) -> bool:
    """Return whether a document states what a cloud can make and is not a Kubernetes object."""
    return is_statement(manifest, KEY)


def read_machines(manifest: Manifest, index: int, problems: Problems, former: Machines) -> Machines:
    """Return what a document says, which is the input's object `index`, added to former ones."""
    from scheduler_core.autoscaling.objects.instance_type import (
        read_instance_type,
    )  # here: few inputs have types

    problems.index, problems.object = index, ""
    at = ManifestField(manifest, "", problems).child(KEY)
    types = []
    for entry in at.children("instanceTypes"):
        allowance.check()
        read_instance_type(entry)
        types.append(entry.value)
    prices = at.child("prices")
    for name, price in prices.value.items():
        of_kinds = price.values() if isinstance(price, dict) else [price]
        if any(isinstance(number, bool) or not isinstance(number, int | float) for number in of_kinds):
            prices.problem(str(name), worded("must be a number, or one for each kind of capacity"))
    groups, listed = {}, at.child("nodeGroups")
    for name in listed.value:
        read_node(listed.child(name).child("node"))
        groups[str(name)] = listed.child(name).value
    if (count := len(former.types) + len(types)) > MOST_TYPES:
        message = worded("has {count} instance types; the limit is {limit}", count=count, limit=MOST_TYPES)
        raise TooLarge.of(KEY, message)
    return Machines((*former.types, *types), {**former.prices, **prices.value}, {**former.groups, **groups})
