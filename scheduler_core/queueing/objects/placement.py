"""Topology assignments: how many pods go to which domain, plain and in the compressed form of the API.

Mirrors pkg/util/tas/topology_assignment.go @ v0.19.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scheduler_core.kubernetes.objects.reading import ManifestField


@dataclass(frozen=True, slots=True)
class DomainCount:
    """`count` pods in the domain that `values` name, one for each level of the assignment."""

    values: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class TopologyAssignment:
    """Domains with their pods; `levels` are the labels that the values belong to."""

    levels: tuple[str, ...]
    domains: tuple[DomainCount, ...]


def read_topology_assignment(at: ManifestField) -> TopologyAssignment:
    """Return an assignment of its compressed form (InternalFrom)."""
    levels = at.texts("levels")
    domains = (domain for part in at.children("slices") for domain in _read_slice(part))
    return TopologyAssignment(levels, tuple(domains))


def _read_slice(at: ManifestField) -> Iterator[DomainCount]:
    columns = list(at.children("valuesPerLevel"))
    counts = at.child("podCounts")
    for i in range(at.integer("domainCount", 0)):
        count = counts.raw("universal") if counts.has("universal") else counts.list("individual")[i]
        yield DomainCount(tuple(_value(column, i) for column in columns), count)


def _value(at: ManifestField, index: int) -> str:
    if at.has("universal"):
        return at.text("universal")
    individual = at.child("individual")
    return f"{individual.text('prefix')}{individual.texts('roots')[index]}{individual.text('suffix')}"
