"""Each difference of a version changes a recorded trace, or that of a small cluster where none was recorded."""

from __future__ import annotations

import gzip
import io
import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from scheduler_core import InvalidInput, Scenario, simulate
from scheduler_core.__main__ import main
from scheduler_core.cli.trace import trace_scenario
from scheduler_core.explain.view.trace import cycle_trace
from scheduler_core.kubernetes.versions import (
    CHANGES,
    DOCUMENTED_NAMESPACE_SELECTOR,
    KUBERNETES_VERSIONS,
    Version,
    find_version,
    name_of,
    release_named,
    release_of,
)
from scheduler_core.kubernetes.versions import RECORDED as RECORDED_PATCHES
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.scenario import load
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import make_node, make_pod
from tests.conformance.vectors import DATA, read

V1_20, V1_24, V1_27, V1_30, V1_32, V1_33, V1_34, V1_35, V1_36, V1_37 = (
    find_version(release)
    for release in ("1.20", "1.24", "1.27", "1.30", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37")
)

RECORDED_RELEASES = set(RECORDED_PATCHES.values())

# By difference, a vector of v1.27.1 that it changes.
RECORDED = {
    "absent_plugins": "mixed-002",
    "absent_points": "volumes-019",
    "pre_filter_always_runs": "volumes-009",
    "pre_score_always_runs": "tsc-empty-selector",
    "missing_node_is_error": "nodeselection-003",
    "excluded_nodes_are_examined": "volumes-002",
    "rejected_nodes_are_examined": "prefilter-failure-message",
    "start_index_of_narrowed": "sampling-001",
    "dot_after_post_filter": "filter-order",
    "excess_is_unresolvable": "resources-unresolvable",
    "compares_zero_requests": "resources-overcommitted",
    "namespace_selector_is_resolved": "namespaceselector-notin",
    "image_nodes_are_current": "image-size-first-node",
    "init_images_count": "nodeselection-005",
    "victims_are_sorted": "preemption-010",
    "deletes_terminating_victims": "preemption-005",
    "bound_volumes_narrow": "volumes-002",
    "attached_volumes_count": "volumes-031",
    "old_zone_labels_are_new": "volumes-019",
    "once_pod_reason": "volumes-009",
    "volume_affinity_reason": "volumes-017",
}

# By difference between v1.24.4 and v1.27.1, a vector of v1.24.4 that it changes.
RECORDED_1_24 = {
    "absent_points": "one-node",
    "pre_filter_always_runs": "one-node",
    "rejected_nodes_are_counted": "prefilter-failure-message",
    "dot_after_post_filter": "disabled-dynamicresources",
    "runs_all_filters": "preempt-not-helpful",
    "compares_zero_extended_requests": "noderesources-001",
    "empty_spread_selector_counts": "podtopologyspread-048",
    "scores_overhead_in_cores": "noderesources-085",
    "any_termination_bars": "preemption-060",
    "once_pod_is_enforced": "prefilter-failure-message",
    "bound_volumes_narrow": "volumes-032",
}

# By difference between v1.20.15 and v1.24.4, a vector of v1.20.15 that it changes.
RECORDED_1_20 = {
    "absent_plugins": "avoid-bad-annotation",
    "absent_points": "avoid-bad-annotation",
    "tries_nominated_node_first": "nominated-own-node-first",
    "taint_reason": "taint-first",
    "node_affinity_reason": "filter-order",
    "general_affinity_reason": "ipa-bootstrap-not-self",
    "compares_zero_requests_of_init_containers": "noderesources-031",
    "spread_counts_keyless_nodes": "tsc-node-missing-one-key",
    "every_selecting_controller_spreads": "selectorspread-rs-not-owner",
    "balances_by_difference": "avoid-bad-annotation",
    "affinity_range_has_zero": "ipa-bootstrap",
    "spread_score_is_cut": "policy-defaults",
    "preemption_is_silent": "taint-first",
    "missing_volume_reason": "volumes-004",
    "lost_claims_wait": "volumes-004",
    "ephemeral_volumes_have_claims": "volumes-004",
    "limits_need_claims": "volumes-004",
}


@cache
def recorded(version: str = "v1.27.1") -> dict[str, dict[str, Any]]:
    with gzip.open(DATA / "versions" / f"{version}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return {row["scenario"]["name"]: row for row in map(json.loads, lines)}


def cycles(version: Version, *objects: dict[str, Any], pods: tuple[str, ...]) -> list[Any]:
    schedule = [f"default/{pod}" for pod in pods]
    return list(trace_scenario({"objects": list(objects), "schedule": schedule}, version)["trace"])


@pytest.mark.parametrize(("difference", "name"), RECORDED.items())
def test_a_recorded_trace_of_v1_27_shows_the_difference(difference: str, name: str) -> None:
    row = recorded()[name]
    assert trace_scenario(row["scenario"], V1_27)["trace"] == row["trace"]
    without = replace(V1_27, **{difference: getattr(V1_34, difference)})
    assert trace_scenario(row["scenario"], without)["trace"] != row["trace"]


@pytest.mark.parametrize(("difference", "name"), RECORDED_1_20.items())
def test_a_recorded_trace_of_v1_20_shows_the_difference(difference: str, name: str) -> None:
    row = recorded("v1.20.15")[name]
    assert trace_scenario(row["scenario"], V1_20)["trace"] == row["trace"]
    without = replace(V1_20, **{difference: getattr(V1_24, difference)})
    assert traced_or_refused(row["scenario"], without) != row["trace"]


def traced_or_refused(scenario: dict[str, Any], version: Version) -> object:
    try:
        return trace_scenario(scenario, version)["trace"]
    except InvalidInput as refused:
        return str(refused)


POLICY = {
    "apiVersion": "v1",
    "kind": "Policy",
    "predicates": [
        {"name": "GeneralPredicates"},
        {"name": "OnlyLabelled", "argument": {"labelsPresence": {"labels": ["disk"], "presence": True}}},
    ],
    "priorities": [
        {"name": "LeastRequestedPriority", "weight": 2},
        {"name": "Ssd", "weight": 3, "argument": {"labelPreference": {"label": "ssd", "presence": True}}},
        {"name": "New", "weight": 3, "argument": {"labelPreference": {"label": "old", "presence": False}}},
    ],
}


def test_a_policy_is_read_from_text_by_versions_up_to_1_22() -> None:
    nodes = [
        make_node("n1", disk="a"),
        make_node("n2", disk="b", ssd=""),
        make_node("n3"),
    ]
    source = "---\n".join(json.dumps(manifest) + "\n" for manifest in (*nodes, make_pod("p"), POLICY))
    record = Simulation(load(source, version=V1_20), V1_20).compute("default/p")
    assert isinstance(record, CycleRecord)
    cycle = cycle_trace(record)
    assert cycle["filter"]["n3"]["first"] == "NodeLabel"
    assert cycle["weights"] == {"NodeLabel": 6, "NodeResourcesLeastAllocated": 2}
    assert cycle["score"]["NodeLabel"] == {"n1": 50, "n2": 100}
    with pytest.raises(InvalidInput, match=r"Policy is not read by Kubernetes v1\.24\.4"):
        load(source, version=V1_24)


def test_a_policy_can_run_all_filters() -> None:
    taints = [{"key": "k", "value": "v", "effect": "NoSchedule"}]
    objects = [make_node("n1", taints=taints, cpu="1"), make_pod("p", requests={"cpu": "2"})]
    messages = []
    for always in (False, True):
        policy = {"apiVersion": "v1", "kind": "Policy", "alwaysCheckAllPredicates": always}
        scenario = {"objects": objects, "config": policy, "schedule": ["default/p"]}
        messages.append(trace_scenario(scenario, V1_20)["trace"][0]["fitError"])
    assert ["Insufficient cpu" in message for message in messages] == [True, True]
    assert ["had taint" in message for message in messages] == [False, True]


def test_a_refused_configuration_says_who_reads_it() -> None:
    with pytest.raises(InvalidInput, match=r"or choose Kubernetes 1\.22 to 1\.27 for v1beta2"):
        configured(V1_30, "v1beta2")


def test_an_unknown_predicate_is_refused_with_its_place() -> None:
    policy = {**POLICY, "predicates": [{"name": "Guess"}]}
    content = {"objects": [make_node("n1")], "config": policy}
    with pytest.raises(InvalidInput, match=r"predicates\[0\]\.name: is not a predicate"):
        Scenario.from_content(content, version=V1_20)


def configured(version: Version, config: str, **profile: Any) -> dict[str, Any]:
    """Return the trace of a pod under a configuration of this version."""
    manifest = {
        "apiVersion": f"kubescheduler.config.k8s.io/{config}",
        "kind": "KubeSchedulerConfiguration",
        "profiles": [profile],
    }
    objects = [make_node("n1"), make_node("n2"), make_pod("p")]
    scenario = {"objects": objects, "config": manifest, "schedule": ["default/p"]}
    return dict(trace_scenario(scenario, version)["trace"][0])


def test_default_weights_follow_the_version_of_the_configuration() -> None:
    weights = [configured(V1_24, config)["weights"] for config in ("v1beta2", "v1beta3")]
    names = ("TaintToleration", "NodeAffinity", "InterPodAffinity", "PodTopologySpread")
    assert [[w[name] for name in names] for w in weights] == [[1, 1, 1, 2], [3, 2, 2, 2]]


def test_before_v1beta3_a_default_plugin_is_disabled_at_its_point() -> None:
    score = {"disabled": [{"name": "ImageLocality"}], "enabled": [{"name": "NodeAffinity", "weight": 7}]}
    cycle = configured(V1_24, "v1beta2", plugins={"score": score})
    assert "ImageLocality" not in cycle["weights"]
    assert cycle["weights"]["NodeAffinity"] == 7
    with pytest.raises(InvalidInput, match="multiPoint: is not an extension point"):
        configured(V1_24, "v1beta2", plugins={"multiPoint": score})


def test_v1_20_scores_a_node_that_lacks_a_configured_resource() -> None:
    args = {
        "name": "NodeResourcesLeastAllocated",
        "args": {"resources": [{"name": "gpu.example/x", "weight": 1}]},
    }
    assert (
        configured(V1_20, "v1beta1", pluginConfig=[args])["score"]["NodeResourcesLeastAllocated"]["n1"] == 0
    )


def volume_objects(**source: Any) -> list[dict[str, Any]]:
    """Return a pod with a bound claim, whose volume has this source."""
    pod = make_pod("p")
    pod["spec"]["volumes"] = [{"name": "v", "persistentVolumeClaim": {"claimName": "c"}}]
    claim = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "c", "annotations": {"pv.kubernetes.io/bind-completed": "yes"}},
        "spec": {"volumeName": "pv", "storageClassName": ""},
        "status": {"phase": "Bound"},
    }
    volume = {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": "pv"},
        "spec": {**source, "claimRef": {"name": "c", "namespace": "default"}},
    }
    return [claim, volume, pod]


