"""The repairs of an explanation, from the answer to what it would take."""

from __future__ import annotations

from scheduler_core.advice.whatif.contract import Repair, WhatIf

from .contract import ExplainedRepair, ExplainedRepairs, RepairVerification


def explained_repairs(answer: WhatIf) -> ExplainedRepairs:
    """Return the repairs that were found so far, with what was verified of each."""
    return {
        "complete": answer["complete"],
        "most_changes": answer["most_changes"],
        "attempts": answer["attempts"],
        "found": [_repair(repair) for repair in answer["repairs"]],
    }


def _repair(repair: Repair) -> ExplainedRepair:
    return {
        "changes": [
            {"kind": atom["kind"], "text": atom["text"], "cost": atom["cost"]} for atom in repair["atoms"]
        ],
        "cost": repair["cost"],
        "node": repair["node"],
        "commands": repair["patch"].splitlines(),
        "diff": repair["diff"],
        "effects": repair["effects"],
        "verified": _verified(repair),
    }


def _verified(repair: Repair) -> RepairVerification:
    run = repair.get("run")
    return {
        "cycle": repair["verified"],
        "run": run is not None,
        "scheduled": run and run["placed"],
        "pending": run and run["pods"] - run["placed"],
        "moved": run and run["moved_count"],
        "evicted": run and run["evicted"],
        "broken_expectations": run and run["broken"],
    }
