"""A cycle as JSON, in the keys of the recorded vectors."""

from __future__ import annotations

from typing import cast

import numpy as np

from scheduler_core.scheduler.cluster.columns import IntArray
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cycle.contract import (
    CandidateEntry,
    MessageFields,
    NodeFailures,
    PostFilterEntry,
    PostFilterSummary,
    PreFilterEntry,
    ScoringFields,
    ScoringSummary,
    SearchFields,
    StatusEntry,
    Trace,
    TraceSummary,
)
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.framework.interfaces import Candidate, PostFilterResult
from scheduler_core.scheduler.framework.runtime import FilterRun, PreFilterRun
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.simulation.run.outcome import Skipped

from .claims import claim_summary, node_allocations
from .status import status_entry


def cycle_trace(record: CycleRecord, *, sampling: bool = False) -> Trace:
    """Return the trace entry of a cycle that took place; with `sampling`, the search is part of it."""
    snapshot = record.framework.handle.snapshot
    failures = _filter(record, snapshot, sampling=sampling)
    entry = {
        **_head(record),
        **({"filter": failures} if failures else {}),
        "feasible": _names(snapshot, record.feasible if sampling else sorted(record.feasible.tolist())),
        **(_hinted(record, snapshot) if record.only_hint_was_tried else _scores(record, snapshot)),
        **({"postFilter": _post_filter(record.post_filter, snapshot)} if record.post_filter else {}),
        **node_allocations(record),
        **claim_summary(record),
        **_messages(record),
        **(_search(record) if sampling else {}),
    }
    return cast("Trace", entry)


def skipped_trace(result: Skipped) -> Trace:
    """Return the trace entry of a pod for which no cycle took place."""
    entry: Trace = {"pod": result.pod, "skipped": result.why, "feasible": None}
    if result.profile:
        entry["profile"] = result.profile
    if result.statuses:
        entry["preEnqueue"] = {status.plugin: status_entry(status) for status in result.statuses}
    return entry


def trace_summary(record: CycleRecord) -> TraceSummary:
    """Return the keys of the trace for the cycle as a whole, without entries per node."""
    entry: TraceSummary = {**_head(record), **_scoring(record), **claim_summary(record)}
    if record.post_filter is not None:
        entry["postFilter"] = _preemption(record.post_filter)
    return {**entry, **_messages(record)}


def _head(record: CycleRecord) -> TraceSummary:
    entry: TraceSummary = {"pod": record.pod.key, "profile": record.framework.profile.scheduler_name}
    if record.pre_filter is not None and record.pre_filter.answers:
        entry["preFilter"] = _pre_filter(record.pre_filter)
    if (hint := record.hinted_node) is not None:
        entry["nodeHint"] = hint
    if record.nominated is not None and not record.error:
        node, fits = record.nominated
        name = record.framework.handle.snapshot.nodes[node].name
        entry["nominatedNodeTried"] = {"node": name, "fits": fits}
    return entry


def _messages(record: CycleRecord) -> MessageFields:
    entry: MessageFields = {}
    if record.fit_error:
        entry["fitError"] = record.fit_error
    if record.error:
        entry["error"] = record.error
    if record.extender_calls:
        entry["extenders"] = [call.as_json() for call in record.extender_calls]
    return entry


def _names(snapshot: Snapshot, nodes: IntArray | list[int]) -> list[str]:
    return [snapshot.nodes[int(i)].name for i in nodes]


def _pre_filter(run: PreFilterRun) -> dict[str, PreFilterEntry]:
    answers = {name: cast("PreFilterEntry", status_entry(status)) for name, status in run.answers.items()}
    for name, narrowed in run.narrowed.items():
        answers[name]["nodeNames"] = sorted(narrowed)
    return answers


def _filter(record: CycleRecord, snapshot: Snapshot, *, sampling: bool) -> dict[str, NodeFailures]:
    """Return the answers for the nodes that failed, by name; with `sampling` only for visited nodes."""
    run, search = record.shown_filter, record.search
    if run is None or search is None:
        return {}
    rows = search.visited.tolist() if sampling else range(len(run.rows))
    if sampling:  # the nominated node is tried first, whether or not the search comes to it
        rows = [*np.flatnonzero(np.isin(run.rows, list(record.nominated_statuses))).tolist(), *rows]
    failures: dict[str, NodeFailures] = {}
    entries: dict[tuple[str, int, int], StatusEntry] = {}  # nodes that are rejected alike share the entry
    for i in rows:
        if not run.passed[i]:
            failures[snapshot.nodes[int(run.rows[i])].name] = _failures(run, i, entries, only_first=sampling)
    return failures


