"""How preemption chose among nodes: which rule takes which of them out."""

from __future__ import annotations

from typing import Any

from webui.features.learn.scene import Figures, SceneNode, Strike
from webui.features.learn.turn import DEFAULT_NAMESPACE, Turn


def strikes(turn: Turn) -> list[Strike]:
    """Return the rules in their order, each with the candidates that it takes out."""
    fact = turn.fact("preemption")
    left: list[dict[str, Any]] = fact["candidates"]
    rules: list[Strike] = []
    for number, rule in enumerate(fact["rules"]):
        stays = (
            [candidate for candidate in left if candidate["values"][number] == rule["bound"]]
            if rule["asked"]
            else left
        )
        struck = sorted(candidate["node"] for candidate in left if candidate not in stays)
        rules.append({"rule": rule["rule"], "best": rule["bound"], "struck": struck, "asked": rule["asked"]})
        left = stays
    return rules


def guard(turn: Turn, nodes: list[SceneNode]) -> None:
    """Mark the pods that a budget guards."""
    guarded = {
        victim["pod"].removeprefix(DEFAULT_NAMESPACE)
        for candidate in turn.fact("preemption")["candidates"]
        for victim in candidate["victims"]
        if victim["violates_pdb"]
    }
    for node in nodes:
        for pod in node["pods"]:
            if pod["name"] in guarded:
                pod["guarded"] = True


def figures(turn: Turn, rules: list[Strike]) -> Figures:
    fact = turn.fact("preemption")
    counted: Figures = {
        "priority": fact["priority"],
        "pays": fact["chosen"] or "",
        "victims": len(turn.event["victims"]),
    }
    for candidate in fact["candidates"]:
        counted[f"{candidate['node']}.victims"] = len(candidate["victims"])
    for number, rule in enumerate(rules, 1):
        counted[f"rule{number}.best"] = rule["best"]
        counted[f"rule{number}.struck"] = ", ".join(rule["struck"])
    return counted
