"""Fields that several kinds of sweeps have."""

from __future__ import annotations

from typing import Any

from scheduler_core.kubernetes.objects.reading import ManifestField, quoted
from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS, find_version
from scheduler_core.sentences import worded

from .bounds import MOST_SEEDS, MOST_VALUES

WEIGHT = "weight/"  # of a setting: that of a plugin


def seeds_of(at: ManifestField) -> int:
    """Return the number of seeds."""
    seeds = at.integer("seeds", 1)
    if not 1 <= seeds <= MOST_SEEDS:
        at.problem(
            "seeds",
            worded("must be from 1 to {most}, got {value}", most=f"{MOST_SEEDS:,}", value=seeds),
        )
    return seeds


def values_of(at: ManifestField, key: str) -> list[Any]:
    """Return a list of values that are all different and not too many."""
    values = at.list(key)
    if not values and isinstance(at.raw(key) or [], list):
        at.problem(key, worded("must have at least one value: add one"))
    if len(values) > MOST_VALUES:
        at.problem(
            key,
            worded(
                "must have at most {most} values, got {count}: take fewer",
                most=f"{MOST_VALUES:,}",
                count=f"{len(values):,}",
            ),
        )
    for i, value in enumerate(values):
        if value in values[:i]:
            at.problem(f"{key}[{i}]", worded("contains {value} twice: remove one", value=quoted(value)))
            break
    return values


def numbers_of(at: ManifestField, key: str, least: int, most: int) -> list[int]:
    """Return a list of different numbers."""
    values = values_of(at, key)
    for i, value in enumerate(values):
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            at.problem(
                f"{key}[{i}]",
                worded(
                    "must be a number from {least} to {most}, got {value}",
                    least=least,
                    most=f"{most:,}",
                    value=quoted(value),
                ),
            )
    return values


def version_of(at: ManifestField, key: str, value: object) -> str:
    """Return a version of Kubernetes as text."""
    try:
        find_version(str(value))
    except ValueError:
        releases = list(KUBERNETES_VERSIONS)
        at.problem(
            key,
            worded(
                "must be a version from {first} to {last}, got {value}",
                first=releases[0],
                last=releases[-1],
                value=quoted(value),
            ),
        )
    return str(value)
