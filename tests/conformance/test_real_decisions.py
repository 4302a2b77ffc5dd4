"""What a real scheduler decided for pods that came one after another, its messages letter by letter."""

from __future__ import annotations

import copy
import os

import pytest

from scheduler_core.cli.trace import trace_scenario
from scheduler_core.kubernetes.versions import find_version
from tests.conformance.real import RECORDED_UNDER, Json, read_real

PRIORITIES = (("high", 1000, ""), ("mid", 100, ""), ("low", 10, ""), ("high-never", 1000, "Never"))
# `make conformance` compares all of them.
EACH = 1 if os.environ.get("CONFORMANCE") == "all" else 6
CLUSTERS = [row for row in read_real("decisions") if not row.get("refused")][::EACH]


def surroundings() -> list[Json]:
    classes = [
        {
            "apiVersion": "scheduling.k8s.io/v1",
            "kind": "PriorityClass",
            "metadata": {"name": name},
            "value": value,
            **({"preemptionPolicy": policy} if policy else {}),
        }
        for name, value, policy in PRIORITIES
    ]
    labels = {"default": {}, "other": {"team": "x"}}
    namespaces = [
        {
            "apiVersion": "v1",
            "kind": "Namespace",
            "metadata": {"name": name, "labels": {"kubernetes.io/metadata.name": name, **extra}},
        }
        for name, extra in labels.items()
    ]
    return [*classes, *namespaces]


def as_it_was(row: Json, step: Json) -> list[Json]:
    """Return the objects at the moment of a decision, the pod last."""
    pods = {pod_key(p): p for p in (*row["objects"], *row["pending"]) if p["kind"] == "Pod"}
    objects = surroundings()
    for manifest in row["objects"]:
        if manifest["kind"] == "PodDisruptionBudget":
            statuses = {budget["name"]: budget["status"] for budget in step["pdb"]}
            objects.append({**manifest, "status": statuses.get(manifest["metadata"]["name"]) or {}})
        elif manifest["kind"] != "Pod":
            objects.append(manifest)
    for key, node in step["bound"].items():
        pod = copy.deepcopy(pods[key])
        pod["spec"]["nodeName"] = node
        ready = [{"type": "Ready", "status": "True"}]
        pod["status"] = {"phase": "Running", "startTime": step["started"][key], "conditions": ready}
        objects.append(pod)
    return [*objects, pods[step["pod"]]]


def pod_key(manifest: Json) -> str:
    return f"{manifest['metadata'].get('namespace')}/{manifest['metadata']['name']}"


@pytest.mark.parametrize("row", CLUSTERS, ids=[row["name"] for row in CLUSTERS])
def test_pods_are_placed_rejected_and_preempted_as_recorded(row: Json) -> None:
    version = find_version(RECORDED_UNDER)
    for step in row["steps"]:
        if "refused" in step or step.get("timeout"):
            continue
        scenario = {"name": row["name"], "objects": as_it_was(row, step), "schedule": [step["pod"]]}
        trace = trace_scenario(scenario, version)["trace"][0]
        if "node" in step:
            assert step["node"] == trace.get("selected") or step["node"] in trace.get("best", []), step["pod"]
            continue
        assert squeezed(step["message"]) == squeezed(trace.get("fitError") or trace["error"])
        answer = trace.get("postFilter", {})
        assert bool(step.get("nominated")) == bool(answer.get("nominatedNode"))
        if step.get("nominated"):
            assert step["nominated"] in answer["best"]
            assert sorted(answer["candidates"][step["nominated"]]["victims"]) == step["victims"]


def squeezed(message: str) -> str:
    return " ".join(message.split())
