"""What was filled in before a run, and that a snapshot keeps the policy that decides it."""

from __future__ import annotations

from scheduler_core import load
from tests.webui.clusters import node, pod, source
from tests.webui.conftest import Visitor
from webui.core.snapshots.models import Snapshot
from webui.features.gallery.cases import read_cases

CORDONED = source(node("node1").replace("status:", "spec: {unschedulable: true}\nstatus:", 1), pod("web"))
QUOTA = "kind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: 0}}"


def report(visitor: Visitor, text: str) -> dict[str, list[dict[str, object]]]:
    run = visitor.run(visitor.draft(text))
    answer = visitor.get(f"/api/runs/{run['id']}/admission")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def test_a_run_tells_what_was_filled_in_with_its_cause(alice: Visitor) -> None:
    filled = report(alice, CORDONED)["filled"]
    assert filled[0] == {
        "path": "spec.taints",
        "value": "node.kubernetes.io/unschedulable:NoSchedule",
        "added": True,
        "by": "node-lifecycle-controller",
        "cause": "spec.unschedulable is true",
        "objects": ["Node node1"],
        "count": 1,
    }


def test_a_run_tells_who_would_not_exist(alice: Visitor) -> None:
    refused = report(alice, source(CORDONED, QUOTA))["refused"]
    assert [(refusal["object"], refusal["cause"]) for refusal in refused] == [
        ("Pod default/web", "ResourceQuota default/q")
    ]


def test_a_snapshot_keeps_the_policy(alice: Visitor) -> None:
    run = alice.run(alice.draft(source(CORDONED, "admission: {disable: ['*']}")))
    assert alice.get(f"/api/runs/{run['id']}/admission").json() == {
        "filled": [],
        "refused": [],
        "noticed": [],
    }
    assert "admission" not in Snapshot.objects.get(pk=run["snapshot"]).content


def test_every_pod_of_an_example_may_be_created() -> None:
    """Examples run without admission, as they were recorded; copies of them run with it."""
    for case in read_cases():
        assert not load(case.source).admitted.refusals, case.slug
