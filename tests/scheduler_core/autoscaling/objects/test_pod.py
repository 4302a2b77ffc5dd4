"""What Karpenter reads of pods."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.autoscaling.objects.pod import Pod, read_pod
from scheduler_core.autoscaling.objects.quantities import concise
from scheduler_core.autoscaling.objects.selectors import read_pod_selector
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from tests.scheduler_core.autoscaling.clusters import pending, required


def read(manifest: dict[str, Any], *, with_limits: bool = False) -> Pod:
    problems = Problems()
    pod = read_pod(ManifestField(manifest, "", problems), with_limits=with_limits)
    assert problems.entries == []
    return pod


def container(cpu: str, **more: Any) -> dict[str, Any]:
    return {"name": "c", "resources": {"requests": {"cpu": cpu}}, **more}


def test_a_pod_requests_the_most_that_runs_at_once_its_overhead_and_a_place() -> None:
    pod = pending("p", overhead={"cpu": "100m"})
    pod["spec"]["containers"] = [container("1"), container("500m")]
    assert concise(read(pod).quantities) == '{"cpu":"1600m","pods":"1"}'
    pod["spec"]["initContainers"] = [container("2")]
    assert concise(read(pod).quantities) == '{"cpu":"2100m","pods":"1"}'
    pod["spec"]["initContainers"] = [container("300m", restartPolicy="Always"), container("1700m")]
    assert concise(read(pod).quantities) == '{"cpu":"2100m","pods":"1"}'
    pod["spec"]["initContainers"] = [container("1700m"), container("300m", restartPolicy="Always")]
    assert concise(read(pod).quantities) == '{"cpu":"1900m","pods":"1"}'


def test_requests_of_the_pod_itself_take_the_place_of_its_containers() -> None:
    pod = pending("p", resources={"requests": {"cpu": "3", "example.com/gpu": "1"}})
    assert concise(read(pod).quantities) == '{"cpu":"3","pods":"1"}'


def test_limits_stand_in_for_requests_of_daemons_only() -> None:
    pod = pending("p")
    pod["spec"]["containers"][0]["resources"] = {
        "limits": {"cpu": "2", "memory": "1Gi"},
        "requests": {"cpu": "1"},
    }
    assert concise(read(pod).quantities) == '{"cpu":"1","pods":"1"}'
    assert concise(read(pod, with_limits=True).quantities) == '{"cpu":"1","memory":"1Gi","pods":"1"}'


def test_a_node_is_looked_for_if_the_scheduler_found_none() -> None:
    assert read(pending("p")).provisionable
    assert not read(pending("p", nodeName="n")).provisionable
    seen = pending("p")
    seen["status"]["nominatedNodeName"] = "n"
    assert not read(seen).provisionable
    new = pending("p")
    new["status"]["conditions"] = []
    assert not read(new).provisionable
    gone = pending("p")
    gone["metadata"]["deletionTimestamp"] = "2026-03-02T12:00:00Z"
    assert read(gone).provisionable


@pytest.mark.parametrize(
    ("owner", "terminating", "reschedulable"),
    [
        (("apps/v1", "ReplicaSet"), False, True),
        (("apps/v1", "ReplicaSet"), True, False),
        (("apps/v1", "StatefulSet"), True, True),
        (("apps/v1", "DaemonSet"), False, False),
        (("v1", "Node"), False, False),
        (("example.com/v1", "DaemonSet"), False, True),
    ],
)
def test_pods_need_another_node_by_their_owner(
    owner: tuple[str, str], *, terminating: bool, reschedulable: bool
) -> None:
    pod = pending("p")
    pod["metadata"]["ownerReferences"] = [{"apiVersion": owner[0], "kind": owner[1], "name": "o", "uid": "o"}]
    if terminating:
        pod["metadata"]["deletionTimestamp"] = "2026-03-02T12:00:00Z"
    assert read(pod).reschedulable is reschedulable


def test_the_first_required_term_counts_and_the_heaviest_preference() -> None:
    def term(value: str) -> dict[str, Any]:
        return {"matchExpressions": [required("zone", value)]}

    preferred = [
        {"weight": weight, "preference": {"matchExpressions": [required("rack", rack)]}}
        for weight, rack in ((1, "x"), (9, "y"), (9, "z"))
    ]
    affinity = {
        "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term("a"), term("b")]},
        "preferredDuringSchedulingIgnoredDuringExecution": preferred,
    }
    pod = read(pending("p", nodeSelector={"team": "red"}, affinity={"nodeAffinity": affinity}))
    assert str(pod.strict_requirements) == "team In [red], zone In [a]"
    assert str(pod.requirements) == "rack In [y], team In [red], zone In [a]"


def selector(manifest: Any, labels: dict[str, str] | None = None, keys: tuple[str, ...] = ()) -> Any:
    field = ManifestField({"labelSelector": manifest}, "", Problems())
    return read_pod_selector(field, "labelSelector", labels or {}, keys)


def test_selectors_are_told_apart_as_they_are_written() -> None:
    label = selector({"matchLabels": {"app": "web"}})
    expression = selector({"matchExpressions": [required("app", "web")]})
    assert label.selects.matches({"app": "web"})
    assert expression.selects.matches({"app": "web"})
    assert label.identity != expression.identity
    assert selector(None).identity != selector({}).identity


def test_the_own_value_of_a_label_is_added_once_and_only_if_there_is_one() -> None:
    own = selector({"matchLabels": {"app": "web"}}, {"hash": "1"}, ("hash", "none"))
    assert own.selects.matches({"app": "web", "hash": "1"})
    assert not own.selects.matches({"app": "web", "hash": "2"})
    twice = selector(
        {"matchLabels": {"app": "web"}, "matchExpressions": [required("hash", "1")]}, {"hash": "1"}, ("hash",)
    )
    assert own.identity == twice.identity


def test_a_missing_selector_selects_nothing_but_everything_is_counted() -> None:
    missing = selector(None)
    assert not missing.selects.matches({})
    assert missing.lists.matches({"app": "web"})
