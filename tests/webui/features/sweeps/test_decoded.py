from __future__ import annotations

import uuid
import weakref

import pytest

from tests.webui.conftest import Visitor
from tests.webui.features.sweeps.deliveries import begin
from webui.features.sweeps import decoded as keeping
from webui.features.sweeps.decoded import decoded, forget_unused


@pytest.fixture
def sweeps(link: str, alice: Visitor) -> list[uuid.UUID]:
    """Three sweeps of five objects each: two nodes and three pods."""
    return [uuid.UUID(begin(alice, link, {"kind": "seeds", "seeds": seeds})["id"]) for seeds in (1, 2, 3)]


def test_a_process_decodes_a_sweep_once(sweeps: list[uuid.UUID]) -> None:
    engines = [decoded(sweep) for sweep in sweeps]
    assert [decoded(sweep) for sweep in sweeps] == engines


@pytest.mark.parametrize(("limit", "bound"), [("DECODED_SWEEPS", 2), ("DECODED_OBJECTS", 10)])
def test_what_was_used_longest_ago_goes(
    sweeps: list[uuid.UUID], monkeypatch: pytest.MonkeyPatch, limit: str, bound: int
) -> None:
    monkeypatch.setattr(keeping, limit, bound)
    first, second, third = sweeps
    engines = {sweep: decoded(sweep) for sweep in (first, second)}
    assert decoded(first) is engines[first]
    decoded(third)
    assert decoded(first) is engines[first]
    assert decoded(second) is not engines[second]


def test_what_is_used_no_more_is_forgotten(sweeps: list[uuid.UUID], monkeypatch: pytest.MonkeyPatch) -> None:
    first = decoded(sweeps[0])
    forget_unused()
    assert decoded(sweeps[0]) is first
    reference = weakref.ref(first)
    del first
    monkeypatch.setattr(keeping, "DECODED_SECONDS", 0.0)
    forget_unused()
    assert reference() is None
