"""The policy: what is switched off, and how it is stated, stored and read again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scheduler_core import NO_ADMISSION, InvalidInput, Scenario, load
from scheduler_core.__main__ import main
from scheduler_core.cli.trace import trace_scenario
from scheduler_core.controlplane.admission.policy import NAMES, NODE_LIFECYCLE, UnknownName, policy_of
from tests.builders import make_node, make_pod

from .builders import admitted, make

CORDONED = make_node("n1", unschedulable=True)


def test_recorded_scenarios_are_as_the_scheduler_saw_them() -> None:
    scenario = Scenario.from_content({"objects": [CORDONED]})
    assert scenario.objects.nodes[0].taints == ()
    assert scenario.content() == {"objects": [CORDONED], "config": None}
    recorded = {"objects": [CORDONED, make_pod("p")], "schedule": ["default/p"]}
    assert list(trace_scenario(recorded)["trace"][0]["filter"]["n1"]) == ["NodeUnschedulable", "first"]


def test_a_scenario_may_ask_for_admission() -> None:
    scenario = Scenario.from_content({"objects": [CORDONED], "admission": {}})
    assert [str(t) for t in scenario.objects.nodes[0].taints] == [
        "node.kubernetes.io/unschedulable:NoSchedule"
    ]


def test_content_keeps_the_policy() -> None:
    for policy in (policy_of(), policy_of(disable=["LimitRanger"]), policy_of(["RuntimeClass"], ["*"])):
        scenario = admitted(CORDONED, policy=policy)
        restored = Scenario.from_content(scenario.content())
        assert restored.admission == policy
        assert restored.content() == scenario.content()
    assert Scenario.from_content(admitted(CORDONED, policy=NO_ADMISSION).content()).admission == NO_ADMISSION


def test_a_document_may_state_the_policy() -> None:
    document = {"admission": {"disable": ["*"], "enable": [NODE_LIFECYCLE]}}
    scenario = load(json.dumps([CORDONED, document]))
    assert scenario.admission == policy_of([NODE_LIFECYCLE], ["*"])
    assert scenario.manifests == [CORDONED]


@pytest.mark.parametrize(
    ("policy", "path"),
    [
        ({"disable": ["LimitRange"]}, "admission.disable[0]"),
        ({"enable": ["*"]}, "admission.enable[0]"),
        ({"off": True}, "admission.off"),
        ({"disable": "LimitRanger"}, "admission.disable"),
    ],
)
def test_a_policy_that_names_nothing_known_is_an_error(policy: object, path: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        load(json.dumps([CORDONED, {"admission": policy}]))
    assert [error.path for error in caught.value.errors] == [path]


def test_every_name_can_be_switched_off() -> None:
    assert policy_of(disable=NAMES) == policy_of(disable=["*"]) == NO_ADMISSION
    with pytest.raises(UnknownName):
        policy_of(enable=["LimitRange"])


def test_the_command_says_what_was_filled_in_and_who_would_not_exist(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quota = make("ResourceQuota", "q", spec={"hard": {"pods": "0"}})
    path = tmp_path / "cluster.json"
    path.write_text(json.dumps([make_node("n0"), CORDONED, quota, make_pod("p")]))
    assert main(["simulate", str(path)]) == 1
    output = capsys.readouterr()
    assert output.out == (
        'default/p would not be created: pods "p" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, '
        "limited: pods=0 (ResourceQuota default/q)\n"
    )
    assert output.err.splitlines()[0] == (
        "filled in: Node n1: spec.taints += node.kubernetes.io/unschedulable:NoSchedule "
        "(node-lifecycle-controller, spec.unschedulable is true)"
    )
    assert main(["simulate", str(path), "--disable-admission", "*"]) == 0
    output = capsys.readouterr()
    version = "Kubernetes v1.36.2, the default\n"
    unread = "not read: 1 ResourceQuota (v1): may keep pods from being created\n"
    assert (output.out, output.err) == ("default/p -> n0\n", version + unread)
    with pytest.raises(SystemExit):
        main(["simulate", str(path), "--disable-admission", "Quota"])
