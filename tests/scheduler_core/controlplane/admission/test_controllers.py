"""Claims, volumes and budgets, as their controllers leave them."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import InvalidInput
from scheduler_core.controlplane.admission.policy import VOLUME_BINDER, policy_of
from tests.builders import Manifest, make_node, make_pod
from tests.scheduler_core.controlplane.workloads.builders import default_class, make_workload

from .builders import admitted, make, placements

NODES = [make_node("n1"), make_node("n2", disk="ssd")]
STORAGE = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
WAITING = {"volumeBindingMode": "WaitForFirstConsumer"}


def claim(name: str = "data", **spec: Any) -> Manifest:
    return make("PersistentVolumeClaim", name, spec={**STORAGE, **spec})


def volume(name: str, size: str = "5Gi", **spec: Any) -> Manifest:
    modes = {"accessModes": ["ReadWriteOnce"], "capacity": {"storage": size}}
    return make("PersistentVolume", name, spec={**modes, **spec})


def with_claim(name: str = "data") -> Manifest:
    pod = make_pod("p")
    pod["spec"]["volumes"] = [{"name": "v", "persistentVolumeClaim": {"claimName": name}}]
    return pod


def on_ssd() -> Manifest:
    clause = {"key": "disk", "operator": "In", "values": ["ssd"]}
    return {"required": {"nodeSelectorTerms": [{"matchExpressions": [clause]}]}}


def test_a_claim_without_a_class_gets_the_default() -> None:
    scenario = admitted(default_class("usual", **WAITING), claim(), claim("none", storageClassName=""))
    classes = {
        key[1]: claim_object.storage_class for key, claim_object in scenario.objects.storage.claims.items()
    }
    assert classes == {"data": "usual", "none": ""}
    assert placements(*NODES, default_class("usual", **WAITING), claim(), with_claim()) == {"p": "n1"}


def test_a_claim_with_immediate_binding_takes_the_smallest_volume_that_fits() -> None:
    volumes = [volume("large"), volume("small", "2Gi", nodeAffinity=on_ssd()), volume("tiny", "1Mi")]
    scenario = admitted(*volumes, claim())
    storage = scenario.objects.storage
    assert storage.claims["default", "data"].fully_bound
    assert storage.volumes["small"].bound_to(storage.claims["default", "data"])
    assert placements(*NODES, *volumes, claim(), with_claim()) == {"p": "n2"}
    assert (
        placements(*NODES, *volumes, claim(), with_claim(), policy=policy_of(disable=[VOLUME_BINDER])) == {}
    )


def test_two_claims_take_two_volumes() -> None:
    scenario = admitted(volume("a"), volume("b"), claim("x"), claim("y"))
    names = [claim_object.volume_name for claim_object in scenario.objects.storage.claims.values()]
    assert sorted(names) == ["a", "b"]


def test_a_claim_with_immediate_binding_is_provisioned() -> None:
    topology = [{"matchLabelExpressions": [{"key": "disk", "values": ["ssd"]}]}]
    objects = [*NODES, default_class("usual", allowedTopologies=topology), claim(), with_claim()]
    assert placements(*objects) == {"p": "n2"}
    (provisioned,) = admitted(*objects).objects.storage.volumes.values()
    assert (provisioned.csi_driver, provisioned.storage_class) == ("example.com/disk", "usual")


def test_a_claim_without_volume_and_provisioner_stays_unbound() -> None:
    no_provisioner = default_class("local", provisioner="kubernetes.io/no-provisioner")
    assert placements(*NODES, no_provisioner, claim(), with_claim()) == {}


def test_a_stored_claim_is_as_its_controller_left_it() -> None:
    stored = claim()
    stored["metadata"]["uid"] = "1"
    assert placements(*NODES, default_class("usual"), stored, with_claim()) == {}


def test_a_volume_without_a_name_is_an_error_of_the_input() -> None:
    nameless = volume("x")
    del nameless["metadata"]["name"]
    with pytest.raises(InvalidInput, match="must be set"):
        admitted(nameless, claim())


def test_a_claim_that_names_its_volume_is_bound_to_it() -> None:
    objects = [volume("disk", nodeAffinity=on_ssd()), claim(volumeName="disk"), with_claim()]
    assert placements(*NODES, *objects) == {"p": "n2"}


def test_the_claim_of_an_ephemeral_volume_is_created() -> None:
    pod = make_pod("p")
    pod["spec"]["volumes"] = [{"name": "tmp", "ephemeral": {"volumeClaimTemplate": {"spec": STORAGE}}}]
    assert placements(*NODES, default_class("usual", **WAITING), pod) == {"p": "n1"}
    assert ("default", "p-tmp") in admitted(pod).objects.storage.claims


def budget(status: Manifest | None = None, **spec: Any) -> Manifest:
    selected = {"selector": {"matchLabels": {"app": "web"}}, **spec}
    return make("PodDisruptionBudget", "b", api="policy/v1", spec=selected, status=status or {})


def allowed(*manifests: Manifest) -> int:
    return admitted(*NODES, *manifests).objects.budgets[0].disruptions_allowed


@pytest.mark.parametrize(
    ("spec", "disruptions"),
    [
        ({"minAvailable": 1}, 2),
        ({"minAvailable": 3}, 0),
        ({"minAvailable": "50%"}, 1),
        ({"maxUnavailable": 1}, 0),
        ({"maxUnavailable": "50%"}, 1),
    ],
)
def test_a_budget_without_a_status_is_computed(spec: Manifest, disruptions: int) -> None:
    """The Deployment wants four pods, of which three run."""
    running = []
    for i in range(3):
        pod = make_pod(f"r{i}", node="n1", app="web")
        pod["metadata"]["labels"]["pod-template-hash"] = "x"
        owner = {
            "apiVersion": "apps/v1",
            "kind": "ReplicaSet",
            "name": "web-x",
            "uid": "u",
            "controller": True,
        }
        pod["metadata"]["ownerReferences"] = [owner]
        running.append(pod)
    web = make_workload("Deployment", "web", replicas=4)
    assert allowed(budget(**spec), web, *running) == disruptions


def test_a_pod_that_is_not_ready_is_no_healthy_one() -> None:
    sick = make_pod("r", node="n1", app="web")
    sick["status"] = {"phase": "Running", "conditions": [{"type": "Ready", "status": "False"}]}
    assert allowed(budget(minAvailable=0), sick) == 0
    assert allowed(budget(minAvailable=0), make_pod("r", node="n1", app="web")) == 1


def test_a_budget_with_a_status_keeps_it() -> None:
    assert allowed(budget({"disruptionsAllowed": 7}, minAvailable=1)) == 7
