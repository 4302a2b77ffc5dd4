"""`whatif` without a pod: what would place more of the pending pods of the whole run."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.advice.whatif.cluster_contract import Conflict, RunRepair, WholeRun
from scheduler_core.sentences import counted

from .repairs import alike, each_of, notes_of

MOST_SHOWN = 5


def whole_run_lines(answer: WholeRun) -> Iterator[str]:
    """Yield the changes that place most pods, the conflicts, and the constraints that cost most."""
    yield f"{counted(answer['pending'], 'pod')} of {answer['pods']:,} pending"
    if not answer["pending"]:
        return
    yield ""
    yield from _repair_lines(answer)
    for conflict in answer["conflicts"]:
        yield ""
        yield from _conflict_lines(conflict)
    if not answer["conflicts_complete"]:
        yield "more conflicts may exist: not all were searched"
    if answer["costly"]:
        yield ""
        yield "constraints that cost most:"
    for fact in answer["costly"][:MOST_SHOWN]:
        yield f"  {fact['workload']}: {fact['fact']} (without it {fact['placed']} more {_are(fact['placed'])} placed)"


def _repair_lines(answer: WholeRun) -> Iterator[str]:
    entries = alike(answer["repairs"])
    if not entries:
        yield "no change found that places more pods"
    for number, (repair, *others) in enumerate(entries[:MOST_SHOWN], 1):
        places = f"places {repair['placed']} more" + (f" for {each_of([repair, *others])}" if others else "")
        yield f"{number}. {_changes(repair)} {places} ({repair['risk']}, cost {repair['cost']:g})"
        yield from (f"   {note}" for note in notes_of(repair))
        yield from (f"   {effect}" for effect in repair["effects"])
        yield from (
            f"   $ {line}" if line[0] != "#" else f"   {line}" for line in repair["patch"].splitlines()
        )
    if (unlisted := len(entries) - MOST_SHOWN) > 0:
        yield f"and {unlisted} more: --json has all"
    if not answer["complete"]:
        yield "not all pending pods were looked at"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _changes(repair: RunRepair) -> str:
    return f"{repair['workload']}: {' + '.join(repair['changes'])}"


def _conflict_lines(conflict: Conflict) -> Iterator[str]:
    others = (
        f"{counted(part['count'], 'pod')} of {part['workload']}" if part["count"] > 1 else part["pods"][0]
        for part in conflict["parts"]
    )
    if conflict["placement"]:
        yield f"{conflict['pod']} and {', '.join(others)}: all fit in another order"
        yield from (f"  {pod} -> {node}" for pod, node in conflict["placement"].items())
        return
    proof = (
        "no order places them all" if conflict["proven"] else "not proven: another order may place them all"
    )
    yield f"{conflict['pod']} or {', '.join(others)}: each fits, not all together ({proof})"
    yield f"  {conflict['message']}"
