"""A cluster that is read through a small kubectl of the tests' own, which answers as recorded."""

from __future__ import annotations

import json
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from scheduler_core.__main__ import main
from tests.scheduler_core.cli.kubectl import fake_kubectl


@dataclass
class Recorded:
    """The command, asked as a plugin of kubectl."""

    folder: Path
    capsys: pytest.CaptureFixture[str]

    def ask(self, *arguments: str) -> tuple[int, str, str]:
        """Return the exit code, and what was printed on stdout and stderr."""
        code = main(arguments, "kubectl schedscope")
        printed = self.capsys.readouterr()
        return code, printed.out, printed.err

    def calls(self) -> list[list[str]]:
        """Return the calls of kubectl so far."""
        return [json.loads(line) for line in (self.folder / "calls").read_text().splitlines()]


@pytest.fixture
def cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Recorded:
    program = tmp_path / "kubectl"
    program.write_text(
        f"#!{sys.executable}\n{Path(fake_kubectl.__file__).read_text()}".replace(
            "Path(__file__).parent", f"Path({str(Path(fake_kubectl.__file__).parent)!r})"
        )
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("KUBECTL", str(program))
    monkeypatch.setenv("FAKE_CALLS", str(tmp_path / "calls"))
    for name in ("FAKE_FORBIDDEN", "FAKE_NAMESPACE", "FAKE_OBJECTS", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return Recorded(tmp_path, capsys)