def first_failures(record: CycleRecord) -> dict[str, NodeFailures]:
    """Return by name the nodes that the search reached and that failed, with the first plugin that rejects each."""
    return _filter(record, record.framework.handle.snapshot, sampling=True)


def _failures(
    run: FilterRun, i: int, entries: dict[tuple[str, int, int], StatusEntry], *, only_first: bool
) -> NodeFailures:
    first = run.plugins[int(run.first[i])]
    entry: dict[str, StatusEntry | str | int] = {}
    for name, verdicts in zip(run.plugins, run.verdicts, strict=True):
        code = int(verdicts.codes[i])
        if code and (name == first or not only_first):
            alike = name, code, int(verdicts.reasons[i])
            if alike not in entries:
                entries[alike] = status_entry(verdicts.status(i).with_plugin(name))
            entry[name] = entries[alike]
    entry["first"] = first
    if i in run.passes:
        entry["pass"] = run.passes[i]
    return cast("NodeFailures", entry)


def _hinted(record: CycleRecord, snapshot: Snapshot) -> ScoringFields:
    """The hinted node alone was tried; its scores are computed for the reader, the scheduler has none."""
    scoring = _scoring(record)
    return {
        "best": _names(snapshot, record.best),
        **{key: value for key, value in scoring.items() if key not in ("preScore", "weights")},  # type: ignore[typeddict-item]
    }


def _scores(record: CycleRecord, snapshot: Snapshot) -> ScoringFields:
    run, summary = record.score, _scoring(record)
    if run is None:
        return cast("ScoringFields", summary)
    names = _names(snapshot, run.feasible)

    def by_node(scores: IntArray) -> dict[str, int]:
        return dict(zip(names, scores.tolist(), strict=True))

    entry = {
        "score": {name: by_node(scores) for name, scores in run.raw.items()},
        "normalized": {name: by_node(scores) for name, scores in run.normalized.items()},
        "total": by_node(run.total),
        "best": _names(snapshot, record.best),
        **summary,
    }
    return cast("ScoringFields", {key: value for key, value in entry.items() if value})


def _scoring(record: CycleRecord) -> ScoringSummary:
    """Return the codes of PreScore, the weights, the selected node, and Reserve if it failed."""
    entry: ScoringSummary = {}
    if record.pre_score:
        entry["preScore"] = {name: {"code": status.code.label} for name, status in record.pre_score.items()}
    if record.score is not None:
        entry["weights"] = dict(record.score.weights)
    if record.node_name is not None:
        entry["selected"] = record.node_name
    if record.score is not None and len(record.feasible) == 1:
        entry["scoringSkippedByScheduler"] = True
    if record.reserve.code is not Code.Success:
        entry["reserve"] = status_entry(record.reserve)
    return entry


def _post_filter(result: PostFilterResult, snapshot: Snapshot) -> PostFilterEntry:
    entry = cast("PostFilterEntry", _preemption(result))
    if result.candidates:
        entry["candidates"] = {snapshot.nodes[c.node].name: _candidate(c) for c in result.candidates}
    if result.best:
        entry["best"] = _names(snapshot, result.best)
    if result.rejected:
        entry["rejected"] = {snapshot.nodes[n].name: status_entry(s) for n, s in result.rejected.items()}
    return entry


def _preemption(result: PostFilterResult) -> PostFilterSummary:
    """Return the answer of PostFilter as a whole."""
    entry: PostFilterSummary = {"code": result.status.code.label}
    if result.status.message:
        entry["message"] = result.status.message
    if result.nominated_node is not None:
        entry["nominatedNode"] = result.nominated_node
    if result.deleted:
        entry["victims"] = [v.key for v in result.deleted]
    if result.cleared:
        entry["clearedNominations"] = result.cleared
    return entry


def _candidate(candidate: Candidate) -> CandidateEntry:
    return {"victims": [v.key for v in candidate.victims], "pdbViolations": candidate.pdb_violations}


def _search(record: CycleRecord) -> SearchFields:
    entry: SearchFields = {"startIndex": record.start_index, "nextStartIndex": record.next_start_index}
    if record.search is not None:
        entry["evaluatedNodes"] = record.search.evaluated
    return entry
