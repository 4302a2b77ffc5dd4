"""Why a guess is wrong, and why the right node beats the next best, in numbers of the pod's last cycle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from django.utils.translation import gettext
from typing_extensions import TypedDict

from scheduler_core import Cycle, Scenario

PENDING = "Pending"


class Skewed(TypedDict):
    """A node whose domain would hold `count` pods, `over` more than the smallest one."""

    kind: Literal["skewed"]
    domain: str
    count: int
    over: int
    smallest: str
    max_skew: int


class Rejected(TypedDict):
    """A node that is rejected; `why` is what the scheduler says of it."""

    kind: Literal["rejected"]
    why: str


class Beaten(TypedDict):
    """A node that passes, and has a lower total than `best`, mostly by the weighted points of one plugin."""

    kind: Literal["beaten"]
    node: str
    total: int
    best: str
    best_total: int
    plugin: str
    points: int
    best_points: int
    is_fuller: bool  # it runs more pods than the best, which decides what is free


class Passed(TypedDict):
    """Nobody waits: `best` passes every filter."""

    kind: Literal["passed"]
    best: str


class Alone(TypedDict):
    """The only node that passes."""

    kind: Literal["alone"]


class Tied(TypedDict):
    """Several nodes have the highest total: one is drawn."""

    kind: Literal["tied"]
    total: int


class NoNode(TypedDict):
    """Every node is rejected."""

    kind: Literal["none"]


Reason = Skewed | Rejected | Beaten | Passed | Alone | Tied | NoNode


def reasons(scenario: Scenario, cycle: Cycle, choices: list[str]) -> dict[str, Reason]:
    """Return the reasons by choice: why it is wrong, or why it is right.

    A choice without one is left out: a node that the search did not reach.
    """
    view = cycle.view()
    trace: Mapping[str, Any] = view["trace"]
    by_choice: dict[str, Reason] = {}
    for choice in choices:
        reason = _of_pending(trace) if choice == PENDING else _of_node(scenario, view, choice)
        if reason:
            by_choice[choice] = reason
    return by_choice


def _of_pending(trace: Mapping[str, Any]) -> Reason:
    selected = trace.get("selected")
    return Passed(kind="passed", best=selected) if selected else NoNode(kind="none")


def _of_node(scenario: Scenario, view: Mapping[str, Any], node: str) -> Reason | None:
    trace = view["trace"]
    if node in (trace.get("filter") or {}):
        return _skewed(view, node) or _rejected(trace["filter"][node])
    if node not in (trace.get("feasible") or ()):
        return None
    totals = trace.get("total") or {}
    if len(totals) < 2:
        return Alone(kind="alone")
    if node not in trace["best"]:
        return _beaten(scenario, view, node)
    if len(trace["best"]) > 1:
        return Tied(kind="tied", total=totals[node])
    return _beaten(scenario, view, max((other for other in totals if other != node), key=totals.__getitem__))


def _skewed(view: Mapping[str, Any], node: str) -> Reason | None:
    """Return what a hard constraint says of the node, if that is why it is rejected."""
    if view["trace"]["filter"][node]["first"] != "PodTopologySpread" or not view["spread"]:
        return None
    for constraint in view["spread"]["filter"]:
        minimum, domains = constraint["minimum"], constraint["domains"]
        domain = next((d for d in domains if node in d["nodes"] and not d["fits"]), None)
        if domain and minimum["held_by"] and not minimum["forced_zero"]:
            return Skewed(
                kind="skewed",
                domain=domain["value"],
                count=domain["count"] + constraint["self_match"],
                over=domain["skew"],
                smallest=minimum["held_by"][0],
                max_skew=constraint["max_skew"],
            )
    return None


def _rejected(failures: Mapping[str, Any]) -> Rejected:
    return Rejected(kind="rejected", why=", ".join(failures[failures["first"]]["reasons"]))


def _beaten(scenario: Scenario, view: Mapping[str, Any], node: str) -> Beaten:
    trace, is_first = view["trace"], view["cycle"] == 0  # later pods run beside those that were placed before
    best = trace["selected"]
    weights, points = trace["weights"], trace["normalized"]

    def lead(plugin: str) -> int:
        return int(weights[plugin] * (points[plugin][best] - points[plugin][node]))

    plugin = max((name for name in points if name in weights), key=lead)
    running = [pod.node_name for pod in scenario.objects.pods if not pod.finished] if is_first else []
    return Beaten(
        kind="beaten",
        node=node,
        total=trace["total"][node],
        best=best,
        best_total=trace["total"][best],
        plugin=plugin,
        points=points[plugin][node],
        best_points=points[plugin][best],
        is_fuller=plugin == "NodeResourcesFit" and running.count(node) > running.count(best),
    )


# ---- in words ----------------------------------------------------------------------------------------------


def why_not(choice: str, reason: Reason) -> str:
    """Say why a choice is wrong."""
    return gettext("Not %(choice)s: %(why)s.") % {"choice": choice, "why": _against(reason)}


def why(reason: Reason) -> str:
    """Say why the right choice is right."""
    match reason["kind"]:
        case "beaten":
            return _for(reason)
        case "alone":
            return gettext("It is the only node that passes every filter.")
        case "tied":
            return gettext(
                "It ties for the highest total, %(total)s: one of these nodes is picked at random."
            ) % {"total": reason["total"]}
        case "none":
            return gettext("No node passes every filter.")
        case _:
            return ""


def _against(reason: Reason) -> str:
    match reason["kind"]:
        case "skewed":
            return _skew(reason)
        case "rejected":
            return gettext("the scheduler says “%(why)s”") % {"why": reason["why"]}
        case "beaten":
            return gettext("it passes, but %(reason)s") % {"reason": _comparison(reason)}
        case "passed":
            return gettext("%(best)s passes every filter") % {"best": reason["best"]}
        case _:
            return ""


def _skew(reason: Skewed) -> str:
    sentence = gettext(
        "%(domain)s would have %(count)s, %(over)s more than %(smallest)s; maxSkew allows %(max_skew)s"
    )
    return sentence % dict(reason)


def _for(reason: Beaten) -> str:
    return gettext("%(node)s passes too, but %(reason)s.") % {
        "node": reason["node"],
        "reason": _comparison(reason),
    }


def _comparison(reason: Beaten) -> str:
    sentence = (
        gettext(
            "%(best)s runs fewer pods, so it has more room: %(plugin)s %(best_points)s to %(points)s, in "
            "total %(best_total)s to %(total)s"
        )
        if reason["is_fuller"]
        else gettext(
            "%(plugin)s prefers %(best)s: %(best_points)s to %(points)s, in total %(best_total)s to %(total)s"
        )
    )
    return sentence % dict(reason)
