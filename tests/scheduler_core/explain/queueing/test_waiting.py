"""Why a workload is not admitted: the cause, its sums, the cohort, the queue, possible victims, places."""

from __future__ import annotations

import pytest

from scheduler_core import Scenario, queue_answer, waiting_workload
from scheduler_core.contract import WaitingWorkload
from tests.scheduler_core.queueing.manifests import (
    HOST,
    KUEUE,
    flavor,
    job,
    loaded,
    node,
    queue,
    research,
    topology,
)


def _waiting(scenario: Scenario, name: str) -> WaitingWorkload:
    assert scenario.queued is not None
    return waiting_workload(scenario, scenario.queued.owners.jobs[f"Job default/{name}"])


TRAIN = job("train", "a", pods=4, cpu="8")


def test_the_cause_says_how_much_is_missing_and_who_has_it() -> None:
    waiting = _waiting(research(TRAIN), "train")
    assert waiting["cause"]["text"] == "it needs 12 more cpu in flavor d, borrowed by b"
    assert "insufficient unused quota for cpu in flavor d, 12 more needed" in waiting["message"]


def test_nobody_is_blamed_for_what_was_never_there() -> None:
    waiting = _waiting(research(job("train", "a", pods=7, cpu="8")), "train")
    assert waiting["cause"]["text"] == "it needs 36 more cpu in flavor d of a"


def test_flavors_come_in_their_order_with_a_sum_or_a_reason() -> None:
    [pod_set] = _waiting(research(TRAIN), "train")["pod_sets"]
    assert [(f["flavor"], f["outcome"], f["decides"]) for f in pod_set["flavors"]] == [
        ("r", "refused", False),
        ("d", "waits", True),
        ("s", "never", False),
    ]
    assert pod_set["flavors"][0]["taints"] == ["reserved=true:NoSchedule"]
    [part] = pod_set["flavors"][1]["sums"]
    assert part["missing"] is not None
    assert part["asked"]["amount"] - part["available"]["amount"] == part["missing"]["amount"] == 12_000
    assert part["nominal"].get("source") == {
        "object": "ClusterQueue a",
        "path": "spec.resourceGroups[0].flavors[1].resources[0].nominalQuota",
    }


def test_requests_and_priority_lead_to_their_fields() -> None:
    urgent = {
        "apiVersion": KUEUE,
        "kind": "WorkloadPriorityClass",
        "metadata": {"name": "urgent"},
        "value": 9,
    }
    train = job("train", "a", pods=4, cpu="8")
    train["metadata"]["labels"]["kueue.x-k8s.io/priority-class"] = "urgent"
    waiting = _waiting(research(urgent, train), "train")
    path = "spec.template.spec.containers[0].resources.requests.cpu"
    assert waiting["pod_sets"][0]["requests"]["cpu"].get("source") == {"object": "Job train", "path": path}
    [own] = waiting["neighbours"]
    assert own.get("priority_source") == {"object": "WorkloadPriorityClass urgent", "path": "value"}


def test_bars_add_up() -> None:
    bars = _waiting(research(TRAIN), "train")["bars"][0]
    own, other = bars["queues"]
    assert (own["cluster_queue"], own["own"], other["own"]) == ("a", True, False)
    assert [own[key]["text"] for key in ("used", "unused", "lent")] == ["28", "32", "12"]
    assert [other[key]["text"] for key in ("used", "within", "borrowed")] == ["52", "40", "12"]
    assert own["free"] is not None
    assert own["missing"] is not None
    assert (own["free"]["text"], own["missing"]["text"]) == ("20", "12")
    assert [holder["job"] for holder in other["holders"]] == ["Job default/batch", "Job default/etl"]


def test_the_policy_that_spares_the_borrowers_is_named() -> None:
    preemption = _waiting(research(TRAIN), "train")["preemption"]
    assert preemption is not None
    assert preemption["decides"] == "reclaimWithinCohort"
    verdicts = {c["job"].rpartition("/")[2]: (c["verdict"], c["reason"]) for c in preemption["candidates"]}
    assert verdicts == {
        "batch": ("allowed", "policy"),
        "etl": ("safe", "not_needed"),
        "prep": ("safe", "policy"),
    }


