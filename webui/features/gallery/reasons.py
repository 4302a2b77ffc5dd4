"""Why a guess is wrong, and why the right node beats the next best, in numbers of the run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from typing_extensions import TypedDict

from scheduler_core import Cycle, Recording
from scheduler_core.contract import CycleFinished, CycleView

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
    """A node that is rejected, or a pod that is before a node is looked at; `why` is what the scheduler says."""

    kind: Literal["rejected"]
    why: str


class Excluded(TypedDict):
    """A node that the pod's node affinity excludes, of which the scheduler says something else first."""

    kind: Literal["excluded"]
    why: str


class Unseen(TypedDict):
    """A node that the search did not reach."""

    kind: Literal["unseen"]


class Evicted(TypedDict):
    """A node from which preemption evicted pods, as none passed."""

    kind: Literal["evicted"]
    node: str
    victims: list[str]


class Spared(TypedDict):
    """A node on which preemption would have made room too; `rule` is that by which it chose `best`.

    The values are those of the rule.
    """

    kind: Literal["spared"]
    rule: str
    value: int | str
    best: str
    best_value: int | str


class Hopeless(TypedDict):
    """A node on which preemption cannot make room; `why` is what the scheduler says of it."""

    kind: Literal["hopeless"]
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
    is_fuller: bool  # it is as large as the best and runs the same pods and more, which decides


class Passed(TypedDict):
    """Nobody waits: `best` passes every filter, in attempt number `attempt`."""

    kind: Literal["passed"]
    best: str
    attempt: int


class Alone(TypedDict):
    """The only node that passes, in attempt number `attempt`."""

    kind: Literal["alone"]
    attempt: int


class Tied(TypedDict):
    """Several nodes have the highest total: one is drawn, unless `likely` is what a quiet cluster takes."""

    kind: Literal["tied"]
    total: int
    likely: str


class NoNode(TypedDict):
    """Every node is rejected."""

    kind: Literal["none"]


Reason = (
    Skewed
    | Rejected
    | Excluded
    | Unseen
    | Evicted
    | Spared
    | Hopeless
    | Beaten
    | Passed
    | Alone
    | Tied
    | NoNode
)


def reasons(recording: Recording, pod: str, choices: list[str]) -> dict[str, Reason]:
    """Return by choice why it is wrong, or why it is right.

    A choice without a reason is left out.
    """
    *earlier, last = recording.attempts(pod)
    for event in reversed(earlier):
        if event["victims"] and event["nominated_node"] == last["node"]:
            fact: Mapping[str, Any] = recording.cycle(event["cycle"]).fact("preemption")
            found = ((choice, _of_preemption(fact, event["victims"], choice)) for choice in choices)
            return {choice: reason for choice, reason in found if reason}
    cycle = recording.cycle(last["cycle"])
    attempt = _Attempt(recording, cycle, cycle.view(), last)
    found = ((choice, attempt.pending() if choice == PENDING else attempt.node(choice)) for choice in choices)
    return {choice: reason for choice, reason in found if reason}


def _of_preemption(fact: Mapping[str, Any], victims: list[str], node: str) -> Reason | None:
    chosen = fact["chosen"]
    if node in (PENDING, chosen):
        names = [victim.removeprefix("default/") for victim in victims]
        return Evicted(kind="evicted", node=chosen, victims=names)
    values = {candidate["node"]: candidate["values"] for candidate in fact["candidates"]}
    for rule, value, best in zip(fact["rules"], values.get(node, ()), values[chosen], strict=False):
        if value != best:
            return Spared(kind="spared", rule=rule["rule"], value=value, best=chosen, best_value=best)
    entry = next((e for e in (*fact["examined"], *fact["hopeless"]) if e["node"] == node), None)
    return Hopeless(kind="hopeless", why=", ".join(entry["reasons"])) if entry else None


