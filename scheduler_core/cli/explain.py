"""`explain`: why pods have their nodes or none, in the open form for other programs (docs/explanation.md)."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from scheduler_core.advice.explanation import PodExplanation, explanation, repaired_explanation
from scheduler_core.explain.view.recording import Recording
from scheduler_core.simulation.run.scenario import Scenario

from .input import add_admission, add_files, add_seed, add_version, on_scenario
from .printing import print_json


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_files(command)
    command.add_argument(
        "--pod", metavar="NAMESPACE/NAME", help="only this pod; default: every pending pod, one per line"
    )
    command.add_argument("--repairs", action="store_true", help="search for repairs, and verify them")
    add_seed(command)
    add_version(command)
    add_admission(command)


def run(options: argparse.Namespace) -> int:
    """Print explanations; return 1 if a pod of them has no node, else 0. Raise InvalidInput."""
    return on_scenario(options, lambda scenario, _: _print(scenario, options), has_answer=True)


def _print(scenario: Scenario, options: argparse.Namespace) -> int:
    """Print an explanation, or one a line; return 1 if a pod of them has no node, else 0. Raise InvalidInput."""
    recording = Recording.of(scenario, seed=options.seed)
    if options.pod:
        pod = options.pod if "/" in options.pod else f"default/{options.pod}"
        explained = _explained(recording, pod, repairs=options.repairs)
        print_json(explained)
        return int(explained["attempt"]["node"] is None)
    pending = list(_pending(recording))
    for pod in pending:
        explained = _explained(recording, pod, repairs=options.repairs)
        print(json.dumps(explained, separators=(",", ":"), ensure_ascii=False), flush=True)
    return int(bool(pending))


def _pending(recording: Recording) -> Iterator[str]:
    """Yield the pods without a node at the end: those that were tried, then those that would not exist."""
    nodes = {event["pod"]: event["node"] for event in recording.finished}
    yield from (pod for pod, node in nodes.items() if node is None)
    for refusal in recording.scenario.admitted.refusals:
        kind, _, name = refusal.object.partition(" ")
        if kind == "Pod" and name not in nodes:
            yield name


def _explained(recording: Recording, pod: str, *, repairs: bool) -> PodExplanation:
    return repaired_explanation(recording, pod) if repairs else explanation(recording, pod)
