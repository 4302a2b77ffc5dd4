"""Mutated manifests and dumps, through the engine: read, run, explained, edited."""

from __future__ import annotations

from itertools import islice
from random import Random

import orjson

from scheduler_core import (
    InvalidInput,
    Limits,
    Recording,
    Scenario,
    causes,
    load,
    note_lines,
    overview,
    read_outline,
    reading_report,
    simulate,
)
from tests.fuzz.inputs import sent, timed
from tests.fuzz.mutations import mutated

EVENTS = 300  # of a run; what comes later is more of the same
CYCLES = 3


def read_and_run(random: Random) -> None:
    """Read a text, run its first cycles and explain some; errors that say something are an answer too."""
    text = sent.text = mutated(random)
    with timed():
        try:
            scenario = load(text, Limits(objects=2000))
        except InvalidInput as invalid:
            sent.answers["refused"] += 1
            assert invalid.errors and all(error.message for error in invalid.errors)
        else:
            sent.answers["run"] += 1
            note_lines(reading_report(scenario, [text]))
            explain(scenario)
        read_outline(text)


def explain(scenario: Scenario) -> None:
    """Make everything that a page asks for of a run, as the bytes that are sent."""
    events = list(islice(simulate(scenario), EVENTS))
    orjson.dumps([events, scenario.cluster(), scenario.admitted.json(), scenario.summary()])
    recording = Recording(scenario, [event for event in events if event["kind"] == "cycle.finished"])
    for cycle in islice(recording.cycles(), CYCLES):
        orjson.dumps(cycle.view())
        cycle.columns()
    orjson.dumps([causes(recording), overview(recording)])
