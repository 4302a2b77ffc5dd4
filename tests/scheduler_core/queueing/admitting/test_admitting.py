"""Jobs and pods on their way through Kueue to the scheduler: who starts, with which pods, and who has to go."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from scheduler_core import InvalidInput, Recording, Scenario, waiting_workload
from scheduler_core.queueing.admitting.admitting import is_admitted
from tests.scheduler_core.queueing.manifests import (
    HOST,
    KUEUE,
    QUEUE,
    flavor,
    job,
    loaded,
    node,
    queue,
    running,
    template,
    topology,
)

TAINT = {"key": "gpu", "value": "yes", "effect": "NoSchedule"}


def _pods(scenario: Scenario, prefix: str) -> list[dict[str, Any]]:
    named = {key[1].partition("/")[2]: m for key, m in scenario.objects.manifests.items() if key[0] == "Pod"}
    return [manifest for name, manifest in named.items() if name.startswith(prefix)]


def _gates(pod: dict[str, Any]) -> list[str]:
    return [gate["name"] for gate in pod["spec"].get("schedulingGates") or ()]


def test_an_admitted_job_starts_with_what_its_flavor_gives_and_its_pods_are_bound() -> None:
    tolerations = [{"key": "gpu", "operator": "Exists"}]
    scenario = loaded(
        flavor("f", tolerations=tolerations),
        queue("q", {"f": 4}),
        job("fits", "q", pods=2),
        job("waits", "q", pods=3),
        node("other", "g"),
        node("n", "f", taints=[TAINT]),
    )
    assert set(Recording.of(scenario).placements.values()) == {"n"}
    assert {pod["spec"]["nodeSelector"]["pool"] for pod in _pods(scenario, "fits")} == {"f"}
    assert len(_pods(scenario, "fits")) == 2
    assert not _pods(scenario, "waits")


def test_a_scenario_without_queues_is_not_touched() -> None:
    scenario = loaded(job("free", "q"), node("n", "f"))
    assert scenario.queued is None
    assert len(_pods(scenario, "free")) == 1


def test_a_victim_ends_with_its_pods_and_the_preemptor_gets_their_node() -> None:
    high = {"apiVersion": KUEUE, "kind": "WorkloadPriorityClass", "metadata": {"name": "high"}, "value": 9}
    preemptor = job("new", "q", pods=2, cpu="2")
    preemptor["metadata"]["labels"]["kueue.x-k8s.io/priority-class"] = "high"
    scenario = loaded(
        flavor("f"),
        queue("q", {"f": 4}, preemption={"withinClusterQueue": "LowerPriority"}),
        high,
        running(job("old", "q", cpu="4"), "q", "f"),
        preemptor,
        node("n0", "f"),
    )
    assert scenario.queued is not None
    assert list(scenario.queued.settled.preemptors) == ["default/job-old-old"]
    assert [pod.phase for pod in scenario.objects.pods if pod.name == "old-old"] == ["Failed"]
    assert sorted(Recording.of(scenario).placements.values()) == ["n0", "n0"]


def test_a_running_job_keeps_its_quota_and_its_pods() -> None:
    scenario = loaded(
        flavor("f"),
        queue("q", {"f": 4}),
        running(job("old", "q", cpu="4"), "q", "f"),
        job("new", "q"),
        node("n0", "f"),
    )
    assert [pod.key for pod in scenario.objects.pods] == ["default/old-old"]


def test_a_job_starts_with_fewer_pods_where_it_may() -> None:
    annotations = {
        "kueue.x-k8s.io/job-min-parallelism": "2",
        "kueue.x-k8s.io/job-completions-equal-parallelism": "true",
    }
    scenario = loaded(
        flavor("f"), queue("q", {"f": 3}), job("w", "q", pods=8, annotations=annotations), node("n", "f")
    )
    assert len(_pods(scenario, "w")) == 3


def test_pods_of_a_job_set_get_their_places_by_rank() -> None:
    workers = {
        "parallelism": 2,
        "completions": 2,
        "completionMode": "Indexed",
        "template": template("2", required="rack"),
    }
    job_set = {
        "apiVersion": "jobset.x-k8s.io/v1alpha2",
        "kind": "JobSet",
        "metadata": {"name": "js", "labels": {QUEUE: "q"}},
        "spec": {"replicatedJobs": [{"name": "workers", "replicas": 2, "template": {"spec": workers}}]},
    }
    nodes = [node(f"{rack}-{host}", "f", rack=rack) for rack in ("r1", "r2") for host in "ab"]
    filler = job("filler", "q", pods=1, cpu="4", required=HOST)
    tree = topology("rack", HOST)
    scenario = loaded(flavor("f", topologyName="t"), tree, queue("q", {"f": 16}), filler, job_set, nodes)
    hosts = [
        (pod["metadata"]["labels"]["jobset.sigs.k8s.io/job-index"], pod["spec"]["nodeSelector"])
        for pod in _pods(scenario, "js")
    ]
    assert [(index, selector["kubernetes.io/hostname"]) for index, selector in hosts] == [
        ("0", "r2-a"),
        ("0", "r2-a"),
        ("1", "r2-b"),
        ("1", "r2-b"),
    ]
    assert not any(_gates(pod) for pod in _pods(scenario, "js"))
    assert len(Recording.of(scenario).placements) == 5


@pytest.mark.parametrize("quota", [0, 8])
def test_plain_pods_groups_and_sets_wait_at_the_gate_until_they_are_admitted(quota: int) -> None:
    labels = {QUEUE: "q", "kueue.x-k8s.io/pod-group-name": "group"}
    total = {"kueue.x-k8s.io/pod-group-total-count": "2"}
    pods = [
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "alone", "labels": {QUEUE: "q"}}},
        *(
            {"kind": "Pod", "metadata": {"name": f"in-{i}", "labels": labels, "annotations": total}}
            for i in "ab"
        ),
    ]
    sets: list[dict[str, Any]] = [
        {
            "apiVersion": "apps/v1",
            "kind": kind,
            "metadata": {"name": kind.lower(), "labels": {QUEUE: "q"}},
            "spec": {
                "replicas": 2,
                "selector": {"matchLabels": {"a": kind}},
                "template": {"metadata": {"labels": {"a": kind}}, "spec": template("1")["spec"]},
            },
        }
        for kind in ("Deployment", "StatefulSet")
    ]
    scenario = loaded(
        flavor("f"),
        queue("q", {"f": quota}),
        [{**pod, "spec": template("1")["spec"]} for pod in pods],
        [{**m, "spec": {**m["spec"], "template": _restarting(m["spec"]["template"])}} for m in sets],
        node("n", "f", cpu="9"),
    )
    assert scenario.queued is not None
    assert len(scenario.queued.owners.made) == 5  # the pod, the group, two of the Deployment, the StatefulSet
    gated = {gate for pod in _pods(scenario, "") for gate in _gates(pod)}
    assert gated == (set() if quota else {"kueue.x-k8s.io/admission"})
    assert len(Recording.of(scenario).placements) == (7 if quota else 0)


def _restarting(pod_template: Any) -> Any:
    return {**pod_template, "spec": {**pod_template["spec"], "restartPolicy": "Always"}}


def test_objects_of_the_former_version_mean_the_same() -> None:
    former = queue("q", {"f": 1}) + queue("lender", {"f": 3})
    for manifest in former:
        manifest["apiVersion"] = "kueue.x-k8s.io/v1beta1"
        if manifest["kind"] == "ClusterQueue":
            manifest["spec"]["cohort"] = "all"
            manifest["spec"]["flavorFungibility"] = {"whenCanBorrow": "Borrow"}
    scenario = loaded(flavor("f"), former, job("borrows", "q", cpu="4"), node("n", "f"))
    assert list(Recording.of(scenario).placements.values()) == ["n"]


def test_faults_of_its_objects_have_a_path() -> None:
    wrong = queue("q", {"f": {"nominalQuota": "much"}}, queueingStrategy="Fast")
    with pytest.raises(InvalidInput) as raised:
        loaded(flavor("f"), wrong, node("n", "f"))
    paths = [(error.object, error.path) for error in raised.value.errors]
    assert ("ClusterQueue q", "spec.queueingStrategy") in paths
    assert ("ClusterQueue q", "spec.resourceGroups[0].flavors[0].resources[0].nominalQuota") in paths


@pytest.mark.parametrize(
    ("manifest", "path"),
    [
        ({"kind": "Topology", "spec": {"levels": []}}, "spec.levels"),
        (
            {"kind": "Workload", "metadata": {"creationTimestamp": "yesterday"}, "spec": {}},
            "metadata.creationTimestamp",
        ),
        (
            {
                "kind": "Workload",
                "status": {"conditions": [{"type": "Admitted", "lastTransitionTime": "now"}]},
            },
            "status.conditions[0].lastTransitionTime",
        ),
    ],
)
def test_what_the_queues_could_not_be_run_with_is_refused(manifest: dict[str, Any], path: str) -> None:
    named = {**manifest, "apiVersion": KUEUE, "metadata": {"name": "x", **manifest.get("metadata", {})}}
    with pytest.raises(InvalidInput) as raised:
        loaded(named, node("n", "f"))
    assert [error.path for error in raised.value.errors] == [path]


def test_a_job_with_a_time_that_is_none_comes_in_the_order_of_the_input() -> None:
    late = job("late", "q", cpu="4")
    late["metadata"]["creationTimestamp"] = "yesterday"
    scenario = loaded(flavor("f"), queue("q", {"f": 4}), job("early", "q", cpu="4"), late, node("n", "f"))
    assert [pod.name.partition("-")[0] for pod in scenario.objects.pods] == ["early"]


def test_a_stored_scenario_is_not_settled_again() -> None:
    scenario = loaded(flavor("f"), queue("q", {"f": 4}), job("train", "q"), node("n", "f"))
    again, other = Scenario.from_content(scenario.content()), loaded(flavor("f"), queue("q", {"f": 5}))
    assert scenario.queued is not None
    assert again.queued is not None
    assert other.queued is not None
    assert again.queued.settled is scenario.queued.settled
    assert other.queued.settled is not scenario.queued.settled


def _shared(*configuration: dict[str, Any]) -> Scenario:
    """Eight cores that belong to the cohort: a has borrowed them for urgent work, b asks for half."""
    cpu = {"name": "f", "resources": [{"name": "cpu", "nominalQuota": 8}]}
    group = {"coveredResources": ["cpu"], "flavors": [cpu]}
    cohort = {
        "apiVersion": KUEUE,
        "kind": "Cohort",
        "metadata": {"name": "all"},
        "spec": {"resourceGroups": [group]},
    }
    policy = {"reclaimWithinCohort": "Any"}
    return loaded(
        *(flavor("f"), cohort, node("n0", "f", cpu="8"), list(configuration)),
        *(queue(name, {"f": 0}, cohort="all", preemption=policy) for name in "ab"),
        *(running(job(f"urgent{i}", "a", cpu="4"), "a", "f", priority=1000) for i in range(2)),
        job("other", "b", cpu="4"),
    )


_V1BETA1 = "config.kueue.x-k8s.io/v1beta1"
_V1BETA2 = "config.kueue.x-k8s.io/v1beta2"


@pytest.mark.parametrize(
    ("version", "sharing", "victims"),
    [
        (_V1BETA2, None, 0),
        (_V1BETA2, {}, 1),
        (_V1BETA1, {}, 0),
        (_V1BETA1, {"enable": True}, 1),
        (_V1BETA1, {"enable": True, "preemptionStrategies": ["LessThanInitialShare"]}, 1),
    ],
)
def test_kueues_configuration_decides_whether_shares_come_before_priority(
    version: str, sharing: dict[str, Any] | None, victims: int
) -> None:
    written = {"apiVersion": version, "kind": "Configuration"}
    configuration = written if sharing is None else {**written, "fairSharing": sharing}
    text = yaml.safe_dump(configuration)
    meta = {"name": "kueue-manager-config", "namespace": "kueue-system"}
    config_map = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": meta, "data": {"config.yaml": text}}
    for manifest in (configuration, config_map):
        scenario = _shared(manifest)
        assert scenario.queued is not None
        assert len(scenario.queued.settled.preemptors) == victims
        assert "config.kueue" not in str(scenario.objects.unread.kinds())


def test_a_fault_in_kueues_configuration_is_named() -> None:
    wrong = {"preemptionStrategies": ["Fairest"]}
    with pytest.raises(InvalidInput, match=r"fairSharing.preemptionStrategies.*must be of LessThan"):
        _shared({"apiVersion": _V1BETA2, "kind": "Configuration", "fairSharing": wrong})


@pytest.mark.parametrize(
    ("version", "written", "admitted", "seconds"),
    [
        ("v1beta2", {}, 3, 1800),
        ("v1beta2", {"waitForPodsReady": {"timeout": "1h30m"}}, 3, 5400),
        ("v1beta2", {"waitForPodsReady": {"blockAdmission": True}}, 1, 1800),
        ("v1beta2", {"featureGates": {"DisableWaitForPodsReady": True}}, 3, 0),
        ("v1beta1", {"waitForPodsReady": {"blockAdmission": True}}, 3, 0),
        ("v1beta1", {"waitForPodsReady": {"enable": True, "timeout": "5m0s"}}, 1, 300),
        ("v1beta1", {"waitForPodsReady": {"enable": True, "blockAdmission": False}}, 3, 1800),
    ],
)
def test_nobody_is_admitted_while_the_pods_of_another_are_not_ready_where_that_is_configured(
    version: str, written: dict[str, Any], admitted: int, seconds: int
) -> None:
    configuration = {"apiVersion": f"config.kueue.x-k8s.io/{version}", "kind": "Configuration", **written}
    jobs = [job(name, "q") for name in ("a", "b", "c")]
    scenario = loaded(configuration, flavor("f"), queue("q", {"f": 9}), jobs, job("wide", "q", cpu="10"))
    assert scenario.queued is not None
    assert sum(map(is_admitted, scenario.queued.settled.stored.values())) == admitted
    assert scenario.queued.settled.run.scenario.ready_seconds == seconds
    assert not scenario.queued.settled.repeats
    if admitted == 1:
        waiting = waiting_workload(scenario, next(k for k in scenario.queued.settled.stored if "job-b" in k))
        assert waiting["cause"]["text"] == (
            "it would be admitted, but waits until the pods of a are ready (blockAdmission)"
        )
        assert waiting["message"] == "waiting for all admitted workloads to be in PodsReady condition"
        assert waiting["reason"] == "WaitingForPodsReady"


@pytest.mark.parametrize("status", ["True", "False"])
def test_who_runs_already_holds_up_others_unless_its_pods_are_ready(status: str) -> None:
    configuration = {
        "apiVersion": _V1BETA2,
        "kind": "Configuration",
        "waitForPodsReady": {"blockAdmission": True},
    }
    old = running(job("old", "q"), "q", "f")
    old[1]["status"]["conditions"].append(
        {"type": "PodsReady", "status": status, "reason": "x", "message": ""}
    )
    scenario = loaded(configuration, flavor("f"), queue("q", {"f": 9}), old, job("new", "q"), node("n0", "f"))
    assert scenario.queued is not None
    assert ("default/job-new" in str(list(scenario.queued.members.values()))) is (status == "True")


def test_a_timeout_that_is_no_duration_is_named() -> None:
    wrong = {"timeout": "soon"}
    with pytest.raises(InvalidInput, match=r"waitForPodsReady.timeout.*must be a duration such as 30m"):
        _shared({"apiVersion": _V1BETA2, "kind": "Configuration", "waitForPodsReady": wrong})


def test_what_kueue_writes_into_jobs_and_pods_is_shown_with_what_it_comes_from() -> None:
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "solo", "labels": {QUEUE: "q"}},
        "spec": {},
    }
    unlabelled = job("fits", "default")
    del unlabelled["metadata"]["labels"]
    scenario = loaded(
        flavor("f", tolerations=[{"key": "gpu", "operator": "Exists"}]),
        queue("q", {"f": 4}),
        queue("default", {"f": 4}),
        [unlabelled, job("waits", "q", pods=9), {**pod, "spec": template("1")["spec"]}],
        node("n", "f"),
    )
    lines = [line.removeprefix("filled in: ") for line in scenario.admitted.lines() if "(Kueue" in line]
    assert lines == [
        f"Job default/fits: metadata.labels.{QUEUE}: default (Kueue, LocalQueue default/default)",
        "Job default/fits: spec.suspend: false (Kueue, ClusterQueue default)",
        "Job default/fits: spec.template.spec.nodeSelector += pool=f (Kueue, ResourceFlavor f)",
        "Job default/fits: spec.template.spec.tolerations += gpu:Exists (Kueue)",
        "Job default/waits: spec.suspend: true (Kueue, LocalQueue q)",
        "Pod default/solo: spec.nodeSelector += pool=f (Kueue, ResourceFlavor f)",
        "Pod default/solo: spec.tolerations += gpu:Exists (Kueue)",
    ]
