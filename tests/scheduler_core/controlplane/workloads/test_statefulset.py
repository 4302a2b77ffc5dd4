from __future__ import annotations

from typing import Any

from tests.builders import Manifest, make_pod
from tests.scheduler_core.controlplane.workloads.builders import (
    default_class,
    make_workload,
    names_of,
    owned,
    pods_of,
    scenario_of,
)


def claim_template(name: str, **spec: Any) -> Manifest:
    request = {"requests": {"storage": "1Gi"}}
    return {
        "metadata": {"name": name},
        "spec": {"accessModes": ["ReadWriteOnce"], "resources": request, **spec},
    }


def test_pods_are_numbered_and_labelled() -> None:
    pods = pods_of(make_workload("StatefulSet", "db", replicas=3))
    assert [pod.name for pod in pods] == ["db-0", "db-1", "db-2"]
    labels = pods[1].template.labels
    assert labels["statefulset.kubernetes.io/pod-name"] == "db-1"
    assert labels["apps.kubernetes.io/pod-index"] == "1"
    assert labels["controller-revision-hash"].startswith("db-")


def test_ordinals_may_start_later_and_gaps_are_filled() -> None:
    db = make_workload("StatefulSet", "db", replicas=3, ordinals={"start": 5})
    present = owned(make_pod("db-6", node="n1", app="web"), "StatefulSet", "db")
    assert names_of(db, present) == ["db-5", "db-7", "db-6"]


def test_each_pod_gets_its_claims_and_those_of_the_input_are_kept() -> None:
    templates = [claim_template("data"), claim_template("log", storageClassName="slow")]
    volumes = [
        {"name": "data", "emptyDir": {}},
        {"name": "config", "persistentVolumeClaim": {"claimName": "shared"}},
    ]
    db = make_workload(
        "StatefulSet", "db", replicas=2, volumeClaimTemplates=templates, pod={"volumes": volumes}
    )
    mine = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "data-db-0"},
        "spec": {"volumeName": "pv"},
    }
    fast = default_class("fast")
    scenario = scenario_of(mine, db, fast)
    claims = {name: claim for (_, name), claim in scenario.objects.storage.claims.items()}
    assert list(claims) == ["data-db-0", "log-db-0", "data-db-1", "log-db-1"]
    assert claims["data-db-0"].volume_name == "pv"
    assert (claims["data-db-1"].storage_class, claims["log-db-1"].storage_class) == ("fast", "slow")
    assert claims["data-db-1"].meta.labels == {"app": "web"}
    assert claims["data-db-1"].request == 2**30
    used = [[v.claim for v in pod.template.volumes] for pod in scenario.objects.pods]
    assert used == [["data-db-0", "log-db-0", "shared"], ["data-db-1", "log-db-1", "shared"]]