@dataclass(frozen=True)
class _Attempt:
    """The last attempt of a pod."""

    recording: Recording
    cycle: Cycle
    view: CycleView
    event: CycleFinished

    @property
    def trace(self) -> Mapping[str, Any]:
        return self.view["trace"]

    def pending(self) -> Reason:
        if selected := self.trace.get("selected"):
            return Passed(kind="passed", best=selected, attempt=self.event["attempt"])
        return NoNode(kind="none") if self.trace.get("filter") else self._rejected_pod()

    def node(self, node: str) -> Reason | None:
        if node in (self.trace.get("filter") or {}):
            return self._excluded(node) or self._skewed(node) or self._rejected(node)
        if node in (self.trace.get("feasible") or ()):
            return self._feasible(node)
        if said := [clause["reason"] for clause in self.view["clauses"] if node in clause["nodes"]]:
            return Rejected(kind="rejected", why=", ".join(said))
        if not self.trace.get("selected"):
            return self._rejected_pod()
        return Unseen(kind="unseen") if "gang" not in self.event else None

    def _rejected_pod(self) -> Rejected:
        return Rejected(kind="rejected", why=self.event["message"] or "")

    def _feasible(self, node: str) -> Reason:
        totals = self.trace.get("total") or {}
        if len(totals) < 2:
            return Alone(kind="alone", attempt=self.event["attempt"])
        if node not in self.trace["best"]:
            return self._beaten(node)
        if len(self.trace["best"]) > 1:
            return Tied(kind="tied", total=totals[node], likely=self.event.get("likely", ""))
        return self._beaten(max((other for other in totals if other != node), key=totals.__getitem__))

    def _rejected(self, node: str) -> Rejected:
        failures = self.trace["filter"][node]
        return Rejected(kind="rejected", why=", ".join(failures[failures["first"]]["reasons"]))

    def _excluded(self, node: str) -> Excluded | None:
        """Return that the pod is not for this node, if the scheduler says something else of it first."""
        if self.trace["filter"][node]["first"] == "NodeAffinity":
            return None
        steps = self.cycle.explain("Filter", "NodeAffinity", node)["steps"]
        is_excluded = any(step.get("ok") is False for step in steps)
        return Excluded(kind="excluded", why=self._rejected(node)["why"]) if is_excluded else None

    def _skewed(self, node: str) -> Skewed | None:
        """Return what a hard constraint says of the node, if that is why it is rejected."""
        if self.trace["filter"][node]["first"] != "PodTopologySpread" or not self.view["spread"]:
            return None
        for constraint in self.view["spread"]["filter"]:
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

    def _beaten(self, node: str) -> Beaten:
        best = self.trace["selected"]
        weights, points = self.trace["weights"], self.trace["normalized"]

        def lead(plugin: str) -> int:
            return int(weights[plugin] * (points[plugin][best] - points[plugin][node]))

        plugin = max((name for name in points if name in weights), key=lead)
        return Beaten(
            kind="beaten",
            node=node,
            total=self.trace["total"][node],
            best=best,
            best_total=self.trace["total"][best],
            plugin=plugin,
            points=points[plugin][node],
            best_points=points[plugin][best],
            is_fuller=plugin == "NodeResourcesFit" and self._is_fuller(node, best),
        )

    def _is_fuller(self, node: str, best: str) -> bool:
        """Return whether a node is as large as another, and runs pods as large as those there, and more."""
        if self.view["cycle"]:  # later pods run beside those that were placed before
            return False
        objects = self.recording.scenario.objects
        sizes = {spec.name: spec.allocatable for spec in objects.nodes}
        running: dict[str, Counter[object]] = defaultdict(Counter)
        for pod in objects.pods:
            if pod.node_name and not pod.finished:
                running[pod.node_name][tuple(pod.template.non_zero_requests.items())] += 1
        return sizes[node] == sizes[best] and running[node] > running[best]


# ---- in words ----------------------------------------------------------------------------------------------

_WHY: dict[str, Promise] = {
    "alone": _("It is the only node that passes every filter."),
    "alone later": _("In attempt %(attempt)s it is the only node that passes every filter."),
    "evicted": _("No node passed every filter: preemption evicted %(victims)s from it."),
    "tied": _("It ties for the highest total, %(total)s: one of these nodes is picked at random."),
    "tied, not drawn": _("It ties for the highest total, %(total)s: a quiet cluster takes %(likely)s."),
    "none": _("No node passes every filter."),
    "rejected": _("The scheduler says “%(why)s”."),
}
_AGAINST: dict[str, Promise] = {
    "skewed": _(
        "%(domain)s would have %(count)s, %(over)s more than %(smallest)s; maxSkew allows %(max_skew)s"
    ),
    "rejected": _("the scheduler says “%(why)s”"),
    "excluded": _(
        "the pod's node affinity or selector excludes it; “%(why)s” is only what this scheduler checks first"
    ),
    "unseen": _("the search had found enough nodes before it came there"),
    "passed": _("%(best)s passes every filter"),
    "passed later": _("in attempt %(attempt)s %(best)s passes every filter"),
    "evicted": _("preemption evicted %(victims)s from %(node)s"),
    "hopeless": _("evictions there would not help, the scheduler says “%(why)s”"),
    # By the rules of preemption.
    "pdb violations": _("%(best)s costs fewer violations of budgets, %(best_value)s against %(value)s"),
    "highest victim priority": _(
        "the victim that is compared has priority %(value)s, that on %(best)s %(best_value)s"
    ),
    "sum of victim priorities": _("the priorities of the victims on %(best)s add up to less"),
    "number of victims": _("%(best)s costs fewer pods, %(best_value)s against %(value)s"),
    "earliest start of the highest victims": _("the victims on %(best)s started later"),
}


def why_not(choice: str, reason: Reason) -> str:
    """Say why a choice is wrong."""
    return gettext("Not %(choice)s: %(why)s.") % {"choice": choice, "why": _against(reason)}


def why(reason: Reason) -> str:
    """Say why the right choice is right."""
    if reason["kind"] == "beaten":
        comparison = {"node": reason["node"], "reason": _comparison(reason)}
        return gettext("%(node)s passes too, but %(reason)s.") % comparison
    return _worded(_WHY, reason)


def _against(reason: Reason) -> str:
    if reason["kind"] == "beaten":
        return gettext("it passes, but %(reason)s") % {"reason": _comparison(reason)}
    return _worded(_AGAINST, reason)


def _worded(sentences: dict[str, Promise], reason: Reason) -> str:
    name = _name(reason)
    figures: dict[str, object] = dict(reason)
    if reason["kind"] == "evicted":
        figures["victims"] = ", ".join(reason["victims"])
    return str(sentences[name]) % figures if name in sentences else ""


def _name(reason: Reason) -> str:
    """Return the name of a reason's sentence."""
    match reason["kind"]:
        case "spared":
            return reason["rule"]
        case "tied" if reason["likely"]:
            return "tied, not drawn"
        case ("alone" | "passed") as kind if reason["attempt"] > 1:
            return f"{kind} later"
        case kind:
            return kind


def _comparison(reason: Beaten) -> str:
    sentence = (
        gettext(
            "%(best)s runs fewer pods, which %(plugin)s prefers: %(best_points)s to %(points)s, in total "
            "%(best_total)s to %(total)s"
        )
        if reason["is_fuller"]
        else gettext(
            "%(plugin)s prefers %(best)s: %(best_points)s to %(points)s, in total %(best_total)s to %(total)s"
        )
    )
    return sentence % dict(reason)
