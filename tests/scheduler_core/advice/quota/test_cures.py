"""Changes that let a workload be admitted, and what they cost."""

from __future__ import annotations

from scheduler_core import Recording, Scenario, queue_answer, queue_cures
from scheduler_core.contract import QueueCure
from scheduler_core.explain.queueing.idle import idle_quota, idle_workloads
from tests.scheduler_core.queueing.manifests import (
    KUEUE,
    flavor,
    job,
    loaded,
    node,
    queue,
    research,
    running,
    topology,
)


def test_changes_that_help_are_run_with_both_halves_and_say_what_they_cost() -> None:
    scenario = research(job("train", "a", pods=4, cpu="8"))
    assert scenario.queued is not None
    cures = queue_cures(scenario, scenario.queued.owners.jobs["Job default/train"])["cures"]
    assert {cure["kind"]: (cure["pods"], cure["bound"], cure["evicted"]) for cure in cures} == {
        "fewer": (2, 2, []),
        "quota": (4, 4, []),
        "toleration": (4, 4, []),
        "partial": (3, 0, []),
        "reclaim": (4, 4, ["Job default/batch"]),
        "ends": (4, 4, []),
    }
    quota = next(cure for cure in cures if cure["kind"] == "quota")
    assert quota["operations"][0]["value"] == "72"
    reclaim = next(cure for cure in cures if cure["kind"] == "reclaim")
    assert [cost["text"] for cost in reclaim["costs"]] == ["batch is preempted and waits again"]


def _cures(scenario: Scenario, name: str) -> dict[str, QueueCure]:
    assert scenario.queued is not None
    cures = queue_cures(scenario, scenario.queued.owners.jobs[f"Job default/{name}"])["cures"]
    return {cure["kind"]: cure for cure in cures}


def test_a_higher_class_or_another_queue_helps_one_who_came_later() -> None:
    urgent = {
        "apiVersion": KUEUE,
        "kind": "WorkloadPriorityClass",
        "metadata": {"name": "urgent"},
        "value": 9,
    }
    scenario = loaded(
        [urgent, flavor("f")],
        queue("a", {"f": 4}, preemption={"withinClusterQueue": "LowerPriority"}),
        queue("b", {"f": 4}),
        running(job("old", "a", pods=4), "a", "f"),
        [job("new", "a", pods=4), node("n0", "f", cpu="8")],
    )
    cures = _cures(scenario, "new")
    assert cures["other_queue"]["change"]["operands"] == {"queue": "b", "cluster_queue": "b"}
    assert (cures["other_queue"]["bound"], cures["other_queue"]["evicted"]) == (4, [])
    assert cures["priority"]["change"]["text"] == "WorkloadPriorityClass urgent (priority 9)"
    assert (cures["priority"]["bound"], cures["priority"]["evicted"]) == (4, ["Job default/old"])


def test_who_is_waited_for_is_named_with_the_time_that_its_job_says() -> None:
    first = job("old", "a", pods=4)
    first["spec"]["activeDeadlineSeconds"] = 60
    [ran, *others] = running(first, "a", "f")
    ran["status"] = {"startTime": "2029-12-31T23:59:30Z"}
    nodes = node("n0", "f", cpu="8")
    cure = _cures(loaded(flavor("f"), queue("a", {"f": 4}), ran, others, job("new", "a"), nodes), "new")[
        "ends"
    ]
    assert cure["change"]["text"] == "wait for old to finish"
    assert [operation["object"].split()[0] for operation in cure["operations"]] == ["Job", "Workload", "Pod"]
    assert [cost["text"] for cost in cure["costs"]] == ["old finishes by 2030-01-01T00:00:30Z at the latest"]


def test_quota_is_enough_for_those_who_come_before_too() -> None:
    """Of 4, the first takes 3; with what the last one lacks, the second would be admitted in its place."""
    jobs = [job(name, "a", pods=3) for name in ("first", "second", "third")]
    scenario = loaded(flavor("f"), queue("a", {"f": 4}), jobs, node("n0", "f", cpu="16"))
    quota = _cures(scenario, "third")["quota"]
    assert [operation["value"] for operation in quota["operations"]] == ["9"]
    assert quota["costs"][0]["text"] == "second is admitted too"


