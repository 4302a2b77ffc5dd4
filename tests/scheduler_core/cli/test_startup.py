"""A command imports what it needs and no more: what a person waits for before anything is computed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("name", ["load", "LINT_RULES", "Recording"])
def test_public_names_are_there_when_they_are_asked_for(name: str) -> None:
    script = (
        f"import sys, scheduler_core; before = set(sys.modules); scheduler_core.{name}; print(len(before))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=True, capture_output=True).stdout


def test_an_unknown_name_is_no_attribute() -> None:
    script = (
        "import scheduler_core; print(hasattr(scheduler_core, 'nothing'), hasattr(scheduler_core, 'cli'))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    ).stdout
    assert printed.split() == ["False", "False"]
