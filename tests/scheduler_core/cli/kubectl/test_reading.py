"""Reading a cluster through kubectl: which calls are made, what may not be read, what is kept."""

from __future__ import annotations

import json

import pytest
import yaml

from .conftest import Recorded

LIMITED = (
    "nodes,namespaces,persistentvolumes,storageclasses,priorityclasses,pods,replicasets,deployments,services"
)


def gets(cluster: Recorded) -> list[list[str]]:
    return [call for call in cluster.calls() if call[0] == "get"]


def test_all_kinds_are_read_by_a_few_calls_with_the_flags_passed_on(cluster: Recorded) -> None:
    cluster.ask("why", "-A", "--context", "local", "--as", "jane", "--as-group=a", "--as-group=b")
    lists = [call for call in gets(cluster) if call[1] != "configmaps"]
    assert len(lists) == 5
    (config_maps,) = [call for call in gets(cluster) if call[1] == "configmaps"]
    assert config_maps[2:4] == ["cluster-autoscaler-status", "cluster-autoscaler-priority-expander"]
    asked = {resource for call in gets(cluster) for resource in call[1].split(",")}
    assert {"--raw=/api/v1/pods", "--raw=/api/v1/nodes", "--raw=/apis/apps/v1/replicasets"} <= asked
    assert {"poddisruptionbudgets.policy", "resourceslices.resource.k8s.io"} <= asked
    assert "secrets" not in asked
    assert "podgroups.scheduling.k8s.io" not in asked, "the server has none"
    for call in cluster.calls():
        assert call[-4:] == ["--context=local", "--as=jane", "--as-group=a", "--as-group=b"]


def test_only_what_scheduling_reads_is_saved(cluster: Recorded) -> None:
    code, out, err = cluster.ask("save", "-")
    objects = list(yaml.safe_load_all(out))
    assert code == 0
    assert "kept: 27 Pod, 6 Node" in err
    assert "correct-horse-battery" not in out
    assert {manifest["kind"] for manifest in objects} >= {"Pod", "Node", "Deployment", "PersistentVolume"}


def test_pseudonyms_change_no_answer(cluster: Recorded) -> None:
    _, plain, _ = cluster.ask("why", "-A", "-o", "json")
    _, renamed, _ = cluster.ask("why", "-A", "-o", "json", "--pseudonyms")
    assert "train" not in renamed
    assert (json.loads(renamed)["context"], json.loads(renamed)["messages"]["compared"]) == ("", 0)
    shapes = [
        [
            (cause["pod_count"], [reason["kind"] for reason in cause["reasons"]])
            for cause in json.loads(text)["causes"]
        ]
        for text in (plain, renamed)
    ]
    assert shapes[0] == shapes[1]


def test_what_may_not_be_read_is_named_with_what_it_can_change(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_FORBIDDEN", "persistentvolumes,poddisruptionbudgets")
    code, out, err = cluster.ask("why", "-A")
    assert code == 1
    assert out.startswith("6 pods wait, 3 causes")
    assert "persistentvolumes: pods with volumes may be" in err
    assert "poddisruptionbudgets: evictions that a budget refuses look" in err


def test_without_the_nodes_the_schedulers_own_message_is_explained(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_FORBIDDEN", LIMITED)
    monkeypatch.setenv("FAKE_NAMESPACE", "shop")
    code, out, err = cluster.ask("why", "-n", "shop")
    assert code == 1
    assert "shop/gpu" in out
    assert "6 Insufficient nvidia.com/gpu" in out
    assert "may not read nodes: where pods could go is not known" in err
    assert "pods outside namespace shop" in err
    assert "namespaces" not in err, "only what decides is named"
    _, out, _ = cluster.ask("why", "-n", "shop", "-o", "json")
    assert [group["pods"] for group in json.loads(out)["explained"]] == [["shop/gpu"]]


def test_a_namespace_that_may_not_be_read_is_an_error(
    cluster: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_FORBIDDEN", LIMITED)
    code, out, err = cluster.ask("why", "-n", "shop")
    assert (code, out) == (2, "")
    assert 'cannot list resource "pods"' in err


def test_kubectls_own_words_are_the_error(cluster: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err = cluster.ask("why", "-A", "--context", "nowhere")
    assert (code, out) == (2, "")
    assert err == 'error: context "nowhere" does not exist\n'
    monkeypatch.setenv("KUBECTL", "/nowhere/kubectl")
    code, _, err = cluster.ask("why", "-A")
    assert (code, err) == (2, "/nowhere/kubectl was not found: install kubectl, or set KUBECTL to its path\n")
