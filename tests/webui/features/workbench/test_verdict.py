"""Of which attempt a link speaks; amounts in the verdict, as Kubernetes writes them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.shared import shared
from webui.core.runs.models import Run
from webui.core.runs.picture import picture
from webui.features.workbench.verdict.lines import quantity
from webui.features.workbench.verdict.subject import Attempt, select_attempt


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (500, "milli", "500m"),
        (2000, "milli", "2"),
        (1234567, "milli", "1234567m"),
        (3_000_000_000, "milli", "3000000"),
        (12_345_678, "count", "12345678"),
        (1023, "bytes", "1023"),
        (1536 * 2**20, "bytes", "1.5Gi"),
        (50_000 * 2**40, "bytes", "48.83Pi"),
        (-(2**30), "bytes", "-1Gi"),
    ],
)
def test_amounts(value: int, unit: str, text: str) -> None:
    assert quantity(value, unit) == text


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
