"""Repairs of a pod of a live cluster: found in the time that a person waits, and printed with their commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from scheduler_core.advice.scaling import scaling_of
from scheduler_core.advice.scaling.contract import ScaleUp
from scheduler_core.advice.whatif import Inquiry, SearchLimits
from scheduler_core.advice.whatif.cluster_contract import RunRepair
from scheduler_core.advice.whatif.contract import Repair, WhatIf
from scheduler_core.explain.view.causes.titles import joined
from scheduler_core.explain.view.recording import Recording
from scheduler_core.sentences import counted

from .terminal import Progress, Terminal, commands

SEARCH_SECONDS = 5.0
_NAMED = 3
_LARGE = 2_000  # pods: a whole run of more takes seconds


def found_repairs(recording: Recording, pod: str, progress: Progress) -> WhatIf:
    """Return what it would take to place a pod (`namespace/name`), as far as it is found in time."""
    is_large = len(recording.scenario.objects.pods) > _LARGE
    limits = SearchLimits(seconds=SEARCH_SECONDS)
    inquiry = Inquiry(recording, pod, limits=replace(limits, changes=2, runs=3) if is_large else limits)
    for answer in inquiry.answers():
        progress(f"{counted(answer['attempts'], 'cycle')} tried, {counted(len(answer['repairs']), 'repair')}")
    return inquiry.answer()


def new_nodes_for(
    recording: Recording, pods: Iterable[str], progress: Progress | None = None
) -> list[ScaleUp]:
    """Return what autoscalers do about pending pods; those that were not tried are not theirs."""
    tried = sorted(key for key in pods if recording.attempts(key))
    if not tried:
        return []
    say = progress or Progress()
    scaling = scaling_of(recording, lambda done, total: say(f"new nodes for {done} of {total} pods"))
    say.end()
    return scaling.scale_ups(tried)


def repair_lines(answer: WhatIf, terminal: Terminal, *, everything: bool) -> Iterator[str]:
    """Yield the best repair of a pod with what it was seen to do; with `everything`, all that were found."""
    verified_first = sorted(answer["repairs"], key=lambda repair: "run" not in repair)
    listed = verified_first if everything else verified_first[:1]
    of_autoscalers = {new["text"] for new in answer.get("new_nodes", ())}  # these are listed by pool
    for outside in (o for o in answer["outside"] if o["text"] not in of_autoscalers):
        yield from terminal.wrapped(outside["text"], " " * 9, terminal.styled("Besides", "strong"))
    if not listed:
        text = "no change was found that gives it a node"
        yield from terminal.wrapped(text, " " * 9, terminal.styled("Try", "strong"))
    for number, repair in enumerate(listed):
        head = terminal.styled("Try", "strong") + " " * 6 if number == 0 else " " * 9
        yield from _repair(repair, head, terminal)
    if others := len(answer["repairs"]) - len(listed):
        yield f"{'':9}and {others} more: -o wide"


def alike(repairs: Iterable[RunRepair]) -> list[list[RunRepair]]:
    """Return repairs in their order; those of pods of one workload that are changed in the same way are one entry."""
    entries: dict[tuple[str, str, str], list[RunRepair]] = {}
    for repair in repairs:
        key = repair["workload"], " + ".join(repair["changes"]), repair["patch"]
        entries.setdefault(key, []).append(repair)
    return list(entries.values())


def each_of(repairs: list[RunRepair]) -> str:
    """Return the pods of repairs that are alike, each of which was placed by a run of its own."""
    names = [repair["pod"].rpartition("/")[2] for repair in repairs]
    others = [f"{len(names) - _NAMED:,} more"] if len(names) > _NAMED else []
    return f"each of {joined(names[:_NAMED] + others)}"


def notes_of(repair: Repair) -> Iterator[str]:
    """Yield what to know before a repair is made."""
    yield from (note["text"] for atom in repair["atoms"] for note in atom.get("notes", ()))


def _repair(repair: Repair, head: str, terminal: Terminal) -> Iterator[str]:
    fits = repair.get("fits")
    where = counted(fits["count"], "node") if fits and fits["count"] > 1 else repair["node"]
    is_verified = "run" in repair
    proof = "run here" if is_verified else "in its cycle alone"
    text = f"{' + '.join(repair['changes'])} ({repair['risk']}): fits on {where}, {proof}"
    lines = list(terminal.wrapped(text, " " * 11))
    yield f"{head}{terminal.sign('pass') if is_verified else ' '} {lines[0].strip()}"
    yield from lines[1:]
    for line in (*notes_of(repair), *repair["effects"]):
        yield from terminal.wrapped(line, " " * 11)
    for line in commands(repair["patch"], terminal.width - 11):
        yield f"{'':11}{terminal.styled(line, 'mute')}"
