"""A repair as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scheduler_core.advice.phrases import Phrase
from scheduler_core.kubernetes.source import Operation

from .change import Change, Changes, Costs, reason_of_all
from .contract import AtomicChange, Note, Repair, RepairOperation
from .patches import commands, manifest_diff
from .places import edited
from .risks import order, risk_of
from .rollouts import rollout_notes
from .search import Solution
from .trial import Trial


def repair_of(trial: Trial, solution: Solution, costs: Costs) -> Repair:
    """Return a solution with the commands and the edits that make it; the rest of the run is not made."""
    places, manifests = trial.sources.places(trial.pod), trial.sources.manifests
    result = edited(solution.changes, places, manifests)
    reason = reason_of_all(solution.changes)
    return {
        "changes": [change.text for change in solution.changes],
        "risk": risk_of(reason),
        "risk_reason": note_of(reason),
        "cost": solution.cost,
        "verified": True,
        "node": solution.node,
        "effects": [],
        "patch": "\n".join(commands(solution.changes, trial.pod, trial.manifest, places, manifests)),
        "atoms": list(_atoms(trial, solution.changes, costs)),
        "operations": [operation_json(operation) for operation in result.operations],
        "diff": manifest_diff(result),
    }


def order_of(repair: Repair) -> tuple[int, int, float, int]:
    """Return what sorts repairs, the best first."""
    run = repair.get("run")
    placed, displaced = (run["placed"], run["displaced"]) if run else (0, 0)
    return order(repair["risk"], placed, repair["cost"], displaced)


def _atoms(trial: Trial, changes: Changes, costs: Costs) -> Iterator[AtomicChange]:
    """Yield the changes, the first one of the pod's template with what its rollout does."""
    further = rollout_notes(trial)
    for change in changes:
        if further and any(edit.of_pod for edit in change.edits):
            yield _atom(replace(change, notes=(*change.notes, *further)), costs)
            further = ()
        else:
            yield _atom(change, costs)


def _atom(change: Change, costs: Costs) -> AtomicChange:
    atom: AtomicChange = {
        "text": change.text,
        "phrase": change.phrase.as_json(),
        "kind": change.kind,
        "cost": costs[change.kind] * change.times,
    }
    if change.notes:
        atom["notes"] = [note_of(note) for note in change.notes]
    return atom


def note_of(note: Phrase) -> Note:
    """Return a sentence with what it says."""
    return {"text": str(note), "phrase": note.as_json()}


def operation_json(operation: Operation) -> RepairOperation:
    """Return an operation as repairs have them."""
    return {
        "op": operation.op,
        "object": operation.object,
        "path": list(operation.path),
        "value": operation.value,
    }


def operation_of_json(operation: RepairOperation) -> Operation:
    """Return an operation of a repair as the source takes it."""
    return Operation(operation["op"], operation["object"], tuple(operation["path"]), operation["value"])
