"""A command imports what it needs and no more: what a person waits for before anything is computed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.builders import make_node, make_pod

SCRIPT = """
import contextlib, io, sys
from scheduler_core.__main__ import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main(sys.argv[1:])
print(*sys.modules)
"""


def imported(*arguments: str) -> set[str]:
    command = [sys.executable, "-c", SCRIPT, *arguments]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())


def test_the_list_of_commands_needs_no_engine() -> None:
    modules = imported("--help")
    assert modules.isdisjoint({"numpy", "yaml", "orjson", "scheduler_core.kubernetes"})


def test_a_simulation_needs_no_advice_and_no_extra(tmp_path: Path) -> None:
    file = tmp_path / "cluster.json"
    file.write_text(json.dumps([make_node("n"), make_pod("p")]))
    modules = imported("simulate", str(file))
    assert "scheduler_core.simulation.run.run" in modules
    unneeded = {"scheduler_core.advice", "scheduler_core.public", "scheduler_core.queueing"}
    assert modules.isdisjoint({"http.client", "ssl", "re2", "cel_expr_python", *unneeded})


def test_public_names_are_there_when_they_are_asked_for_and_no_others() -> None:
    script = "import sys, scheduler_core; print(*(hasattr(scheduler_core, name) for name in sys.argv[1:]))"
    command = [sys.executable, "-c", script, "load", "LINT_RULES", "Recording", "nothing", "cli"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert printed.split() == ["True", "True", "True", "False", "False"]


def test_without_a_command_the_commands_are_listed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scheduler_core"], check=True, capture_output=True, text=True
    )
    assert "simulate" in done.stdout
    assert "whatif" in done.stdout


def test_who_stops_reading_is_told_of_no_broken_pipe(tmp_path: Path) -> None:
    file = tmp_path / "cluster.json"
    file.write_text(json.dumps([make_node("n"), *(make_pod(f"p{i}") for i in range(50))]))
    command = [sys.executable, "-m", "scheduler_core", "simulate", str(file)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout is not None and running.stderr is not None
    running.stdout.close()
    assert "pipe" not in running.stderr.read().lower()
    running.stderr.close()
    assert running.wait() == 0
