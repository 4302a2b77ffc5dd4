"""The engine answers as the recorded scheduler of Kubernetes v1.34.1, in every key of the trace."""

from __future__ import annotations

import pytest

from scheduler_core.tracing import trace_scenario
from tests.conformance.vectors import all_vectors, read


@pytest.mark.parametrize(("topic", "name"), all_vectors())
def test_trace_equals_the_recorded_one(topic: str, name: str) -> None:
    recorded = read(topic)[name]
    answered = trace_scenario(recorded["scenario"])
    assert answered["nodeOrder"] == recorded["nodeOrder"]
    assert answered["trace"] == recorded["trace"]
