"""An explanation that a crowd asks for is made once, and forgotten soon."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from scheduler_core import InvalidInput, explain_message
from scheduler_core.contract import ExplainedMessage
from webui.features.messages import decode
from webui.features.messages.decode import KEPT_CHARACTERS_MAX, KEPT_MAX, Recent

TEXT = "0/1 nodes are available: 1 Insufficient cpu."


class Counted:
    """Explains a text and counts how often."""

    def __init__(self, text: str = TEXT) -> None:
        self.text = text
        self.times = 0

    def __call__(self) -> ExplainedMessage:
        self.times += 1
        return explain_message(self.text)


def test_a_crowd_costs_one_explanation() -> None:
    cache, explain = Recent(), Counted()
    together = threading.Barrier(8)

    def visit(_: int) -> ExplainedMessage:
        together.wait()
        return cache.explained(TEXT, "en", explain)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(visit, range(8)))
    assert explain.times == 1
    assert all(answer is answers[0] for answer in answers)


def test_another_language_is_another_explanation() -> None:
    cache, explain = Recent(), Counted()
    for language in ("en", "zh-hans", "en"):
        cache.explained(TEXT, language, explain)
    assert explain.times == 2


def test_an_explanation_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    cache, explain = Recent(), Counted()
    monkeypatch.setattr(decode, "KEPT_SECONDS", 0.0)
    for _ in range(2):
        cache.explained(TEXT, "en", explain)
    assert explain.times == 2


def test_the_oldest_of_too_many_is_forgotten() -> None:
    cache, explain = Recent(), Counted()
    for number in range(KEPT_MAX + 1):
        cache.explained(str(number), "en", explain)
    cache.explained(str(KEPT_MAX), "en", explain)
    assert explain.times == KEPT_MAX + 1
    cache.explained("0", "en", explain)
    assert explain.times == KEPT_MAX + 2


def test_a_long_text_and_a_refused_one_are_not_kept() -> None:
    cache = Recent()
    long, refused = Counted(), Counted("nothing here")
    for _ in range(2):
        cache.explained("x" * (KEPT_CHARACTERS_MAX + 1), "en", long)
        with pytest.raises(InvalidInput):
            cache.explained("nothing here", "en", refused)
    assert (long.times, refused.times) == (2, 2)
