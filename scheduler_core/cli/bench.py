"""`bench`: expands a workload by fixed rules and measures how many pods are scheduled per second."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from time import perf_counter

import numpy as np

from scheduler_core.explain.view.columns import cycle_columns, encode
from scheduler_core.kubernetes.objects.cluster import NO_PRIORITY, Objects
from scheduler_core.kubernetes.objects.node import HOSTNAME, ZONE, Node, read_node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import Pod, read_template
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.kubernetes.versions import BASE
from scheduler_core.scheduler.config import API_GROUP, read_config
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.defaults import plugin_defaults
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

_FIRST_START = datetime(2025, 1, 1, tzinfo=UTC)


class Figures(TypedDict):
    """What a workload took to schedule: of each pod the median and the 99th percentile."""

    name: str
    pods: int
    scheduled: int
    seconds: float
    pods_per_second: float
    p50_ms: float
    p99_ms: float


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument("workload", type=Path, metavar="WORKLOAD.json")
    command.add_argument("--percentage", type=int, metavar="N", help="percentageOfNodesToScore")
    command.add_argument(
        "--pods", type=int, metavar="N", help="schedule only this number of the measured pods"
    )
    command.add_argument(
        "--trace", choices=("off", "full"), default="off", help="also encode the columns of each cycle"
    )


def run(options: argparse.Namespace) -> int:
    """Print the figures as a line of JSON, and return 0; raise InvalidInput."""
    trace = options.trace == "full"
    print(json.dumps(bench(options.workload, percentage=options.percentage, pods=options.pods, trace=trace)))
    return 0


def bench(path: Path, *, percentage: int | None, pods: int | None, trace: bool) -> Figures:
    """Schedule the measured pods one after another and return the figures; only scheduling is timed."""
    workload = json.loads(path.read_text(encoding="utf-8"))
    scenario = expand(workload, percentage=percentage, pods=pods)
    simulation = Simulation(scenario)
    seconds = []
    for pod_key in list(simulation.waiting):
        start = perf_counter()
        record = simulation.attempt(pod_key)
        if trace and isinstance(record, CycleRecord):
            encode(cycle_columns(record))
        seconds.append(perf_counter() - start)
    total = sum(seconds)
    milliseconds = np.array(seconds) * 1000
    return {
        "name": workload["name"],
        "pods": len(seconds),
        "scheduled": simulation.bound_count,
        "seconds": round(total, 3),
        "pods_per_second": round(len(seconds) / total, 1),
        "p50_ms": round(float(np.percentile(milliseconds, 50)), 3),
        "p99_ms": round(float(np.percentile(milliseconds, 99)), 3),
    }


def expand(workload: Manifest, *, percentage: int | None = None, pods: int | None = None) -> Scenario:
    """Return the scenario of a workload; raise InvalidInput, also if it does not match its checksum."""
    problems = Problems()
    objects = Objects(nodes=_nodes(workload["nodes"], problems))
    objects.namespaces = {n["name"]: n["labels"] for n in workload["namespaces"]}
    for group in workload["existing"]:
        objects.pods += _pods(group, objects.nodes, problems, group["count"])
    if workload["check"]:
        _check(workload["check"], objects)
    measured = workload["measured"]
    objects.pods += _pods(measured, objects.nodes, problems, measured["count"] if pods is None else pods)
    manifest = workload["config"]
    if percentage is not None:
        manifest = manifest or {"apiVersion": f"{API_GROUP}/{BASE.config_versions[0]}"}
        manifest = {**manifest, "percentageOfNodesToScore": percentage}
    config = read_config(manifest, problems, BASE, plugin_defaults(BASE))
    if problems.entries:
        raise InvalidInput(problems.errors())
    return Scenario(objects, config, [], manifest, workload["name"])


def _nodes(group: Manifest, problems: Problems) -> list[Node]:
    zones = group["zones"]
    template = read_node(
        ManifestField(
            {"metadata": {"name": "n"}, "status": {"allocatable": group["allocatable"]}}, "", problems
        )
    )
    nodes = []
    for i in range(group["count"]):
        name = f"node-{i:05d}"
        labels = {HOSTNAME: name, ZONE: zones[i % len(zones)]}
        nodes.append(replace(template, name=name, labels=labels))
    return nodes


def _pods(group: Manifest, nodes: list[Node], problems: Problems, count: int) -> list[Pod]:
    """Return pods of one class, which run on the nodes of `placement`, or are pending without it."""
    template = group["template"]
    metadata = {**template["metadata"], "namespace": group["namespace"]}
    pod_template = read_template(
        ManifestField({"metadata": metadata, "spec": template["spec"]}, "", problems), {}, NO_PRIORITY
    )
    placement = group.get("placement")
    pods = []
    for j in range(count):
        name = f"{group['namePrefix']}{j:05d}"
        pod = Pod(name, f"{group['namespace']}/{name}", pod_template)
        if placement:
            node = nodes[(placement["start"] + j * placement["step"]) % len(nodes)].name
            start_time = (_FIRST_START + timedelta(seconds=j)).strftime("%Y-%m-%dT%H:%M:%SZ")
            pod = replace(pod, node_name=node, phase="Running", start_time=start_time)
        pods.append(pod)
    return pods


def _check(check: Manifest, objects: Objects) -> None:
    lines = [f"{node.name} {node.labels[ZONE]}\n" for node in objects.nodes]
    lines += [f"{pod.key} {pod.node_name}\n" for pod in objects.pods]
    if sha256("".join(lines).encode()).hexdigest() != check["sha256"]:
        raise InvalidInput.of("check.sha256", worded("does not match the expanded workload"))