@pytest.mark.parametrize(
    ("release", "first_tried", "scorer", "taint_weight"),
    [
        ("1.21", None, "NodeResourcesLeastAllocated", 1),
        ("1.22", "n2", "NodeResourcesFit", 1),
        ("1.23", "n2", "NodeResourcesFit", 3),
        ("1.25", "n2", "NodeResourcesFit", 3),
        ("1.26", "n2", "NodeResourcesFit", 3),
    ],
)
def test_versions_between_follow_the_named_changes(
    release: str, first_tried: str | None, scorer: str, taint_weight: int
) -> None:
    pod = make_pod("p")
    pod["status"] = {"nominatedNodeName": "n2"}
    cycle = cycles(find_version(release), make_node("n1"), make_node("n2"), pod, pods=("p",))[0]
    assert cycle.get("nominatedNodeTried", {}).get("node") == first_tried
    assert scorer in cycle["weights"]
    assert cycle["weights"]["TaintToleration"] == taint_weight


def test_v1_18_spreads_by_counts_and_after_the_other_plugins() -> None:
    constraint = {
        "maxSkew": 1,
        "topologyKey": "zone",
        "whenUnsatisfiable": "ScheduleAnyway",
        "labelSelector": {"matchLabels": {"app": "a"}},
    }
    running = [make_pod(f"r{i}", node=node, app="a") for i, node in enumerate(("n1", "n1", "n1", "n2"))]
    pod = make_pod("p", app="a")
    pod["spec"]["topologySpreadConstraints"] = [constraint]
    nodes = [make_node("n1", zone="a"), make_node("n2", zone="b"), make_node("n3")]
    old, new = (cycles(find_version(r), *nodes, *running, pod, pods=("p",))[0] for r in ("1.18", "1.19"))
    assert old["score"]["PodTopologySpread"] == {"n1": 3, "n2": 1, "n3": 0}
    assert old["normalized"]["PodTopologySpread"] == {"n1": 33, "n2": 100, "n3": 0}  # 100 * (4 - s) / (4 - 1)
    assert [cycle["weights"]["PodTopologySpread"] for cycle in (old, new)] == [1, 2]
    assert new["score"]["PodTopologySpread"] == {"n1": 4, "n2": 1, "n3": 0}  # pods * ln(2 + 2)
    assert "SelectorSpread" in new["weights"]


