"""Kueue's own configuration, as far as it decides anything here: fair sharing and feature gates.

Mirrors apis/config/v1beta2 and v1beta1 @ v0.19.2. It is a document of the input, or the text of a ConfigMap, as
`kueue-manager-config` has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scheduler_core.controlplane.workloads.workload import mapping
from scheduler_core.kubernetes.objects.kinds import group_of, kind_of
from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.loading import locate, parse_source
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems
from scheduler_core.queueing.gates import DEFAULT, Gates, read_gates
from scheduler_core.queueing.preemption.preemptor import FairSharing
from scheduler_core.queueing.run.scenario import read_fair_sharing
from scheduler_core.sentences import worded

GROUP: Final = "config.kueue.x-k8s.io"
_KIND: Final = "Configuration"


@dataclass(frozen=True, slots=True)
class Settings:
    """What Kueue is configured with; `fair_sharing` is None for classical sharing."""

    gates: Gates = DEFAULT
    fair_sharing: FairSharing | None = None


def is_settings(manifest: object) -> bool:
    """Return whether a document is a configuration of Kueue."""
    return kind_of(manifest) == _KIND and group_of(manifest) == GROUP


def find_settings(manifests: Sequence[Manifest]) -> list[tuple[int, Manifest]]:
    """Return the configurations of the input with the numbers of the objects that they stand in."""
    return [(index, found) for index, m in enumerate(manifests) for found in _configurations(m)]


def _configurations(manifest: Manifest) -> Iterator[Manifest]:
    if is_settings(manifest):
        yield manifest
    elif kind_of(manifest) == "ConfigMap":
        texts = [
            text for text in mapping(manifest, "data").values() if isinstance(text, str) and GROUP in text
        ]
        yield from (found for text in texts for found in _parsed(text) if is_settings(found))


def _parsed(text: str) -> list[Manifest]:
    try:
        return parse_source(text, NO_LIMITS)
    except InvalidInput:
        return []


def read_settings(found: Sequence[tuple[int, Manifest]], problems: Problems) -> Settings:
    """Return what the input configures, the defaults without a configuration; faults are added to the problems."""
    if not found:
        return Settings()
    at = locate(*found[0], problems)
    if len(found) > 1:
        at.problem(
            "", worded("must be the only one of Kueue's, got {count}: remove the others", count=len(found))
        )
    fair = read_fair_sharing(at) if _shares_fairly(at) else None
    return Settings(read_gates(at, "featureGates"), fair)


def _shares_fairly(at: ManifestField) -> bool:
    """Return whether fair sharing is on: of v1beta1 with `enable`, later where it is configured at all."""
    old = at.text("apiVersion").endswith("/v1beta1")
    return at.has("fairSharing") and at.child("fairSharing").flag("enable", default=not old)
