"""What other programs say of pods, and the scheduler beyond its filters: who speaks, what it means, where to look."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from scheduler_core import InvalidInput, explain_message
from scheduler_core.explain.messages.statements import statements

SAID: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("said.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", SAID, ids=lambda row: row["text"][:50])
def test_each_text_has_its_speaker_and_its_points(row: dict[str, Any]) -> None:
    explained = explain_message(row["text"])
    assert explained["speaker"] == row["speaker"]
    assert list(dict.fromkeys(point["kind"] for point in explained["points"])) == row["points"]
    sentences = [
        explained["headline"],
        *(p["title"] + " " + p["about"] + p["time_text"] for p in explained["points"]),
    ]
    assert row["says"] in " ".join(sentences)
    assert any(point["commands"] for point in explained["points"])
    assert "".join(part["text"] for part in explained["parts"]) == explained["message"]


def test_the_collection_has_every_program() -> None:
    assert len(SAID) >= 60
    assert {row["speaker"] for row in SAID} >= {statement.speaker for statement in statements()} - {
        "DaemonSet controller"
    }


def test_each_statement_is_complete_and_begins_with_words_of_its_own() -> None:
    for statement in statements():
        assert statement.title and statement.about and statement.waiting and statement.commands
        for words in statement.matches:
            assert len(words.partition("{")[0]) >= 7, words


def test_a_list_of_events_has_the_scheduler_first_and_the_others_behind() -> None:
    events = (
        "Warning  FailedScheduling   5m  default-scheduler   0/2 nodes are available: 2 Insufficient cpu.\n"
        "Normal  NotTriggerScaleUp  4m  cluster-autoscaler  pod didn't trigger scale-up: 1 max node group size reached"
    )
    explained = explain_message(events)
    assert (explained["speaker"], explained["nodes"]) == ("kube-scheduler", 2)
    [other] = explained["others"]
    assert explain_message(other["text"])["speaker"] == "Cluster Autoscaler"


def test_the_pod_and_its_namespace_stand_in_the_commands() -> None:
    described = (
        "Name:  train-0\nNamespace:  ml\nEvents:\n Normal Nominated 1m karpenter Pod should schedule on: a"
    )
    explained = explain_message(described)
    assert explained["pod"] == "ml/train-0"
    assert "kubectl describe pod train-0 -n ml" in explained["points"][0]["commands"]


@pytest.mark.parametrize(
    "text", ["Successfully assigned default/web-0 to node-1", "Created container app", "42"]
)
def test_what_is_no_obstacle_is_no_statement(text: str) -> None:
    with pytest.raises(InvalidInput):
        explain_message(text)


def test_quotes_doubled_by_yaml_are_undone() -> None:
    explained = explain_message(
        "message: '0/10 nodes are available: 10 node(s) didn''t match node selector, 4\n  Insufficient cpu.'"
    )
    assert (
        explained["message"]
        == "0/10 nodes are available: 10 node(s) didn't match node selector, 4 Insufficient cpu."
    )
    assert [point["kind"] for point in explained["points"]] == ["labels", "resources"]


@pytest.mark.parametrize(
    ("taint", "cause"),
    [
        ("node.kubernetes.io/unreachable: ", "has not heard from the kubelet"),
        ("node.kubernetes.io/disk-pressure: ", "disk of the node is nearly full"),
        ("node.cloudprovider.kubernetes.io/uninitialized: true", "cloud controller manager"),
        ("node.cilium.io/agent-not-ready: ", "Cilium"),
        ("ebs.csi.aws.com/agent-not-ready: ", "CSI driver"),
        ("dedicated: db", ""),
    ],
)
def test_taints_with_one_well_known_cause_have_it(taint: str, cause: str) -> None:
    text = f"0/3 nodes are available: 3 node(s) had untolerated taint {{{taint}}}."
    about = explain_message(text)["points"][0]["about"]
    assert cause in about
    assert about.count(".") == taint.count(".") * (2 if cause else 1) + (3 if cause else 2)


def test_a_placement_that_eviction_found_is_not_its_opposite() -> None:
    explained = explain_message(
        "0/4 nodes are available: 4 Insufficient cpu. preemption: found a potential placement for pod on node n2, "
        "preempting 2 victims."
    )
    point = explained["points"][-1]
    assert point["title"] == "Preemption is making room: pods are being removed"
    assert "n2" in point["about"]
