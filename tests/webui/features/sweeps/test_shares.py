from __future__ import annotations

import pytest

from webui.features.sweeps.pieces import piece_seconds


@pytest.mark.parametrize(("running", "seconds"), [(0, 1.0), (64, 1.0), (128, 1.28), (1_000, 10.0)])
def test_pieces_are_larger_where_many_workers_take_part(running: int, seconds: float) -> None:
    assert piece_seconds(running) == seconds
