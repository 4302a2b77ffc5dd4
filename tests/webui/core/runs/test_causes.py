"""The answer of a run: pending pods by cause, once it is over."""

from __future__ import annotations

from tests.webui.clusters import node, pod, source
from tests.webui.conftest import Visitor

PODS = source(
    node("node1"), node("node2", zone="b"), pod("huge").replace("cpu: 10m", 'cpu: "64"'), pod("web")
)


def test_pending_pods_are_grouped_by_cause(alice: Visitor, stranger: Visitor) -> None:
    run = alice.run(alice.draft(PODS))
    answer = stranger.get(f"/api/runs/{run['id']}/causes").json()
    assert (answer["pending"], answer["placed"], answer["nodes"]) == (1, 1, 2)
    [cause] = answer["causes"]
    assert [(reason["kind"], reason["operand"]) for reason in cause["reasons"]] == [("resource", "cpu")]
    [workload] = cause["workloads"]
    assert (workload["pod"], workload["attempt"], workload["pods"]) == ("default/huge", 1, ["huge"])


def test_a_run_that_is_not_over_has_no_answer_yet(alice: Visitor) -> None:
    run = alice.post(f"/api/scenarios/{alice.draft(PODS)['id']}/runs").json()
    assert alice.get(f"/api/runs/{run['id']}/causes").status_code == 409
