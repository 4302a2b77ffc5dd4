"""Of which attempt a link speaks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.shared import shared
from webui.core.runs.models import Run
from webui.core.runs.picture import picture
from webui.features.workbench.verdict.subject import Attempt, select_attempt

RUN = shared("run")
FINISHED = [event for event in RUN["events"] if event["kind"] == "cycle.finished"]
FILTERS = {event["cycle"]: event for event in RUN["events"] if event.get("point") == "Filter"}
ATTEMPTS = [Attempt(event, FILTERS.get(event["cycle"])) for event in FINISHED]


@pytest.mark.parametrize("case", RUN["opened"], ids=lambda case: str(case["address"]))
def test_a_link_speaks_of_the_attempt_with_which_the_page_opens(case: dict[str, Any]) -> None:
    attempt = select_attempt(Run(), ATTEMPTS, case["address"])
    assert attempt is ATTEMPTS[case["cycle"]]


def test_counts_are_those_of_the_page() -> None:
    assert [attempt.rejected_by for attempt in ATTEMPTS] == RUN["rejected_most"]
    assert picture(RUN["cluster"], FINISHED)["pending"] == RUN["tallies"]["waiting"]
    assert RUN["events"][-1]["placed"] == RUN["tallies"]["placed"]
    assert RUN["events"][-1]["pending"] == RUN["tallies"]["waiting"]
