"""What would it take, on unschedulable cycles of the vectors; `make conformance` checks all of them."""

from __future__ import annotations

from itertools import islice
from zlib import crc32

import pytest

from scheduler_core.kubernetes.versions import BASE
from tests.conformance.vectors import Recording, read
from tests.conformance.whatif import moments, problems

CYCLES = 3  # of each topic
TOPICS = ("podtopologyspread", "interpodaffinity", "nodeselection", "noderesources", "preemption", "mixed")


@pytest.mark.parametrize("topic", TOPICS)
def test_repairs_and_causes_are_proven(topic: str) -> None:
    names = sorted(read(topic), key=lambda name: crc32(name.encode()))
    cycles = (moment for name in names for moment in moments(Recording(BASE.name, topic, name)))
    wrong = {str(moment): problems(moment)[0] for moment in islice(cycles, CYCLES)}
    assert not {moment: texts for moment, texts in wrong.items() if texts}
    assert len(wrong) == CYCLES