def test_who_holds_the_only_place_is_waited_for() -> None:
    tree = [flavor("f", topologyName="t"), topology("rack")]
    jobs = [job(name, "q", cpu="3", required="rack") for name in ("one", "two")]
    scenario = loaded(tree, queue("q", {"f": 9}), jobs, node("n0", "f", rack="r"))
    assert _cures(scenario, "two")["ends"]["change"]["text"] == "wait for one to finish"


def test_a_level_above_is_tried_where_a_rack_is_too_small() -> None:
    nodes = [node(f"n{i}", "f", rack=f"r{i}", block="b") for i in range(2)]
    wide = job("wide", "q", pods=2, cpu="4", required="rack")
    tree = [flavor("f", topologyName="t"), topology("block", "rack")]
    cure = _cures(loaded(tree, queue("q", {"f": 9}), wide, nodes), "wide")["level"]
    assert (cure["change"]["operands"], cure["bound"]) == ({"level": "block", "required": "rack"}, 2)


def test_whose_pods_lose_their_nodes_is_a_cost() -> None:
    """More quota admits both, and the node holds one of them."""
    urgent = job("urgent", "a", pods=2)
    urgent["spec"]["template"]["spec"]["priority"] = 9
    queues = queue("a", {"f": 1}), queue("b", {"f": 4})
    cure = _cures(loaded(flavor("f"), *queues, urgent, job("other", "b", pods=4), node("n0", "f")), "urgent")[
        "quota"
    ]
    assert (cure["pods"], cure["bound"]) == (2, 2)
    assert "2 pods of other workloads then fit on no node" in [cost["text"] for cost in cure["costs"]]


def test_a_pod_that_the_api_server_would_refuse_has_its_words() -> None:
    """A Job that asks for an extended resource without a limit is admitted, and then has no pods."""
    wrong = job("train", "q", pods=2)
    container = wrong["spec"]["template"]["spec"]["containers"][0]
    container["resources"] = {"requests": {"cpu": "1", "example.com/gpu": "0"}}
    scenario = loaded(flavor("f"), queue("q", {"f": 1}), wrong, node("n", "f"))
    [key] = scenario.queued.settled.stored if scenario.queued else []
    costs = [cost["text"] for cure in queue_cures(scenario, key)["cures"] for cost in cure["costs"]]
    assert any("Limit must be set for non overcommitable resources" in cost for cost in costs), costs


STUCK = loaded(
    [flavor("f")],
    queue("a", {"f": 8}),
    [job("train", "a", cpu="8"), job("eval", "a", pods=2), node("n0", "f"), node("n1", "f")],
)


def test_a_workload_whose_pods_no_node_takes_is_not_waited_for() -> None:
    cures = _cures(STUCK, "eval")
    assert "ends" not in cures
    assert cures["stop"]["change"]["text"] == "stop train, which holds quota although no node takes its pods"
    assert (cures["stop"]["pods"], cures["stop"]["bound"]) == (2, 2)
    assert next(iter(cures)) == "stop", "before more quota is given"


def test_who_holds_quota_without_a_pod_on_a_node_is_said_of_a_cause() -> None:
    answer = queue_answer(STUCK)
    assert answer is not None
    idle = idle_workloads(STUCK, Recording.of(STUCK).placements)
    (cause,) = answer["causes"]
    assert [note["operands"]["workloads"] for note in idle_quota(cause, idle)] == ["train (8 cpu)"]
    assert list(idle_quota(cause, idle_workloads(STUCK, {"default/other", *_pods_of("train")}))) == []


def _pods_of(name: str) -> list[str]:
    return [pod.key for pod in STUCK.objects.pods if pod.name.startswith(name)]


def test_costs_that_several_bear_are_in_the_plural() -> None:
    borrowers = [running(job(name, "b", pods=2), "b", "f") for name in ("one", "two")]
    queues = [queue("a", {"f": 4}, cohort="c"), queue("b", {"f": 0}, cohort="c")]
    scenario = loaded(flavor("f"), *queues, borrowers, job("new", "a", pods=4), node("n0", "f"))
    reclaim = _cures(scenario, "new")["reclaim"]
    assert [cost["text"] for cost in reclaim["costs"]] == ["one, two are preempted and wait again"]

    jobs = [job(name, "a", pods=3) for name in ("first", "second", "third", "fourth")]
    scenario = loaded(flavor("f"), queue("a", {"f": 4}), jobs, node("n0", "f", cpu="16"))
    quota = _cures(scenario, "fourth")["quota"]
    assert quota["costs"][0]["text"] == "second, third are admitted too"
