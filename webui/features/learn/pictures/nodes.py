"""The nodes with what runs on them, and what each says of the pod."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from scheduler_core import Scenario
from webui.features.learn.scene import Figures, SceneNode, ScenePod
from webui.features.learn.turn import DEFAULT_NAMESPACE, Turn

MOST_NODES = 50  # drawn one by one


def nodes(turn: Turn, places: dict[str, str]) -> list[SceneNode]:
    """Return the nodes in the order of the manifests with the pods on them, by `places`; none of a large cluster."""
    scenario = turn.recording.scenario
    if len(scenario.objects.nodes) > MOST_NODES:
        return []
    pods = _pods(scenario, places)
    refusals: Mapping[str, Any] = turn.trace.get("filter") or {}
    drawn: list[SceneNode] = []
    for spec in scenario.objects.nodes:
        node: SceneNode = {
            "name": spec.name,
            "zone": turn.zone_of[spec.name],
            "cpu": dict(spec.allocatable).get("cpu", 0),
            "pods": pods[spec.name],
            "fits": spec.name in turn.feasible,
        }
        if refusal := refusals.get(spec.name):
            node["plugin"] = refusal["first"]
            node["why"] = ", ".join(refusal[refusal["first"]].get("reasons", ()))
        drawn.append(node)
    return drawn


def figures(turn: Turn, drawn: list[SceneNode]) -> Figures:
    """Return how many nodes there are, how many take the pod and who refuses the others, and what is free on each."""
    recording = turn.recording
    pods = {event["pod"] for event in recording.finished}
    counted: Figures = {
        "nodes": len(recording.scenario.objects.nodes),
        "fits": len(turn.feasible),
        "pods": len(pods),
        "placed": sum(pod in recording.placements for pod in pods),
        "outcome": "placed" if turn.node else "pending",
        "node": turn.node or "",
    }
    if likely := turn.event.get("likely"):
        counted["likely"] = likely
    refused = Counter(refusal["first"] for refusal in (turn.trace.get("filter") or {}).values())
    counted |= {f"refused.{plugin}": number for plugin, number in refused.items()}
    for node in drawn:
        counted[f"{node['name']}.takes"] = "yes" if node["fits"] else "no"
        counted[f"{node['name']}.free"] = (node["cpu"] - sum(pod["cpu"] for pod in node["pods"])) // 1000
    return counted


def _pods(scenario: Scenario, places: dict[str, str]) -> dict[str, list[ScenePod]]:
    by_node: dict[str, list[ScenePod]] = defaultdict(list)
    for pod in scenario.objects.pods:
        if place := places.get(pod.key):
            drawn: ScenePod = {
                "name": pod.key.removeprefix(DEFAULT_NAMESPACE),
                "app": dict(pod.template.labels).get("app", ""),
                "cpu": dict(pod.template.requests).get("cpu", 0),
                "priority": pod.template.priority,
            }
            by_node[place].append(drawn)
    return by_node
