"""Labels that describe a machine, and their owners: they are never set on another node.

Who owns such a label writes it again, or builds on it: a node that is relabelled is in no other pool, and of no other
architecture. Where a pod asks for one, what helps is a node of that pool, or another selector.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

import yaml

from scheduler_core.kubernetes.objects.node import Node
from scheduler_core.kubernetes.objects.nodegroups import GROUP_LABELS
from scheduler_core.kubernetes.objects.resources import CPU, MEMORY, is_extended

_PATH: Final = Path(__file__).with_name("owned_labels.yaml")


@dataclass(frozen=True, slots=True)
class LabelOwner:
    """Labels with one owner: keys, or prefixes of keys, which end with a slash."""

    owner: str
    keys: tuple[str, ...]
    source: str


PLATFORM_LABELS = (
    "kubernetes.io/arch",
    "kubernetes.io/os",
    "beta.kubernetes.io/arch",
    "beta.kubernetes.io/os",
)
"""What a container image is built for."""

_POOLS = "node pools"  # the owner of names that are known under any prefix


@cache
def label_owners() -> tuple[LabelOwner, ...]:
    """Return the owners of labels, with their sources."""
    rows = yaml.load(_PATH.read_text(encoding="utf-8"), yaml.CSafeLoader)
    owners = (LabelOwner(row["owner"], tuple(row["keys"]), row["source"]) for row in rows)
    return tuple(
        replace(owner, keys=(*GROUP_LABELS, *owner.keys)) if owner.owner == _POOLS else owner
        for owner in owners
    )


@cache
def _by_key() -> Mapping[str, LabelOwner]:
    return {key: owner for owner in label_owners() for key in owner.keys}


def owner_of(key: str) -> LabelOwner | None:
    """Return who owns a label, by its key: names of pools are known under any prefix (`example.com/nodepool`)."""
    by_key = _by_key()
    if (owner := by_key.get(key)) is not None:
        return owner
    for known, owner in by_key.items():
        if known.endswith("/") and key.startswith(known):
            return owner
    named = by_key.get(key.rpartition("/")[2])
    return named if named is not None and named.owner == _POOLS else None


def names_machine(nodes: Sequence[Node], key: str) -> bool:
    """Return whether a label says what a machine is: it has an owner, or it tells the shapes of these nodes apart.

    It does if all nodes have it, each value is on two or more of one shape, and no two values have the same shape.
    """
    return owner_of(key) is not None or _tells_apart(nodes, key)


def _tells_apart(nodes: Sequence[Node], key: str) -> bool:
    shapes: dict[str, list[Hashable]] = {}
    for node in nodes:
        if (value := node.labels.get(key)) is None:
            return False
        shapes.setdefault(value, []).append(_shape(node))
    of_values = [set(alike) for alike in shapes.values()]
    if len(shapes) < 2 or any(len(alike) < 2 for alike in shapes.values()):
        return False
    return all(len(of_value) == 1 for of_value in of_values) and len(set.union(*of_values)) == len(shapes)


def _shape(node: Node) -> Hashable:
    devices = sorted((name, amount) for name, amount in node.allocatable.items() if is_extended(name))
    return node.allocatable.get(CPU, 0), node.allocatable.get(MEMORY, 0), tuple(devices)
