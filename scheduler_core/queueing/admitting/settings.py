"""Kueue's own configuration, as far as it decides anything here: fair sharing, feature gates, waitForPodsReady.

Mirrors apis/config/v1beta2 and v1beta1 @ v0.19.2. It is a document of the input, or the text of a ConfigMap, as
`kueue-manager-config` has it.
"""

from __future__ import annotations

import re
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
_READY_SECONDS = 30 * 60
_UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_PART = re.compile(r"(\d+(?:\.\d+)?)(h|ms|m|s)")
_DURATION = re.compile(f"(?:{_PART.pattern})+")


@dataclass(frozen=True, slots=True)
class Settings:
    """What Kueue is configured with; `fair_sharing` is None for classical sharing.

    `blocks_admission` is whether nobody is admitted as long as pods of others are not ready. An admitted workload is
    evicted if its pods are not ready after `ready_seconds`, 0 for never.
    """

    gates: Gates = DEFAULT
    fair_sharing: FairSharing | None = None
    blocks_admission: bool = False
    ready_seconds: int = _READY_SECONDS


def is_settings(manifest: object) -> bool:
    """Return whether a document is a configuration of Kueue."""
    return kind_of(manifest) == _KIND and group_of(manifest) == GROUP


def find_settings(manifests: Sequence[Manifest]) -> list[tuple[int, Manifest]]:
    """Return the configurations of the input with the numbers of the objects that they stand in."""
    return [
        (index, configuration) for index, m in enumerate(manifests) for configuration in _configurations(m)
    ]


def _configurations(manifest: Manifest) -> Iterator[Manifest]:
    if is_settings(manifest):
        yield manifest
    elif kind_of(manifest) == "ConfigMap":
        texts = [
            text for text in mapping(manifest, "data").values() if isinstance(text, str) and GROUP in text
        ]
        yield from (parsed for text in texts for parsed in _parsed(text) if is_settings(parsed))


def _parsed(text: str) -> list[Manifest]:
    try:
        return parse_source(text, NO_LIMITS)
    except InvalidInput:
        return []


def read_settings(configurations: Sequence[tuple[int, Manifest]], problems: Problems) -> Settings:
    """Return what the input configures, the defaults without a configuration; faults are added to the problems."""
    if not configurations:
        return Settings()
    at = locate(*configurations[0], problems)
    if len(configurations) > 1:
        at.problem(
            "",
            worded(
                "must be the only one of Kueue's, got {count}: remove the others", count=len(configurations)
            ),
        )
    fair = read_fair_sharing(at) if _shares_fairly(at) else None
    return Settings(read_gates(at, "featureGates"), fair, *_read_readiness(at))


def _read_readiness(at: ManifestField) -> tuple[bool, int]:
    """Return whether pods that are not ready block admission, and for how many seconds they are waited for.

    Of v1beta1 both take `enable`; later they are on unless a gate turns them off.
    """
    old, off = _is_old(at), at.child("featureGates").flag("DisableWaitForPodsReady")
    given = at.child("waitForPodsReady")
    if off or not given.flag("enable", default=not old):
        return False, 0
    seconds = _seconds(given, "timeout") if given.has("timeout") else 0
    return given.flag("blockAdmission", default=old), seconds or _READY_SECONDS


def _seconds(at: ManifestField, key: str) -> int:
    """Return a duration of Go in whole seconds, with an error if it is none."""
    text = at.text(key)
    if not _DURATION.fullmatch(text):
        at.problem(key, worded("must be a duration such as 30m, got {value}", value=text))
        return 0
    return int(sum(float(n) * _UNITS[unit] for n, unit in _PART.findall(text)))


def _is_old(at: ManifestField) -> bool:
    return at.text("apiVersion").endswith("/v1beta1")


def _shares_fairly(at: ManifestField) -> bool:
    """Return whether fair sharing is on: of v1beta1 with `enable`, later where it is configured at all."""
    return at.has("fairSharing") and at.child("fairSharing").flag("enable", default=not _is_old(at))
