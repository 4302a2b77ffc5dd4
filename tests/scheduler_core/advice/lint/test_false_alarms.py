"""What looks wrong to a rule and is not: the run, an autoscaler, or another file says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from scheduler_core.advice.lint import lint
from scheduler_core.controlplane.sample_clusters import find_cluster

from .cases import app, autoscaler, budget, deployment, near
from .test_rules import text_of

FOUND = Path(__file__).parents[1] / "found"


@pytest.mark.parametrize("name", ["ext.yaml", "ok-pdb-hpa.yaml"])
def test_found_files_have_no_finding(name: str) -> None:
    assert lint([(FOUND / name).read_text(encoding="utf-8")])["findings"] == []


def test_an_autoscaler_that_is_off_raises_nothing() -> None:
    texts = [
        text_of([deployment("web", 1), budget("web", "web", minAvailable=1), autoscaler("web", least=1)])
    ]
    assert [finding["rule"] for finding in lint(texts)["findings"]] == ["budget-allows-nothing"]


@pytest.mark.parametrize(
    ("manifests", "rule"),
    [
        ([deployment("web", 2), budget("other", "database", minAvailable=1)], "budget-selects-nothing"),
        ([deployment("web", 2, **near(app("queue")))], "affinity-to-nobody"),
        ([deployment("web", 2), autoscaler("database")], "autoscaler-without-target"),
    ],
)
def test_what_may_be_in_another_file_is_a_note(manifests: list[dict[str, object]], rule: str) -> None:
    report = lint([text_of(manifests)], find_cluster("three-zones"))
    assert [(f["rule"], f["severity"]) for f in report["findings"] if f["rule"] == rule] == [(rule, "note")]


def test_a_daemonset_for_nodes_that_the_sample_lacks_is_a_note() -> None:
    web = deployment("web", 1, nodeSelector={"example.com/gpu": "true"})
    spec = {key: value for key, value in web["spec"].items() if key != "replicas"}
    report = lint([text_of([{**web, "kind": "DaemonSet", "spec": spec}])], find_cluster("three-zones"))
    assert [(f["rule"], f["severity"]) for f in report["findings"]] == [("selector-matches-no-node", "note")]
