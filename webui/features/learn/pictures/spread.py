"""The rule of a hard topologySpreadConstraint: zones with their sums, and columns between walls."""

from __future__ import annotations

from collections import Counter

from scheduler_core.contract import HardSpreadConstraint
from webui.features.learn.scene import Figures, SceneNode, SceneZone, SpreadSum, Walled
from webui.features.learn.turn import Turn


def constraint(turn: Turn) -> HardSpreadConstraint | None:
    """Return the first hard constraint of the pod with its domains; None without one."""
    ledger = turn.view["spread"]
    return ledger["filter"][0] if ledger and ledger["filter"] else None


def spread_sum(rule: HardSpreadConstraint) -> SpreadSum:
    minimum = rule["minimum"]["value"]
    return {
        "key": rule["topology_key"],
        "max_skew": rule["max_skew"],
        "minimum": minimum,
        "self_match": rule["self_match"],
    }


def zones(turn: Turn, rule: HardSpreadConstraint | None) -> list[SceneZone]:
    """Return the zones by name. Where the rule counts by zone, its own counts; else those of the pod's app."""
    zone_names = sorted(set(turn.zone_of.values()))
    first, before = _of_app(turn, turn.at_start), _of_app(turn, turn.before)
    last = _of_app(turn, turn.recording.placements)
    domains = {domain["value"]: domain for domain in rule["domains"]} if rule else {}
    feasible = {turn.zone_of[node] for node in turn.feasible}
    return [
        SceneZone(
            name=name,
            at_start=first[name],
            count=domains[name]["count"] if name in domains else before[name],
            at_end=last[name],
            fits=name in feasible,
            skew=domains[name]["skew"] if name in domains else None,
            within=name in domains and domains[name]["fits"],
        )
        for name in zone_names
    ]


def columns(rule: HardSpreadConstraint) -> tuple[list[Walled], list[str]]:
    """Return the rule's domains with their nodes, and the nodes that are in none."""
    inside: list[Walled] = [
        {"value": domain["value"], "nodes": sorted(domain["nodes"])}
        for domain in sorted(rule["domains"], key=lambda entry: entry["value"])
    ]
    return inside, [uncounted["node"] for uncounted in rule["not_counted"]]


def label(turn: Turn, rule: HardSpreadConstraint, drawn: list[SceneNode]) -> None:
    """Note each node's value of the rule's topology key."""
    labels = {node.name: dict(node.labels) for node in turn.recording.scenario.objects.nodes}
    for node in drawn:
        node["label"] = labels[node["name"]].get(rule["topology_key"], "")


def figures(rule: HardSpreadConstraint | None, drawn: list[SceneZone]) -> Figures:
    counted: Figures = {"zones": len(drawn), "zones_fit": sum(zone["fits"] for zone in drawn)}
    for zone in drawn:
        counted[f"{zone['name']}.takes"] = "yes" if zone["fits"] else "no"
        counted[f"{zone['name']}.count"] = zone["count"]
        counted[f"{zone['name']}.end"] = zone["at_end"]
        if zone["skew"] is not None:
            counted[f"{zone['name']}.skew"] = zone["skew"]
    if rule:
        counted |= {
            "max_skew": rule["max_skew"],
            "minimum": rule["minimum"]["value"],
            "domains": len(rule["domains"]),
        }
    return counted


def _of_app(turn: Turn, places: dict[str, str]) -> Counter[str]:
    """Return by zone how many pods of the turn's app there are."""
    labels = {pod.key: dict(pod.template.labels) for pod in turn.recording.scenario.objects.pods}
    app = labels.get(turn.event["pod"], {}).get("app")
    return Counter(
        turn.zone_of[node] for pod, node in places.items() if app and labels.get(pod, {}).get("app") == app
    )
