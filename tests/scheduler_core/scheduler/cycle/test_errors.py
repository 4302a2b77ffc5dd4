"""What a cycle ends with if a plugin cannot do its work; each test says what v1.34.1 does."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.explain.view.cycle_view import Cycle
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import Manifest, make_node, make_pod, spread, with_labels, with_spec, with_status
from tests.conformance.cycles import configuration, last_cycle


def without(**points: list[str]) -> Manifest:
    plugins = {
        point: {"disabled": [{"name": name} for name in disabled]} for point, disabled in points.items()
    }
    return configuration(profiles=[{"schedulerName": "default-scheduler", "plugins": plugins}])


def simulation_of(*objects: Manifest, config: Manifest | None = None) -> Simulation:
    return Simulation(Scenario.from_content({"objects": list(objects), "config": config}))


def preferring(*values: str) -> Manifest:
    clause = {"key": "size", "operator": "Gt", "values": list(values)}
    term = {"weight": 1, "preference": {"matchExpressions": [clause]}}
    return {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [term]}}


@pytest.mark.parametrize("plugin", ["VolumeBinding", "DynamicResources"])
def test_reserve_without_the_state_of_pre_filter_fails(plugin: str) -> None:
    off = without(preFilter=[plugin], filter=[plugin])
    cycle = last_cycle(make_node("n1"), make_pod("p"), config=off)
    assert cycle["reserve"] == {"code": "Error", "reasons": [f'running Reserve plugin "{plugin}": not found']}
    assert "selected" not in cycle


def test_volumes_that_no_filter_looked_at_are_not_reserved() -> None:
    storage_class = {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": "slow"},
        "provisioner": "example.com/disk",
        "volumeBindingMode": "WaitForFirstConsumer",
    }
    claim = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "data", "namespace": "default"},
        "spec": {"storageClassName": "slow", "resources": {"requests": {"storage": "1Gi"}}},
    }
    volumes = [{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}]
    pods = [with_spec(make_pod(name), volumes=volumes) for name in ("p", "q")]
    objects = make_node("n1"), make_node("n2"), storage_class, claim
    assert last_cycle(*objects, *pods)["feasible"] == ["n1"]  # where the claim of p is to be provisioned
    off = simulation_of(*objects, *pods, config=without(filter=["VolumeBinding"]))
    off.attempt("default/p")
    assert not off.handle.volumes.selected


def test_an_error_clears_the_nomination() -> None:
    pod = with_status(make_pod("p", affinity=preferring("x")), nominatedNodeName="n3")
    nodes = [make_node("n1"), make_node("n2"), make_node("n3", unschedulable=True)]
    simulation = simulation_of(*nodes, pod)
    assert simulation.handle.nominator.node_of("default/p") == "n3"
    record = simulation.attempt("default/p")
    assert isinstance(record, CycleRecord)
    assert record.error.startswith('running PreScore plugin "NodeAffinity": [0].matchExpressions[0]')
    assert simulation.handle.nominator.node_of("default/p") == ""


def test_score_fails_as_pre_score_does_if_only_score_parses_the_terms() -> None:
    pod = make_pod("p", affinity=preferring("x"))
    cycle = last_cycle(make_node("n1"), make_node("n2"), pod, config=without(preScore=["NodeAffinity"]))
    assert cycle["error"] == (
        'running Score plugins: plugin "NodeAffinity" failed with: [0].matchExpressions[0].values[0]: '
        "Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer"
    )


def test_a_single_node_is_taken_in_spite_of_a_score_that_would_fail() -> None:
    cycle: dict[str, Any] = last_cycle(
        make_node("n1"), make_pod("p"), config=without(preScore=["TaintToleration"])
    )
    assert cycle["selected"] == "n1"
    assert {"score", "total", "best", "error"}.isdisjoint(cycle)


def test_a_filter_that_failed_is_explained_by_its_error() -> None:
    pods = [make_pod("p", app="web", spread=[spread("zone")])]
    simulation = simulation_of(
        make_node("n1", unschedulable=True), *pods, config=without(preFilter=["PodTopologySpread"])
    )
    record = simulation.attempt("default/p")
    assert isinstance(record, CycleRecord)
    explanation = Cycle(0, 1, record).explain("Filter", "PodTopologySpread", "n1")
    assert [step["kind"] for step in explanation["steps"]] == ["status"]


@pytest.mark.parametrize(("point", "plugin"), [("queueSort", "PrioritySort"), ("bind", "DefaultBinder")])
def test_a_profile_needs_a_queue_sort_and_a_bind_plugin(point: str, plugin: str) -> None:
    with pytest.raises(InvalidInput, match=f"profiles: must have a {point} plugin in default-scheduler"):
        simulation_of(make_node("n1"), config=without(**{point: [plugin]}))


def test_a_missing_claim_rejects_every_node_in_volume_zone_without_pre_filter() -> None:
    volumes = [{"name": "v", "persistentVolumeClaim": {"claimName": "gone"}}]
    only_zone = without(preFilter=["*"], filter=["*"], reserve=["*"])
    only_zone["profiles"][0]["plugins"]["filter"]["enabled"] = [{"name": "VolumeZone"}]
    nodes = make_node("n1"), with_labels(make_node("n2"), {"topology.kubernetes.io/zone": "a"})
    cycle = last_cycle(*nodes, with_spec(make_pod("p"), volumes=volumes), config=only_zone)
    reasons = ['persistentvolumeclaim "gone" not found']
    assert [node["VolumeZone"]["reasons"] for node in cycle["filter"].values()] == [reasons, reasons]
