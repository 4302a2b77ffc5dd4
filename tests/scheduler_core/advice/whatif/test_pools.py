"""A new node is named by its pool, with the limits of its autoscaler where the input has them, and none where not."""

from __future__ import annotations

from scheduler_core.contract import Repair
from tests.builders import Manifest, make_node, make_pod, with_labels

from .asking import adds_nodes, answer_of, notes_of, repairs_of

AKS = {"agentpool": "userpool1", "node.kubernetes.io/instance-type": "Standard_D8s_v5"}
VMSS = "aks-userpool1-37291234-vmss"


def node(name: str, labels: dict[str, str]) -> Manifest:
    return with_labels(make_node(name), labels)


def new_node_of(labels: dict[str, str], *others: Manifest, name: str = f"{VMSS}000000") -> Repair:
    """Return the repair that adds a node to the only, full, node's pool."""
    return next(r for r in repairs_of(*pending(labels, *others, name=name)) if adds_nodes(r))


def pending(labels: dict[str, str], *others: Manifest, name: str = f"{VMSS}000000") -> list[Manifest]:
    full = make_pod("r", node=name, requests={"cpu": "4"})
    return [node(name, labels), full, make_pod("p", requests={"cpu": "2"}), *others]


def status(text: str) -> Manifest:
    metadata = {"name": "cluster-autoscaler-status", "namespace": "kube-system"}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": {"status": text}}


def yaml_status(count: int, most: int) -> Manifest:
    return status(f"""time: 2026-11-23
nodeGroups:
- name: {VMSS}
  health:
    status: Healthy
    cloudProviderTarget: {count}
    minSize: 1
    maxSize: {most}
""")


def test_a_new_node_has_the_machine_and_the_pool_in_its_name() -> None:
    repair = new_node_of(AKS)
    assert repair["changes"] == ["one more Standard_D8s_v5 in pool userpool1 (cpu 4, memory 8Gi)"]
    assert repair["node"] == "userpool1-new"


def test_nothing_is_invented_where_the_input_has_no_limit() -> None:
    assert notes_of(new_node_of(AKS)) == []


def test_the_status_of_the_autoscaler_says_how_many_there_may_be() -> None:
    assert notes_of(new_node_of(AKS, yaml_status(3, 20))) == [
        "The size of pool userpool1 is 3, and may be 20 at most."
    ]


def test_a_pool_at_its_maximum_is_to_get_a_higher_one_with_which_its_autoscaler_makes_the_node() -> None:
    answer = answer_of(*pending(AKS, yaml_status(20, 20)))
    (repair,) = [r for r in answer["repairs"] if adds_nodes(r)]
    assert repair["changes"] == [
        f"group {VMSS}: maximum 20 → 21: Cluster Autoscaler makes Standard_D8s_v5 of {VMSS} in any zone"
    ]
    assert repair["patch"] == f"# raise the maximum of group {VMSS} from 20 to 21"
    assert [cause["text"] for cause in answer["outside"]] == [
        f"Cluster Autoscaler makes no node. Group {VMSS}: at maximum: 20 of 20"
    ]


def test_the_status_before_1_30_is_a_text() -> None:
    text = f"""Cluster-autoscaler status at 2023-01-01:
NodeGroups:
  Name:        other
  Health:      Healthy (ready=9 cloudProviderTarget=9 (minSize=1, maxSize=9))
  Name:        {VMSS}
  Health:      Healthy (ready=3 unready=0 registered=3 cloudProviderTarget=4 (minSize=1, maxSize=5))
"""
    assert notes_of(new_node_of(AKS, status(text))) == [
        "The size of pool userpool1 is 4, and may be 5 at most."
    ]


def test_groups_of_other_pools_say_nothing() -> None:
    other = status(f"nodeGroups:\n- name: {VMSS}2\n  health: {{cloudProviderTarget: 1, maxSize: 2}}\n")
    assert notes_of(new_node_of(AKS, other)) == []


def test_cloud_names_of_groups_are_known() -> None:
    url = "https://www.googleapis.com/compute/v1/projects/p/zones/z/instanceGroups/gke-c-pool-1-abcd-grp"
    named = {
        url: ({"cloud.google.com/gke-nodepool": "pool-1"}, "gke-c-pool-1-abcd-x1y2"),
        "eks-ng-1-8ac1-uuid": ({"eks.amazonaws.com/nodegroup": "ng-1"}, "ip-10-0-0-1.ec2.internal"),
        "nodes-a.k8s.example.com": ({"kops.k8s.io/instancegroup": "nodes-a"}, "i-0abc"),
    }
    for group, (labels, name) in named.items():
        said = status(f"nodeGroups:\n- name: {group}\n  health: {{cloudProviderTarget: 2, maxSize: 3}}\n")
        (pool,) = labels.values()
        assert notes_of(new_node_of(labels, said, name=name)) == [
            f"The size of pool {pool} is 2, and may be 3 at most."
        ]


def test_sets_of_machines_say_it_by_annotations() -> None:
    labels = {"node.cluster.x-k8s.io/pool": "md-0"}
    for prefix in ("cluster.x-k8s.io", "machine.openshift.io"):
        key = f"{prefix}/cluster-api-autoscaler-node-group-max-size"
        machines = {
            "apiVersion": f"{prefix}/v1beta1",
            "kind": "MachineDeployment",
            "metadata": {"name": "md-0", "namespace": "default", "annotations": {key: "3"}},
            "spec": {"replicas": 3},
        }
        repair = new_node_of(labels, machines, name="md-0-x7k2p")
        assert repair["changes"][0].startswith("group md-0: maximum 3 → 4: Cluster Autoscaler makes")


def karpenter(cpu: str) -> Manifest:
    spec = {"limits": {"cpu": cpu}}
    return {
        "apiVersion": "karpenter.sh/v1",
        "kind": "NodePool",
        "metadata": {"name": "general"},
        "spec": spec,
    }


def test_the_limits_of_karpenter_count_what_its_nodes_have() -> None:
    labels = {"karpenter.sh/nodepool": "general", "node.kubernetes.io/instance-type": "m5.xlarge"}
    texts = [cause["text"] for cause in answer_of(*pending(labels, karpenter("7")))["outside"]]
    assert texts == [
        "Karpenter makes no node. NodePool general: limit: 4 + 4 = 8 > limits.cpu 7",
    ]
    repair = new_node_of(labels, karpenter("7"))
    assert repair["changes"] == [
        "NodePool general: limits.cpu 7 → 8: Karpenter makes m5.xlarge of general in any zone"
    ]
    assert repair["node"] == "general-new-1"
    texts = [cause["text"] for cause in answer_of(*pending(labels, karpenter("8")))["outside"]]
    assert texts == [
        "Karpenter makes m5.xlarge of general in any zone, and the scheduler places the pod there."
    ]
