"""A repair as JSON."""

from __future__ import annotations

from scheduler_core.kubernetes.source import Operation

from .change import Change, Costs, sort_of
from .contract import AtomicChange, Note, Repair, RepairOperation
from .patches import commands, manifest_diff
from .places import edited
from .search import Solution
from .trial import Trial


def repair_of(trial: Trial, solution: Solution, costs: Costs) -> Repair:
    """Return a solution with the commands and the edits that make it; the rest of the run is not made."""
    result = edited(solution.changes, trial.sources.places(trial.pod), trial.sources.manifests)
    atoms: list[AtomicChange] = [
        {
            "text": c.text,
            "phrase": c.phrase.as_json(),
            "kind": c.kind,
            "cost": costs[c.kind] * c.times,
            **({"notes": _notes(c)} if c.notes else {}),
        }
        for c in solution.changes
    ]
    return {
        "changes": [change.text for change in solution.changes],
        "sort": sort_of(solution.changes, costs),
        "cost": solution.cost,
        "verified": True,
        "node": solution.node,
        "effects": [],
        "patch": "\n".join(commands(solution.changes, trial.pod, trial.manifest)),
        "atoms": atoms,
        "operations": [_operation(operation) for operation in result.operations],
        "diff": manifest_diff(result),
    }


def _notes(change: Change) -> list[Note]:
    return [{"text": str(note), "phrase": note.as_json()} for note in change.notes]


def _operation(operation: Operation) -> RepairOperation:
    return {
        "op": operation.op,
        "object": operation.object,
        "path": list(operation.path),
        "value": operation.value,
    }
