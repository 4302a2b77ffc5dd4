"""`descheduler`: which running pods the descheduler would evict at the end of a run, and where they would land."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

from scheduler_core.advice.descheduler import DEFAULT_POLICIES, POLICIES, descheduler
from scheduler_core.advice.descheduler.contract import Descheduling, Ending, Eviction
from scheduler_core.explain.view.recording import Recording
from scheduler_core.simulation.run.scenario import Scenario

from .input import add_admission, add_files, add_seed, add_version, on_scenario
from .printing import print_answer

_ENDINGS: Mapping[Ending, str] = {
    "idle": "nothing to evict",
    "settles": "then it has nothing more to evict",
    "repeats": "and again: the scheduler places them where they were, so it never ends",
    "goes-on": "and still more to evict",
}
_FINDINGS = {
    "skew": "skew {skew} over {key}, maxSkew {max_skew}",
    "duplicate": "{pods} of its owner on the node, {average} would be even over {nodes} nodes",
    "underutilization": "the node's {resource} is used by {percent} %, not more than {limit} %",
    "utilization": "the node's {resource} is used by {percent} %, more than {limit} %",
    "taint": "does not tolerate {taint}",
    "node-affinity": "the node no longer matches its required node affinity",
    "anti-affinity": "{other} is in its domain of {key}",
}


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_files(command)
    command.add_argument(
        "--policy",
        action="append",
        choices=tuple(POLICIES),
        help="a policy of the descheduler, repeatable; default: those of its chart",
    )
    command.add_argument("--json", action="store_true", help="print the answer as JSON")
    add_seed(command)
    add_version(command)
    add_admission(command)


def run(options: argparse.Namespace) -> int:
    """Print the answer and return the exit code; raise InvalidInput."""
    return on_scenario(options, lambda scenario, _: _run(scenario, options), has_answer=True)


def _run(scenario: Scenario, options: argparse.Namespace) -> int:
    """Print the answer; return 1 if an evicted pod stays pending or the descheduler never settles, else 0."""
    recording = Recording.of(scenario, seed=options.seed)
    answer = descheduler(recording, options.policy or DEFAULT_POLICIES)
    print_answer(answer, descheduling_lines(answer), as_json=options.json)
    evictions = [eviction for round_ in answer["rounds"][-1:] for eviction in round_["evictions"]]
    is_waiting = any(eviction["lands"] is None for eviction in evictions)
    return int(answer["ends"] in ("repeats", "goes-on") or is_waiting)


def descheduling_lines(answer: Descheduling) -> Iterator[str]:
    """Yield the evictions of each round with their causes and where the successors land, and how it ends."""
    yield "approximate: the descheduler sees more than is in the input"
    yield from round_lines(answer)


def round_lines(answer: Descheduling) -> Iterator[str]:
    """Yield the rounds, and how they end."""
    for number, round_ in enumerate(answer["rounds"], 1):
        yield f"round {number}"
        yield from (f"  {_eviction(eviction)}" for eviction in round_["evictions"])
        for refused in round_["refused"]:
            yield f"  {refused['policy']} leaves {refused['pod']}: budget {refused['budget']} allows no more"
    yield _ENDINGS[answer["ends"]]


def _eviction(eviction: Eviction) -> str:
    finding = _FINDINGS[eviction["why"]].format(**eviction["operands"])
    lands = eviction["lands"] or f"Pending: {eviction['message']}"
    return f"{eviction['policy']} evicts {eviction['pod']} from {eviction['node']} ({finding}) -> {lands}"
