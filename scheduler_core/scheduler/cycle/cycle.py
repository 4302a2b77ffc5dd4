"""One scheduling cycle, from top to bottom.

Mirrors schedulingCycle, schedulePod and findNodesThatFitPod of pkg/scheduler/schedule_one.go @ v1.34.1.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

import numpy as np

from scheduler_core import allowance
from scheduler_core.kubernetes.objects.pod import Pod
from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.framework.batch import Batch, signature
from scheduler_core.scheduler.framework.claims import ClaimWrites
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.extender.chain import EXTENDER, Call
from scheduler_core.scheduler.framework.extender.contract import ExtenderError
from scheduler_core.scheduler.framework.fit_error import fit_message, rejected_message
from scheduler_core.scheduler.framework.interfaces import ALL, PostFilterResult, Rows
from scheduler_core.scheduler.framework.runtime import FilterRun, Framework, PreFilterRun, ScoreRun
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, distinct

from .search import NOTHING_SEARCHED, Search, num_feasible_nodes_to_find, search
from .ties import heap_root, other_nodes

NO_NODES_AVAILABLE = "no nodes available to schedule pods"
NO_NODES = np.zeros(0, dtype=np.int64)


@dataclass(slots=True)
class CycleRecord:
    """The results of one cycle; those of steps that did not happen are None or empty.

    `feasible` and `best` are node indices. `filter` has all filter plugins' answers on all nodes that PreFilter left,
    `search` which of them the scheduler reached. `nominated_filter` is the run of the filters on the node that is
    tried first, and `nominated_statuses` why it was rejected; both count whether or not the search reaches that node.
    `error` is why the cycle ended without a result. `hint` is the node that batching suggests, `batch` what the
    decision leaves to the next cycle. `likely` is the node that is taken of several in `best` where none is drawn.
    `extender_statuses` has only nodes that extenders gave reasons for; they may reject others silently. `pre_bind`
    failed on `pre_bind_node`. `claims_released` are the resource claims that go with the victims.
    """

    pod: Pod
    framework: Framework
    state: CycleState = field(default_factory=CycleState)
    pre_filter: PreFilterRun | None = None
    nominated: tuple[int, bool] | None = None
    nominated_filter: FilterRun | None = None
    nominated_statuses: dict[int, Status] = field(default_factory=dict)
    filter: FilterRun | None = None
    search: Search | None = None
    start_index: int = 0
    next_start_index: int = 0
    feasible: IntArray = field(default_factory=lambda: NO_NODES)
    pre_score: dict[str, Status] = field(default_factory=dict)
    score: ScoreRun | None = None
    best: IntArray = field(default_factory=lambda: NO_NODES)
    likely: int | None = None
    selected: int | None = None
    reserve: Status = SUCCESS
    pre_bind: Status = SUCCESS
    pre_bind_node: int | None = None
    claims_released: ClaimWrites | None = None
    post_filter: PostFilterResult | None = None
    statuses: dict[int, Status] | None = None
    fit_error: str = ""
    error: str = ""
    signature: Hashable | None = None
    hint: int | None = None
    batch: Batch | None = None
    extender_calls: list[Call] = field(default_factory=list)
    extender_statuses: dict[int, Status] = field(default_factory=dict)
    extenders_rejected: bool = False

    @property
    def shown_filter(self) -> FilterRun | None:
        """`filter`, with the nominated node too if it failed and PreFilter had excluded it; None after an error."""
        if self.filter is None or self.error:
            return None
        nominated = self.nominated_filter if self.nominated_statuses else None
        return self.filter if nominated is None else self.filter.with_row_of(nominated)

    @property
    def node_name(self) -> str | None:
        """The node that the pod was bound to."""
        return None if self.selected is None else self.framework.handle.snapshot.nodes[self.selected].name

    @property
    def hinted_node(self) -> str | None:
        """The node that batching suggested."""
        return None if self.hint is None else self.framework.handle.snapshot.nodes[self.hint].name

    @property
    def likely_node(self) -> str | None:
        """Of several best nodes the one that is taken where none is drawn."""
        return None if self.likely is None else self.framework.handle.snapshot.nodes[self.likely].name

    @property
    def only_hint_was_tried(self) -> bool:
        """Whether the pod fits on the hinted node, so that no other was looked at and nothing was scored."""
        return (
            self.hint is not None
            and self.nominated is None
            and self.search is None
            and self.selected == self.hint
        )

    @property
    def nominated_node(self) -> str | None:
        """What becomes of the pod's nomination: None leaves it as it is, "" clears it."""
        if self.error:
            return ""
        if self.post_filter is not None:
            return self.post_filter.nominated_node
        clears = self.framework.handle.version.failure_clears_nomination
        return "" if clears and self.fit_error and not self.framework.profile.post_filter else None


