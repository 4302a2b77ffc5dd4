"""The labels that Karpenter's providers bring (`providers.yaml`), and those that the name of an instance type tells."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from scheduler_core.kubernetes.objects.labels import Labels

_EC2 = re.compile(
    r"(?P<family>(?P<category>[a-z]+)(?:-[0-9]+tb)?(?P<generation>[0-9]+)[a-z0-9-]*)\.(?P<size>[a-z0-9-]+)"
)
_OF_EC2 = ("karpenter.k8s.aws", "eks.amazonaws.com")


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider by the API group of its NodeClasses; `own` are the labels that only its instance types have."""

    group: str
    labels: frozenset[str]
    own: frozenset[str]
    reservation_label: str

    def labels_of_name(self, instance_type: str) -> Labels:
        """Return the labels that the name of an instance type tells: `m5.large` is of category m, generation 5."""
        match = _EC2.fullmatch(instance_type) if self.group in _OF_EC2 else None
        return (
            {f"{self.group}/instance-{part}": text for part, text in match.groupdict().items()}
            if match
            else {}
        )


@cache
def provider_of(group: str) -> Provider:
    """Return the provider whose NodeClasses are of an API group; one that is not known has no labels of its own."""
    row = _table().get(group, {"domain": group, "labels": (), "reservation": ""})
    names = {name if "/" in name else f"{row['domain']}/{name}" for name in row["labels"]}
    own = frozenset(name for name in names if name.startswith(f"{row['domain']}/"))
    return Provider(group, frozenset(names), own, row["reservation"])


def known_groups() -> tuple[str, ...]:
    """Return the API groups of the providers whose labels are known."""
    return tuple(_table())


@cache
def _table() -> Mapping[str, Any]:
    path = Path(__file__).with_name("providers.yaml")
    table: Mapping[str, Any] = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return table
