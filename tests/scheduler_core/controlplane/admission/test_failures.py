"""Pods that the API server of the input's cluster refused: the workload's condition ReplicaFailure."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.controlplane.admission.policy import policy_of
from tests.builders import Manifest, make_node, make_pod
from tests.scheduler_core.controlplane.workloads.builders import make_workload

from .builders import admitted, make, placements, refusals

NODE = make_node("n1")
NO_ACCOUNT = 'pods "web-" is forbidden: error looking up service account default/web: not found'
NO_QUOTA = 'pods "web-x" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1'


def failing(message: str, kind: str = "ReplicaSet", **condition: str) -> Manifest:
    failed = {"type": "ReplicaFailure", "status": "True", "reason": "FailedCreate", "message": message}
    return {
        **make_workload(kind, "web", replicas=2),
        "status": {"conditions": [{"type": "Progressing", "status": "True"}, {**failed, **condition}]},
    }


@pytest.mark.parametrize("kind", ["ReplicaSet", "Deployment", "ReplicationController"])
def test_pods_that_were_refused_take_no_part(kind: str) -> None:
    refused = admitted(NODE, failing(NO_ACCOUNT, kind)).admitted.refusals
    assert [(refusal.message, refusal.cause.by) for refusal in refused] == [
        (NO_ACCOUNT, "replicaset-controller")
    ] * 2
    assert placements(NODE, failing(NO_ACCOUNT, kind), make_pod("other")) == {"other": "n1"}


@pytest.mark.parametrize(
    "condition", [{"status": "False"}, {"reason": "FailedDelete"}, {"type": "Available"}]
)
def test_other_conditions_refuse_nothing(condition: dict[str, Any]) -> None:
    assert refusals(NODE, failing(NO_ACCOUNT, **condition)) == {}


def test_pods_that_exist_stay() -> None:
    pod = make_pod("web-1", node="n1", app="web")
    assert len(refusals(NODE, failing(NO_ACCOUNT), pod)) == 1


def test_a_quota_of_the_input_decides_anew() -> None:
    raised = make("ResourceQuota", "q", spec={"hard": {"pods": "9"}})
    assert list(refusals(NODE, failing(NO_QUOTA)).values()) == [NO_QUOTA] * 2
    assert refusals(NODE, failing(NO_QUOTA), raised) == {}


def test_it_can_be_switched_off() -> None:
    off = policy_of(disable=["replicaset-controller"])
    assert len(placements(NODE, failing(NO_ACCOUNT), policy=off)) == 2
