"""An error in a workload is reported once, at its place in the input; limits include the created objects."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from scheduler_core import InputError, InvalidInput, Limits, Scenario, TooLarge, load
from tests.builders import Manifest, make_node, make_pod, spread
from tests.scheduler_core.controlplane.workloads.builders import make_workload


def errors(*manifests: Any, limits: Limits | None = None) -> list[InputError]:
    with pytest.raises(InvalidInput) as raised:
        load(yaml.safe_dump_all(manifests, sort_keys=False), limits or Limits())
    return raised.value.errors


def without(manifest: Manifest, field: str) -> Manifest:
    return {**manifest, "spec": {k: v for k, v in manifest["spec"].items() if k != field}}


WEB = make_workload("Deployment", "web", replicas=4)
OTHER = {"matchLabels": {"app": "other"}}
NEGATIVE = "must not be negative, got -1: set it to 0 or more"


@pytest.mark.parametrize(
    ("workload", "path", "message"),
    [
        (make_workload("Deployment", "web", replicas=-1), "spec.replicas", NEGATIVE),
        (make_workload("Job", "web", parallelism=-1), "spec.parallelism", NEGATIVE),
        (
            without(WEB, "template"),
            "spec.template",
            "must be set: add a pod template with metadata.labels and spec",
        ),
        (
            without(WEB, "selector"),
            "spec.selector",
            "must be set and not empty: repeat labels of spec.template.metadata.labels",
        ),
        (
            make_workload("DaemonSet", "web", selector=OTHER),
            "spec.selector",
            "must match spec.template.metadata.labels, got app=other: add these labels there",
        ),
        (make_workload("StatefulSet", "web", replicas="2"), "spec.replicas", "must be an integer, got '2'"),
    ],
)
def test_workloads_that_the_api_server_would_reject_are_errors(
    workload: Manifest, path: str, message: str
) -> None:
    (error,) = errors(make_node("n1"), workload)
    assert (error.path, error.message) == (path, message)
    assert error.object == f"{workload['kind']} web"


def test_an_error_in_the_template_is_reported_once_with_its_line() -> None:
    web = make_workload(
        "Deployment", "web", replicas=4, pod={"topologySpreadConstraints": [spread("zone", max_skew=0)]}
    )
    (error,) = errors(make_node("n1"), web)
    assert error.path == "spec.template.spec.topologySpreadConstraints[0].maxSkew"
    source = yaml.safe_dump_all([make_node("n1"), web], sort_keys=False)
    assert error.line is not None
    assert "maxSkew: 0" in source.splitlines()[error.line - 1]
    (error_without_pods,) = errors({**web, "spec": {**web["spec"], "replicas": 0}})
    assert error_without_pods.path == error.path


def test_two_workloads_with_the_same_name_are_an_error() -> None:
    assert {(e.path, e.object) for e in errors(WEB, WEB)} >= {("metadata.name", "Deployment web")}
    assert load(json.dumps([WEB, make_workload("StatefulSet", "web")])).summary()["pods"] == 5


def test_no_more_objects_are_created_than_the_limit_allows() -> None:
    for kind in ("Deployment", "StatefulSet"):
        with pytest.raises(TooLarge, match="the limit is 10"):
            load(json.dumps(make_workload(kind, "web", replicas=10**9)), Limits(objects=10))
    for mode in ("Indexed", "NonIndexed"):
        job = make_workload("Job", "web", parallelism=10**9, completions=10**9, completionMode=mode)
        with pytest.raises(TooLarge):
            load(json.dumps(job), Limits(objects=10))
    nodes = [make_node(f"n{i}") for i in range(6)]
    with pytest.raises(TooLarge):
        load(json.dumps([*nodes, make_workload("DaemonSet", "web")]), Limits(objects=10))


@pytest.mark.parametrize(
    "broken",
    [
        {"metadata": []},
        {"metadata": {"name": "p", "ownerReferences": "x"}},
        {"metadata": {"name": "p", "ownerReferences": [3]}},
        {"metadata": {"name": "p", "labels": {"app": 3}}},
        {"metadata": {"name": "p"}, "spec": []},
        {"metadata": {"name": "p"}, "spec": {"affinity": {"nodeAffinity": []}}},
        {"metadata": {"name": "p"}, "status": 1},
    ],
)
def test_only_the_pod_is_reported_if_it_is_malformed(broken: Manifest) -> None:
    for kind in ("Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job"):
        load_errors = errors_or_none(make_node("n1"), make_workload(kind, "web"), {**make_pod("p"), **broken})
        assert all(e.object.startswith("Pod") for e in load_errors)


def errors_or_none(*manifests: Manifest) -> list[InputError]:
    try:
        load(json.dumps(manifests))
    except InvalidInput as invalid:
        return invalid.errors
    return []


@pytest.mark.parametrize("kind", ["Deployment", "StatefulSet", "DaemonSet", "Job", "ReplicationController"])
@pytest.mark.parametrize("field", ["metadata", "spec", "status"])
@pytest.mark.parametrize("value", [None, [], "x", {"a": {}}])
def test_malformed_workloads_are_reported_or_read(kind: str, field: str, value: object) -> None:
    errors_or_none(make_node("n1"), {**make_workload(kind, "web"), field: value})


@pytest.mark.parametrize(
    ("expressions", "path"),
    [
        ([{}], "operator"),
        ([{"key": "app", "operator": "Near", "values": ["a"]}], "operator"),
        ([{"key": "app", "operator": "In"}], "values"),
    ],
)
def test_a_selector_that_cannot_be_read_is_reported_for_itself_alone(
    expressions: list[Manifest], path: str
) -> None:
    workload = make_workload("ReplicaSet", "web")
    workload["spec"]["selector"] = {"matchExpressions": expressions}
    paths = [error.path for error in errors_or_none(make_node("n1"), workload)]
    assert f"spec.selector.matchExpressions[0].{path}" in paths
    assert "spec.selector" not in paths


@pytest.mark.parametrize("references", [1, "x", {}, [1]])
def test_owner_references_of_an_adopted_pod_may_be_malformed(references: object) -> None:
    pod = make_pod("p", app="web")
    pod["metadata"]["ownerReferences"] = references
    errors = errors_or_none(make_node("n1"), make_workload("ReplicaSet", "web", app="web"), pod)
    assert all(error.path.startswith("metadata.ownerReferences") for error in errors)


def test_content_has_the_manifests_of_the_input() -> None:
    manifests = [
        make_node("n1"),
        make_pod("mine", app="db"),
        WEB,
        make_workload("ReplicaSet", "db", app="db"),
    ]
    scenario = load(json.dumps(manifests))
    assert scenario.content()["objects"] == manifests
    restored = Scenario.from_content(scenario.content())
    assert [p.key for p in restored.objects.pods] == [p.key for p in scenario.objects.pods]
    assert len(restored.objects.pods) == 5