def schedule_one(
    framework: Framework,
    pod: Pod,
    *,
    percentage: int,
    start_index: int,
    rng: Random | None,
    batch: Batch | None = None,
    hint: int | None = None,
    taken: int | None = None,
) -> CycleRecord:
    """Find a node for the pod and return the record. The snapshot is unchanged; the caller applies the outcome.

    `rng` is what the seed gives to this cycle; None takes the first of equal nodes. `batch` is what the cycle just
    before left; `hint`, the node that a recorded cycle was given, takes its place. `taken` is the node that a recorded
    cycle chose.
    """
    record = choose_node(
        framework,
        pod,
        percentage=percentage,
        start_index=start_index,
        rng=rng,
        batch=batch,
        hint=hint,
        taken=taken,
    )
    # Reserve to Bind: the pod takes the node; a plugin may still reject it.
    if record.selected is not None:
        _bind(record)
    return record


def choose_node(
    framework: Framework,
    pod: Pod,
    *,
    percentage: int,
    start_index: int,
    rng: Random | None,
    batch: Batch | None = None,
    hint: int | None = None,
    taken: int | None = None,
    state: CycleState | None = None,
    post_filter: bool = True,
) -> CycleRecord:
    """Return the record of a cycle up to the choice of a node (schedulingAlgorithm)."""
    record = find_feasible(
        framework, pod, percentage=percentage, start_index=start_index, batch=batch, hint=hint, state=state
    )
    if record.error or record.fit_error:
        return record

    # PostFilter: only when no node is feasible; preemption may make room for a later attempt.
    if not len(record.feasible):
        _explain_failure(record)
        if post_filter and framework.profile.post_filter:
            _post_filter(record)
        return record

    # Score: which of them is best. Upstream skips this for a single node; here its scores are computed for the reader.
    if not _score(record):
        return record
    record.likely = _likely(record)
    record.selected = _select(record, rng, taken)
    record.batch = _batch(record, batch, of_heap=rng is not None and not _draws(record))
    return record


def _draws(record: CycleRecord) -> bool:
    """Return whether one of several best nodes is drawn: always up to v1.34.

    Later only in cycles of pod groups, among nodes that extenders score, and among those that PreFilter names, which
    are visited in the order of a Go map.
    """
    framework = record.framework
    extenders = framework.handle.extenders
    return (
        framework.handle.version.ties_are_drawn
        or record.state.of_pod_group
        or (extenders is not None and extenders.prioritizes)
        or (record.pre_filter is not None and record.pre_filter.node_names is not None)
    )


def _likely(record: CycleRecord) -> int | None:
    """Return which of several best nodes is the root of the heap, in the order of the search; None if one is drawn."""
    if len(record.best) < 2 or record.score is None or _draws(record):
        return None
    return int(record.feasible[heap_root(record.score.total)])


def _select(record: CycleRecord, rng: Random | None, taken: int | None) -> int:
    """Return one of the best nodes: the one that was taken in a recorded cycle, or the first without a seed."""
    best: list[int] = record.best.tolist()
    if taken in best:
        return taken
    if rng is None or len(best) == 1:
        return best[0]
    return rng.choice(best) if record.likely is None else record.likely


def find_feasible(
    framework: Framework,
    pod: Pod,
    *,
    percentage: int,
    start_index: int,
    batch: Batch | None = None,
    hint: int | None = None,
    state: CycleState | None = None,
) -> CycleRecord:
    """Return the record of the first half of a cycle: which nodes can run the pod."""
    allowance.check()
    record = CycleRecord(
        pod, framework, state or CycleState(), start_index=start_index, next_start_index=start_index
    )
    if framework.handle.extenders is not None:
        record.extender_calls = framework.handle.extenders.begin_cycle()
    if not len(framework.handle.snapshot):
        record.fit_error = NO_NODES_AVAILABLE
        return record

    # Filter: which nodes can run the pod. It does not run when PreFilter rejects the pod for all nodes.
    record.pre_filter = framework.run_pre_filter(record.state, pod)
    if record.pre_filter.status.ok:
        _take_hint(record, batch, hint)
        _find_feasible(record, percentage)
    elif record.pre_filter.status.code is Code.Error:
        record.error = record.pre_filter.status.message
    return record


