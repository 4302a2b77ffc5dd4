"""What differs between two cycles of one pod, in the order in which the extension points run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from scheduler_core.cycle.contract import NodeFailures, Trace, failure_by
from scheduler_core.cycle.cycle import CycleRecord
from scheduler_core.explain.cycle_view import Cycle
from scheduler_core.plugins.podtopologyspread.contract import HardSpreadConstraint

PLACEMENT = "placement"
FEASIBLE = "feasible"
NOT_EXAMINED = "not examined"
_ABSENT = "-"


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs at a point, its value on each side, and the nodes it is about (none: the cycle as a whole).

    The subject is "domains" or "minimum" (of a spread constraint), "reasons", "raw", "score" (normalized), "weight" and
    "total", or "placement". The plugin is empty where none alone is meant.
    """

    point: str
    plugin: str
    subject: str
    before: str
    after: str
    nodes: tuple[str, ...] = ()


def cycle_differences(before: Cycle | None, after: Cycle | None) -> list[Difference]:
    """Empty when the two went the same way. None is for an attempt that one side did not make."""
    old, new = (cycle.trace() if cycle else None for cycle in (before, after))
    if before is None or after is None or old is None or new is None:
        return list(_result(old, new))
    found = [*_filters(old, new, _order(before, after)), *_scoring(old, new), *_result(old, new)]
    return [*_ledgers(before, after), *found] if found else []


def _order(before: Cycle, after: Cycle) -> dict[str, int]:
    """The place of each filter plugin in the order in which they run."""
    results = (cycle.result for cycle in (before, after))
    names = [r.framework.profile.names("filter") for r in results if isinstance(r, CycleRecord)]
    return {name: i for i, name in enumerate(dict.fromkeys(chain.from_iterable(names)))}


def _ledgers(before: Cycle, after: Cycle) -> Iterator[Difference]:
    """What PodTopologySpread counted for its filter, where that decides: the domains and the lowest count."""
    for old, new in zip(_hard_constraints(before), _hard_constraints(after), strict=False):
        for subject, value in (("domains", _domains), ("minimum", _minimum)):
            if value(old) != value(new):
                yield Difference("PreFilter", "PodTopologySpread", subject, value(old), value(new))


def _hard_constraints(cycle: Cycle) -> list[HardSpreadConstraint]:
    ledger = cycle.view()["spread"]
    return ledger["filter"] if ledger else []


def _domains(constraint: HardSpreadConstraint) -> str:
    return ", ".join(f"{each['value']} {each['count']}" for each in constraint["domains"]) or "none"


def _minimum(constraint: HardSpreadConstraint) -> str:
    return str(constraint["minimum"]["value"])


def _filters(old: Trace, new: Trace, order: Mapping[str, int]) -> Iterator[Difference]:
    """Why all nodes were rejected at once, then why each was."""
    if (before := _whole(old)) != (after := _whole(new)):
        plugin, _, _ = (after or before).partition(":")
        yield Difference("PreFilter", plugin, "reasons", before or _ABSENT, after or _ABSENT)
    sides = _verdicts(old), _verdicts(new)
    groups: dict[tuple[str, str, str], list[str]] = {}
    for node in dict.fromkeys((*sides[0], *sides[1])):
        (one, was), (other, becomes) = (side.get(node, ("", NOT_EXAMINED)) for side in sides)
        if (one, was) != (other, becomes):
            plugin = min(filter(None, (one, other)), key=lambda name: order.get(name, 0), default="")
            groups.setdefault((plugin, was, becomes), []).append(node)
    for (plugin, was, becomes), nodes in sorted(groups.items(), key=lambda g: order.get(g[0][0], 0)):
        yield Difference("Filter", plugin, "reasons", was, becomes, tuple(nodes))


def _whole(trace: Trace) -> str:
    for plugin, status in trace.get("preFilter", {}).items():
        if "nodeNames" in status:
            return f"{plugin}: leaves {', '.join(status['nodeNames'])}"
        if status["code"] not in ("Success", "Skip"):
            return f"{plugin}: {', '.join(status['reasons'])}"
    return str(trace.get("error", ""))


def _verdicts(trace: Trace) -> dict[str, tuple[str, str]]:
    """Per node the plugin that rejected it, none when it is feasible, and its words."""
    rejected = {node: (each["first"], _words(each)) for node, each in trace.get("filter", {}).items()}
    return rejected | dict.fromkeys(trace["feasible"] or (), ("", FEASIBLE))


def _words(failures: NodeFailures) -> str:
    status = failure_by(failures, failures["first"])
    return f"{failures['first']}: {', '.join(status['reasons'])} ({status['code']})"


def _scoring(old: Trace, new: Trace) -> Iterator[Difference]:
    """Scores on the nodes that are feasible on both sides, and weights."""
    both = [node for node in old["feasible"] or () if node in (new["feasible"] or ())]
    raw = old.get("score", {}), new.get("score", {})
    normalized = old.get("normalized", {}), new.get("normalized", {})
    for point, subject, (one, other) in (("Score", "raw", raw), ("NormalizeScore", "score", normalized)):
        for plugin in dict.fromkeys((*one, *other)):
            yield from _scores(point, plugin, subject, one.get(plugin, {}), other.get(plugin, {}), both)
    weights, others = old.get("weights", {}), new.get("weights", {})
    for plugin in [name for name in weights if name in others and weights[name] != others[name]]:
        yield Difference("Total", plugin, "weight", str(weights[plugin]), str(others[plugin]))
    yield from _scores("Total", "", "total", old.get("total", {}), new.get("total", {}), both)


def _scores(
    point: str,
    plugin: str,
    subject: str,
    before: Mapping[str, int],
    after: Mapping[str, int],
    nodes: list[str],
) -> Iterator[Difference]:
    """The same change on all nodes decides nothing, and is left out. One difference for equal pairs of values."""
    if len({after.get(node, 0) - before.get(node, 0) for node in nodes}) < 2:
        return
    groups: dict[tuple[str, str], list[str]] = {}
    for node in nodes:
        pair = str(before.get(node, _ABSENT)), str(after.get(node, _ABSENT))
        if pair[0] != pair[1]:
            groups.setdefault(pair, []).append(node)
    for (was, becomes), found in groups.items():
        yield Difference(point, plugin, subject, was, becomes, tuple(found))


def _result(old: Trace | None, new: Trace | None) -> Iterator[Difference]:
    if (before := _placement(old)) != (after := _placement(new)):
        yield Difference("Result", "", PLACEMENT, before, after)


def _placement(trace: Trace | None) -> str:
    if trace is None:
        return "no such attempt"
    if "skipped" in trace:
        return f"skipped: {trace['skipped']}"
    found = trace.get("postFilter")
    if found and (node := found.get("nominatedNode")):
        return f"nominated to {node}, evicts {', '.join(found.get('victims', ())) or 'nothing'}"
    return str(trace.get("selected", "pending"))
