from __future__ import annotations

from pathlib import Path

import pytest

from scheduler_core.__main__ import main
from scheduler_core.controlplane.sample_clusters import (
    ClusterObjects,
    clusters_by_name,
    find_cluster,
    on_cluster,
)
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.simulation.run.scenario import load

WORKLOADS = Path(__file__).parent / "workloads"
DEPLOYMENT, STATEFUL_SET = (
    (WORKLOADS / f"{name}.yaml").read_text() for name in ("deployment", "statefulset")
)
ZONE = "topology.kubernetes.io/zone"


def on_sample(source: str, name: str) -> Recording:
    placed = on_cluster([source], ClusterObjects.of_sample(find_cluster(name)), NO_LIMITS)
    return Recording.of(load(placed.source))


@pytest.mark.parametrize("name", clusters_by_name())
def test_each_loads_as_it_stands_and_its_nodes_have_names_zones_and_room(name: str) -> None:
    cluster = find_cluster(name)
    scenario = load("---\n".join(cluster.documents()))
    nodes = scenario.objects.nodes
    assert len({node.name for node in nodes}) == len(nodes) == cluster.node_count
    assert all(node.labels["kubernetes.io/hostname"] == node.name for node in nodes)
    assert len({node.labels[ZONE] for node in nodes}) >= 3
    assert list(scenario.admitted.lines()) == []
    default_classes = [text for text in cluster.objects if "is-default-class" in text]
    assert len(default_classes) == 1


@pytest.mark.parametrize("name", clusters_by_name())
def test_each_takes_a_deployment_evenly_over_its_zones_and_on_no_tainted_node(name: str) -> None:
    run = on_sample(DEPLOYMENT, name)
    nodes = {node.name: node for node in run.scenario.objects.nodes}
    landed = [nodes[node] for node in run.placements.values()]
    assert len(landed) == 9
    zones = [node.labels[ZONE] for node in landed]
    assert sorted(zones.count(zone) for zone in set(zones)) == [3, 3, 3]
    assert not any(taint.effect == "NoSchedule" for node in landed for taint in node.taints)


@pytest.mark.parametrize("name", clusters_by_name())
def test_each_takes_a_stateful_set_with_claims(name: str) -> None:
    run = on_sample(STATEFUL_SET, name)
    assert len(run.placements) == len(set(run.placements.values())) == 5


def test_of_the_managed_clouds_the_taints_and_labels_are_their_own() -> None:
    taints = {
        name: {taint.key for node in load("---\n".join(find_cluster(name).documents())).objects.nodes
               for taint in node.taints}
        for name in ("eks", "gke", "aks")
    }  # fmt: skip
    assert taints == {
        "eks": {"spot", "nvidia.com/gpu"},
        "gke": {"cloud.google.com/gke-spot", "nvidia.com/gpu"},
        "aks": {"CriticalAddonsOnly", "kubernetes.azure.com/scalesetpriority"},
    }


@pytest.mark.parametrize("name", clusters_by_name())
def test_nodes_have_what_a_kubelet_reports(name: str) -> None:
    nodes = load("---\n".join(find_cluster(name).documents())).objects.nodes
    assert all(node.allocatable["ephemeral-storage"] > 0 for node in nodes)
    assert all(node.declared_features for node in nodes)


def test_two_have_devices() -> None:
    with_devices = {
        name
        for name in clusters_by_name()
        for node in load("---\n".join(find_cluster(name).documents())).objects.nodes
        if "nvidia.com/gpu" in node.allocatable
    }
    assert with_devices == {"eks", "gke"}


def test_a_pod_with_ephemeral_storage_is_placed() -> None:
    source = (Path(__file__).parents[2] / "advice/found/eph.yaml").read_text(encoding="utf-8")
    assert all(len(on_sample(source, name).placements) == 1 for name in clusters_by_name())