def test_default_filters_had_another_order_before_v1_20() -> None:
    taints = [{"key": "k", "value": "v", "effect": "NoSchedule"}]
    objects = make_node("n1", cpu="1", taints=taints), make_pod("p", requests={"cpu": "2"})
    first = [
        cycles(find_version(r), *objects, pods=("p",))[0]["filter"]["n1"]["first"] for r in ("1.19", "1.20")
    ]
    assert first == ["NodeResourcesFit", "TaintToleration"]


def test_nodes_without_the_topology_key_have_no_reason_of_their_own_before_v1_20() -> None:
    constraint = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}
    pod = make_pod("p")
    pod["spec"]["topologySpreadConstraints"] = [{**constraint, "labelSelector": {}}]
    failures = [
        cycles(find_version(r), make_node("n1"), pod, pods=("p",))[0]["filter"]["n1"]["PodTopologySpread"]
        for r in ("1.19", "1.20")
    ]
    assert [failure["code"] for failure in failures] == ["Unschedulable", "UnschedulableAndUnresolvable"]


def test_limits_in_the_status_of_a_node_count_until_v1_31() -> None:
    node = make_node("n1")
    node["status"]["allocatable"]["attachable-volumes-csi-ebs.csi.aws.com"] = "0"
    objects = volume_objects(csi={"driver": "ebs.csi.aws.com", "volumeHandle": "vol-1"})
    results = [cycles(v, node, *objects, pods=("p",))[0]["feasible"] for v in (V1_30, V1_32)]
    assert results == [[], ["n1"]]


