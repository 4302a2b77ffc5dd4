"""The nodes that a pod can never run on, whatever other pods do."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cluster.columns import BoolArray, IntArray
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.interfaces import Locality, Plugin, locality
from scheduler_core.scheduler.framework.status import Code, Verdicts
from scheduler_core.scheduler.plugins.helper import first_untolerated
from scheduler_core.scheduler.plugins.tainttoleration import TaintToleration


class ClosingReason(TypedDict):
    """Why a node is closed to a pod."""

    plugin: str
    """The plugin that rejects the node, whatever runs there."""
    operand: str
    """The taint for TaintToleration, otherwise the scheduler's own words."""


class ClosedNodes(TypedDict):
    """The nodes that are closed to a pod: a plugin that looks at the node alone rejects it unresolvably."""

    by: IntArray
    """Per node an index into `reasons`; -1: the pod may run there."""
    reasons: list[ClosingReason]


def closed_nodes(record: CycleRecord) -> ClosedNodes:
    """Return per node the first reason that closes it to the pod; nodes that no filter looked at are open."""
    by: IntArray = np.full(len(record.framework.handle.snapshot), -1, dtype=np.int64)
    reasons: list[ClosingReason] = []
    run = record.filter
    if run is None:
        return {"by": by, "reasons": reasons}
    plugins = {plugin.name: plugin for plugin in record.framework.profile.filter}
    for name, verdicts in zip(run.plugins, run.verdicts, strict=True):
        if verdicts.failed is None or not _looks_at_the_node_alone(plugins[name], record):
            continue
        for operand, mask in _operands(record, plugins[name], verdicts):
            closing = run.rows[mask & (verdicts.codes == Code.UnschedulableAndUnresolvable)]
            closing = closing[by[closing] < 0]
            if len(closing):
                by[closing] = len(reasons)
                reasons.append({"plugin": name, "operand": operand})
    return {"by": by, "reasons": reasons}


def _looks_at_the_node_alone(plugin: Plugin, record: CycleRecord) -> bool:
    return locality(plugin, "filter", record.pod.template) is not Locality.CLUSTER


def _operands(record: CycleRecord, plugin: Plugin, verdicts: Verdicts) -> Iterator[tuple[str, BoolArray]]:
    """Yield what the plugin objects to, with the rows of the filter run that have it."""
    if isinstance(plugin, TaintToleration):
        yield from _taints(record)
        return
    for i, reasons in enumerate(verdicts.table):
        yield ", ".join(reasons), verdicts.reasons == i


def _taints(record: CycleRecord) -> Iterator[tuple[str, BoolArray]]:
    assert record.filter is not None
    column = record.framework.handle.snapshot.columns.taints
    taints = first_untolerated(column, record.pod.template.tolerations)
    codes = column.codes[record.filter.rows]
    for taint in dict.fromkeys(taint for taint in taints if taint is not None):
        alike = np.array([other == taint for other in taints], dtype=bool)
        yield str(taint), alike[codes]
