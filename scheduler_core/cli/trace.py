"""`trace`: reads scenarios in the vectors' format and writes their traces, one JSON object per line.

A scenario with objects of Kueue and without a `schedule` is one of Kueue's: its workloads go through the queues.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NotRequired

from scheduler_core.explain.view.gang_trace import gang_trace
from scheduler_core.explain.view.trace import cycle_trace, skipped_trace
from scheduler_core.kubernetes.objects.kinds import group_of
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.kubernetes.versions import BASE, Version, find_version
from scheduler_core.queueing.objects.cluster import GROUP
from scheduler_core.queueing.run.scenario import read_scenario as read_queueing_scenario
from scheduler_core.queueing.run.trace import trace_run
from scheduler_core.scheduler.cycle.contract import Trace
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.gang.record import GangRecord
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.outcome import Skipped
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

from .input import OF_A_LINE, add_version
from .switches import add_switches, switches_of


class NamedScenario(TypedDict):
    name: Any
    """As in the input."""


class TraceAnswer(TypedDict):
    """The traces of a scenario, one per entry of its schedule."""

    scenario: NamedScenario
    nodeOrder: list[str]
    trace: list[Trace]
    switches: NotRequired[list[str]]
    """The requested deviations from upstream."""


class QueueingAnswer(TypedDict):
    """What Kueue does with the workloads of a scenario."""

    scenario: NamedScenario
    recording: dict[str, object]
    """The keys of the recordings in `tests/conformance/data/kueue/`."""


class TraceFault(TypedDict):
    """Why a scenario has no traces."""

    scenario: NamedScenario
    error: str


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_version(command, OF_A_LINE)
    add_switches(command)


def run(options: argparse.Namespace) -> int:
    """Print an answer per line of stdin, and return 0."""
    answer = None
    release, switches = options.kubernetes_version, switches_of(options)
    for answer in trace_lines(sys.stdin, release, switches, allow_extenders=options.allow_extenders):
        print(json.dumps(answer, separators=(",", ":")), flush=True)
    if answer is None:
        print("no scenario in the input: write one JSON object a line", file=sys.stderr)
    return 0


def trace_lines(
    lines: Iterable[str],
    version: str | None = None,
    switches: Sequence[str] = (),
    *,
    allow_extenders: bool = False,
) -> Iterator[TraceAnswer | QueueingAnswer | TraceFault]:
    """Yield one answer per line, an `error` for an invalid line.

    Without a `version` it is that of the line's own key `kubernetes`, or the base, as of the vectors.
    """
    for line in lines:
        if line.strip():
            yield _trace_line(line, version, switches, allow_extenders=allow_extenders)


def _trace_line(
    line: str, version: str | None, switches: Sequence[str], *, allow_extenders: bool
) -> TraceAnswer | QueueingAnswer | TraceFault:
    name = None
    try:
        entry = json.loads(line)
        scenario = entry.get("scenario", entry) if isinstance(entry, dict) else entry
        if not isinstance(scenario, dict):
            raise InvalidInput.of("scenario", worded("must be a JSON object with objects and schedule"))
        name = scenario.get("name")
        if is_queueing(scenario):
            return {"scenario": {"name": name}, "recording": trace_run(read_queueing_scenario(scenario))}
        release = version or entry.get("kubernetes") or BASE.name
        if not isinstance(release, str):
            raise InvalidInput.of("kubernetes", worded("must be a version such as v1.36.2"))
        followed = find_version("+".join((release, *switches)))
        return trace_scenario(scenario, followed, allow_extenders=allow_extenders)
    except (InvalidInput, ValueError, RecursionError) as error:
        return {"scenario": {"name": name}, "error": str(error)}
    except Exception as error:  # a bug in the engine must not prevent the following answers
        logging.getLogger(__name__).exception("scenario %r", name)
        return {"scenario": {"name": name}, "error": f"internal error: {error!r}"}


def is_queueing(scenario: Manifest) -> bool:
    """Return whether a scenario is about Kueue's queues: it has objects of Kueue, and no pods to schedule."""
    objects = scenario.get("objects")
    manifests = objects if isinstance(objects, list) else []
    return "schedule" not in scenario and any(group_of(manifest) == GROUP for manifest in manifests)


def trace_scenario(
    scenario: Manifest, version: Version = BASE, *, allow_extenders: bool = False
) -> TraceAnswer:
    """Attempt the pods of `schedule` in order and return the traces; raise InvalidInput."""
    parsed = Scenario.from_content(scenario, name=scenario.get("name", ""), version=version, workloads=False)
    simulation = Simulation(parsed, version, allow_extenders=allow_extenders)
    schedule = scenario.get("schedule") or []
    if not isinstance(schedule, list) or not all(isinstance(pod, str) for pod in schedule):
        raise InvalidInput.of("schedule", worded('must be a list of pods, each as "namespace/name"'))
    sampling = scenario.get("mode") == "sampling"
    trace = [_entry(pod, simulation.attempt(pod), sampling=sampling) for pod in schedule]
    answer: TraceAnswer = {
        "scenario": {"name": scenario.get("name")},
        "nodeOrder": [node.name for node in simulation.handle.snapshot.nodes],
        "trace": trace,
    }
    if version.switches:
        answer["switches"] = list(version.switches)
    return answer


def _entry(pod: str, result: CycleRecord | Skipped | GangRecord, *, sampling: bool) -> Trace:
    if isinstance(result, GangRecord):
        return gang_trace(pod, result)
    if isinstance(result, CycleRecord):
        return cycle_trace(result, sampling=sampling)
    return skipped_trace(result)
