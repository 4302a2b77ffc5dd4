"""Each rule finds what it is about, shows it by a run, repairs it, and is silent where nothing is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from scheduler_core.advice.lint import RULES, lint
from scheduler_core.advice.lint.contract import LintFinding
from scheduler_core.advice.lint.sarif import operations_of
from scheduler_core.kubernetes.source import apply_operations
from tests.builders import Manifest, make_node, make_pod

from .cases import CASES, Case, daemon, half_fixed, second_scheduler

BY_RULE = {case.rule: case for case in CASES}


def text_of(manifests: list[Manifest]) -> str:
    return yaml.dump_all(manifests, Dumper=yaml.CSafeDumper, sort_keys=False)


def findings(rule: str, text: str) -> list[LintFinding]:
    return [finding for finding in lint([text])["findings"] if finding["rule"] == rule]


def test_every_rule_has_a_case() -> None:
    assert sorted(BY_RULE) == sorted(RULES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_rule_finds_what_it_is_about_and_its_fix_removes_it(case: Case) -> None:
    text = text_of(case.bad)
    (finding,) = findings(case.rule, text)
    run = finding["consequence"]
    assert (finding["severity"], finding["path"]) == (case.severity, case.path)
    if case.run is None:
        assert run is None
    else:
        assert run is not None
        assert (run["written"]["placed"], run["fixed"] and run["fixed"]["placed"]) == case.run
    assert (finding["fix"] is not None) == case.fixed
    if finding["fix"] is not None and case.rule not in _LASTING:
        assert not findings(case.rule, apply_operations(text, operations_of(finding)).source)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_rule_is_silent_where_nothing_is_wrong(case: Case) -> None:
    assert not findings(case.rule, text_of(case.good))


# What the running pods lack stays until they are gone: the fix lets the rollout go on.
_LASTING = ("match-label-keys-too-late",)


@pytest.mark.parametrize(
    ("old_scope", "pods_that_repel"),
    [
        ({"namespaces": ["default", "other"]}, 2),
        ({"namespaces": ["other"]}, 0),
        ({"namespaces": ["other"], "namespaceSelector": {}}, 2),
    ],
)
def test_running_pods_repel_the_new_ones_in_the_namespaces_of_their_terms(
    old_scope: Manifest, pods_that_repel: int
) -> None:
    text = text_of(half_fixed(old_keys=False, **old_scope))
    repelled = findings("match-label-keys-too-late", text)
    assert [finding["operands"]["n"] for finding in repelled] == [pods_that_repel] * bool(pods_that_repel)


def test_rules_about_nodes_need_nodes_or_a_sample_cluster() -> None:
    for case in CASES:
        workloads = [m for m in case.bad if m["kind"] not in ("Node", "Pod")]
        if RULES[case.rule].needs_nodes and workloads:
            report = lint([text_of(workloads)])
            assert not report["node_rules"]
            assert all(finding["rule"] != case.rule for finding in report["findings"])


def test_a_gang_that_waits_for_members_that_no_node_refuses_is_linted() -> None:
    """Nothing is the cause of what a single member waits for: no node refuses it."""
    case = (
        Path(__file__).parents[4] / "webui" / "features" / "gallery" / "cases" / "gangs-all-or-nothing.yaml"
    )
    source = case.read_text().partition("\n---\n")[2]
    assert "minCount: " in source
    lint([re.sub(r"minCount: \d+", "minCount: 1000", source)])


def test_a_second_scheduler_has_the_names_of_its_profiles() -> None:
    objects = second_scheduler("v1.25.3")
    config = "kind: KubeSchedulerConfiguration\nprofiles:\n- schedulerName: packed\n"
    profiles = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "c"},
        "data": {"c.yaml": config},
    }
    text = text_of([*objects, profiles]).replace("schedulerName: batch-scheduler", "schedulerName: packed")
    (finding,) = findings("second-scheduler-too-old", text)
    assert finding["operands"]["scheduler"] == "Deployment batch-scheduler"


def test_pods_of_a_lower_priority_make_room_for_daemons() -> None:
    low = make_pod("runs", node="n1", requests={"cpu": "4"}, priority=-1)
    assert not findings("daemon-without-room", text_of([make_node("n1"), low, daemon({"cpu": "1"})]))
    patient = daemon({"cpu": "1"}, preemptionPolicy="Never")
    assert findings("daemon-without-room", text_of([make_node("n1"), low, patient]))
