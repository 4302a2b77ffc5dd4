"""A log means what its number says: whoever changes what is recorded raises RECORDING_FORMAT."""

from __future__ import annotations

import pytest

from scheduler_core import READABLE_FORMATS, RECORDING_FORMAT
from tests.scheduler_core.run.logs import TOPICS, digest, recorded


@pytest.mark.parametrize("topic", TOPICS)
def test_logs_are_those_of_their_format(topic: str) -> None:
    assert digest(topic) == recorded().get(str(RECORDING_FORMAT), {}).get(topic), (
        "What is recorded has changed: raise RECORDING_FORMAT (scheduler_core/log_format.py), then "
        "write its logs down: python -m tests.scheduler_core.run.logs"
    )


def test_the_engine_reads_its_own_logs() -> None:
    assert RECORDING_FORMAT in READABLE_FORMATS
    assert max(READABLE_FORMATS) == RECORDING_FORMAT == max(map(int, recorded()))
