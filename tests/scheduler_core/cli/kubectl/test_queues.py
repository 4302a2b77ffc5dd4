"""A cluster with Kueue: `why` names the cause of a workload, `fit` answers for both halves."""

from __future__ import annotations

import json

import pytest

from tests.scheduler_core.queueing.manifests import QUEUE, Manifest, job, research
from tests.scheduler_core.queueing.workloads.test_trainjob import API, torch_runtime

from .conftest import Recorded


@pytest.fixture
def with_kueue(cluster: Recorded, monkeypatch: pytest.MonkeyPatch) -> Recorded:
    """The cluster of two queues in which a Job waits for what another queue has borrowed."""
    items = research(job("train", "a", pods=4, cpu="8")).manifests
    items = [_as_stored(item) if item["kind"] in ("Job", "Pod") else item for item in items]
    objects = cluster.folder / "objects.json"
    objects.write_text(json.dumps({"items": items}))
    monkeypatch.setenv("FAKE_OBJECTS", str(objects))
    return cluster


def _as_stored(manifest: Manifest) -> Manifest:
    return {**manifest, "metadata": {"namespace": "default", **manifest["metadata"]}}


def test_why_names_who_has_the_quota_of_a_job_and_what_would_help(with_kueue: Recorded) -> None:
    code, out, _ = with_kueue.ask("why", "job/train")
    assert code == 1
    assert "it needs 12 more cpu in flavor d, borrowed by b" in out
    assert "wait for prep to finish: all pods get nodes" in out


@pytest.mark.parametrize(
    ("cpu", "code", "said"),
    [("61", 1, "new is not admitted: "), ("17", 1, "0 of them fit now")],
    ids=["neither", "admitted alone"],
)
def test_fit_says_whether_a_job_is_admitted_and_whether_its_pods_get_nodes(
    with_kueue: Recorded, cpu: str, code: int, said: str
) -> None:
    file = with_kueue.folder / "new.json"
    file.write_text(json.dumps(job("new", "a", cpu=cpu)))
    ended, out, _ = with_kueue.ask("fit", "-f", str(file))
    assert (ended, said in out) == (code, True), out
    assert ("Job default/new is admitted by a, of d" in out) is (cpu == "17")
    assert ("evicts it if its pods are not ready 30 min after" in out) is (cpu == "17")


def test_fit_answers_for_a_train_job_with_its_runtime(with_kueue: Recorded) -> None:
    spec = {"runtimeRef": {"name": "r"}, "trainer": {"resourcesPerNode": {"requests": {"cpu": "17"}}}}
    train = {
        "apiVersion": API,
        "kind": "TrainJob",
        "metadata": {"name": "t", "labels": {QUEUE: "a"}},
        "spec": spec,
    }
    file = with_kueue.folder / "new.json"
    file.write_text(json.dumps({"kind": "List", "items": [train, torch_runtime()]}))
    code, out, _ = with_kueue.ask("fit", "-f", str(file))
    assert (code, "0 of them fit now" in out) == (1, True), out


def test_upgrade_says_that_it_compares_no_releases_of_kueue(with_kueue: Recorded) -> None:
    _, _, err = with_kueue.ask("upgrade", "1.37")
    assert "Kueue decided first: each version schedules the pods that it admitted" in err


def test_kueues_configuration_is_read_where_the_cluster_has_kueue(
    with_kueue: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    objects = with_kueue.folder / "objects.json"
    items = json.loads(objects.read_text())["items"]
    group, waits = "config.kueue.x-k8s.io/v1beta2", {"blockAdmission": True}
    settings = json.dumps({"apiVersion": group, "kind": "Configuration", "waitForPodsReady": waits})
    meta = {"name": "kueue-manager-config", "namespace": "kueue-system"}
    config_map = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": meta, "data": {"c.yaml": settings}}
    small = job("small", "a", cpu="1")
    small["metadata"]["namespace"] = "default"
    objects.write_text(json.dumps({"items": [*items, config_map, small]}))
    code, out, _ = with_kueue.ask("why", "job/small")
    assert code == 1
    assert "waits until the pods of batch, etl, prep are ready (blockAdmission)" in out
    asked = [call for call in with_kueue.calls() if "kueue-manager-config" in call]
    assert [call[:2] for call in asked] == [["get", "configmaps"]]
