"""The other controllers of a play: StatefulSets, DaemonSets and Jobs, scales and taints."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import InvalidInput, Play, moment_content, play, read_steps

from .clusters import HOSTNAME, apart, differing_cycles, ends, node, scenario, spread, whys, workload

MACHINES = (node("node-1"), node("node-2"), node("node-3"))


def order(played: Play, kind: str, action: int | None = None) -> list[str]:
    """Return the names of the pods of the moments of a kind, in order."""
    return [
        moment["pod"].removeprefix("default/")
        for moment in played.recorder.moments
        if moment["kind"] == kind and action in (None, moment["action"])
    ]


def of_set(steps: list[dict[str, Any]], version: str | None = None, **spec: Any) -> Play:
    start = scenario(*MACHINES, workload("StatefulSet", "db", 3, **spec))
    return play(start.under_release(version), read_steps(steps))


SCALE_UP = read_steps([{"scale": "high", "replicas": 2}])
ROLLOUT = {"rollout": "StatefulSet db", "image": "db:2"}


def test_stateful_set_starts_in_order_each_after_the_one_before_is_ready() -> None:
    played = of_set([])
    assert order(played, "pod-created") == ["db-0", "db-1", "db-2"]
    kinds = [m["kind"] for m in played.recorder.moments if "pod" in m]
    assert kinds == ["pod-created", "pod-placed", "pod-ready"] * 3


def test_stateful_set_is_updated_from_the_highest_ordinal() -> None:
    played = of_set([ROLLOUT])
    assert order(played, "pod-deleting") == ["db-2", "db-1", "db-0"]
    assert {stay["revision"] for stay in played.recorder.stays if stay["gone"] is None} == {
        played.recorder.workloads["StatefulSet default/db"]["revisions"][1]
    }
    assert differing_cycles(played) == []


def test_partition_keeps_the_lower_ordinals_even_when_they_are_made_again() -> None:
    strategy = {"type": "RollingUpdate", "rollingUpdate": {"partition": 2}}
    played = of_set([ROLLOUT, {"deletePods": "db-0"}], updateStrategy=strategy)
    assert order(played, "pod-deleting") == ["db-2", "db-0"]
    old, new = played.recorder.workloads["StatefulSet default/db"]["revisions"]
    revisions = {stay["pod"]: stay["revision"] for stay in played.recorder.stays if stay["gone"] is None}
    assert revisions == {"default/db-0": old, "default/db-1": old, "default/db-2": new}


@pytest.mark.parametrize(
    ("version", "at_once"), [("1.34", 1), ("1.35.3", 2), ("1.35.4", 1), ("1.36", 1), ("1.37", 2)]
)
def test_more_pods_may_be_unavailable_where_the_gate_is_on(version: str, at_once: int) -> None:
    strategy = {"rollingUpdate": {"maxUnavailable": 2}}
    played = of_set([ROLLOUT], version, podManagementPolicy="Parallel", updateStrategy=strategy)
    times = [m["at"] for m in played.recorder.moments if m["kind"] == "pod-deleting"]
    assert times.count(times[0]) == at_once


@pytest.mark.parametrize(("version", "waits"), [("1.33", False), ("1.34", True)])
def test_the_update_of_a_parallel_set_waits_until_pods_are_available_since_v1_34(
    version: str, waits: bool
) -> None:
    played = of_set([ROLLOUT], version, podManagementPolicy="Parallel", minReadySeconds=30)
    first, second, _ = [m["at"] for m in played.recorder.moments if m["kind"] == "pod-deleting"]
    assert (second - first > 30) == waits


def test_a_parallel_set_is_scaled_down_at_once() -> None:
    played = of_set([{"scale": "StatefulSet db", "replicas": 0}], podManagementPolicy="Parallel")
    assert len({m["at"] for m in played.recorder.moments if m["kind"] == "pod-deleting"}) == 1


def test_stateful_set_is_scaled_down_from_the_highest_ordinal() -> None:
    played = of_set([{"scale": "StatefulSet db", "replicas": 1}])
    assert order(played, "pod-deleting") == ["db-2", "db-1"]


def test_daemon_set_is_updated_node_by_node_and_follows_the_nodes() -> None:
    agent = workload("DaemonSet", "agent")
    steps: list[dict[str, Any]] = [
        {"rollout": "DaemonSet agent", "image": "agent:2"},
        {"addNodes": 1, "like": "node-1"},
    ]
    played = play(scenario(*MACHINES, agent), read_steps(steps))
    deleted = [m for m in played.recorder.moments if m["kind"] == "pod-deleting"]
    gone = [m for m in played.recorder.moments if m["kind"] == "pod-ready" and m["action"] == 1]
    assert len(deleted) == len(gone) == 3
    # One at a time: each is deleted after the one before is ready again.
    assert all(ready["number"] < later["number"] for ready, later in zip(gone, deleted[1:], strict=False))
    assert ends(played) == {"node-1": 1, "node-2": 1, "node-3": 1, "node-4": 1}


def test_daemon_set_with_a_surge_deletes_the_old_pod_when_the_new_is_ready() -> None:
    agent = workload(
        "DaemonSet", "agent", updateStrategy={"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}
    )
    played = play(scenario(*MACHINES, agent), read_steps([{"rollout": "DaemonSet agent"}]))
    series = played.recorder.workloads["DaemonSet default/agent"]["series"]
    begin = played.recorder.actions[1]["first"]
    assert {point["available"] for point in series if point["moment"] > begin} == {3}
    assert len(order(played, "pod-deleting")) == 3


def test_job_goes_on_until_it_is_complete() -> None:
    job = workload("Job", "sum", parallelism=2, completions=3)
    steps: list[dict[str, Any]] = [{"finishJob": "Job sum", "pods": 1}, {"finishJob": "Job sum"}]
    played = play(scenario(*MACHINES, job), read_steps(steps))
    assert len(order(played, "pod-finished")) == 3
    assert whys(played, "workload-complete") == ["complete"]
    assert ends(played) == {}


def test_taint_evicts_pods_in_the_time_that_they_tolerate_it() -> None:
    toleration = {"key": "hot", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 60}
    patient = workload(name="patient", replicas=1, pod={"tolerations": [toleration], "nodeName": "node-1"})
    hasty = workload(name="hasty", replicas=1, pod={"nodeSelector": {HOSTNAME: "node-1"}})
    steps = [{"taint": "node-1", "key": "hot", "effect": "NoExecute", "after": 20}]
    played = play(scenario(*MACHINES, patient, hasty), read_steps(steps), most=100)
    assert not played.complete
    tainted_at = played.recorder.actions[1]["at"]
    assert tainted_at == 20
    deleted: dict[str, float] = {}
    for moment in played.recorder.moments:  # the patient pod's successor is for the same node, and goes again
        if moment["kind"] == "pod-deleting":
            deleted.setdefault(moment["pod"].split("-")[0], moment["at"])
    assert deleted == {"default/hasty": tainted_at, "default/patient": tainted_at + 60}


def test_next_step_may_begin_while_a_rollout_is_under_way() -> None:
    web = workload(replicas=4, pod=spread(HOSTNAME))
    steps = [{"rollout": "web", "readySeconds": 30}, {"lose": "node-1", "after": 10}]
    played = play(scenario(*MACHINES, web), read_steps(steps))
    first, second = played.recorder.actions[1:]
    assert (first["settled"], second["settled"]) == (False, True)
    assert second["at"] == first["at"] + 10


def test_configuration_of_a_step_schedules_the_pods_after_it() -> None:
    profile = {
        "schedulerName": "default-scheduler",
        "plugins": {"filter": {"disabled": [{"name": "PodTopologySpread"}]}},
    }
    configuration = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "profiles": [profile],
    }
    web = workload(replicas=2, pod=spread("nowhere"))
    played = play(scenario(*MACHINES, web), read_steps([{"configure": configuration}]))
    assert len([m for m in played.recorder.moments if m["kind"] == "pod-pending"]) == 2
    assert sum(ends(played).values()) == 2
    assert "" not in ends(played)
    assert differing_cycles(played) == []


def test_another_configuration_knows_the_pods_that_are_there() -> None:
    configuration = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}
    steps = read_steps([{"configure": configuration}, {"scale": "web", "replicas": 4}])
    played = play(scenario(*MACHINES, workload(pod=apart())), steps)
    assert ends(played) == {"node-1": 1, "node-2": 1, "node-3": 1, "": 1}
    assert differing_cycles(played) == []


def test_applied_manifests_join_the_play() -> None:
    steps = [{"apply": workload(name="api", replicas=2)}, {"apply": node("node-9")}]
    played = play(scenario(*MACHINES), read_steps(steps))
    assert sum(ends(played).values()) == 2
    assert "node-9" in played.recorder.nodes


def test_preemption_gives_the_victim_its_time_to_end() -> None:
    big = {"resources": {"requests": {"cpu": "3"}}, "name": "main", "image": "x:1"}
    low = workload(name="low", replicas=1, pod={"containers": [big], "priority": 1})
    high = workload(name="high", replicas=1, pod={"containers": [big], "priority": 10})
    played = play(scenario(node("node-1"), low), read_steps([{"apply": high, "stopSeconds": 7}]))
    deleting = next(m for m in played.recorder.moments if m["kind"] == "pod-deleting")
    placed = [m for m in played.recorder.moments if m["kind"] == "pod-placed"][-1]
    assert deleting["why"]["code"] == "scheduler preempted"
    assert placed["pod"].startswith("default/high-")
    assert placed["at"] == deleting["at"] + 7
    assert differing_cycles(played) == []


def test_two_that_preempt_wait_for_their_victims() -> None:
    half = {"resources": {"requests": {"cpu": "500m"}}, "name": "main", "image": "x:1"}
    low = workload(name="low", replicas=4, pod={"containers": [half], "priority": 1})
    high = workload(name="high", replicas=2, pod={"containers": [half], "priority": 10})
    machines = (node("node-1", cpu=1), node("node-2", cpu=1))
    played = play(scenario(*machines, low, high | {"spec": {**high["spec"], "replicas": 0}}), SCALE_UP)
    victims = [m["pod"] for m in played.recorder.moments if m["kind"] == "pod-deleting"]
    assert len(victims) == 2
    assert differing_cycles(played) == []
    deleted = next(m for m in played.recorder.moments if m["kind"] == "pod-deleting")
    content = moment_content(played, played.recorder.moments.index(deleted))
    victim = next(o for o in content["objects"] if deleted["pod"].endswith(f"/{o['metadata']['name']}"))
    assert victim["status"]["conditions"] == [
        {"type": "DisruptionTarget", "status": "True", "reason": "PreemptionByScheduler"}
    ]


@pytest.mark.parametrize(
    ("step", "path", "message"),
    [
        ({"scale": "web"}, "steps[0].replicas", "must be a number from 0 to 100000, got null"),
        ({"drain": 3}, "steps[0].drain", "must be a node's name, a list of names, or a label"),
        ({"taint": "n", "key": "k"}, "steps[0].effect", "must be set: one of NoSchedule"),
        ({"rollout": "Pod web"}, "steps[0].rollout", "must name a Deployment or StatefulSet or DaemonSet"),
        ({"wait": -1}, "steps[0].wait", "must be seconds, from 0 to"),
        ({"cordon": "n", "force": True}, "steps[0].force", "is not a known field of an entry with cordon"),
        ({"cordon": "n", "drain": "n"}, "steps[0]", "has 2 actions (drain, cordon)"),
        (
            {"wait": 1, "readySeconds": [9, 4]},
            "steps[0].readySeconds",
            "must be seconds such as 5, or a range",
        ),
        ({"addNodes": 2}, "steps[0]", "must have either like: a node's name, or shape:"),
    ],
)
def test_wrong_steps_are_refused_with_place_and_fix(step: dict[str, Any], path: str, message: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_steps([step])
    assert path in [error.path for error in refused.value.errors]
    assert any(error.message.startswith(message) for error in refused.value.errors)
