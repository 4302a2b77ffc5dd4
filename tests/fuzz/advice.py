"""Random crowded clusters: what-if, its repairs, and all that is asked of the manifests that a repair writes."""

from __future__ import annotations

from random import Random
from typing import Any

import orjson

from scheduler_core import (
    CapacityInquiry,
    Inquiry,
    InvalidInput,
    Recording,
    RemovalInquiry,
    Scenario,
    SearchLimits,
    lint_report,
    load,
    play,
    read_steps,
    repaired_source,
)
from scheduler_core.contract import Repair
from tests.builders import affinity, make_node, make_pod, spread
from tests.fuzz.inputs import Fault, sent

LIMITS = SearchLimits(attempts=100, runs=100)  # so that the whole run of each repair is made
_ZONE = "topology.kubernetes.io/zone"
_APPS = ("db", "web", "cache")


def advised(random: Random) -> None:
    """Ask what each pending pod needs, and everything of the cluster with a repair; raise Fault for a wrong one."""
    source = sent.text = orjson.dumps(
        {"apiVersion": "v1", "kind": "List", "items": _objects(random)}
    ).decode()
    scenario = load(source)
    recording = Recording.of(scenario)
    pending = [pod.key for pod in scenario.objects.pods if pod.key not in recording.placements]
    for pod in pending[:2]:
        answer = list(Inquiry(recording, pod, limits=LIMITS).answers())[-1]
        orjson.dumps(answer)
        repairs = sorted(answer["repairs"], key=_writes_configuration, reverse=True)
        for repair in repairs[:2]:
            _ask_all(repaired_source(scenario, repair["operations"], [source]), pod, repair)


def _writes_configuration(repair: Repair) -> bool:
    return any(atom["kind"] == "configuration" for atom in repair["atoms"])


def _ask_all(source: str, pod: str, repair: Repair) -> None:
    """Ask what-if, capacity, lint and play of the manifests that a repair writes, where it has to place the pod."""
    sent.text = source
    scenario = load(source)
    recording = Recording.of(scenario)
    if recording.placements.get(pod) != repair["node"]:
        raise Fault(f"a repair places {pod} elsewhere: {repair['changes']}")
    orjson.dumps(lint_report([source]))
    _ask_capacity(recording, pod)
    pending = [p.key for p in scenario.objects.pods if not p.node_name and p.key not in recording.placements]
    for waiting in pending[:1]:
        orjson.dumps(list(Inquiry(recording, waiting, limits=LIMITS).answers())[-1])
    _play(scenario)


def _ask_capacity(recording: Recording, pod: str) -> None:
    for inquiry in (
        CapacityInquiry(recording, [{"pod": pod, "times": 1}], 2, most=20),
        RemovalInquiry(recording),
    ):
        for _ in inquiry.steps():
            pass
        orjson.dumps(inquiry.answer())


def _play(scenario: Scenario) -> None:
    node = scenario.objects.nodes[0].name
    try:
        orjson.dumps(play(scenario, read_steps([{"drain": node}])).timeline())
    except InvalidInput as invalid:
        sent.answers["no play"] += 1
        assert invalid.errors


# ---- inputs ----


def _objects(random: Random) -> list[dict[str, Any]]:
    nodes = [make_node(f"n{i}", cpu=str(random.choice((2, 4)))) for i in range(random.randint(1, 3))]
    for i, node in enumerate(nodes):
        node["metadata"]["labels"] |= {_ZONE: "ab"[i % 2], "disktype": random.choice(("ssd", "hdd"))}
    running = [_pod(random, f"run{i}") for i in range(random.randint(0, 3))]
    for pod in running:
        pod["spec"]["nodeName"] = random.choice(nodes)["metadata"]["name"]
        pod["status"] = {"phase": "Running"}
    return [*nodes, *running, *(_pod(random, f"p{i}") for i in range(random.randint(1, 3)))]


def _pod(random: Random, name: str) -> dict[str, Any]:
    pod = make_pod(name, requests={"cpu": str(random.choice((1, 3)))}, app=random.choice(_APPS))
    spec: dict[str, Any] = pod["spec"]
    if random.random() < 0.3:
        spec["nodeSelector"] = {"disktype": "ssd"}
    if random.random() < 0.4:
        spec["topologySpreadConstraints"] = [spread(_ZONE)]
    if random.random() < 0.5:
        spec["affinity"] = affinity(_ZONE, anti=random.random() < 0.5, app=random.choice(_APPS))
    return pod
