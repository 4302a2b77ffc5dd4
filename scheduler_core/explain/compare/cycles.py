"""The differences between two cycles of one pod, in the order of the extension points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from scheduler_core.explain.view.cycle_view import Cycle
from scheduler_core.scheduler.cycle.contract import NodeFailures, Trace, failure_by
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.podtopologyspread.contract import HardSpreadConstraint

PLACEMENT = "placement"
FEASIBLE = "feasible"
NOT_EXAMINED = "not examined"
NO_NODE = "no such node"
_ABSENT = "-"


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference at an extension point: its value on each side, and its nodes (none: the cycle as a whole).

    The subject is "domains" or "minimum" (of a spread constraint), "reasons", "raw", "score" (normalized), "weight",
    "total", or "placement". The plugin is "" if the difference is not about a single one.
    """

    point: str
    plugin: str
    subject: str
    before: str
    after: str
    nodes: tuple[str, ...] = ()


def cycle_differences(before: Cycle | None, after: Cycle | None) -> list[Difference]:
    """Return the differences, none if both cycles are equal. None means that one side has no such attempt."""
    old, new = (cycle.trace() if cycle else None for cycle in (before, after))
    if before is None or after is None or old is None or new is None:
        return list(_result(old, new))
    differences = [*_filters((before, after), old, new), *_scoring(old, new), *_result(old, new)]
    return [*_ledgers(before, after), *differences] if differences else []


def _order(before: Cycle, after: Cycle) -> dict[str, int]:
    """Return the position of each filter plugin in the order of execution."""
    results = (cycle.result for cycle in (before, after))
    names = [r.framework.profile.names("filter") for r in results if isinstance(r, CycleRecord)]
    return {name: i for i, name in enumerate(dict.fromkeys(chain.from_iterable(names)))}


def _ledgers(before: Cycle, after: Cycle) -> Iterator[Difference]:
    """Yield the differences in PodTopologySpread's counts for Filter: the domains and the minimum."""
    for old, new in zip(_hard_constraints(before), _hard_constraints(after), strict=False):
        for subject, value in (("domains", _domains), ("minimum", _minimum)):
            if value(old) != value(new):
                yield Difference("PreFilter", "PodTopologySpread", subject, value(old), value(new))


def _hard_constraints(cycle: Cycle) -> list[HardSpreadConstraint]:
    ledger = cycle.view()["spread"]
    return ledger["filter"] if ledger else []


def _domains(constraint: HardSpreadConstraint) -> str:
    return ", ".join(f"{domain['value']} {domain['count']}" for domain in constraint["domains"]) or "none"


def _minimum(constraint: HardSpreadConstraint) -> str:
    return str(constraint["minimum"]["value"])


def _filters(cycles: tuple[Cycle, Cycle], old: Trace, new: Trace) -> Iterator[Difference]:
    """Yield the differences in why all nodes were rejected at once, then in why single nodes were."""
    order = _order(*cycles)
    if (before := _rejection_of_all(old)) != (after := _rejection_of_all(new)):
        plugin, _, _ = (after or before).partition(":")
        yield Difference("PreFilter", plugin, "reasons", before or _ABSENT, after or _ABSENT)
    sides = tuple(zip((_verdicts(old), _verdicts(new)), map(_unexamined, cycles), strict=True))
    groups: dict[tuple[str, str, str], list[str]] = {}
    for node in dict.fromkeys(chain.from_iterable(verdicts for verdicts, _ in sides)):
        (old_plugin, old_reason), (new_plugin, new_reason) = (
            verdicts.get(node) or ("", unexamined.get(node, NO_NODE)) for verdicts, unexamined in sides
        )
        if (old_plugin, old_reason) != (new_plugin, new_reason):
            plugin = min(
                filter(None, (old_plugin, new_plugin)), key=lambda name: order.get(name, 0), default=""
            )
            groups.setdefault((plugin, old_reason, new_reason), []).append(node)
    for (plugin, old_reason, new_reason), nodes in sorted(
        groups.items(), key=lambda g: order.get(g[0][0], 0)
    ):
        yield Difference("Filter", plugin, "reasons", old_reason, new_reason, tuple(nodes))


def _unexamined(cycle: Cycle) -> dict[str, str]:
    """Return the text for each node of the cluster without a verdict."""
    return dict.fromkeys(cycle.node_names, NOT_EXAMINED)


def _rejection_of_all(trace: Trace) -> str:
    for plugin, status in trace.get("preFilter", {}).items():
        if "nodeNames" in status:
            return f"{plugin}: leaves {', '.join(status['nodeNames'])}"
        if status["code"] not in ("Success", "Skip"):
            return f"{plugin}: {', '.join(status['reasons'])}"
    return str(trace.get("error", ""))


def _verdicts(trace: Trace) -> dict[str, tuple[str, str]]:
    """Return per node the plugin that rejected it, "" if it is feasible, and the reasons as text."""
    rejected = {
        node: (rejection["first"], _reason_text(rejection))
        for node, rejection in trace.get("filter", {}).items()
    }
    return rejected | dict.fromkeys(trace["feasible"] or (), ("", FEASIBLE))


def _reason_text(failures: NodeFailures) -> str:
    status = failure_by(failures, failures["first"])
    return f"{failures['first']}: {', '.join(status['reasons'])} ({status['code']})"


def _scoring(old: Trace, new: Trace) -> Iterator[Difference]:
    """Yield the differences in scores of nodes that are feasible on both sides, and in weights."""
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
    """Yield one difference per pair of values, none if all nodes change by the same amount, which decides nothing."""
    if len({after.get(node, 0) - before.get(node, 0) for node in nodes}) < 2:
        return
    groups: dict[tuple[str, str], list[str]] = {}
    for node in nodes:
        pair = str(before.get(node, _ABSENT)), str(after.get(node, _ABSENT))
        if pair[0] != pair[1]:
            groups.setdefault(pair, []).append(node)
    for (old_value, new_value), group in groups.items():
        yield Difference(point, plugin, subject, old_value, new_value, tuple(group))


def _result(old: Trace | None, new: Trace | None) -> Iterator[Difference]:
    if (before := _placement(old)) != (after := _placement(new)):
        yield Difference("Result", "", PLACEMENT, before, after)


def _placement(trace: Trace | None) -> str:
    if trace is None:
        return "no such attempt"
    if "skipped" in trace:
        return f"skipped: {trace['skipped']}"
    preemption = trace.get("postFilter")
    if preemption and (node := preemption.get("nominatedNode")):
        return f"nominated to {node}, evicts {', '.join(preemption.get('victims', ())) or 'nothing'}"
    return str(trace.get("selected", "pending"))
