"""One scenario under two versions, cycle by cycle, and only what differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .explanation import Cycle
from .run import simulate
from .scenario import Scenario
from .simulation import Outcome, Simulation
from .trace import Json
from .versions import find_version

PLACEMENT = "placement"
_ABSENT = "-"


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs, its value in each version, and the nodes it is about (none: the cycle as a whole).

    The subject is "placement", "feasible", "reasons", "score <plugin>" (normalized) or "total".
    """

    subject: str
    before: str
    after: str
    nodes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CycleDifferences:
    """An attempt to schedule a pod that did not go the same way."""

    pod: str
    attempt: int
    found: list[Difference]

    @property
    def moved(self) -> bool:
        """Whether the pod ended elsewhere, or cost other victims."""
        return any(d.subject == PLACEMENT for d in self.found)


def compare(
    scenario: Scenario, before: str, after: str, *, seed: int | None = None
) -> Iterator[CycleDifferences]:
    """The cycles that differ between two versions, in the order of the first; raises InvalidInput.

    From the first other placement on the clusters are no longer the same.
    """
    old, new = _cycles(scenario, before, seed), _cycles(scenario, after, seed)
    for pod, attempt in {**old, **new}:
        found = list(_differences(old.get((pod, attempt)), new.get((pod, attempt))))
        if found:
            yield CycleDifferences(pod, attempt, found)


def _cycles(scenario: Scenario, version: str, seed: int | None) -> dict[tuple[str, int], Json]:
    """The traces of a run, by pod and attempt."""
    events = simulate(scenario, kubernetes_version=version, seed=seed)
    simulation = Simulation(scenario, find_version(version), seed)
    found = {}
    for event in [e for e in events if e["kind"] == "cycle.finished"]:
        pod, attempt = event["pod"], event["attempt"]
        found[pod, attempt] = Cycle(event["cycle"], attempt, simulation.compute(pod)).trace()
        simulation.apply(Outcome.from_json(event))
    return found


def _differences(old: Json | None, new: Json | None) -> Iterator[Difference]:
    if (before := _placement(old)) != (after := _placement(new)):
        yield Difference(PLACEMENT, before, after)
    if old is None or new is None:
        return
    yield from _grouped("feasible", _feasible(old), _feasible(new))
    yield from _grouped("reasons", _reasons(old), _reasons(new))
    both = [node for node in old["feasible"] or () if node in (new["feasible"] or ())]
    for plugin in dict.fromkeys((*old.get("normalized", ()), *new.get("normalized", ()))):
        yield from _scores(f"score {plugin}", _of(old, plugin), _of(new, plugin), both)
    yield from _scores("total", old.get("total", {}), new.get("total", {}), both)


def _placement(trace: Json | None) -> str:
    if trace is None:
        return "no such attempt"
    if "skipped" in trace:
        return f"skipped: {trace['skipped']}"
    found = trace.get("postFilter", {})
    if node := found.get("nominatedNode"):
        return f"nominated to {node}, evicts {', '.join(found.get('victims', ())) or 'nothing'}"
    return str(trace.get("selected", "pending"))


def _feasible(trace: Json) -> dict[str, str]:
    return dict.fromkeys(trace["feasible"] or (), "yes")


def _reasons(trace: Json) -> dict[str, str]:
    """Per node why it was rejected, and under the empty name why all were."""
    reasons = {node: _first(failures) for node, failures in trace.get("filter", {}).items()}
    for plugin, status in trace.get("preFilter", {}).items():
        if "nodeNames" in status:
            reasons[""] = f"{plugin} leaves {', '.join(status['nodeNames'])}"
        elif status["code"] not in ("Success", "Skip"):
            reasons[""] = f"{plugin}: {', '.join(status['reasons'])}"
    if "error" in trace:
        reasons[""] = trace["error"]
    return reasons


def _first(failures: Json) -> str:
    status = failures[failures["first"]]
    return f"{failures['first']}: {', '.join(status['reasons'])} ({status['code']})"


def _of(trace: Json, plugin: str) -> dict[str, int]:
    found: dict[str, int] = trace.get("normalized", {}).get(plugin, {})
    return found


def _scores(
    subject: str, before: dict[str, int], after: dict[str, int], nodes: list[str]
) -> Iterator[Difference]:
    """What changed on the nodes that are feasible in both; the same change on all of them decides nothing."""
    changes = {after.get(node, 0) - before.get(node, 0) for node in nodes}
    if len(changes) > 1:
        shown = [{n: str(s) for n, s in scores.items() if n in nodes} for scores in (before, after)]
        yield from _grouped(subject, *shown)


def _grouped(subject: str, before: dict[str, str], after: dict[str, str]) -> Iterator[Difference]:
    """One difference for all nodes with the same pair of values; the empty name stands for the cycle."""
    groups: dict[tuple[str, str], list[str]] = {}
    for node in dict.fromkeys((*before, *after)):
        pair = before.get(node, _ABSENT), after.get(node, _ABSENT)
        if pair[0] != pair[1]:
            groups.setdefault(pair, []).append(node)
    for (was, becomes), nodes in groups.items():
        yield Difference(subject, was, becomes, tuple(n for n in nodes if n))