@pytest.mark.parametrize(
    ("release", "annotated", "fits"),
    [("1.20", True, True), ("1.24", True, False), ("1.24", False, True), ("1.27", False, False)],
)
def test_ebs_volumes_count_for_their_driver_where_they_are_migrated(
    release: str, annotated: bool, fits: bool
) -> None:
    annotations = (
        {"storage.alpha.kubernetes.io/migrated-plugins": "kubernetes.io/aws-ebs"} if annotated else {}
    )
    csi_node = {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "CSINode",
        "metadata": {"name": "n1", "annotations": annotations},
        "spec": {"drivers": [{"name": "ebs.csi.aws.com", "nodeID": "n1", "allocatable": {"count": 0}}]},
    }
    objects = volume_objects(awsElasticBlockStore={"volumeID": "vol-1"})
    cycle = cycles(find_version(release), make_node("n1"), csi_node, *objects, pods=("p",))[0]
    assert cycle["feasible"] == (["n1"] if fits else [])


@pytest.mark.parametrize(("difference", "name"), RECORDED_1_24.items())
def test_a_recorded_trace_of_v1_24_shows_the_difference(difference: str, name: str) -> None:
    row = recorded("v1.24.4")[name]
    assert trace_scenario(row["scenario"], V1_24)["trace"] == row["trace"]
    without = replace(V1_24, **{difference: getattr(V1_27, difference)})
    assert trace_scenario(row["scenario"], without)["trace"] != row["trace"]


def test_v1_24_schedules_pods_with_gates() -> None:
    pod = make_pod("p")
    pod["spec"]["schedulingGates"] = [{"name": "wait"}]
    assert cycles(V1_24, make_node("n1"), pod, pods=("p",))[0]["selected"] == "n1"
    assert cycles(V1_27, make_node("n1"), pod, pods=("p",))[0]["skipped"] == "Gated"


@pytest.mark.parametrize(
    ("release", "config", "read"),
    [("1.24", "v1", False), ("1.24", "v1beta3", True), ("1.27", "v1", True), ("1.30", "v1beta3", False)],
)
def test_a_version_reads_the_configurations_that_it_served(release: str, config: str, read: bool) -> None:
    manifest = {"apiVersion": f"kubescheduler.config.k8s.io/{config}", "kind": "KubeSchedulerConfiguration"}
    content = {"objects": [make_node("n1")], "config": manifest}
    if read:
        Scenario.from_content(content, version=find_version(release))
        return
    with pytest.raises(InvalidInput, match=r"must be kubescheduler\.config\.k8s\.io/v1.* reads"):
        Scenario.from_content(content, version=find_version(release))


def test_v1_30_has_its_own_reason_for_excluded_nodes() -> None:
    terms = [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}]
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
    pod = make_pod("p", requests={"cpu": "8"}, affinity={"nodeAffinity": required})
    nodes = [make_node("n1"), make_node("n2")]
    texts = [cycles(version, *nodes, pod, pods=("p",))[0]["fitError"] for version in (V1_30, V1_32)]
    assert "1 node is filtered out by the prefilter result" in texts[0]
    assert "1 node(s) didn't satisfy plugin(s) [NodeAffinity]" in texts[1]


def test_v1_30_fails_when_no_named_node_exists() -> None:
    terms = [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["gone"]}]}]
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
    pod = make_pod("p", affinity={"nodeAffinity": required})
    assert "divide by zero" in cycles(V1_30, make_node("n1"), pod, pods=("p",))[0]["error"]
    assert "error" not in cycles(V1_32, make_node("n1"), pod, pods=("p",))[0]


def sidecar_pod(name: str, node: str | None = None) -> dict[str, Any]:
    pod = make_pod(name, node=node, requests={"cpu": "1"})
    sidecar = {
        "name": "side",
        "restartPolicy": "Always",
        "resources": {"requests": {"cpu": "1"}},
        "ports": [{"containerPort": 80, "hostPort": 80}],
    }
    pod["spec"]["initContainers"] = [sidecar]
    return pod


def test_host_ports_of_sidecars_count_since_v1_34() -> None:
    objects = make_node("n1"), sidecar_pod("running", "n1"), sidecar_pod("p")
    assert cycles(V1_33, *objects, pods=("p",))[0]["feasible"] == ["n1"]
    assert cycles(V1_34, *objects, pods=("p",))[0]["filter"]["n1"]["first"] == "NodePorts"


def test_v1_30_scores_without_the_sidecars_of_running_pods() -> None:
    objects = make_node("n1", cpu="10"), sidecar_pod("running", "n1"), make_pod("p", requests={"cpu": "1"})
    scores = [
        cycles(version, *objects, pods=("p",))[0]["score"]["NodeResourcesFit"]["n1"]
        for version in (V1_30, V1_32)
    ]
    assert scores == [87, 81]  # cpu 80 and 70, memory 95 and 92


