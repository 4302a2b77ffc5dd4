"""What keeps the processes of `make run` going: real ones, which end at once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from webui.site.processes import supervisor
from webui.site.processes.supervisor import Failing, Service, Supervisor


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TICK", "FIRST_PAUSE"):
        monkeypatch.setattr(supervisor, name, 0.001)


@contextmanager
def supervised(code: str, log: Path | None = None) -> Iterator[tuple[Supervisor, list[str]]]:
    """Start a service that runs this code, and yield what is said of it."""
    said: list[str] = []
    one = Supervisor({}, said.append)
    try:
        one.start(Service("worker", [sys.executable, "-I", "-c", code], log=log))
        yield one, said
    finally:
        one.stop()


def test_the_same_error_three_times_is_printed_and_ends_all(tmp_path: Path) -> None:
    code = (
        "import os; print('begins', flush=True); raise ModuleNotFoundError(f'none of process {os.getpid()}')"
    )
    log = tmp_path / "log"
    with supervised(code, log) as (one, said), pytest.raises(Failing) as failing:
        one.watch(until=lambda: False)
    first, *rest = str(failing.value).splitlines()
    assert first == f"The worker ends with the same error each time (exit 1, see {log}):"
    assert rest[0] == "begins"
    assert rest[-1].startswith("ModuleNotFoundError: none of process ")
    assert len(said) == 2, "it was started twice again"


def test_an_error_in_the_terminal_is_above(tmp_path: Path) -> None:
    with supervised("raise SystemExit(3)") as (one, _), pytest.raises(Failing) as failing:
        one.watch(until=lambda: False)
    assert str(failing.value) == "The worker ends with the same error each time (exit 3):\nsee above"


@pytest.mark.parametrize(
    "code",
    [
        "from pathlib import Path; p = Path({path!r}); p.write_text(p.read_text() + 'a'); exit(p.read_text())",
        "import os; os.kill(os.getpid(), 9)",
        "exit(0)",
    ],
    ids=["another error each time", "killed", "no error"],
)
def test_what_ends_otherwise_is_started_again_and_again(tmp_path: Path, code: str) -> None:
    path = tmp_path / "so far"
    path.write_text("")
    with supervised(code.format(path=str(path)), tmp_path / "log") as (one, said):
        one.watch(until=lambda: len(said) == 5)


def test_an_error_after_a_long_time_is_not_the_same_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "STEADY", 0.0)
    with supervised("exit('no')", tmp_path / "log") as (one, said):
        one.watch(until=lambda: len(said) == 5)
