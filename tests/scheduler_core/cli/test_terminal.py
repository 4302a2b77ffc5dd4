"""What a terminal shows: colour changes no column, and commands stay commands."""

from __future__ import annotations

import re
import shlex

import pytest

from scheduler_core.cli.terminal import Terminal, commands

STYLING = re.compile(r"\x1b\[[\d;]*m")
TEXT = "needs 9 cores; 30 cores free on 6 nodes, the largest piece is 7 cores on node-0000"


@pytest.mark.parametrize("label", ["Sum", "Nearest"])
def test_colour_moves_nothing(label: str) -> None:
    plain, coloured = Terminal(), Terminal(colour=True)
    expected = list(plain.wrapped(TEXT, " " * 9, label))
    lines = list(coloured.wrapped(TEXT, " " * 9, coloured.styled(label, "strong")))
    assert [STYLING.sub("", line) for line in lines] == expected
    assert lines != expected
    assert expected[0].startswith(f"{label:<9}needs")
    assert max(map(len, expected)) <= 80


def test_a_long_command_is_broken_where_a_shell_goes_on() -> None:
    patch = '[{"op": "replace", "path": "/spec/replicas", "value": 3}]'
    line = f"kubectl patch deployment web --namespace shop --context production --type=json -p '{patch}'"
    lines = list(commands(line, 60))
    assert len(lines) > 1
    assert all(part.endswith(" \\") for part in lines[:-1])
    joined = "\n".join(lines).removeprefix("$ ").replace("\\\n", "")
    assert shlex.split(joined) == shlex.split(line)
    assert list(commands("# add a node", 60)) == ["# add a node"]


def test_a_heading_that_does_not_fit_is_left_out() -> None:
    terminal = Terminal(width=20)
    assert terminal.header("left", "right", plain="left") == "left           right"
    assert terminal.header("a long left", "a long right", plain="a long left") == "a long left"


def test_colour_is_for_terminals_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not Terminal.of_stdout().colour
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Terminal.of_stdout().colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Terminal.of_stdout().colour