def test_pods_being_resized_count_their_allocated_resources_since_v1_33() -> None:
    running = make_pod("running", node="n1", requests={"cpu": "1"})
    name = running["spec"]["containers"][0]["name"]
    running["status"] = {
        "containerStatuses": [{"name": name, "allocatedResources": {"cpu": "4"}, "resources": {}}]
    }
    objects = make_node("n1", cpu="4"), running, make_pod("p", requests={"cpu": "2"})
    assert cycles(V1_32, *objects, pods=("p",))[0]["feasible"] == ["n1"]
    assert cycles(V1_33, *objects, pods=("p",))[0]["feasible"] == []


def test_pods_without_requests_have_no_balanced_score_since_v1_33() -> None:
    objects = make_node("n1"), make_pod("p")
    name = "NodeResourcesBalancedAllocation"
    assert name in cycles(V1_32, *objects, pods=("p",))[0]["score"]
    assert name not in cycles(V1_33, *objects, pods=("p",))[0]["score"]


def test_v1_35_has_a_fixed_taint_reason_and_a_score_of_dynamic_resources() -> None:
    taints = [{"key": "k", "value": "v", "effect": "NoSchedule"}]
    objects = make_node("n1"), make_node("n2", taints=taints), make_pod("p")
    cycle = cycles(V1_35, *objects, pods=("p",))[0]
    assert cycle["filter"]["n2"]["TaintToleration"]["reasons"] == ["node(s) had untolerated taint(s)"]
    assert cycle["score"]["DynamicResources"] == {"n1": 0}
    assert "DynamicResources" not in cycles(V1_34, *objects, pods=("p",))[0]["score"]


def test_dynamic_resources_weighs_2_since_v1_35() -> None:
    weights = cycles(V1_35, make_node("n1"), make_pod("p"), pods=("p",))[0]["weights"]
    assert weights["DynamicResources"] == 2


def test_a_failure_clears_the_nomination_without_postfilter_plugins_since_v1_35() -> None:
    nominated = make_pod("p", requests={"cpu": "3"}, priority=5)
    nominated["status"] = {"nominatedNodeName": "n1"}
    objects = make_node("n1"), make_pod("running", node="n1", requests={"cpu": "2"}), nominated, make_pod("q")
    config = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "profiles": [{"plugins": {"postFilter": {"disabled": [{"name": "*"}]}}}],
    }
    scenario = {"objects": list(objects), "config": config, "schedule": ["default/p", "default/p"]}
    for version, keeps in ((V1_34, True), (V1_35, False)):
        first, second = trace_scenario(scenario, version)["trace"]
        assert first["nominatedNodeTried"] == {"node": "n1", "fits": False}
        assert ("nominatedNodeTried" in second) == keeps


def test_balance_scores_the_change_since_v1_36() -> None:
    running = make_pod("running", node="n1", requests={"cpu": "2"})
    objects = make_node("n1"), running, make_pod("p", requests={"memory": "4Gi"})
    name = "NodeResourcesBalancedAllocation"
    before, after = (cycles(v, *objects, pods=("p",))[0]["score"][name]["n1"] for v in (V1_35, V1_36))
    assert before == 100  # shares of 0.5 and 0.5
    assert after == 50 + (50 + 100 - 75) // 2  # without the pod 0.5 and 0


@pytest.mark.parametrize(
    ("spec", "feature"),
    [
        ({"hostNetwork": True, "hostUsers": False}, "UserNamespacesHostNetworkSupport"),
        (
            {"containers": [{"name": "c", "restartPolicyRules": [{"action": "RestartAllContainers"}]}]},
            "RestartAllContainersOnContainerExits",
        ),
    ],
)
def test_nodes_must_declare_the_features_of_a_pod_since_v1_36(spec: dict[str, Any], feature: str) -> None:
    declaring = make_node("n2")
    declaring["status"]["declaredFeatures"] = [feature]
    pod = make_pod("p")
    pod["spec"] |= spec
    objects = make_node("n1"), declaring, pod, make_pod("plain")
    assert cycles(V1_35, *objects, pods=("p",))[0]["feasible"] == ["n1", "n2"]
    cycle, plain = cycles(V1_36, *objects, pods=("p", "plain"))
    reason = "node(s) didn't match Pod's required features"
    assert cycle["filter"]["n1"]["NodeDeclaredFeatures"]["reasons"] == [reason]
    assert cycle["feasible"] == ["n2"]
    assert plain["preFilter"]["NodeDeclaredFeatures"] == {"code": "Skip"}


def test_preemption_in_v1_27_fails_for_a_pod_that_pre_filter_rejected() -> None:
    pod = make_pod("p", priority=5)
    pod["spec"]["volumes"] = [{"name": "data", "persistentVolumeClaim": {"claimName": "gone"}}]
    post_filter = cycles(V1_27, make_node("n1"), make_pod("low", node="n1"), pod, pods=("p",))[0][
        "postFilter"
    ]
    assert post_filter["code"] == "Error"
    assert 'running RemovePod on PreFilter plugin "VolumeRestrictions"' in post_filter["message"]


