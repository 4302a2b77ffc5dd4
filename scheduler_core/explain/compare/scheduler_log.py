"""A log of kube-scheduler with `--v=10`, compared with our cycles line by line: scores, totals, rejections, nodes.

The lines are those of pkg/scheduler/schedule_one.go (v1.36.2): klog's text format, a message and its fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from scheduler_core.explain.view.trace import cycle_trace
from scheduler_core.kubernetes.typeddict import TypedDict
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.simulation.run.as_pending import as_pending
from scheduler_core.simulation.run.outcome import Outcome
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation

_LINE: Final = re.compile(r'\.go:\d+\] "([^"]+)"(.*)')
_FIELD: Final = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\S+)')

Line = Literal["score", "total", "node", "message"]


class LineDifference(TypedDict):
    """A line of the log that says something else than the cycle computed here; None: nothing."""

    pod: str
    attempt: int
    line: Line
    plugin: str
    node: str
    log: int | str | None
    here: int | str | None


class LogComparison(TypedDict):
    attempts: int
    lines: int
    """The lines that were compared."""
    differences: list[LineDifference]


@dataclass(slots=True)
class LoggedAttempt:
    """What a log says of one attempt: weighted scores by plugin and node, totals, and how it ended."""

    pod: str
    number: int
    scores: dict[tuple[str, str], int] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    node: str | None = None
    message: str | None = None


def read_log(lines: Iterable[str]) -> list[LoggedAttempt]:
    """Return the attempts of a log in their order; other lines are passed over."""
    attempts: list[LoggedAttempt] = []
    last: dict[str, LoggedAttempt] = {}
    for line in lines:
        match = _LINE.search(line)
        if match is None:
            continue
        message, fields = match[1], dict(_FIELD.findall(match[2]))
        pod = _plain(fields.get("pod", ""))
        if message == "Attempting to schedule pod":
            number = last[pod].number + 1 if pod in last else 1
            last[pod] = LoggedAttempt(pod, number)
            attempts.append(last[pod])
        elif pod in last:
            _note(last[pod], message, fields)
    return attempts


def _note(attempt: LoggedAttempt, message: str, fields: dict[str, str]) -> None:
    match message:
        case "Plugin scored node for pod":
            attempt.scores[_plain(fields["plugin"]), _plain(fields["node"])] = int(fields["score"])
        case "Calculated node's final score for pod":
            attempt.totals[_plain(fields["node"])] = int(fields["score"])
        case "Successfully bound pod to node":
            attempt.node = _plain(fields["node"])
        case "Unable to schedule pod; no fit; waiting":
            attempt.message = _plain(fields["err"])


def _plain(value: str) -> str:
    return str(json.loads(value)) if value.startswith('"') else value


def compare_log(scenario: Scenario, attempts: Iterable[LoggedAttempt]) -> LogComparison:
    """Compute the attempts of a log in its order, each on the cluster that the ones before left in the log.

    The scenario is the cluster before the log or after it: its pods of the log begin without nodes. Raise InvalidInput
    for an invalid configuration.
    """
    logged = [attempt for attempt in attempts if attempt.node or attempt.message]
    running = {pod.key for pod in scenario.objects.pods if pod.node_name}
    scenario = as_pending(scenario, *sorted({attempt.pod for attempt in logged} & running))
    simulation = Simulation(scenario, scenario.version)
    lines, differences = 0, []
    for attempt in logged:
        result = simulation.compute(attempt.pod, None, attempt.node)
        said = list(_said(attempt))
        ours = dict(_computed(result)) if isinstance(result, CycleRecord) else {}
        lines += len(said)
        differences += [_difference(attempt, place, log, ours.get(place)) for place, log in said]
        chosen = Outcome.of(result) if isinstance(result, CycleRecord) else None
        if chosen is None or chosen.node != attempt.node:
            chosen = Outcome(attempt.pod, attempt.node)
        simulation.apply(chosen)
    different = [difference for difference in differences if difference["log"] != difference["here"]]
    return {"attempts": len(logged), "lines": lines, "differences": different}


_Place = tuple[Line, str, str]


def _said(attempt: LoggedAttempt) -> Iterator[tuple[_Place, int | str]]:
    for (plugin, node), score in attempt.scores.items():
        yield ("score", plugin, node), score
    for node, total in attempt.totals.items():
        yield ("total", "", node), total
    if attempt.node is not None:
        yield ("node", "", ""), attempt.node
    if attempt.message is not None:
        yield ("message", "", ""), attempt.message


def _computed(record: CycleRecord) -> Iterator[tuple[_Place, int | str]]:
    trace: dict[str, Any] = {**cycle_trace(record)}
    for plugin, scores in trace.get("normalized", {}).items():
        for node, score in scores.items():
            yield ("score", plugin, node), score * trace["weights"][plugin]
    for node, total in trace.get("total", {}).items():
        yield ("total", "", node), total
    if record.node_name is not None:
        yield ("node", "", ""), record.node_name
    if record.fit_error:
        yield ("message", "", ""), record.fit_error


def _difference(
    attempt: LoggedAttempt, place: _Place, log: int | str, here: int | str | None
) -> LineDifference:
    line, plugin, node = place
    return {
        "pod": attempt.pod,
        "attempt": attempt.number,
        "line": line,
        "plugin": plugin,
        "node": node,
        "log": log,
        "here": here,
    }
