"""The short version of `make fuzz`: other inputs than its own, and always the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.fuzz.__main__ import AREAS, main
from tests.fuzz.advice import advised
from tests.fuzz.inputs import random_of
from tests.fuzz.manifests import read_and_run
from tests.fuzz.plays import played
from tests.fuzz.requests import World, made_world, page, request_of_the_api

SEED = 7


def test_mutated_manifests_are_read_and_run_or_refused() -> None:
    for number in range(200):
        read_and_run(random_of(SEED, "manifests", number))


def test_plays_keep_the_bounds_of_controllers_and_budgets() -> None:
    for number in range(8):
        played(random_of(SEED, "plays", number))


def test_what_a_repair_writes_can_be_asked_about_in_every_way() -> None:
    for number in range(12):
        advised(random_of(SEED, "advice", number))


@pytest.mark.parametrize(("area", "count"), [(request_of_the_api, 100), (page, 25)])
@pytest.mark.django_db
def test_requests_have_answers(area: Callable[[Random, World], None], count: int) -> None:
    world = made_world()
    for number in range(count):
        area(random_of(SEED, area.__name__, number), world)


def test_what_fails_is_printed_as_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    def fails(random: Random) -> None:
        raise ZeroDivisionError

    monkeypatch.chdir(str(tmp_path))
    monkeypatch.setattr("tests.fuzz.manifests.read_and_run", fails)
    assert "manifests" in AREAS
    assert main(["--only", "manifests", "--count", "3", "--seed", "5"]) == 1
    printed = capsys.readouterr().out
    assert "python -m tests.fuzz --only manifests --seed 5 --first 0 --count 1" in printed
    assert printed.count("FAULT") == 1
