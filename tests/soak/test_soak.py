"""The short version of `make soak`: each of the seven kinds once, in one run."""

from __future__ import annotations

from tests.soak.installation import installation
from tests.soak.soak import soak

LEASE = 2  # seconds


def test_what_is_killed_costs_neither_a_run_nor_an_event() -> None:
    with installation(RUN_LEASE=str(LEASE)) as place:
        report = soak(place, list(place.kinds), per_run=7, pods=300, seed=1)
    assert sum(report.kills.values()) == len(report.kills) == 7
    assert len(report.seconds) == 1
