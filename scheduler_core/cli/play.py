"""`play`: the steps of a scenario on the simulated clock, with a verdict after each, and the ends over many seeds."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from scheduler_core.advice.descheduler import descheduler_after_steps
from scheduler_core.advice.descheduler.contract import Descheduling
from scheduler_core.explain.checks.checking import Result
from scheduler_core.explain.checks.played import FIRST_SEED, check_steps, of_play
from scheduler_core.explain.checks.report import lines, write_junit
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import counted, worded
from scheduler_core.simulation.daytwo import Play, end_states, play, prepare, verdicts
from scheduler_core.simulation.daytwo.contract import (
    ActionVerdict,
    AvailabilityVerdict,
    EndStates,
    PlayAction,
    ProgressVerdict,
    SkewVerdict,
    Timeline,
)
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.steps.reading import KEY as STEPS

from .descheduler import round_lines
from .input import add_admission, add_files, add_version, on_scenario
from .printing import print_json

MOST_SEEDS = 10_000
MOST_ENDS = 12
_SKEWS = {"keeps": "within maxSkew throughout", "heals": "heals", "stays-skewed": "stays skewed"}


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_files(command)
    command.add_argument(
        "--expect",
        nargs="+",
        default=[],
        metavar="FILE",
        help="more files, with steps or expectations of the play (expect:), alone or with objects",
    )
    command.add_argument(
        "--junit", type=Path, metavar="FILE", help="write the results of the expectations as JUnit XML"
    )
    command.add_argument(
        "--seed",
        type=int,
        default=FIRST_SEED,
        help=f"decides all that is left to chance; default {FIRST_SEED}",
    )
    command.add_argument(
        "--seeds",
        type=int,
        default=0,
        metavar="N",
        help="also play with the seeds 1 to N, and count the final states",
    )
    command.add_argument(
        "--by",
        default="",
        metavar="KEY",
        help="count the final states by this topology key; default: the workloads' own",
    )
    command.add_argument(
        "--descheduler",
        action="store_true",
        help="also show which pods the descheduler would evict after each step, and where they land "
        "(approximate)",
    )
    command.add_argument("--output", choices=("text", "json"), default="text")
    add_version(command)
    add_admission(command)


_QUEUES = "day two begins with what it admitted, and does not run it again"


def run(options: argparse.Namespace) -> int:
    """Print the answer and return the exit code; raise InvalidInput."""
    return on_scenario(
        options, lambda scenario, _: _run(scenario, options), has_answer=True, with_queues=_QUEUES
    )


def _run(scenario: Scenario, options: argparse.Namespace) -> int:
    """Print the verdicts, the ends and the expectations.

    Return 1 if an expectation fails or, without expectations, if a workload is stuck at the end; else 0. Raise
    InvalidInput without steps.
    """
    if not scenario.steps:
        raise InvalidInput.of(STEPS, worded("must be present: write what is to happen, see docs/day-two.md"))
    if not 0 <= options.seeds <= MOST_SEEDS:
        raise InvalidInput.of(
            "--seeds",
            worded(
                "must be from 0 to {most_seeds}, got {seeds}",
                most_seeds=f"{MOST_SEEDS:,}",
                seeds=options.seeds,
            ),
        )
    if (options.expect or options.junit) and not of_play(scenario):
        message = worded("must state at least one fact of the play, see docs/expectations.md")
        raise InvalidInput.of("expect", message)
    start = prepare(scenario)
    played = play(start, seed=options.seed)
    judged = verdicts(played)
    show = partial(_show_progress, options.seeds)
    ends = end_states(start, seeds=options.seeds, key=options.by, report=show) if options.seeds else None
    results = check_steps(played)
    descheduling = descheduler_after_steps(played) if options.descheduler else []
    _print(options, played, judged, ends, descheduling, results)
    if options.junit:
        write_junit(options.junit, ", ".join([*options.files, *options.expect]), results)
    if results:
        return int(not all(result.holds for result in results))
    return int(any(progress["verdict"] == "stuck" for progress in _final_progress(judged).values()))


def _final_progress(judged: list[ActionVerdict]) -> dict[str, ProgressVerdict]:
    """Return the last verdict on the progress of each workload."""
    return {progress["workload"]: progress for action in judged for progress in action["progress"]}


def _show_progress(total: int, done: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done:,}/{total:,} seeds\r", end="", file=sys.stderr, flush=True)


def _print(
    options: argparse.Namespace,
    played: Play,
    judged: list[ActionVerdict],
    ends: EndStates | None,
    descheduling: list[Descheduling],
    results: list[Result],
) -> None:
    timeline = played.timeline()
    if options.output == "json":
        answer = {
            "timeline": timeline,
            "verdicts": judged,
            "ends": ends,
            "descheduling": descheduling,
            "expectations": [result.as_json() for result in results],
        }
        print_json(answer)
        return
    print(*play_lines(timeline, judged, descheduling), sep="\n")
    if ends:
        print("", *end_lines(ends), sep="\n")
    if results:
        print("", *lines(results), sep="\n")


def play_lines(
    timeline: Timeline, judged: list[ActionVerdict], descheduling: list[Descheduling]
) -> Iterator[str]:
    """Yield each action with its verdicts, and what the descheduler would do then, if that is known."""
    for action, verdict in zip(timeline["actions"], judged, strict=True):
        yield f"{_clock(action['at'])} {_heading(action, verdict['action'])}"
        yield from (f"  {_progress(progress)}" for progress in verdict["progress"])
        yield from (f"  {_skew(skew, timeline)}" for skew in verdict["skew"])
        yield from (f"  {_availability(availability)}" for availability in verdict["availability"])
        if descheduling:
            yield from (f"  descheduler: {line}" for line in round_lines(descheduling[verdict["action"]]))
    ending = "" if timeline["complete"] else ", cut short: more moments than a play may have"
    yield f"{_clock(timeline['seconds'])} the end{ending}"


def _heading(action: PlayAction, number: int) -> str:
    about = ", ".join(f"{key} {_text(value)}" for key, value in action["operands"].items() if value != "")
    return "start" if not number else f"step {number}: {action['kind']}" + (f" ({about})" if about else "")


def _progress(verdict: ProgressVerdict) -> str:
    if verdict["verdict"] == "finishes":
        return f"{verdict['workload']} finishes after {verdict['seconds']:g} s"
    why = verdict["why"]
    operands = ", ".join(
        f"{key} {_text(value)}" for key, value in why["operands"].items() if key != "message"
    )
    message = why["operands"].get("message")
    pending = f", {counted(verdict['pending'], 'pod')} pending" if verdict["pending"] else ""
    details = f" ({operands})" if operands else ""
    return f"{verdict['workload']} stuck{pending}: {why['code']}{details}" + (
        f": {message}" if message else ""
    )


def _skew(verdict: SkewVerdict, timeline: Timeline) -> str:
    workload = next(w for w in timeline["workloads"] if w["workload"] == verdict["workload"])
    constraint = workload["constraints"][verdict["constraint"]]
    is_spread = constraint["kind"] == "spread"
    what, limit = ("skew", "maxSkew ") if is_spread else ("pods in a domain", "at most ")
    counts = ", ".join(f"{value}={count}" for value, count in verdict["counts"].items())
    return (
        f"{verdict['workload']} {what} over {constraint['topology_key']} {verdict['before']} before, "
        f"{verdict['worst']} at worst, {verdict['after']} after ({limit}{constraint['max_skew']}): "
        f"{_SKEWS[verdict['verdict']]} ({counts})"
    )


def _availability(verdict: AvailabilityVerdict) -> str:
    if verdict["verdict"] == "keeps-availability":
        return f"{verdict['workload']} keeps {verdict['lowest']} available or more"
    return (
        f"{verdict['workload']} loses availability: {verdict['lowest']} of at least {verdict['at_least']}, "
        f"for {verdict['seconds']:g} s"
    )


def end_lines(ends: EndStates) -> Iterator[str]:
    """Yield how often each end comes, the most frequent first."""
    yield f"{counted(ends['seeds'], 'seed')} over {ends['topology_key']} ({', '.join(ends['domains'])}):"
    for end in ends["ends"][:MOST_ENDS]:
        yield f"  {end['share']:6.1%}  {_counts(end['counts'])}, first with seed {end['first_seed']}"
    if (others := len(ends["ends"]) - MOST_ENDS) > 0:
        yield f"  and {others} more: --output json has all"


def _counts(counts: dict[str, list[int]]) -> str:
    return "; ".join(
        f"{workload} {'/'.join(map(str, pods[:-1]))}" + (f" and {pods[-1]} pending" if pods[-1] else "")
        for workload, pods in counts.items()
    )


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else f"{value}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
