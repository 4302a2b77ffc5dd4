"""Kinds of other API groups are never read as those of Kubernetes; old groups are."""

from __future__ import annotations

import json

import pytest

from scheduler_core import load
from scheduler_core.kubernetes.objects.kinds import kind_of
from tests.builders import make_node, make_pod

NODE, POD = make_node("n1"), make_pod("p")


@pytest.mark.parametrize(
    ("version", "kind", "read_as"),
    [
        ("v1", "Node", "Node"),
        ("longhorn.io/v1beta2", "Node", "Node.longhorn.io"),
        ("projectcalico.org/v3", "Node", "Node.projectcalico.org"),
        ("apps.kruise.io/v1beta1", "StatefulSet", "StatefulSet.apps.kruise.io"),
        ("batch.volcano.sh/v1alpha1", "Job", "Job.batch.volcano.sh"),
        ("serving.knative.dev/v1", "Service", "Service.serving.knative.dev"),
        ("extensions/v1beta1", "Deployment", "Deployment"),
        ("apps/v1beta2", "StatefulSet", "StatefulSet"),
        ("batch/v1beta1", "CronJob", "CronJob"),
        ("policy/v1beta1", "PodDisruptionBudget", "PodDisruptionBudget"),
        ("storage.k8s.io/v1beta1", "CSINode", "CSINode"),
        ("scheduling.k8s.io/v1alpha1", "PriorityClass", "PriorityClass"),
        ("example.com/v1", "Anything", "Anything"),
    ],
)
def test_a_kind_is_that_of_kubernetes_only_in_its_group(version: str, kind: str, read_as: str) -> None:
    assert kind_of({"apiVersion": version, "kind": kind}) == read_as


def test_objects_of_other_groups_are_counted_and_named() -> None:
    others = [
        {"apiVersion": "longhorn.io/v1beta2", "kind": "Node", "metadata": {"name": "n1"}},
        {"apiVersion": "serving.knative.dev/v1", "kind": "Service", "metadata": {"name": "s"}},
        {"apiVersion": "autoscaling.k8s.io/v1", "kind": "VerticalPodAutoscaler", "metadata": {"name": "v"}},
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}},
    ]
    scenario = load(json.dumps([NODE, POD, *others]))
    assert scenario.summary() == {"nodes": 1, "pods": 1, "pending": 1}
    assert scenario.objects.services == []
    rows = {row["kind"]: row for row in scenario.objects.unread.kinds()}
    assert "not the Node of Kubernetes" in rows["Node"]["effect"]
    assert "creates pods" in rows["Service"]["effect"]
    assert "requests" in rows["VerticalPodAutoscaler"]["effect"]
    assert [kind for kind, row in rows.items() if not row["matters"]] == ["ConfigMap"]


def test_items_of_a_typed_list_have_its_group() -> None:
    longhorn = {
        "apiVersion": "longhorn.io/v1beta2",
        "kind": "NodeList",
        "items": [{"metadata": {"name": "n1"}}],
    }
    assert load(json.dumps([NODE, POD, longhorn])).summary()["nodes"] == 1
