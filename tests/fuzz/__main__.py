"""`make fuzz`: many random inputs; none may fail, take long or grow the process.

Each input depends on the seed, its area and its number alone. What fails is saved in var/fuzz and printed as the
command that repeats it.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from tests.fuzz.inputs import Fault, random_of, sent
from tests.services.folder import database_url, use_in_settings
from tests.services.postgres import postgres_server

MOST_GROWTH = 100  # MB of the process, from the first fifth of an area's inputs to its last
MOST_FAULTS = 20
SAVED = Path("var/fuzz")

Try = Callable[[Random], None]


@dataclass(slots=True)
class Result:
    """What became of an area's inputs; `faults` by their place in the code, each once."""

    area: str
    seed: int
    count: int = 0
    seconds: float = 0
    slowest: float = 0
    memory: list[float] = field(default_factory=list)
    faults: dict[str, str] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)

    def add_fault(self, number: int, error: Exception) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        place = f"{type(error).__name__} in {frames[-1].filename}:{frames[-1].lineno}"
        if isinstance(error, Fault):
            place = str(error)[:40]
        if place in self.faults:
            return
        command = f"python -m tests.fuzz --only {self.area} --seed {self.seed} --first {number} --count 1"
        self.faults[place] = command
        SAVED.mkdir(parents=True, exist_ok=True)
        file = SAVED / f"{self.area}-{self.seed}-{number}.txt"
        file.write_text(sent.text, encoding="utf-8", errors="surrogatepass")
        print(f"FAULT {place}: {error}\n  {file}\n  {command}", flush=True)
        if not isinstance(error, Fault):
            traceback.print_exception(error, limit=-4)

    def summary(self) -> str:
        memory = f"{self.memory[0]:.0f} to {self.memory[-1]:.0f} MB" if self.memory else ""
        answers = ", ".join(f"{answer}: {count:,}" for answer, count in sorted(self.answers.items()))
        return (
            f"{self.area:10} {self.count:7,} inputs {self.seconds:6.0f} s  slowest {self.slowest:4.1f} s  "
            f"{memory:16} {len(self.faults)} faults  {answers}"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    print(f"seed {options.seed}", flush=True)
    use_in_settings()
    os.environ["DJANGO_SETTINGS_MODULE"] = "webui.config.settings"
    areas = {name: area for name, area in AREAS.items() if options.only in ("", name)}
    with postgres_server() if {*areas} - {"manifests", "plays", "advice"} else nullcontext():
        results = [_tried_area(name, options) for name in areas]
    print(f"{sum(result.count for result in results):,} inputs")
    return 1 if any(result.faults for result in results) else 0


def _tried_area(name: str, options: argparse.Namespace) -> Result:
    share, prepare = AREAS[name]
    count = options.count if options.only else max(1, round(options.count * share))
    with prepare() as attempt:
        result = tried(name, attempt, options.seed, options.first, count)
    print(result.summary(), flush=True)
    return result


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=100_000, help="of all inputs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    parser.add_argument("--only", choices=("", *AREAS), default="", help="an area")
    return parser.parse_args(arguments)


def tried(area: str, attempt: Try, seed: int, first: int, count: int) -> Result:
    """Try these inputs of an area."""
    result = Result(area, seed)
    sent.answers.clear()
    sent.slowest = 0
    start = time.perf_counter()
    for number in range(first, first + count):
        sent.text = ""
        try:
            attempt(random_of(seed, area, number))
        except Exception as error:  # whatever it is, it must not happen
            result.add_fault(number, error)
            if len(result.faults) >= MOST_FAULTS:
                break
        result.count += 1
        if result.count * 5 % count < 5:  # at every fifth
            result.memory.append(_memory())
    result.seconds = time.perf_counter() - start
    result.slowest = sent.slowest
    result.answers.update(sent.answers)
    if result.memory and (growth := result.memory[-1] - result.memory[0]) > MOST_GROWTH:
        result.faults["memory"] = ""
        print(f"FAULT the process has grown by {growth:.0f} MB")
    return result


def _memory() -> float:
    """Return the resident memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


# ---- areas ----


@contextmanager
def _manifests() -> Iterator[Try]:
    from tests.fuzz.manifests import read_and_run

    yield read_and_run


@contextmanager
def _plays() -> Iterator[Try]:
    from tests.fuzz.plays import played

    yield played


@contextmanager
def _advice() -> Iterator[Try]:
    from tests.fuzz.advice import advised

    yield advised


@contextmanager
def _api() -> Iterator[Try]:
    _prepare_site()
    from tests.fuzz.requests import made_world, request_of_the_api

    world = made_world()
    yield lambda random: request_of_the_api(random, world)


@contextmanager
def _pages() -> Iterator[Try]:
    _prepare_site()
    from tests.fuzz.requests import made_world, page

    world = made_world()
    yield lambda random: page(random, world)


@cache
def _prepare_site() -> None:
    """Set Django up on a database of its own."""
    from tests.services.postgres import create_database

    create_database("fuzz")
    os.environ["DATABASE_URL"] = database_url("fuzz")
    import django
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    logging.disable()
    call_command("migrate", verbosity=0)
    call_command("load_gallery", verbosity=0)


@contextmanager
def _sockets() -> Iterator[Try]:
    from tests.fuzz.sockets import frames
    from tests.services.live import live_application

    with live_application() as live:
        yield frames(live)


@contextmanager
def _greedy() -> Iterator[Try]:
    from tests.fuzz.greedy import LIMITS, crowd_of
    from tests.services.live import live_application

    with live_application(LIMITS) as live, crowd_of(live) as attempt:
        yield attempt


@contextmanager
def _browser() -> Iterator[Try]:
    from tests.fuzz.browser import addresses
    from tests.services.chromium import chromium
    from tests.services.live import live_application

    with live_application() as live, chromium() as browser, addresses(browser, live) as attempt:
        yield attempt


AREAS = {
    "manifests": (0.435, _manifests),
    "plays": (0.01, _plays),
    "advice": (0.005, _advice),
    "api": (0.35, _api),
    "pages": (0.1395, _pages),
    "sockets": (0.01, _sockets),
    "greedy": (0.05, _greedy),
    "browser": (0.0005, _browser),
}
"""The areas with their shares of all inputs, and what prepares them."""


if __name__ == "__main__":
    sys.exit(main())
