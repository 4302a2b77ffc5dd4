"""Why a workload waits: the cause in words, and the numbers behind it."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.queueing.account.account import account_of
from scheduler_core.queueing.account.contract import WorkloadAccount
from scheduler_core.queueing.run.scenario import read_scenario
from scheduler_core.queueing.run.trace import follow
from tests.conformance.queueing import rows
from tests.scheduler_core.queueing.clusters import admitted, cluster_queue, workload


def _account(objects: list[Any], key: str, **scenario: Any) -> WorkloadAccount:
    return account_of(follow(read_scenario({"objects": objects, **scenario})), key)


RUNNING = admitted(workload("r", cpu="3"), cpu="3")


@pytest.mark.parametrize(
    ("objects", "kind", "text"),
    [
        ([*cluster_queue("a", cpu="4"), workload("w", cpu="1")], "admitted", "It is admitted."),
        (
            [*cluster_queue("a", cpu="4"), RUNNING, workload("w", cpu="2")],
            "short_nobody_to_preempt",
            "1 more cpu is needed in flavor f, and there is nobody that it may preempt.",
        ),
        (
            [*cluster_queue("a", cpu="4"), workload("w", cpu="5")],
            "exceeds_max",
            "It asks for 5 cpu in flavor f, and its ClusterQueue can never have more than 4, even with nothing else"
            " running.",
        ),
        (
            [*cluster_queue("a", cpu="4", stopPolicy="Hold"), workload("w", cpu="1")],
            "inactive_queue",
            "Its ClusterQueue a admits nobody. Can't admit new workloads: is stopped.",
        ),
        (
            [*cluster_queue("a", cpu="4"), workload("w", cpu="1", queue="b")],
            "no_local_queue",
            "Its LocalQueue lq-b does not exist.",
        ),
        (
            [*cluster_queue("a", cpu="4"), RUNNING, workload("q", cpu="2"), workload("w", cpu="2")],
            "equal_parked",
            "It asks for the same as default/q, which was tried and did not fit: Kueue parked both and says nothing"
            " of this one.",
        ),
        (
            [
                *cluster_queue("a", cpu="4", queueingStrategy="StrictFIFO"),
                RUNNING,
                workload("h", cpu="2", priority=1),
                workload("w", cpu="1"),
            ],
            "behind_head",
            "It waits behind default/h: the ClusterQueue is StrictFIFO, so that nobody passes its first workload.",
        ),
    ],
)
def test_the_cause_is_said_in_words(objects: list[Any], kind: str, text: str) -> None:
    cause = _account(objects, "default/w")["cause"]
    assert (cause["kind"], cause["text"]) == (kind, text)


def test_the_arithmetic_of_a_flavor_adds_up() -> None:
    account = _account([*cluster_queue("a", cpu="4"), RUNNING, workload("w", cpu="2")], "default/w")
    (line,) = account["podSets"][0]["flavors"][0]["resources"]
    assert line["earlier"] + line["requested"] - line["available"] == line["short"] == 1000
    assert line["texts"]["short"] == "1"
    assert account["parked"]
    (bar,) = account["quota"][0]["bars"]
    assert (bar["own"], bar["nominal"], bar["used"], bar["borrowed"]) == (True, 4000, 3000, 0)
    assert account["victims"] is not None
    assert account["victims"]["why"] == "policy"


def test_who_comes_first_is_said_with_the_reason() -> None:
    objects = [
        *cluster_queue("a", cpu="4", queueingStrategy="StrictFIFO"),
        RUNNING,
        workload("h", cpu="2", priority=1),
        workload("w", cpu="1"),
    ]
    ahead = _account(objects, "default/w")["ahead"]
    assert ahead == [{"workload": "default/h", "by": "priority", "requests": {"cpu": "2"}}]


def test_every_workload_of_the_small_recordings_has_an_account() -> None:
    for row in rows("hand"):
        followed = follow(read_scenario(row["scenario"]))
        for key in followed.run.world.stored:
            account = account_of(followed, key)
            assert "{" not in account["cause"]["text"].replace(
                account["cause"]["operands"].get("message", ""), ""
            )
            assert account["state"] == row["recording"]["final"][key]