def test_plugins_that_a_version_lacks_cannot_be_configured() -> None:
    config = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "profiles": [{"plugins": {"filter": {"enabled": [{"name": "EBSLimits"}]}}}],
    }
    content = {"objects": [make_node("n1"), make_pod("p")], "config": config}
    with pytest.raises(InvalidInput, match="is not a supported plugin"):
        Scenario.from_content(content)
    scenario = Scenario.from_content(content, version=V1_27)
    *_, last = simulate(scenario, kubernetes_version="1.27")
    assert last["kind"] == "run.finished"
    assert last["placed"] == 1
    with pytest.raises(InvalidInput):
        list(simulate(scenario, kubernetes_version="1.34"))


@pytest.mark.parametrize("text", ["1.27", "v1.27", "v1.27.1"])
def test_a_version_has_short_names(text: str) -> None:
    assert find_version(text) is V1_27


@pytest.mark.parametrize("text", ["1.17", "1.17.3", "1.34.x", "1.34.100", "1.34+faster", ""])
def test_unknown_versions_and_switches_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="unknown"):
        find_version(text)


@pytest.mark.parametrize(
    ("text", "name", "release"),
    [
        ("v1.33.0", "v1.33.0", "1.33"),
        ("1.33.13", "v1.33.13", "1.33.13"),
        ("v1.36.3-gke.1", "v1.36.3", "1.36.3"),
        ("1.31.0", "v1.31", "1.31"),
        ("1.31.14", "v1.31.14", "1.31.14"),
    ],
)
def test_a_patch_release_is_a_version_of_its_own(text: str, name: str, release: str) -> None:
    version = find_version(text)
    assert version.name == name
    assert release_named(text) == release_of(version) == release
    assert find_version(release) is version
    assert version.recorded == (name in RECORDED_RELEASES)


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ("1.33.5", "1.33.6", "sidecar-host-ports"),
        ("1.34.1", "1.34.2", "taint-text"),
        ("1.34.1", "1.34.2", "terminating-victims-deleted-again"),
        ("1.29.10", "1.29.11", "victims-sorted-by-importance"),
        ("1.30.6", "1.30.7", "victims-sorted-by-importance"),
        ("1.31.2", "1.31.3", "victims-sorted-by-importance"),
        ("1.30.1", "1.30.2", "no-crash-without-named-nodes"),
        ("1.30.1", "1.30.2", "next-start-among-all-nodes"),
        ("1.31.2", "1.31.3", "bound-volumes-no-longer-narrow"),
        ("1.30.1", "1.30.2", "excluded-nodes-have-no-reason"),
        ("1.35.3", "1.35.4", "stateful-set-max-unavailable-off"),
        ("1.36", "1.37", "stateful-set-max-unavailable-again"),
    ],
)
def test_a_change_arrives_with_a_patch_release(before: str, after: str, name: str) -> None:
    change = next(change for change in CHANGES if change.name == name)
    old, new = find_version(before), find_version(after)
    assert change.arrived_in(before) is None
    assert change.arrived_in(after) == after
    for effect in change.effects:
        assert getattr(old, effect.field) == effect.before
        assert getattr(new, effect.field) == effect.after


def test_a_patch_release_keeps_what_was_picked_to_it() -> None:
    change = next(change for change in CHANGES if change.name == "sidecar-host-ports")
    assert change.arrived_in("v1.33.13") == "1.33.6"
    assert change.arrived_in("1.34") == change.arrived_in("1.36.3") == "1.34"
    assert change.arrived_in("1.32.13") is None


def test_host_ports_of_sidecars_count_from_v1_33_6() -> None:
    pods = [make_pod("a", node="n1"), make_pod("b")]
    for pod in pods:
        port = {"containerPort": 80, "hostPort": 80, "protocol": "TCP"}
        sidecar = {"name": "s", "image": "s", "restartPolicy": "Always", "ports": [port]}
        pod["spec"]["initContainers"] = [sidecar]
    feasible = [
        cycles(find_version(release), make_node("n1"), *pods, pods=("b",))[0]["feasible"]
        for release in ("1.33.5", "1.33.6", "1.33.13")
    ]
    assert feasible == [["n1"], [], []]


def test_the_text_of_taints_is_that_of_the_patch_release() -> None:
    node = make_node("n1")
    node["spec"] = {"taints": [{"key": "gpu", "value": "x", "effect": "NoSchedule"}]}
    said = [
        cycles(find_version(release), node, make_pod("p"), pods=("p",))[0]["filter"]["n1"]["TaintToleration"]
        for release in ("1.34", "1.34.2", "1.34.9")
    ]
    assert [answer["reasons"] for answer in said] == [
        ["node(s) had untolerated taint {gpu: x}"],
        ["node(s) had untolerated taint(s)"],
        ["node(s) had untolerated taint(s)"],
    ]


