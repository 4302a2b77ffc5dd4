"""Which version a run follows, and what the command says of it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core import load
from scheduler_core.__main__ import main
from scheduler_core.kubernetes.versions import DEFAULT_VERSION, KUBERNETES_VERSIONS
from scheduler_core.scheduler.cluster.kubelets import kubelet_release
from tests.builders import Manifest, make_node, make_pod

CONFIG = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}


def node(name: str, kubelet: str) -> Manifest:
    manifest = make_node(name)
    manifest["status"]["nodeInfo"] = {"kubeletVersion": kubelet}
    return manifest


def version_line(
    folder: Path, capsys: pytest.CaptureFixture[str], *arguments: str, nodes: list[Manifest]
) -> str:
    file = folder / "input.json"
    file.write_text(json.dumps([*nodes, make_pod("p")]))
    assert main(["simulate", str(file), *arguments]) == 0
    return next(line for line in capsys.readouterr().err.splitlines() if line.startswith("Kubernetes "))


@pytest.mark.parametrize(
    ("kubelets", "expected"),
    [
        ([], None),
        (["", "unknown"], None),
        (["v1.33.13-gke.100", "v1.33.4", "v1.33.13", "v1.32.9"], {"release": "1.33.13", "nodes": 2}),
        (["v1.33.0"], {"release": "1.33", "nodes": 1}),
        (["v1.34.10-eks-1a2b"], {"release": "1.34.10", "nodes": 1}),
        (["v1.29.3+k3s1"], {"release": "1.29.3", "nodes": 1}),
        (["v1.99.0"], {"release": list(KUBERNETES_VERSIONS)[-1], "nodes": 1}),
        (["v1.3.1"], None),
    ],
)
def test_the_newest_kubelets_tell_the_release(kubelets: list[str], expected: dict[str, Any] | None) -> None:
    assert kubelet_release(kubelets) == expected


def test_the_command_says_which_version_and_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kubelets = [node("a", "v1.33.4-gke.100"), node("b", "v1.33.4-gke.100")]
    line = version_line(tmp_path, capsys, nodes=kubelets)
    assert line == "Kubernetes v1.33.4 (from release notes), from the kubelets of 2 nodes"
    line = version_line(tmp_path, capsys, nodes=[make_node("a")])
    assert line == "Kubernetes v1.36.2, the default"
    line = version_line(tmp_path, capsys, "--kubernetes-version", "1.31", nodes=kubelets)
    assert line == "Kubernetes v1.31 (from release notes), as --kubernetes-version says"
    line = version_line(tmp_path, capsys, "--kubernetes-version", "v1.34.2", nodes=kubelets)
    assert line == "Kubernetes v1.34.2 (from release notes), as --kubernetes-version says"
    line = version_line(tmp_path, capsys, "--kubernetes-version", "1.34.1", nodes=kubelets)
    assert line == "Kubernetes v1.34.1, as --kubernetes-version says"


def test_a_scenario_that_is_loaded_has_the_version_of_its_kubelets() -> None:
    assert load(json.dumps(make_node("a"))).release == DEFAULT_VERSION
    scenario = load(json.dumps([node("a", "v1.33.4"), CONFIG]))
    assert scenario.release == "1.33.4"
    assert scenario.summary()["kubelets"] == {"release": "1.33.4", "nodes": 1}


@pytest.mark.parametrize(
    ("config", "release"),
    [
        (CONFIG, DEFAULT_VERSION),
        ({**CONFIG, "apiVersion": "kubescheduler.config.k8s.io/v1beta3"}, "1.27"),
        ({**CONFIG, "apiVersion": "kubescheduler.config.k8s.io/v1beta1"}, "1.20"),
        ({"apiVersion": "v1", "kind": "Policy", "predicates": [{"name": "PodFitsResources"}]}, "1.20"),
    ],
)
def test_an_old_configuration_is_read_by_the_newest_recorded_version_that_can(
    config: Manifest, release: str
) -> None:
    assert load(json.dumps([make_node("a"), config])).release == release


@pytest.mark.parametrize(
    ("arguments", "key", "scores"),
    [([], None, False), ([], "v1.36.2", True), (["--kubernetes-version", "1.34"], "v1.36.2", False)],
)
def test_trace_answers_a_line_by_its_own_version(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    key: str | None,
    scores: bool,
) -> None:
    line: dict[str, Any] = {
        "scenario": {"objects": [make_node("a"), make_pod("p")], "schedule": ["default/p"]}
    }
    if key:
        line["kubernetes"] = key
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(line)))
    assert main(["trace", *arguments]) == 0
    (cycle,) = json.loads(capsys.readouterr().out)["trace"]
    assert ("DynamicResources" in cycle["score"]) == scores


def test_a_line_of_an_unknown_version_is_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps({"scenario": {}, "kubernetes": "v9.9.9"})))
    assert main(["trace"]) == 0
    assert "unknown Kubernetes version" in json.loads(capsys.readouterr().out)["error"]