def _take_hint(record: CycleRecord, batch: Batch | None, hint: int | None) -> None:
    """Take the next node of the batch if the pod has its signature and the chosen node is full (GetNodeHint)."""
    framework, pod = record.framework, record.pod
    if not framework.handle.version.batches or framework.handle.extenders is not None:
        return
    record.signature = signature(framework.profile, pod.template)
    record.hint = hint
    if batch is None or not batch.others or record.signature != batch.signature:
        return
    if not framework.run_filter(record.state, pod, np.array([batch.chosen])).passed[0]:
        record.hint = batch.others[0]


def _batch(record: CycleRecord, batch: Batch | None, *, of_heap: bool) -> Batch | None:
    """Return what the decision leaves to the next cycle (StoreScheduleResults)."""
    assert record.selected is not None
    if record.selected == record.hint:
        return batch.after_hint() if batch is not None else None
    if record.signature is None or record.score is None:
        return None
    others = partial(other_nodes, record.feasible, record.score.total, record.selected, of_heap=of_heap)
    return Batch(record.signature, record.selected, others)


def _score(record: CycleRecord) -> bool:
    """Score the feasible nodes; return False if the cycle ends with an error. A single node is taken in spite of it."""
    framework, state, pod, feasible = record.framework, record.state, record.pod, record.feasible
    record.pre_score, error = framework.run_pre_score(state, pod, feasible)
    error = error or framework.score_error(state, pod)
    if not error:
        record.score = framework.run_score(state, pod, feasible)
        _add_extender_scores(record)
        record.best = _best(feasible, record.score.total)
    elif len(feasible) == 1:
        record.best = feasible
    else:
        _end_with(error, record)
        return False
    return True


def _end_with(error: str, record: CycleRecord) -> None:
    """End the cycle with an error. What else ran then depends on chance upstream, and is not part of the record."""
    record.error = error
    record.feasible, record.filter, record.search = NO_NODES, None, NOTHING_SEARCHED
    record.pre_score = {}


def _best(feasible: IntArray, total: IntArray) -> IntArray:
    """Return the nodes with the highest total, in nodeOrder."""
    best: IntArray = feasible.compress(total == total[total.argmax()])
    best.sort(kind="stable")  # fast, since the nodes are sorted except for one wrap-around
    return best


def _find_feasible(record: CycleRecord, percentage: int) -> None:
    """Try the nominated or the hinted node, then those that PreFilter left (findNodesThatFitPod)."""
    framework, pod = record.framework, record.pod
    if _node_tried_first_fits(record):
        return
    rows = _rows_to_filter(record)
    if record.error:
        record.search = NOTHING_SEARCHED
        return
    record.filter = framework.run_filter_with_nominated(record.state, pod, rows)
    count = len(record.filter.rows)
    profile_percentage = framework.profile.percentage
    needed = num_feasible_nodes_to_find(
        percentage if profile_percentage is None else profile_percentage, count
    )
    if _takes_first_node(framework):
        needed = 1
    start = record.start_index % max(count, 1)
    record.search = search(record.filter.passing.positions, count, start, needed)
    error = record.filter.first_error(record.search.visited)
    if error is not None:
        record.next_start_index = (record.start_index + error[0]) % framework.handle.snapshot.node_count
        _end_with(error[1], record)
        return
    positions = record.search.feasible
    record.feasible = positions if rows is ALL else record.filter.rows[np.sort(positions)]
    nodes = framework.handle.snapshot.node_count
    modulus = count if framework.handle.version.start_index_of_narrowed else nodes
    record.next_start_index = (record.start_index + _processed_nodes(record)) % max(modulus, 1)
    passed_plugins = len(record.feasible)
    _run_extender_filters(record)
    record.extenders_rejected = len(record.feasible) < passed_plugins


def _takes_first_node(framework: Framework) -> bool:
    """Return whether nothing scores, so that the search ends at the first node that fits."""
    extenders = framework.handle.extenders
    return (
        framework.handle.version.search_ends_without_scores
        and not framework.profile.score
        and (extenders is None or not extenders.filter_or_score)
    )