def budget_objects() -> list[dict[str, Any]]:
    """Two full nodes: victims of priority 1000 and 0 on w1, the lesser of them under a budget; of 100 on w2."""
    nodes = [make_node(name, cpu="4") for name in ("w1", "w2")]
    running = [
        make_pod("high", node="w1", requests={"cpu": "2"}, priority=1000, app="high"),
        make_pod("low", node="w1", requests={"cpu": "2"}, priority=0, app="low"),
        make_pod("mid", node="w2", requests={"cpu": "4"}, priority=100, app="mid"),
    ]
    budgets = [
        {
            "apiVersion": "policy/v1",
            "kind": "PodDisruptionBudget",
            "metadata": {"name": name, "namespace": "default"},
            "spec": {"minAvailable": 1, "selector": {"matchLabels": {"app": name}}},
            "status": {"disruptionsAllowed": 0},
        }
        for name in ("low", "mid")
    ]
    return [*nodes, *running, *budgets, make_pod("p", requests={"cpu": "4"}, priority=2000)]


@pytest.mark.parametrize("releases", [("1.29.10", "1.29.11"), ("1.30.6", "1.30.7"), ("1.31.2", "1.31.3")])
def test_budgets_no_longer_hide_the_most_important_victim_in_late_patch_releases(
    releases: tuple[str, str],
) -> None:
    nominated = [
        cycles(find_version(release), *budget_objects(), pods=("p",))[0]["postFilter"]["nominatedNode"]
        for release in releases
    ]
    assert nominated == ["w1", "w2"]


@pytest.mark.parametrize("labels", [{"app": "low"}, {}])
def test_an_empty_budget_protects_every_pod_from_preemption_since_v1_38(labels: dict[str, Any]) -> None:
    running = [make_pod("low", node="w1", requests={"cpu": "4"}, **labels)]
    running.append(make_pod("mid", node="w2", requests={"cpu": "4"}, priority=100))
    running[1]["metadata"]["namespace"] = "other"
    budget = {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": "all", "namespace": "default"},
        "spec": {"minAvailable": 1, "selector": {}},
        "status": {"disruptionsAllowed": 0},
    }
    nodes = [make_node(name, cpu="4") for name in ("w1", "w2")]
    objects = [*nodes, *running, budget, make_pod("p", requests={"cpu": "4"}, priority=2000)]
    nominated = [
        cycles(find_version(release), *objects, pods=("p",))[0]["postFilter"]["nominatedNode"]
        for release in ("1.37", "1.38")
    ]
    assert nominated == ["w1", "w2"]


@pytest.mark.parametrize(
    ("release", "counts"),
    [
        ("1.34.9", False),
        ("1.35.0", True),
        ("1.35.3", True),
        ("1.35.4", False),
        ("1.36.3", False),
        ("1.37.0", True),
    ],
)
def test_unavailable_pods_of_a_stateful_set_count_by_release(release: str, counts: bool) -> None:
    assert find_version(release).stateful_sets_have_max_unavailable is counts


@pytest.mark.parametrize(
    ("text", "name", "short"),
    [
        ("1.36.2+fair-ties", "v1.36.2+fair-ties", "1.36+fair-ties"),
        ("v1.35.2+fair-ties", "v1.35.2+fair-ties", "1.35.2+fair-ties"),
    ],
)
def test_a_patch_release_has_switches(text: str, name: str, short: str) -> None:
    version = find_version(text)
    assert (version.name, name_of(version)) == (name, short)
    assert version.ties_are_drawn
    assert not find_version(text.partition("+")[0]).ties_are_drawn
    assert find_version(short) == version
    with pytest.raises(ValueError, match="without switches"):
        release_named(text)


@pytest.mark.parametrize("text", KUBERNETES_VERSIONS)
def test_every_version_schedules(text: str) -> None:
    scenario = Scenario.from_content({"objects": [make_node("n1"), make_pod("p")]})
    *_, last = simulate(scenario, kubernetes_version=text)
    assert last["kind"] == "run.finished"
    assert last["placed"] == 1


def test_the_switch_follows_the_documentation_and_is_named_in_the_trace() -> None:
    documented = find_version(f"1.34+{DOCUMENTED_NAMESPACE_SELECTOR}")
    rows = read("negative-namespaceselector")
    changed = {
        name
        for name, row in rows.items()
        if trace_scenario(row["scenario"], documented)["trace"] != row["trace"]
    }
    assert changed == {"namespaceselector-notin", "namespaceselector-doesnotexist"}
    scenario = rows["namespaceselector-notin"]["scenario"]
    assert trace_scenario(scenario, documented)["switches"] == [DOCUMENTED_NAMESPACE_SELECTOR]
    assert "switches" not in trace_scenario(scenario, V1_34)
    expected = recorded()["namespaceselector-notin"]["trace"]
    actual = trace_scenario(scenario, documented)["trace"]
    assert [c.get("selected") for c in actual] == [c.get("selected") for c in expected]


