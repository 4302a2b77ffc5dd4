"""The open form of an explanation: it follows its schema, and its figures add up to what the scheduler said."""

from __future__ import annotations

import json
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scheduler_core import InvalidInput, Recording, Scenario, explanation
from scheduler_core.advice.explanation import repaired_explanation
from scheduler_core.advice.explanation.codes import CODES
from scheduler_core.advice.explanation.contract import PodExplanation, ReasonCode
from scheduler_core.explain.view.causes.contract import ReasonKind
from tests.builders import Manifest, make_node, make_pod, spread
from tests.conformance.vectors import CLAIM_TOPICS, READABLE_TOPICS, read
from tests.scheduler_core.test_contract import check
from tests.services.folder import ROOT

SCHEMA = json.loads((ROOT / "schemas" / "explanation-1.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
DOCUMENT = (ROOT / "docs" / "explanation.md").read_text(encoding="utf-8")
GPU = [{"key": "gpu", "value": "yes", "effect": "NoSchedule"}]


def recording(*objects: Manifest, **content: Any) -> Recording:
    return Recording.of(Scenario.from_content({"objects": list(objects), **content}))


def explained(*objects: Manifest, pod: str = "default/p", **options: Any) -> PodExplanation:
    return explanation(recording(*objects), pod, **options)


def checked(explained: PodExplanation) -> PodExplanation:
    """The explanation, which follows the schema and has the keys of its type and no other."""
    VALIDATOR.validate(explained)
    check(explained, PodExplanation)
    return explained


def three_nodes() -> list[Manifest]:
    return [
        make_node("small", cpu="1"),
        make_node("tainted", taints=GPU),
        make_node("cordoned", cpu="1", unschedulable=True),
        make_pod("p", requests={"cpu": "2"}),
    ]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert not VALIDATOR.is_valid({"format": "schedscope.explanation/1"})


def test_reasons_have_their_operands_and_nodes_their_reasons() -> None:
    answer = checked(explained(*three_nodes()))
    by_code = {reason["code"]: reason for reason in answer["reasons"]}
    assert by_code["InsufficientResource"]["operands"] == {
        "resource": "cpu",
        "unit": "milli",
        "requested": 2000,
        "most_free": 1000,
        "node": "small",
    }
    assert by_code["InsufficientResource"]["nodes"] == 2
    assert by_code["UntoleratedTaint"]["operands"] == {"key": "gpu", "value": "yes", "effect": "NoSchedule"}
    codes = {
        group["nodes"][0]: {answer["reasons"][i]["code"] for i in group["reasons"]}
        for group in answer["nodes"]
    }
    assert codes == {
        "small": {"InsufficientResource"},
        "tainted": {"UntoleratedTaint"},
        "cordoned": {"InsufficientResource", "NodeUnschedulable"},
    }
    assert [cause["text"] for cause in answer["causes"]] == ["needs more cpu than any eligible node has free"]
    assert answer["condition"] is not None
    assert answer["condition"]["reason"] == "Unschedulable"
    assert answer["condition"]["message"] == answer["attempt"]["message"]


def test_preemption_might_help_where_running_pods_hold_the_room() -> None:
    running = make_pod("runs", node="n1", requests={"cpu": "4"})
    (group,) = explained(make_node("n1"), running, make_pod("p", requests={"cpu": "1"}))["nodes"]
    assert group["preemption_might_help"]
    assert not any(group["preemption_might_help"] for group in explained(*three_nodes())["nodes"])


def test_a_pod_with_a_node_has_no_cause_and_says_who_refused() -> None:
    answer = checked(explained(make_node("n1"), make_node("n2", taints=GPU), make_pod("p")))
    assert (answer["attempt"]["outcome"], answer["attempt"]["node"]) == ("scheduled", "n1")
    assert answer["condition"] == {"type": "PodScheduled", "status": "True", "reason": "", "message": ""}
    assert (answer["causes"], answer["fitting"]) == ([], 1)
    assert [group["nodes"] for group in answer["nodes"]] == [["n2"]]


def test_a_gated_pod_was_not_tried() -> None:
    gated = make_pod("p")
    gated["spec"]["schedulingGates"] = [{"name": "example.com/quota"}]
    answer = checked(explained(make_node("n1"), gated))
    assert answer["attempt"]["outcome"] == "not_tried"
    assert answer["condition"] is not None
    assert answer["condition"]["reason"] == "SchedulingGated"
    assert [reason["code"] for reason in answer["reasons"]] == ["SchedulingGated"]


def test_a_pod_that_the_api_server_refuses_has_no_condition() -> None:
    quota = {
        "apiVersion": "v1",
        "kind": "ResourceQuota",
        "metadata": {"name": "q", "namespace": "default"},
        "spec": {"hard": {"pods": "0"}},
    }
    answer = checked(explanation(recording(make_node("n1"), quota, make_pod("p"), admission={}), "default/p"))
    assert (answer["attempt"]["outcome"], answer["condition"]) == ("refused", None)
    assert "exceeded quota" in answer["attempt"]["message"]


def test_repairs_say_what_was_verified() -> None:
    answer = checked(repaired_explanation(recording(*three_nodes()), "default/p"))
    assert answer["repairs"] is not None
    change = {"kind": "manifest", "text": "request cpu 2 → 1", "cost": 1}
    best = next(repair for repair in answer["repairs"]["found"] if repair["changes"] == [change])
    assert best["verified"] == {
        "cycle": True,
        "run": True,
        "scheduled": 1,
        "pending": 0,
        "moved": 0,
        "evicted": 0,
        "broken_expectations": [],
    }
    assert best["commands"]


def test_names_of_nodes_are_bounded_and_counts_are_not() -> None:
    nodes = [make_node(f"n{i}", cpu="1") for i in range(5)]
    (group,) = explained(*nodes, make_pod("p", requests={"cpu": "2"}), most_nodes=2)["nodes"]
    assert (group["count"], group["nodes"]) == (5, ["n0", "n1"])


@pytest.mark.parametrize(
    ("pod", "rule"), [("default/x", "is not in the input"), ("default/runs", "was not pending")]
)
def test_other_pods_are_refused(pod: str, rule: str) -> None:
    with pytest.raises(InvalidInput, match=rule):
        explained(make_node("n1"), make_pod("runs", node="n1"), pod=pod)


# ---- what the real scheduler said ----


def attempts(topic: str) -> Iterator[tuple[str, Recording, str]]:
    for name, row in list(read(topic).items())[::8]:
        recorded = Recording.of(Scenario.from_content(row["scenario"]))
        yield from ((name, recorded, event["pod"]) for event in recorded.finished)


@pytest.mark.parametrize("topic", (*READABLE_TOPICS, *CLAIM_TOPICS))
def test_recorded_scenarios_follow_the_schema_and_all_nodes_are_accounted_for(topic: str) -> None:
    for name, recorded, pod in attempts(topic):
        answer = checked(explanation(recorded, pod))
        refused = sum(group["count"] for group in answer["nodes"])
        reasons = answer["reasons"]
        if answer["attempt"]["outcome"] != "not_tried" and not rolled_back(answer) and answer["nodes"]:
            assert answer["fitting"] + refused == answer["node_count"], (name, pod)
        for i, reason in enumerate(reasons):
            groups = [group for group in answer["nodes"] if i in group["reasons"]]
            assert reason["nodes"] == sum(group["count"] for group in groups), (name, pod)
            assert set(reason["operands"]) == documented()[reason["code"]] or not reason["nodes"], (
                name,
                reason,
            )
        for cause in answer["causes"]:
            assert all(i < len(reasons) for i in cause["reasons"])


def rolled_back(answer: PodExplanation) -> bool:
    return any(reason["code"] == "PodGroupRolledBack" for reason in answer["reasons"])


# ---- the document ----


def test_the_example_of_the_document_follows_the_schema() -> None:
    example = DOCUMENT.partition("```json\n")[2].partition("```")[0]
    VALIDATOR.validate(json.loads(example))


# ---- codes ----


@cache
def documented() -> dict[str, set[str]]:
    """The operands of each code as docs/explanation.md lists them."""
    rows = [line.split("|") for line in DOCUMENT.splitlines() if line.startswith("| `")]
    return {
        row[1].strip(" `"): {word.strip(" `") for word in row[2].split(",") if word.strip(" `–")}
        for row in rows
        if row[1].strip(" `") in typing.get_args(ReasonCode)
    }


def test_every_kind_of_reason_has_a_code_of_its_own_and_every_code_is_documented() -> None:
    assert set(CODES) == set(typing.get_args(ReasonKind))
    assert sorted(CODES.values()) == sorted(typing.get_args(ReasonCode))
    assert set(documented()) == set(typing.get_args(ReasonCode))


def test_a_spread_constraint_has_its_counts() -> None:
    nodes = [make_node("a1", zone="a"), make_node("b1", cpu="1", zone="b")]
    full = make_pod("full", node="b1", requests={"cpu": "1"})
    web = make_pod("web-0", node="a1", app="web")
    pod = make_pod("p", requests={"cpu": "500m"}, spread=[spread("zone")], app="web")
    answer = checked(explained(*nodes, full, web, pod))
    by_code = {reason["code"]: reason["operands"] for reason in answer["reasons"]}
    assert by_code["TopologySpreadExceeded"] == {"topology_key": "zone", "max_skew": 1, "global_minimum": 0}
    assert len(answer["causes"]) == 2
