"""What looks wrong to a rule and is not: the run, an autoscaler, or another file says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from scheduler_core.advice.lint import lint
from scheduler_core.controlplane.sample_clusters import find_cluster
from tests.builders import Manifest

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


def _without(manifest: Manifest, *path: str) -> Manifest:
    """Return the manifest without the field at a path."""
    first, *rest = path
    if not rest:
        return {key: value for key, value in manifest.items() if key != first}
    return {**manifest, first: _without(manifest[first], *rest)}


_WEB = deployment("web", 2)


@pytest.mark.parametrize(
    "part",
    [
        {**_WEB, "spec": {"replicas": 4}},
        {**_WEB, "$patch": "delete", "spec": {}},
        deployment("web", 2, containers=[{"$patch": "replace"}, {"name": "c", "image": "app:2"}]),
        _without(deployment("web", 2, containers=[{"name": "c", "args": ["-v"]}]), "spec", "selector"),
        _without(_without(_WEB, "spec", "selector"), "spec", "template", "metadata"),
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"labels": {"a": "b"}}, "spec": {}},
    ],
)
def test_a_patch_or_a_template_of_a_tool_is_at_most_a_note(part: Manifest) -> None:
    assert {finding["rule"] for finding in lint([text_of([part])])["findings"]} <= {"built-by-a-tool"}


def test_a_whole_workload_without_a_selector_is_refused() -> None:
    findings = lint([text_of([_without(_WEB, "spec", "selector")])])["findings"]
    assert [(f["rule"], f["path"]) for f in findings] == [("refused-by-api-server", "spec.selector")]


@pytest.mark.parametrize(
    "pod",
    [
        {"nodeSelector": {"region": "east"}},
        {"nodeSelector": {"kubernetes.io/arch": "s390x"}},
        {"containers": [{"name": "c", "image": "i", "resources": {"requests": {"cpu": "64"}}}]},
        {"nodeSelector": {"nvidia.com/gpu.present": "true"}},
    ],
)
def test_what_a_sample_cluster_lacks_is_a_note(pod: Manifest) -> None:
    report = lint([text_of([deployment("web", 1, **pod)])], find_cluster("eks"))
    assert [(f["severity"], f["fix"] and f["fix"]["text"]) for f in report["findings"]] in (
        [("note", None)],
        [("note", "cpu: 3920m")],
        [("note", "Tolerate nvidia.com/gpu=true:NoSchedule")],
    )


def test_alternatives_in_several_files_are_no_finding_and_twice_in_one_is() -> None:
    web, other = text_of([_WEB]), text_of([deployment("web", 3)])
    assert lint([web, other])["findings"] == []
    assert {f["rule"] for f in lint([text_of([_WEB, deployment("web", 3)])])["findings"]} == {
        "refused-by-api-server"
    }


def test_what_admission_refuses_of_each_pod_is_one_finding() -> None:
    gpu = {"name": "c", "image": "i", "resources": {"requests": {"nvidia.com/gpu": "1"}}}
    findings = lint([text_of([deployment("web", 3, containers=[gpu])])])["findings"]
    assert [(f["rule"], f["pods"]) for f in findings] == [("refused-by-admission", 3)]


@pytest.mark.parametrize(
    "manifest",
    [
        deployment("web", 1, runtimeClassName="nvidia"),
        {
            "apiVersion": "ray.io/v1",
            "kind": "RayJob",
            "metadata": {"name": "j"},
            "spec": {"clusterSelector": {"ray.io/cluster": "c"}},
        },
    ],
)
def test_what_the_cluster_may_have_already_is_no_finding(manifest: Manifest) -> None:
    assert lint([text_of([manifest])], find_cluster("eks"))["findings"] == []


def test_a_daemonset_for_nodes_that_the_sample_lacks_is_a_note() -> None:
    web = deployment("web", 1, nodeSelector={"example.com/gpu": "true"})
    spec = {key: value for key, value in web["spec"].items() if key != "replicas"}
    report = lint([text_of([{**web, "kind": "DaemonSet", "spec": spec}])], find_cluster("three-zones"))
    assert [(f["rule"], f["severity"]) for f in report["findings"]] == [("selector-matches-no-node", "note")]
