"""Pod groups and small clusters for them."""

from __future__ import annotations

from typing import Any

from scheduler_core.cli.trace import trace_scenario
from scheduler_core.kubernetes.versions import find_version
from tests.builders import Manifest, make_node, make_pod, with_labels

GANG = ["GenericWorkload", "GangScheduling"]
TOPOLOGY = [*GANG, "TopologyAwareWorkloadScheduling"]
PREEMPTION = [*GANG, "WorkloadAwarePreemption"]
NEWEST = find_version("1.36")
ROLLED_BACK = (
    "pod group is unschedulable, waiting for minCount pods from a gang to be scheduled, "
    "one or more plugins asked to wait and no plugin rejected pod"
)


def group(name: str = "g", minimum: int | None = 2, **spec: Any) -> Manifest:
    """A PodGroup; without a minimum its policy is basic."""
    policy = {"basic": {}} if minimum is None else {"gang": {"minCount": minimum}}
    return {
        "apiVersion": "scheduling.k8s.io/v1alpha2",
        "kind": "PodGroup",
        "metadata": {"name": name, "namespace": "default"},
        "spec": {"schedulingPolicy": policy, **spec},
    }


def in_rack(minimum: int = 2, **spec: Any) -> Manifest:
    return group(minimum=minimum, schedulingConstraints={"topology": [{"key": "rack"}]}, **spec)


def member(name: str, cpu: str = "2", *, of: str = "g", **fields: Any) -> Manifest:
    """A pod of a group that requests cpu."""
    pod = make_pod(name, requests={"cpu": cpu}, **fields)
    pod["spec"]["schedulingGroup"] = {"podGroupName": of}
    return pod


def members(count: int, cpu: str = "2", **fields: Any) -> list[Manifest]:
    return [member(f"g-{i}", cpu, **fields) for i in range(count)]


def node(name: str, cpu: str = "4", rack: str = "", size: str = "") -> Manifest:
    labels = {key: value for key, value in (("rack", rack), ("size", size)) if value}
    return with_labels(make_node(name, cpu=cpu), labels)


def traces(*objects: Manifest, schedule: list[str], gates: list[str] = GANG) -> list[Manifest]:
    """The trace entries of attempts of pods in the namespace default."""
    scenario = {
        "objects": list(objects),
        "config": None,
        "gates": gates,
        "schedule": [f"default/{name}" for name in schedule],
    }
    return [dict(entry) for entry in trace_scenario(scenario, NEWEST)["trace"]]


def gang(*objects: Manifest, first: str = "g-0", gates: list[str] = GANG) -> Manifest:
    """The cycle of the group of the pod `first`."""
    (entry,) = traces(*objects, schedule=[first], gates=gates)
    cycle: Manifest = entry["gang"]
    return cycle


def placed(cycle: Manifest) -> dict[str, str]:
    """The nodes of the members that were placed when they were tried, by name."""
    return {
        result["pod"].removeprefix("default/"): result["node"]
        for result in cycle["results"]
        if "node" in result
    }


def messages(cycle: Manifest) -> dict[str, str]:
    """Why members stay pending, by name."""
    return {entry["pod"].removeprefix("default/"): entry["message"] for entry in cycle.get("rejected", [])}
