"""Second schedulers of another version than the API server, which do not know what pods ask of them.

The versions are the first in which a field's feature gate is on by default (pkg/features/kube_features.go @ v1.36.2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.rule import Finding, Path, Rule
from scheduler_core.advice.lint.workloads import LintedWorkload
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.pod import DEFAULT_SCHEDULER

from .affinity import terms

_IMAGE = re.compile(r"(?:^|/)kube-scheduler:v?1\.(?P<minor>\d+)")
_SPREAD_SINCE = {"nodeAffinityPolicy": 26, "nodeTaintsPolicy": 26, "matchLabelKeys": 27, "minDomains": 27}
_TERM_SINCE = {"namespaceSelector": 22, "matchLabelKeys": 31, "mismatchLabelKeys": 31}
_SPEC_SINCE = {"schedulingGates": 27, "resourceClaims": 34}


@dataclass(frozen=True, slots=True)
class _SecondScheduler:
    """A workload that runs kube-scheduler of the version 1.`minor`."""

    object: str
    minor: int


def _too_old(linted: LintInput) -> Iterator[Finding]:
    schedulers = dict(_schedulers(linted))
    for workload in linted.workloads:
        scheduler = schedulers.get(workload.template.scheduler_name)
        if scheduler is None:
            continue
        for path, since in _fields(workload):
            if scheduler.minor < since:
                yield Finding(
                    workload.object,
                    workload.path(*path),
                    {
                        "field": str(path[-1]),
                        "since": f"1.{since}",
                        "scheduler": scheduler.object,
                        "version": f"1.{scheduler.minor}",
                    },
                    pods=len(workload.pods),
                )


def _schedulers(linted: LintInput) -> Iterator[tuple[str, _SecondScheduler]]:
    """Yield the second schedulers of the input by each name that pods may choose them by.

    A name is that of a profile in a ConfigMap of the scheduler's namespace, else that of the workload.
    """
    profiles = _profiles(linted)
    for workload in linted.workloads:
        images = (container.get("image") for container in workload.spec.get("containers") or ())
        release = next((match for image in images if (match := _IMAGE.search(str(image or "")))), None)
        if release is None:
            continue
        own = str((workload.manifest.get("metadata") or {}).get("name"))
        for name in dict.fromkeys([*profiles.get(workload.namespace, ()), own]):
            if name != DEFAULT_SCHEDULER:
                yield name, _SecondScheduler(workload.object, int(release["minor"]))


def _profiles(linted: LintInput) -> dict[str, list[str]]:
    """Return the names of the profiles in ConfigMaps, by namespace."""
    names: dict[str, list[str]] = {}
    for manifest in linted.manifests:
        if kind_of(manifest) == "ConfigMap":
            namespace = str((manifest.get("metadata") or {}).get("namespace") or "default")
            names.setdefault(namespace, []).extend(_names_in(manifest.get("data") or {}))
    return names


def _names_in(data: Mapping[str, Any]) -> Iterator[str]:
    for text in data.values():
        if isinstance(text, str) and "KubeSchedulerConfiguration" in text:
            yield from re.findall(r"^\s*(?:- )?schedulerName:\s*[\"']?([\w.-]+)", text, re.MULTILINE)


def _fields(workload: LintedWorkload) -> Iterator[tuple[Path, int]]:
    """Yield the fields that a workload sets and that schedulers have not always known, with the minor version."""
    yield from (((field,), since) for field, since in _SPEC_SINCE.items() if workload.spec.get(field))
    for i, constraint in enumerate(workload.spec.get("topologySpreadConstraints") or ()):
        for field, since in _SPREAD_SINCE.items():
            if constraint.get(field) is not None:
                yield ("topologySpreadConstraints", i, field), since
    for term in terms(workload):
        for field, since in _TERM_SINCE.items():
            if term.written.get(field) is not None:
                yield (*term.path, field), since


RULES = (
    Rule(
        "second-scheduler-too-old",
        "warning",
        "The scheduler of these pods is too old for this field",
        "{scheduler} is kube-scheduler {version}, which ignores {field}: it is supported since {since}.",
        "The API server stores every field that it knows, regardless of the pod's scheduler. An older "
        "second kube-scheduler silently ignores newer fields, and places pods as if they were absent.",
        _too_old,
    ),
)
