"""The nodes that refuse a pod, by reasons; each reason once; and the causes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from scheduler_core.allowance import each
from scheduler_core.explain.view.causes.figures import in_order
from scheduler_core.explain.view.causes.headings import clause_text, clauses
from scheduler_core.explain.view.causes.reasons import Reason, Reasons, Refusals, refusals
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cycle.cycle import NO_NODES, CycleRecord
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.simulation.run.outcome import Skipped

from .codes import CODES, operands_of
from .contract import ExplainedCause, ExplainedNodes, ExplainedReason


@dataclass(frozen=True, slots=True)
class _Group:
    """The rows of nodes with the same reasons, at which the scheduler stops for the same plugin."""

    reasons: Reasons
    plugin: str
    resolvable: bool
    rows: IntArray


@dataclass(frozen=True, slots=True)
class Refusing:
    """What a cycle says of the nodes that refuse its pod."""

    reasons: list[ExplainedReason]
    nodes: list[ExplainedNodes]
    causes: list[ExplainedCause]


def refusing(result: CycleRecord | Skipped, *, is_pending: bool, most_nodes: int | None) -> Refusing:
    """Return the nodes that refuse the pod, with at most so many names in each group."""
    refused = refusals(result)
    record = result if isinstance(result, CycleRecord) else None
    groups = [] if record is None else sorted(_groups(record, refused), key=lambda group: -len(group.rows))
    sets = [group.reasons for group in groups]
    causes = _cause_sets(refused) if is_pending else []
    listed = in_order(frozenset().union(*sets, *causes))
    index = {reason: i for i, reason in enumerate(listed)}
    return Refusing(
        [_reason(reason, record, groups) for reason in listed],
        [_nodes(record, group, index, most_nodes) for group in groups] if record else [],
        [_cause(reasons, index) for reasons in causes],
    )


def _groups(record: CycleRecord, refused: Refusals) -> Iterable[_Group]:
    if refused.sets and record.filter is not None:
        yield from _filtered(record, refused)
    if any(reason.kind == "gang" for reason in refused.common):
        return  # the pod had a node
    everywhere = np.arange(len(record.framework.handle.snapshot))
    filtered = NO_NODES if record.filter is None else record.filter.rows
    if refused.common and len(others := np.setdiff1d(everywhere, filtered)):
        plugin = in_order(refused.common)[0].plugin
        yield _Group(refused.common, plugin, resolvable=False, rows=others)


def _filtered(record: CycleRecord, refused: Refusals) -> Iterable[_Group]:
    run = record.filter
    assert run is not None
    failed = np.flatnonzero(~run.passed)
    codes = np.array([verdicts.codes for verdicts in run.verdicts])[run.first[failed], failed]
    keys = np.column_stack([refused.set_of[failed], run.first[failed], codes])
    distinct, group_of = np.unique(keys, axis=0, return_inverse=True)
    for i, (of_set, plugin, code) in enumerate(distinct.tolist()):
        rows = refused.rows[failed[group_of.ravel() == i]]
        yield _Group(
            refused.sets[of_set], run.plugins[plugin], resolvable=code == Code.Unschedulable, rows=rows
        )


def _reason(reason: Reason, record: CycleRecord | None, groups: list[_Group]) -> ExplainedReason:
    rows = np.concatenate([NO_NODES, *(group.rows for group in each(groups) if reason in group.reasons)])
    of_nodes = record if len(rows) else None
    return {
        "code": CODES[reason.kind],
        "plugin": reason.plugin,
        "operands": operands_of(reason, of_nodes, rows),
        "message": reason.message or reason.operand,
        "nodes": len(rows),
    }


def _nodes(record: CycleRecord, group: _Group, index: dict[Reason, int], most: int | None) -> ExplainedNodes:
    nodes = record.framework.handle.snapshot.nodes
    return {
        "reasons": sorted(index[reason] for reason in group.reasons),
        "stopped_by": group.plugin,
        "preemption_might_help": group.resolvable,
        "count": len(group.rows),
        "nodes": [nodes[row].name for row in sorted(group.rows.tolist())[:most]],
    }


def _cause_sets(refused: Refusals) -> list[Reasons]:
    """Return the smallest sets of reasons that decide; those of the pod as a whole belong to each."""
    sets = [refused.common | reasons for reasons in refused.deciding.values()] or [refused.common]
    return [reasons for reasons in dict.fromkeys(sets) if reasons]


def _cause(reasons: Reasons, index: dict[Reason, int]) -> ExplainedCause:
    said = clauses(reason.as_json() for reason in in_order(reasons))
    return {
        "reasons": sorted(index[reason] for reason in reasons),
        "text": ", and ".join(clause_text(clause, 1) for clause in said),
    }
