"""The number of a log's format changes whenever the recorded logs change."""

from __future__ import annotations

import pytest

from scheduler_core import READABLE_FORMATS, RECORDING_FORMAT
from tests.scheduler_core.simulation.run.logs import TOPICS, digest, recorded


@pytest.mark.parametrize("topic", TOPICS)
def test_logs_equal_those_stored_for_their_format(topic: str) -> None:
    assert digest(topic) == recorded().get(str(RECORDING_FORMAT), {}).get(topic), (
        "The recorded logs have changed: increase RECORDING_FORMAT (scheduler_core/kubernetes/log_format.py), "
        "then store the new digests: python -m tests.scheduler_core.simulation.run.logs"
    )


def test_the_engine_reads_its_own_logs() -> None:
    assert RECORDING_FORMAT in READABLE_FORMATS
    assert max(READABLE_FORMATS) == RECORDING_FORMAT == max(map(int, recorded()))