def test_the_queue_says_who_is_before_and_who_would_fit() -> None:
    classes = {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": "p"},
        "value": 9,
    }
    first = job("first", "a", pods=5, cpu="8")
    first["spec"]["template"]["spec"]["priorityClassName"] = "p"
    waiting = _waiting(research(classes, TRAIN, first), "train")
    assert [(n["job"].rpartition("/")[2], n["place"], n["own"]) for n in waiting["neighbours"]] == [
        ("first", 1, False),
        ("train", 2, True),
    ]


def test_a_resource_without_quota_is_no_matter_of_places() -> None:
    train = job("train", "q")
    requests = train["spec"]["template"]["spec"]["containers"][0]["resources"]["requests"]
    requests["nvidia.com/gpu"] = "1"
    tree = [flavor("f", topologyName="t"), topology(HOST)]
    waiting = _waiting(loaded(tree, queue("q", {"f": 9}), train, node("n", "f")), "train")
    assert waiting["cause"]["kind"] == "flavor"
    assert "resource nvidia.com/gpu unavailable in ClusterQueue" in waiting["cause"]["text"]


def test_a_workload_behind_the_head_of_a_strict_queue_says_so() -> None:
    scenario = research(TRAIN, job("small", "a"), queueingStrategy="StrictFIFO")
    assert _waiting(scenario, "small")["cause"]["operands"] == {"head": "train", "queue": "a"}


def test_the_whole_answer_counts_workloads_by_cause() -> None:
    answer = queue_answer(research(TRAIN, job("more", "a", cpu="30"), job("lost", "nowhere")))
    assert answer is not None
    assert (answer["pending"], answer["admitted"]) == (3, 3)
    assert [cause["cause"]["text"] for cause in answer["causes"]] == [
        "2 workloads wait for quota of a that others have borrowed",
        "1 workload cannot be admitted: LocalQueue nowhere doesn't exist",
    ]


def test_bars_stand_beside_the_first_cause_of_a_cohort() -> None:
    answer = queue_answer(research(TRAIN, job("other", "b", cpu="99"), job("lost", "nowhere")))
    assert answer is not None
    drawn = [
        [(bars["cohort"], bars["flavor"], bars["resource"]) for bars in c["bars"]] for c in answer["causes"]
    ]
    assert sorted(drawn) == [[], [], [("research", "d", "cpu")]]
    [bars] = next(cause["bars"] for cause in answer["causes"] if cause["bars"])
    [own] = [bar for bar in bars["queues"] if bar["own"]]
    assert own["asked"] is not None
    assert own["asked"]["amount"] in (32_000, 99_000)


def test_a_place_that_is_missing_is_shown_with_the_room_of_each_domain() -> None:
    nodes = [node(f"{rack}-{host}", "f", rack=rack) for rack in ("r1", "r2") for host in "ab"]
    scenario = loaded(
        flavor("f", topologyName="t"),
        topology("rack", HOST),
        queue("q", {"f": 99}),
        job("wide", "q", pods=3, cpu="4", required="rack"),
        job("fits", "q", pods=2, cpu="4", required="rack"),
        nodes,
    )
    waiting = _waiting(scenario, "wide")
    assert waiting["cause"]["kind"] == "topology"
    [place] = waiting["places"]
    assert place["search"] is not None
    racks = place["search"]["levels"][0]["domains"]
    assert place["search"]["empty"]  # it would not fit either if nothing else ran
    assert [(domain["values"], domain["pods"]) for domain in racks] == [(["r1"], 2), (["r2"], 2)]
    answer = queue_answer(scenario)
    assert answer is not None
    [admitted] = answer["admitted_workloads"]
    assert admitted["places"][0]["chosen"] == [["r1-a"], ["r1-b"]]


def test_only_who_waits_can_be_asked_about() -> None:
    with pytest.raises(KeyError):
        waiting_workload(research(TRAIN), "default/nobody")