def test_the_command_has_the_switch(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = read("negative-namespaceselector")["namespaceselector-notin"]["scenario"]
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(scenario)))
    assert main(["trace", "--documented-namespace-selector"]) == 0
    assert json.loads(capsys.readouterr().out)["switches"] == [DOCUMENTED_NAMESPACE_SELECTOR]


def test_versions_between_recorded_ones_follow_the_named_changes() -> None:
    assert not V1_37.recorded
    assert V1_36.recorded
    v1_28, v1_29, v1_31 = (find_version(release) for release in ("1.28", "1.29", "1.31"))
    assert not (v1_28.compares_zero_requests or v1_28.image_nodes_are_current)
    assert v1_29.image_nodes_are_current
    assert v1_29.missing_node_is_error
    assert "EBSLimits" in V1_30.absent_plugins ^ v1_31.absent_plugins
    assert not v1_31.victims_are_sorted


def test_v1_28_leaves_out_the_nodes_of_a_pod_that_pre_filter_rejects() -> None:
    pod = make_pod("p", priority=5)
    pod["spec"]["volumes"] = [{"name": "data", "persistentVolumeClaim": {"claimName": "gone"}}]
    objects = make_node("n1"), make_pod("low", node="n1"), pod
    (cycle,) = cycles(find_version("1.28"), *objects, pods=("p",))
    assert "Preemption is not helpful for scheduling" in cycle["postFilter"]["message"]


def storage_objects(free: dict[str, str]) -> list[dict[str, Any]]:
    """Nodes with so much free storage of a class, and a pod with a claim of 10Gi to be provisioned."""
    nodes = [make_node(name, zone=name) for name in free]
    capacities = [
        {
            "apiVersion": "storage.k8s.io/v1",
            "kind": "CSIStorageCapacity",
            "metadata": {"name": name, "namespace": "default"},
            "storageClassName": "fast",
            "nodeTopology": {"matchLabels": {"zone": name}},
            "capacity": size,
        }
        for name, size in free.items()
    ]
    storage_class = {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": "fast"},
        "provisioner": "csi.example.com",
        "volumeBindingMode": "WaitForFirstConsumer",
    }
    driver = {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "CSIDriver",
        "metadata": {"name": "csi.example.com"},
        "spec": {"storageCapacity": True},
    }
    claim = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "data", "namespace": "default"},
        "spec": {
            "accessModes": ["ReadWriteOnce"],
            "storageClassName": "fast",
            "resources": {"requests": {"storage": "10Gi"}},
        },
    }
    pod = make_pod("p")
    pod["spec"]["volumes"] = [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}]
    return [*nodes, *capacities, storage_class, driver, claim, pod]


def test_v1_37_scores_nodes_by_the_share_of_their_storage_that_claims_use() -> None:
    objects = storage_objects({"a": "20Gi", "b": "100Gi", "c": "5Gi"})
    (before,) = cycles(V1_36, *objects, pods=("p",))
    (after,) = cycles(V1_37, *objects, pods=("p",))
    assert before["preScore"]["VolumeBinding"] == {"code": "Skip"}
    assert after["score"]["VolumeBinding"] == {"a": 50, "b": 90}
    assert after["weights"]["VolumeBinding"] == 1


def test_v1_37_rejects_nodes_without_a_required_csi_driver() -> None:
    objects = storage_objects({"a": "20Gi", "b": "100Gi"})
    driver = next(o for o in objects if o["kind"] == "CSIDriver")
    driver["spec"]["preventPodSchedulingIfMissing"] = True
    csi_node = {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "CSINode",
        "metadata": {"name": "a"},
        "spec": {"drivers": [{"name": "csi.example.com", "nodeID": "a"}]},
    }
    (before,) = cycles(V1_36, csi_node, *objects, pods=("p",))
    (after,) = cycles(V1_37, csi_node, *objects, pods=("p",))
    assert before["feasible"] == ["a", "b"]
    assert after["feasible"] == ["a"]
    reasons = after["filter"]["b"]["NodeVolumeLimits"]["reasons"]
    assert reasons == ["csi.example.com CSI driver is not installed on the node"]


def test_images_of_volumes_score_since_v1_36_and_count_as_images_since_v1_37() -> None:
    node, pod = make_node("n1"), make_pod("p")
    node["status"]["images"] = [{"names": ["model:1"], "sizeBytes": 700 * 1024 * 1024}]
    pod["spec"]["volumes"] = [{"name": "model", "image": {"reference": "model:1"}}]
    scores = [
        cycles(version, node, pod, pods=("p",))[0]["score"]["ImageLocality"]["n1"]
        for version in (V1_35, V1_36, V1_37)
    ]
    assert scores == [0, 69, 34]  # (700 - 23) / (1000 - 23) and / (2000 - 23) MiB