def _processed_nodes(record: CycleRecord) -> int:
    """Return the number of feasible nodes and nodes with a status, including the nominated node (processedNodes)."""
    assert record.filter is not None
    assert record.search is not None
    if not record.nominated_statuses:
        return record.search.length
    reached = record.filter.rejections(record.search.visited)
    return record.search.length + len(record.nominated_statuses.keys() - reached.keys())


def _run_extender_filters(record: CycleRecord) -> None:
    """Let extenders filter the nodes that passed the plugins (findNodesThatPassExtenders)."""
    extenders = record.framework.handle.extenders
    if extenders is None:
        return
    try:
        record.feasible, statuses = extenders.filter(record.pod, record.feasible)
        record.extender_statuses |= statuses
    except ExtenderError as error:
        record.feasible, record.error = NO_NODES, str(error)


def _add_extender_scores(record: CycleRecord) -> None:
    """Add the extenders' points. As upstream, extenders score only if there is more than one node."""
    extenders = record.framework.handle.extenders
    if extenders is not None and record.score is not None and len(record.feasible) > 1:
        record.score.total = record.score.total + extenders.prioritize(record.pod, record.feasible)


def _node_tried_first_fits(record: CycleRecord) -> bool:
    """Return whether the pod fits on its nominated or hinted node: no other is tried then (evaluateNominatedNode)."""
    handle = record.framework.handle
    name = handle.nominator.node_of(record.pod.key) if handle.version.tries_nominated_node_first else ""
    node = handle.snapshot.index.get(name) if name else record.hint
    if node is None or not (handle.snapshot.whole or node in handle.snapshot.candidates):
        return False
    run = record.framework.run_filter_with_nominated(record.state, record.pod, np.array([node]))
    if run.passed[0]:
        record.feasible = np.array([node])
        _run_extender_filters(record)
        record.error = ""  # upstream only logs it and tries the other nodes
    fits = bool(len(record.feasible))
    if fits and not name:
        _find_whether_only_this_fits(record, node)
    if name:
        record.nominated = (node, fits)
    if not fits:
        record.nominated_filter = run
        record.nominated_statuses = _without_errors(run.rejections(np.array([0]))) | record.extender_statuses
    return fits


def _find_whether_only_this_fits(record: CycleRecord, node: int) -> None:
    """Keep the answers on all nodes if the hinted one is the only one that fits: the cycle is then like any other."""
    run = record.framework.run_filter_with_nominated(record.state, record.pod, _rows_to_filter(record))
    if run.rows[run.passing.positions].tolist() == [node]:
        count, position = len(run.rows), run.passing.positions
        record.filter, record.search = run, Search(0, count, count, position)


def _without_errors(statuses: dict[int, Status]) -> dict[int, Status]:
    """Return the rejections; a node on which a plugin failed has no status (evaluateNominatedNode)."""
    return {node: status for node, status in statuses.items() if status.code.rejected}


def _rows_to_filter(record: CycleRecord) -> Rows:
    """Return the nodes that PreFilter left."""
    names = record.pre_filter.node_names if record.pre_filter else None
    snapshot, version = record.framework.handle.snapshot, record.framework.handle.version
    if names is None:
        return ALL if snapshot.whole else snapshot.candidates
    index = snapshot.index
    missing = sorted(names.difference(index))
    if missing and version.missing_node_is_error:
        record.error = f'nodeinfo not found for node name "{missing[0]}"'
    elif len(missing) == len(names) and version.no_named_node_crashes:
        record.error = "runtime error: integer divide by zero"
    rows = np.array(sorted(index[name] for name in names if name in index), dtype=np.int64)
    return rows if snapshot.whole else np.intersect1d(rows, snapshot.candidates)


def rejections(record: CycleRecord) -> dict[int, Status]:
    """Return by node index the status of each node that the scheduler rejected (NodeToStatus).

    Call it after the search; the answer is cached in the record, since preemption and the queue both need it.
    """
    if record.statuses is None:
        record.statuses = _statuses(record)
    return record.statuses


