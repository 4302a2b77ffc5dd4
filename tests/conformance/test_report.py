"""The figures that are shown are those that come out."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.conformance.comparison import Comparison
from tests.conformance.report import (
    README,
    RESULTS,
    as_text,
    compare_file,
    report,
    sentence,
    with_sentence,
)
from tests.conformance.vectors import Recording, read, recorded, recordings

HOW = "run `make conformance` and commit what it writes"


def all_equal(recording: Recording) -> Comparison:
    trace = recorded(recording)["trace"]
    keys = Counter(key for cycle in trace for key in cycle)
    return Comparison(recording, len(trace), len(trace), keys, ())


def test_the_committed_figures_count_every_recording_as_equal() -> None:
    """Test_vectors tells that they are equal: a sample of the older versions there, all by `make conformance`."""
    figures = report(all_equal(recording) for recording in recordings())
    assert RESULTS.read_text(encoding="utf-8") == as_text(figures), HOW
    readme = README.read_text(encoding="utf-8")
    assert readme == with_sentence(readme, figures), HOW


def compared(version: str, topic: str, *differences: str) -> Comparison:
    equal = 2 - len(differences)
    return Comparison(Recording(version, topic, "s"), 2, equal, Counter(pod=2), differences)


def test_a_scenario_that_differs_lowers_the_figures() -> None:
    problems = [
        compared("v1", "a"),
        compared("v1", "a", "trace[0].best"),
        compared("v1", "b"),
        compared("v2", "a"),
    ]
    figures = report(problems)
    first, second = figures["versions"]
    assert first["files"][0] == {"file": "a", "scenarios": 2, "equal": 1, "cycles": 4, "equal_cycles": 3}
    assert first["total"] == {"scenarios": 3, "equal": 2, "cycles": 6, "equal_cycles": 5}
    assert first["keys"] == {"pod": 6}
    assert second["version"] == "v2"
    assert "v1: 2 of 3 scenarios equal (5 of 6 scheduling cycles)" in sentence(figures)


def test_a_readme_without_its_mark_is_not_overlooked() -> None:
    with pytest.raises(ValueError, match="must have one"):
        with_sentence("# SchedScope\n", report([compared("v1", "a")]))


def test_a_recording_of_somebody_else_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    equal = read("examples")["example-spread-one-constraint"]
    wrong = {**equal, "trace": [{**cycle, "selected": "node1"} for cycle in equal["trace"]]}
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps(equal) + "\n", encoding="utf-8")
    assert compare_file(path) == 0
    path.write_text(f"{json.dumps(equal)}\n{json.dumps(wrong)}\n", encoding="utf-8")
    assert compare_file(path) == 1
    assert capsys.readouterr().out.splitlines() == [
        "1 of 1 scenarios equal",
        "example-spread-one-constraint",
        "  trace[0].selected: recorded 'node1', answered 'node4'",
        "1 of 2 scenarios equal",
    ]
