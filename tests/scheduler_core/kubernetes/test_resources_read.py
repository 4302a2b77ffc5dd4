"""What is read of a running cluster is what the engine knows: of the same groups, with fields that are kept."""

from __future__ import annotations

import re
from pathlib import Path

from scheduler_core.controlplane.workloads.trainjob import RUNTIMES
from scheduler_core.controlplane.workloads.workload import API_VERSIONS
from scheduler_core.kubernetes.objects.kinds import KIND_GROUPS, QUEUEING_KINDS
from scheduler_core.kubernetes.resources_read import READ
from scheduler_core.kubernetes.source import imported_fields


def test_each_kind_is_known_to_the_engine_and_read_once() -> None:
    kinds = [resource.kind for resource in READ]
    assert len(set(kinds)) == len(kinds)
    assert [r.kind for r in READ if r.group not in KIND_GROUPS[r.kind]] == []
    assert set(kinds) <= imported_fields().keys()


def test_of_the_workloads_only_two_are_not_read_and_of_kueues_objects_none() -> None:
    """A CronJob would start anew what has run, and the Deployment of a Rollout would have no ReplicaSet."""
    kinds = {resource.kind for resource in READ}
    assert API_VERSIONS.keys() - kinds == {"CronJob", "Rollout"}
    assert set(QUEUEING_KINDS) <= kinds
    served = {f"{group}/{version}" for r in READ for group in (r.group,) for version in r.versions if r.group}
    versions = {API_VERSIONS[kind] for kind in API_VERSIONS.keys() & kinds} - {"v1"}
    assert versions <= served


def test_the_page_takes_the_same_kinds_for_workloads() -> None:
    text = (Path(__file__).parents[3] / "static/js/import/recognise.js").read_text(encoding="utf-8")
    [listed] = re.findall(r"const CREATING = \[(.*?)\];", text, re.DOTALL)
    assert set(re.findall(r'"(\w+)"', listed)) == API_VERSIONS.keys() - set(RUNTIMES)
