"""`karpenter`: scenarios of NodePools, one a line."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from scheduler_core.__main__ import main
from scheduler_core.cli.karpenter import answers
from tests.scheduler_core.autoscaling.clusters import NOW, instance_type, nodepool, pending

SCENARIO: dict[str, Any] = {
    "name": "one",
    "kind": "provisioning",
    "now": NOW,
    "instanceTypes": [instance_type("small", cpu="2", price=1.5, zones="b")],
    "objects": [nodepool(), pending("p", cpu="1500m")],
}


def _answers(*lines: str) -> list[Any]:
    return list(answers(lines))


def test_each_line_is_answered_in_the_form_of_the_recordings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.dumps({"scenario": SCENARIO}), "", json.dumps({**SCENARIO, "name": "two"})]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    assert main(["karpenter"]) == 0
    one, two = map(json.loads, capsys.readouterr().out.splitlines())
    assert (one["scenario"], two["scenario"]) == ({"name": "one"}, {"name": "two"})
    assert one["result"] == two["result"]
    (claim,) = one["result"]["newNodeClaims"]
    assert claim["pods"] == ["default/p"]
    assert claim["requests"] == {"cpu": "1500m", "pods": "1"}
    assert claim["cheapest"] == {
        "instanceType": "small",
        "capacityType": "on-demand",
        "zone": "b",
        "price": 1.5,
    }


def test_a_line_is_answered_before_the_next_one_is_read() -> None:
    read = []

    def lines() -> Iterator[str]:
        for i in range(3):
            read.append(i)
            yield json.dumps(SCENARIO)

    answered = answers(lines())
    assert "result" in next(answered)
    assert read == [0]


@pytest.mark.parametrize(
    ("line", "name", "error"),
    [
        ("{", None, "Expecting property name"),
        ("[]", None, "must be a scenario"),
        ("[" * 100_000, None, "recursion"),
        (json.dumps({**SCENARIO, "now": "noon"}), "one", "now: must be a time"),
        (json.dumps({**SCENARIO, "kind": "other"}), "one", "kind: must be one of provisioning, disruption"),
        (
            json.dumps({"name": "x", "now": NOW, "objects": [], "catalog": "cloud56"}),
            "x",
            "instanceTypes: must be set: put the types of catalog cloud56 there",
        ),
        (
            json.dumps({**SCENARIO, "objects": [pending("p", cpu="much")]}),
            "one",
            "Pod default/p: spec.containers[0].resources.requests.cpu: must be a quantity",
        ),
        (
            json.dumps({**SCENARIO, "instanceTypes": [{"name": "t", "offerings": [{"price": "dear"}]}]}),
            "one",
            "instanceTypes[0].offerings[0].price: must be a number",
        ),
    ],
)
def test_what_cannot_be_read_is_answered_with_an_error_and_the_next_line_is_read(
    line: str, name: str | None, error: str
) -> None:
    wrong, right = _answers(line, json.dumps(SCENARIO))
    assert wrong["scenario"] == {"name": name}
    assert error in wrong["error"]
    assert "result" in right


def test_disruption_is_answered_by_method() -> None:
    (answer,) = _answers(json.dumps({**SCENARIO, "kind": "disruption"}))
    methods = [method["method"] for method in answer["result"]["methods"]]
    assert methods == [
        "Emptiness",
        "StaticDrift",
        "Drift",
        "MultiNodeConsolidation",
        "SingleNodeConsolidation",
    ]
    assert answer["result"]["firstMethod"] == ""


def test_no_input_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["karpenter"]) == 0
    assert "no scenario in the input" in capsys.readouterr().err
