"""The engine answers as the recorded schedulers, in every key of the trace."""

from __future__ import annotations

import pytest

from tests.conformance.comparison import compare, differences
from tests.conformance.vectors import Recording, sampled_recordings


@pytest.mark.parametrize("recording", sampled_recordings(), ids=str)
def test_trace_equals_the_recorded_one(recording: Recording) -> None:
    comparison = compare(recording)
    assert not comparison.differences
    assert comparison.equal_cycles == comparison.cycles


def test_a_difference_is_found_wherever_it_is() -> None:
    recorded = [{"total": {"n1": 5}, "feasible": ["n1"], "best": ["n1"]}]
    answered = [{"total": {"n1": 6}, "feasible": ["n1", "n2"], "selected": "n1"}]
    assert list(differences(recorded, answered, "trace")) == [
        "trace[0].total.n1: recorded 5, answered 6",
        "trace[0].feasible: recorded ['n1'], answered ['n1', 'n2']",
        "trace[0].best: recorded ['n1'], answered '(absent)'",
        "trace[0].selected: recorded '(absent)', answered 'n1'",
    ]
