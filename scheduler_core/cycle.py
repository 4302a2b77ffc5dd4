"""One scheduling cycle, from top to bottom.

Mirrors schedulingCycle, schedulePod and findNodesThatFitPod of pkg/scheduler/schedule_one.go @ v1.34.1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import numpy as np

from .columns import IntArray
from .framework.cycle_state import CycleState
from .framework.fit_error import fit_message, rejected_message
from .framework.interfaces import ALL, PostFilterResult, Rows
from .framework.runtime import FilterRun, Framework, PreFilterRun, ScoreRun
from .framework.status import SUCCESS, Code, Status
from .objects.pod import Pod
from .sampling import Search, num_feasible_nodes_to_find, search

NO_NODES_AVAILABLE = "no nodes available to schedule pods"
NO_NODES = np.zeros(0, dtype=np.int64)


@dataclass(slots=True)
class CycleRecord:
    """What one cycle computed. What did not happen is None or empty.

    `feasible` and `best` are node indices; `filter` holds all filter plugins' answers on all nodes asked, `search`
    says which of them the scheduler reached.
    """

    pod: Pod
    framework: Framework
    state: CycleState = field(default_factory=CycleState)
    pre_filter: PreFilterRun | None = None
    nominated: tuple[int, bool] | None = None
    filter: FilterRun | None = None
    search: Search | None = None
    start_index: int = 0
    next_start_index: int = 0
    feasible: IntArray = field(default_factory=lambda: NO_NODES)
    pre_score: dict[str, Status] = field(default_factory=dict)
    score: ScoreRun | None = None
    best: list[int] = field(default_factory=list)
    selected: int | None = None
    reserve: Status = SUCCESS
    post_filter: PostFilterResult | None = None
    fit_error: str = ""

    @property
    def node_name(self) -> str | None:
        """The node that the pod is bound to."""
        return None if self.selected is None else self.framework.handle.snapshot.nodes[self.selected].name


def schedule_one(
    framework: Framework, pod: Pod, *, percentage: int, start_index: int, rng: Random | None
) -> CycleRecord:
    """Finds a node for the pod. The snapshot is left as it was: the caller applies what was decided."""
    record = CycleRecord(pod, framework, start_index=start_index, next_start_index=start_index)
    if not len(framework.handle.snapshot):
        record.fit_error = NO_NODES_AVAILABLE
        return record

    # Filter: which nodes can run the pod. Nothing else is asked when PreFilter rejects it for all of them.
    record.pre_filter = framework.run_pre_filter(record.state, pod)
    if record.pre_filter.status.ok:
        _find_feasible(record, percentage)

    # PostFilter: only when no node is left, preemption may make room for a later attempt.
    if not len(record.feasible):
        _post_filter(record)
        return record

    # Score: which of them is best. Upstream skips this for a single node; its figures are kept for the reader.
    record.pre_score = framework.run_pre_score(record.state, pod, record.feasible)
    record.score = framework.run_score(record.state, pod, record.feasible)
    record.best = sorted(record.feasible[record.score.total == record.score.total.max()].tolist())
    record.selected = rng.choice(record.best) if rng else record.best[0]

    # Reserve to Bind: the node is taken; a plugin may still refuse it.
    _bind(record)
    return record


def _find_feasible(record: CycleRecord, percentage: int) -> None:
    """findNodesThatFitPod: the nominated node first, then the nodes that PreFilter leaves, from the start index."""
    framework, pod = record.framework, record.pod
    if _nominated_node_fits(record):
        return
    rows = _rows(record)
    record.filter = framework.run_filter_with_nominated(record.state, pod, rows)
    count = len(record.filter.rows)
    own = framework.profile.percentage
    wanted = num_feasible_nodes_to_find(percentage if own is None else own, count)
    record.search = search(record.filter.passed, record.start_index % max(count, 1), wanted)
    positions = record.search.feasible
    record.feasible = record.filter.rows[positions if rows is ALL else np.sort(positions)]
    everything = len(framework.handle.snapshot)
    failed = len(record.search.visited) - len(positions)
    record.next_start_index = (record.start_index + len(positions) + failed) % max(everything, 1)


def _nominated_node_fits(record: CycleRecord) -> bool:
    """evaluateNominatedNode: if the pod fits there no other node is looked at."""
    handle = record.framework.handle
    node = handle.snapshot.index.get(handle.nominator.node_of(record.pod.key))
    if node is None:
        return False
    run = record.framework.run_filter_with_nominated(record.state, record.pod, np.array([node]))
    fits = bool(run.passed[0])
    record.nominated = (node, fits)
    if fits:
        record.feasible = np.array([node])
    return fits


def _rows(record: CycleRecord) -> Rows:
    names = record.pre_filter.node_names if record.pre_filter else None
    if names is None:
        return ALL
    index = record.framework.handle.snapshot.index
    return np.array(sorted(index[name] for name in names if name in index), dtype=np.int64)


def rejections(record: CycleRecord) -> dict[int, Status]:
    """NodeToStatus: per node why it can't run the pod, as far as the scheduler looked, by node index."""
    nodes = range(len(record.framework.handle.snapshot))
    assert record.pre_filter is not None
    if not record.pre_filter.status.ok:
        return dict.fromkeys(nodes, record.pre_filter.status)
    assert record.filter is not None
    assert record.search is not None
    reason = f"node(s) didn't satisfy plugin(s) [{' '.join(sorted(record.pre_filter.narrowed))}]"
    outside = Status(Code.UnschedulableAndUnresolvable, (reason,))
    found = dict.fromkeys(set(nodes).difference(record.filter.rows.tolist()), outside)
    for i in record.search.visited[~record.filter.passed[record.search.visited]].tolist():
        found[int(record.filter.rows[i])] = record.filter.first_status(i)
    return found


def _post_filter(record: CycleRecord) -> None:
    framework = record.framework
    statuses = rejections(record)
    assert record.pre_filter is not None
    count = len(framework.handle.snapshot)
    if record.pre_filter.status.ok:
        record.fit_error = fit_message(count, statuses.values())
    else:
        record.fit_error = rejected_message(count, record.pre_filter.status.message)
    if framework.profile.post_filter:
        record.post_filter = framework.run_post_filter(record.state, record.pod, statuses)
        if message := record.post_filter.status.message:
            record.fit_error += f" {message}"


def _bind(record: CycleRecord) -> None:
    assert record.selected is not None
    framework, state, pod, node = record.framework, record.state, record.pod, record.selected
    record.reserve = framework.run_reserve(state, pod, node)
    for step in (framework.run_permit, framework.run_pre_bind, framework.run_bind):
        if record.reserve.ok:
            record.reserve = step(state, pod, node)
    if record.reserve.ok:
        framework.run_post_bind(state, pod, node)
    else:
        record.selected = None
