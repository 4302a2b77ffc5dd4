"""Labels that say what a machine is are never given to another: a new node of that pool, or another selector."""

from __future__ import annotations

import pytest

from scheduler_core.advice.whatif.owned_labels import owner_of
from tests.builders import Manifest, make_node, make_pod, with_labels, with_spec

from .asking import adds_nodes, notes_of, repairs_of

# By owner: labels of the nodes of a cluster, one of which the pod asks for with another value.
OWNED = {
    "kubelet, arch": {"kubernetes.io/arch": "amd64"},
    "kubelet, os": {"kubernetes.io/os": "linux"},
    "zone": {"topology.kubernetes.io/zone": "eu-west-1a"},
    "region": {"topology.kubernetes.io/region": "eu-west-1"},
    "instance type": {"node.kubernetes.io/instance-type": "m6i.large"},
    "GKE pool": {"cloud.google.com/gke-nodepool": "default-pool"},
    "GKE machine": {"cloud.google.com/machine-family": "n2"},
    "EKS group": {"eks.amazonaws.com/nodegroup": "ng-1"},
    "EKS capacity": {"eks.amazonaws.com/capacityType": "ON_DEMAND"},
    "eksctl": {"alpha.eksctl.io/nodegroup-name": "ng-1"},
    "AKS pool": {"agentpool": "userpool1"},
    "AKS mode": {"kubernetes.azure.com/mode": "user"},
    "kOps": {"kops.k8s.io/instancegroup": "nodes-eu-west-1a"},
    "Karpenter pool": {"karpenter.sh/nodepool": "general"},
    "Karpenter capacity": {"karpenter.sh/capacity-type": "on-demand"},
    "Karpenter on AWS": {"karpenter.k8s.aws/instance-family": "m6i"},
    "OpenShift": {"machine.openshift.io/cluster-api-machineset": "worker-a"},
    "OpenShift role": {"node-role.kubernetes.io/worker": "x"},
    "Cluster API": {"node.cluster.x-k8s.io/pool": "md-0"},
    "bare pool": {"nodepool": "general"},
    "pool with a prefix": {"example.com/node-pool": "general"},
}


@pytest.mark.parametrize("labels", OWNED.values(), ids=OWNED)
def test_an_owned_label_is_never_relabelled(labels: dict[str, str]) -> None:
    ((key, value),) = labels.items()
    nodes = [with_labels(make_node(f"n{i}"), labels) for i in range(2)]
    pod = with_spec(make_pod("p"), nodeSelector={key: "other"})
    texts = [text for repair in repairs_of(*nodes, pod) for text in repair["changes"]]
    assert not [text for text in texts if text.startswith("label")]
    assert f"nodeSelector {key}=other → {value}" in texts
    assert f"a node with {key}=other, as large as n0 (cpu 4, memory 8Gi)" in texts


def test_a_new_node_of_a_pool_that_has_none_has_its_label_and_a_short_name() -> None:
    node = with_labels(make_node("ip-10-0-0-1.compute.internal"), {"karpenter.sh/nodepool": "general"})
    pod = with_spec(make_pod("p"), nodeSelector={"karpenter.sh/nodepool": "memory-xl"})
    repair = next(r for r in repairs_of(node, pod) if adds_nodes(r))
    assert repair["node"] == "memory-xl-new"
    (operation,) = repair["operations"]
    assert operation["value"]["metadata"]["labels"]["karpenter.sh/nodepool"] == "memory-xl"


def test_a_required_node_affinity_to_an_owned_label_is_met_by_a_new_node() -> None:
    term = {"matchExpressions": [{"key": "agentpool", "operator": "In", "values": ["gpu"]}]}
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [term]}}
    pod = with_spec(make_pod("p"), affinity={"nodeAffinity": required})
    texts = [t for r in repairs_of(in_pool("n1", "user"), pod) for t in r["changes"]]
    assert "a node with agentpool=gpu, as large as n1 (cpu 4, memory 8Gi)" in texts
    assert not [text for text in texts if text.startswith("label")]


