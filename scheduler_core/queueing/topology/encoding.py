"""Topology assignments in the compressed form of the API.

Mirrors V1Beta2From of pkg/util/tas/tas_assignment.go @ v0.19.2. Domains are cut into parts where the prefix of their
hosts' names changes (gate TASAssignmentsEncodingByHostnamePrefix), unless one part for all is shorter.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from scheduler_core.kubernetes.objects.node import HOSTNAME
from scheduler_core.queueing.objects.placement import DomainCount, TopologyAssignment

MAX_DOMAINS = 100_000
"""Domains in one part, by the API."""

MAX_PARTS = 1_000
"""Parts of an assignment, by the API."""

Compressed = dict[str, Any]


def compressed(assignment: TopologyAssignment) -> Compressed:
    """Return an assignment as status.admission.podSetAssignments[].topologyAssignment has it."""
    domains = assignment.domains
    by_prefix = _form(assignment, _parts(assignment))
    if len(by_prefix.get("slices", ())) <= 1 or len(domains) > MAX_DOMAINS:
        return by_prefix
    as_one = _form(assignment, [domains])
    return as_one if _length(as_one) < _length(by_prefix) else by_prefix


def _form(assignment: TopologyAssignment, parts: Sequence[Sequence[DomainCount]]) -> Compressed:
    form: Compressed = {"levels": list(assignment.levels)}
    slices = [_slice(part) for part in parts if part]
    return form | {"slices": slices} if slices else form


def _length(form: Compressed) -> int:
    return len(json.dumps(form, separators=(",", ":"), ensure_ascii=False).encode())


def _slice(domains: Sequence[DomainCount]) -> Compressed:
    """Return domains as one part; what all have in common is written once."""
    columns = zip(*(domain.values for domain in domains), strict=True)
    counts = [domain.count for domain in domains]
    return {
        "domainCount": len(domains),
        "valuesPerLevel": [_column(values) for values in columns],
        "podCounts": {"universal": counts[0]} if len(set(counts)) == 1 else {"individual": counts},
    }


def _column(values: Sequence[str]) -> Compressed:
    """Return the values of a level: one for all, or their prefix, suffix and what is in between."""
    if len(set(values)) == 1:
        return {"universal": values[0]}
    prefix = _common_prefix(values)
    suffix = _common_prefix([value[::-1] for value in values])[::-1]
    shortest = min(map(len, values))
    prefix = prefix[: max(0, shortest - len(suffix))]
    individual: Compressed = {"roots": [value[len(prefix) : len(value) - len(suffix)] for value in values]}
    if prefix:
        individual["prefix"] = prefix
    if suffix:
        individual["suffix"] = suffix
    return {"individual": individual}


def _common_prefix(values: Sequence[str]) -> str:
    """Return what all begin with, as the first and the last of them do."""
    first, last = min(values), max(values)
    length = next(
        (i for i, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), len(first)
    )
    return first[:length]


def _parts(assignment: TopologyAssignment) -> list[Sequence[DomainCount]]:
    """Return runs of domains whose hosts' names have the same prefix, none longer than the API allows."""
    domains = assignment.domains
    keys: Sequence[str] = [""] * len(domains)
    if len(domains) > 1 and assignment.levels[-1:] == (HOSTNAME,):
        keys = _prefix_keys([domain.values[-1] for domain in domains])
    return list(_runs(domains, keys))


def _runs(domains: Sequence[DomainCount], keys: Sequence[str]) -> Iterator[Sequence[DomainCount]]:
    start = 0
    for _, run in groupby(keys):
        end = start + len(list(run))
        yield from (domains[i : min(i + MAX_DOMAINS, end)] for i in range(start, end, MAX_DOMAINS))
        start = end


def _prefix_keys(hosts: Sequence[str]) -> Sequence[str]:
    """Return the longest prefix of each host that another has too; shorter ones if there were too many parts.

    A prefix ends with a hyphen. Keys are "" where there is none, or if there are too many parts in any case.
    """
    prefixes = [[host[: i + 1] for i, letter in enumerate(host[:-1]) if letter == "-"] for host in hosts]
    counts = Counter(prefix for own in prefixes for prefix in own)
    for depth in range(max(map(len, prefixes)), 0, -1):
        keys = [next((p for p in reversed(own[:depth]) if counts[p] > 1), "") for own in prefixes]
        if _number_of_parts(keys) <= MAX_PARTS:
            return keys
    return [""] * len(hosts)


def _number_of_parts(keys: Sequence[str]) -> int:
    return sum(-(-len(list(run)) // MAX_DOMAINS) for _, run in groupby(keys))
