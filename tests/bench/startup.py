"""How soon the command answers: wall time of whole processes, with the bytecode that an installation has."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.builders import make_node, make_pod

from .tables import Row

RUNS = 7


def rows() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        file = Path(folder, "ten.json")
        objects = [*(make_node(f"n{i}") for i in range(3)), *(make_pod(f"p{i}") for i in range(7))]
        file.write_text(json.dumps(objects), encoding="utf-8")
        for name, arguments, target in (
            ("--help", ["--help"], 0.15),
            ("simulate", ["simulate", str(file)], 0.5),
        ):
            yield {"name": name, "seconds": round(_fastest(arguments, folder), 3), "target_s": target}


def _fastest(arguments: list[str], folder: str) -> float:
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(folder, "bytecode"))}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    seconds = []
    for _ in range(RUNS + 1):
        start = perf_counter()
        command = [sys.executable, "-m", "scheduler_core", *arguments]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        seconds.append(perf_counter() - start)
    return min(seconds[1:])