def _statuses(record: CycleRecord) -> dict[int, Status]:
    if record.pre_filter is None:
        return {}
    statuses = _pre_filter_statuses(record, record.pre_filter) | record.nominated_statuses
    if record.filter is None or record.search is None:
        return statuses
    return statuses | record.filter.rejections(record.search.visited) | record.extender_statuses


def _pre_filter_statuses(record: CycleRecord, pre_filter: PreFilterRun) -> dict[int, Status]:
    """Return the statuses of nodes that PreFilter rejected or excluded by narrowing the search."""
    snapshot, version = record.framework.handle.snapshot, record.framework.handle.version
    nodes: Sequence[int] = range(len(snapshot)) if snapshot.whole else snapshot.candidates.tolist()
    if not pre_filter.status.ok and version.rejected_nodes_are_counted:
        return dict.fromkeys(nodes, pre_filter.status)
    if not pre_filter.status.ok:
        return {} if version.rejected_nodes_are_examined else dict.fromkeys(nodes, pre_filter.status)
    if record.filter is None or len(record.filter.rows) == len(nodes) or version.excluded_nodes_are_examined:
        return {}
    # The nominated node is tried whether or not PreFilter left it; plugins that reject it are listed with the others.
    plugins = {*pre_filter.narrowed, *(s.plugin for s in record.nominated_statuses.values())}
    if not version.excluded_reason:
        return {}
    reason = version.excluded_reason.format(plugins=" ".join(sorted(plugins - {EXTENDER})))
    excluded = Status(Code.UnschedulableAndUnresolvable, (reason,))
    return dict.fromkeys(set(nodes).difference(record.filter.rows.tolist()), excluded)


def rejectors(record: CycleRecord) -> tuple[str, ...]:
    """Return the plugins that rejected a node or the pod, in profile order (Diagnosis.UnschedulablePlugins)."""
    plugins = {status.plugin for status in distinct(rejections(record).values())[0]}
    if record.pre_filter is not None:
        status = record.pre_filter.status
        by_plugin = status.code is Code.UnschedulableAndUnresolvable and status.plugin
        plugins |= {status.plugin, *([] if by_plugin else record.pre_filter.narrowed)}
    if record.reserve.code.rejected:
        plugins.add(record.reserve.plugin)
    profile = record.framework.profile
    names = (*profile.names("preFilter"), *profile.names("filter"), *profile.names("reserve"))
    ordered = tuple(name for name in dict.fromkeys(names) if name in plugins)
    return (*ordered, EXTENDER) if record.extenders_rejected else ordered


def _explain_failure(record: CycleRecord) -> None:
    """Say why no node is feasible (FitError)."""
    framework = record.framework
    statuses = rejections(record)
    assert record.pre_filter is not None
    count = framework.handle.snapshot.node_count
    if record.pre_filter.status.ok or framework.handle.version.rejected_nodes_are_counted:
        record.fit_error = fit_message(count, statuses.values())
    else:
        record.fit_error = rejected_message(count, record.pre_filter.status.message)


def _post_filter(record: CycleRecord) -> None:
    framework = record.framework
    record.post_filter = framework.run_post_filter(record.state, record.pod, rejections(record))
    if record.post_filter.deleted:
        record.claims_released = framework.handle.claims.released_by(record.post_filter.deleted)
    if message := record.post_filter.status.message:
        end = "." if framework.handle.version.dot_after_post_filter else ""
        record.fit_error += f" {message}{end}"


def _bind(record: CycleRecord) -> None:
    assert record.selected is not None
    framework, state, pod, node = record.framework, record.state, record.pod, record.selected
    record.reserve = framework.run_reserve(state, pod, node)
    if record.reserve.ok:
        record.reserve = framework.run_permit(state, pod, node)
    if record.reserve.ok:
        record.pre_bind = framework.run_pre_bind(state, pod, node)
    if not record.pre_bind.ok:
        record.selected, record.pre_bind_node = None, node
        return
    if record.reserve.ok:
        record.reserve = _run_bind(framework, state, pod, node)
    if record.reserve.ok:
        framework.run_post_bind(state, pod, node)
    else:
        record.selected = None


def _run_bind(framework: Framework, state: CycleState, pod: Pod, node: int) -> Status:
    """Bind with an extender if one binds, otherwise with the plugins."""
    extenders = framework.handle.extenders
    bound = extenders.bind(pod, node) if extenders is not None else None
    return framework.run_bind(state, pod, node) if bound is None else bound