def test_a_selector_that_is_changed_to_another_platform_says_what_the_image_must_be() -> None:
    node = with_labels(make_node("n1"), {"kubernetes.io/arch": "amd64"})
    pod = with_spec(make_pod("p"), nodeSelector={"kubernetes.io/arch": "arm64"})
    repairs = repairs_of(node, pod)
    changed = next(r for r in repairs if r["changes"] == ["nodeSelector kubernetes.io/arch=arm64 → amd64"])
    assert notes_of(changed) == ["The image must be built for amd64."]


def test_no_new_node_is_offered_by_label_where_the_pool_has_nodes() -> None:
    """The pool is full: one more of it, not a made-up one."""
    full = make_pod("r", node="n1", requests={"cpu": "4"})
    pod = with_spec(make_pod("p", requests={"cpu": "2"}), nodeSelector={"agentpool": "user"})
    texts = [
        t for r in repairs_of(in_pool("n1", "user"), in_pool("n2", "gpu"), full, pod) for t in r["changes"]
    ]
    assert "one more node in pool user (cpu 4, memory 8Gi)" in texts
    assert not [text for text in texts if text.startswith("a node with")]


def test_a_node_that_is_kept_for_others_does_not_stand_for_a_new_pool() -> None:
    gpu = {
        **in_pool("n0", "gpu"),
        "spec": {"taints": [{"key": "sku", "value": "gpu", "effect": "NoSchedule"}]},
    }
    pod = with_spec(make_pod("p"), nodeSelector={"agentpool": "memory-xl"})
    texts = [text for r in repairs_of(gpu, in_pool("n1", "user"), pod) for text in r["changes"]]
    assert [text for text in texts if "as large as n1" in text]
    assert not [text for text in texts if "as large as n0" in text]


def test_a_label_that_people_give_is_offered_to_a_node() -> None:
    pod = with_spec(make_pod("p"), nodeSelector={"disktype": "ssd"})
    assert ["label disktype=ssd on n1"] in [r["changes"] for r in repairs_of(make_node("n1"), pod)]


def test_a_label_that_tells_shapes_apart_names_a_pool_whatever_its_name() -> None:
    sizes = {"large": "16", "small": "4"}
    nodes = [make_node(f"{t}{i}", cpu=cpu, tier=t) for t, cpu in sizes.items() for i in range(2)]
    pod = with_spec(make_pod("p", requests={"cpu": "2"}), nodeSelector={"tier": "huge"})
    texts = [text for repair in repairs_of(*nodes, pod) for text in repair["changes"]]
    assert not [text for text in texts if text.startswith("label")]
    assert "a node with tier=huge, as large as small0 (cpu 4, memory 8Gi)" in texts


@pytest.mark.parametrize(("provider", "offered"), [(None, True), ("aws:///eu-west-1a/i-1", False)])
def test_a_zone_is_given_by_hand_only_where_no_provider_gives_it(
    provider: str | None, *, offered: bool
) -> None:
    key = "topology.kubernetes.io/zone"
    rule = {"maxSkew": 1, "topologyKey": key, "whenUnsatisfiable": "DoNotSchedule"}
    rule["labelSelector"] = {"matchLabels": {"app": "web"}}
    node = make_node("n1")
    if provider:
        node["spec"]["providerID"] = provider
    texts = [t for r in repairs_of(node, make_pod("p", app="web", spread=[rule])) for t in r["changes"]]
    assert bool([text for text in texts if text.startswith("label topology")]) is offered


@pytest.mark.parametrize("key", ["disktype", "example.com/team", "app", "topology.example.com/rack"])
def test_other_labels_have_no_owner(key: str) -> None:
    assert owner_of(key) is None


def in_pool(name: str, pool: str) -> Manifest:
    return with_labels(make_node(name), {"agentpool": pool})
