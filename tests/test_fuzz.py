"""The short version of `make fuzz`: other inputs than its own, and always the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from random import Random

import pytest

from tests import fuzz
from tests.fuzz import inputs_of, made_world, main, tried

SEED = 7


@pytest.mark.parametrize(
    ("attempt", "count"),
    [(fuzz.manifests, 200), (fuzz.plays, 8), (fuzz.advice, 12)],
    ids=lambda v: str(v)[:18],
)
def test_what_is_read_played_and_advised_keeps_its_bounds(
    attempt: Callable[[Random], None], count: int
) -> None:
    tried(attempt, SEED, count)


@pytest.mark.django_db
def test_requests_have_answers() -> None:
    world = made_world()
    tried(partial(fuzz.request_of_the_api, world), SEED, 60, inputs_of("api"))
    tried(partial(fuzz.page, world), SEED, 25)


def test_what_fails_is_saved_as_small_as_it_can_be_and_printed_as_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    def fails(random: Random) -> None:
        fuzz.sent.text = str(number := random.randint(0, 1000))
        assert number < 10

    monkeypatch.chdir(str(tmp_path))
    monkeypatch.setitem(fuzz.AREAS, "manifests", (1, lambda: nullcontext(fails)))
    assert main(["--only", "manifests", "--count", "30", "--seed", "5"]) == 1
    printed = capsys.readouterr().out
    assert "python -m tests.fuzz --only manifests --seed 5 --count 30" in printed
    assert printed.count("FAULT") == 1
    assert fuzz.sent.text == "10"
