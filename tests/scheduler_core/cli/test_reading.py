"""No input is left out in silence: what was not read and what is missing is printed, and results stay parsable."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scheduler_core import load, reading_report
from scheduler_core.__main__ import main
from scheduler_core.controlplane.admission.policy import ALL
from tests.builders import Manifest, make_node, make_pod

NODE, POD = make_node("n1"), make_pod("p")
SERVICE = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s"}}
VPA = {"apiVersion": "autoscaling.k8s.io/v1", "kind": "VerticalPodAutoscaler", "metadata": {"name": "v"}}
CONFIG_MAPS = [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": str(n)}} for n in range(2)]


def simulate(
    folder: Path, capsys: pytest.CaptureFixture[str], *manifests: Manifest
) -> tuple[list[str], list[str]]:
    file = folder / "input.json"
    file.write_text(json.dumps(manifests))
    main(["simulate", str(file), "--disable-admission", ALL])
    captured = capsys.readouterr()
    version, *others = captured.err.splitlines()
    assert version == "Kubernetes v1.36.2, the default"
    return captured.out.splitlines(), others


def test_a_complete_input_prints_only_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(tmp_path, capsys, NODE, POD, SERVICE) == (["default/p -> n1"], [])


def test_what_was_not_read_follows_the_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = simulate(tmp_path, capsys, NODE, POD, VPA, *CONFIG_MAPS)
    assert out == ["default/p -> n1"]
    assert err[0].startswith("not read: 1 VerticalPodAutoscaler (autoscaling.k8s.io/v1): changes requests")
    assert err[1:] == ["not read: 2 ConfigMap: no effect on scheduling"]


def test_an_unknown_field_is_a_warning_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pod = make_pod("p")
    pod["spec"]["nodeselector"] = {"a": "b"}
    _, err = simulate(tmp_path, capsys, NODE, pod)
    assert err == [
        "warning: Pod default/p: spec.nodeselector: unknown field, which the API server drops: "
        "did you mean nodeSelector? (line 1)"
    ]


@pytest.mark.parametrize(
    ("manifests", "missing", "read"),
    [
        ([SERVICE], "there is no Pod and no workload", "read: 1 Service"),
        ([NODE], "there is no Pod and no workload", "read: 1 Node"),
        ([NODE, make_pod("p", node="n1")], "each has a node (1 in all)", "read: 1 Node, 1 Pod"),
        ([VPA], "there is no Pod and no workload", "read: no object that scheduling reads"),
    ],
)
def test_without_a_pending_pod_the_result_says_what_to_add(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    manifests: list[Manifest],
    missing: str,
    read: str,
) -> None:
    out, err = simulate(tmp_path, capsys, *manifests)
    assert out[-1].startswith("no pending pod: ")
    assert missing in out[-1]
    assert err[0] == read


def test_without_a_node_the_nodes_are_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = simulate(tmp_path, capsys, POD)
    assert out[0] == "default/p pending: no nodes available to schedule pods"
    assert err[0].startswith("there is no Node: add the nodes of the cluster")


@pytest.mark.parametrize(
    ("labels", "end"),
    [
        ({}, "until spec.suspend is false"),
        ({"kueue.x-k8s.io/queue-name": "team"}, "until Kueue admits it from queue team"),
    ],
)
def test_a_suspended_job_is_named(labels: dict[str, str], end: str) -> None:
    job = {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "sum", "labels": labels},
        "spec": {
            "suspend": True,
            "template": {"spec": {"containers": [{"name": "c", "image": "x"}], "restartPolicy": "Never"}},
        },
    }
    scenario = load(json.dumps([make_node("n1"), make_pod("p"), job]))
    assert (
        f"Job default/sum is suspended: it creates no pods {end}" in reading_report(scenario, [])["missing"]
    )


def test_what_is_suspended_like_a_job_is_named_too() -> None:
    template = {"spec": {"containers": [{"name": "c", "image": "x"}], "restartPolicy": "Never"}}
    job_set = {
        "apiVersion": "jobset.x-k8s.io/v1alpha2",
        "kind": "JobSet",
        "metadata": {"name": "train"},
        "spec": {
            "suspend": True,
            "replicatedJobs": [{"name": "w", "template": {"spec": {"template": template}}}],
        },
    }
    scenario = load(json.dumps([make_node("n1"), make_pod("p"), job_set]))
    expected = "JobSet default/train is suspended: it creates no pods until spec.suspend is false"
    assert expected in reading_report(scenario, [])["missing"]