def test_what_a_workload_names_and_lacks_is_assumed() -> None:
    pod = """\
kind: Pod
apiVersion: v1
metadata: {name: web, namespace: shop}
spec:
  priorityClassName: gold
  containers: [{name: c, image: i}]
  volumes:
  - {name: data, persistentVolumeClaim: {claimName: data}}
  - {name: settings, configMap: {name: settings}}
"""
    cluster = ClusterObjects.of_sample(find_cluster("eks"))
    placed = on_cluster([pod, STATEFUL_SET], cluster, NO_LIMITS)
    assert [(assumption["kind"], assumption["name"]) for assumption in placed.assumptions] == [
        ("Namespace", "shop"),
        ("PriorityClass", "gold"),
        ("PersistentVolumeClaim", "shop/data"),
        ("Namespace", "data"),
        ("StorageClass", "fast"),
    ]
    assert placed.source.startswith(pod)
    assert len(Recording.of(load(placed.source)).placements) == 6


def test_of_what_both_have_the_workloads_own_is_used() -> None:
    own_class = "kind: StorageClass\nmetadata: {name: gp3}\nprovisioner: mine.example.com\n"
    cluster = ClusterObjects.of_sample(find_cluster("eks"))
    placed = on_cluster([f"{STATEFUL_SET}---\n{own_class}"], cluster, NO_LIMITS)
    assert placed.source.count("name: gp3") == 1
    assert "provisioner: ebs.csi.aws.com" not in placed.source


def test_a_cluster_that_somebody_brought_keeps_its_running_pods_alone() -> None:
    nodes = [
        f"kind: Node\nmetadata: {{name: n{i}}}\nstatus: {{allocatable: {{cpu: 4, pods: 9}}}}\n"
        for i in (1, 2)
    ]
    running = "kind: Pod\nmetadata: {name: runs}\nspec: {nodeName: n1, containers: [{name: c}]}\n"
    waiting = "kind: Pod\nmetadata: {name: waits}\nspec: {containers: [{name: c}]}\n"
    cluster = ClusterObjects.of_source("---\n".join([*nodes, running, waiting]), NO_LIMITS)
    web = "kind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: c}]}\n"
    scenario = load(on_cluster([web], cluster, NO_LIMITS).source)
    assert [pod.name for pod in scenario.objects.pods] == ["web", "runs"]


def test_a_large_cluster_is_joined_as_json() -> None:
    nodes = "---\n".join(f"kind: Node\nmetadata: {{name: n{i}}}\n" for i in range(501))
    cluster = ClusterObjects.of_source(nodes, NO_LIMITS)
    placed = on_cluster([DEPLOYMENT], cluster, NO_LIMITS)
    assert placed.source.startswith('{"apiVersion": "v1", "kind": "List"')
    assert load(placed.source).summary() == {"nodes": 501, "pods": 9, "pending": 9}


def test_a_workload_with_nodes_is_refused() -> None:
    cluster = ClusterObjects.of_sample(find_cluster("eks"))
    with pytest.raises(InvalidInput, match="the input has nodes"):
        on_cluster(["kind: Node\nmetadata: {name: n}\n"], cluster, NO_LIMITS)


def test_the_command_says_how_to_try_a_workload_and_tries_it(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(WORKLOADS / "statefulset.yaml")
    assert main(["simulate", path]) == 1
    assert "or try it on a sample cluster: --on three-zones | eks | gke" in capsys.readouterr().err
    assert main(["simulate", path, "--on", "three-zones"]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines()[0] == "data/kafka-0 -> node-a1"
    assert "on the sample cluster three-zones: 6 nodes without pods" in printed.err
    assert "assumed: StorageClass fast creates a volume where its first pod is placed" in printed.err
    with pytest.raises(SystemExit):
        main(["simulate", path, "--on", "mars"])
    assert "must be one of three-zones, eks, gke, aks, three-pools; got 'mars'" in capsys.readouterr().err
