"""Builds the wheel: `python -m scripts.wheel [FOLDER]`, by default into dist/."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = ("pyproject.toml", "README.md", "LICENSE")


def build_wheel(folder: Path) -> Path:
    """Build the wheel of the engine into a folder, from a copy of the sources, and return it."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch)
        for name in FILES:
            shutil.copy(ROOT / name, copy)
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "scheduler_core", copy / "scheduler_core", ignore=ignored)
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
        subprocess.run([*command, str(folder), str(copy)], check=True)
    return max(folder.glob("schedscope-*.whl"), key=lambda wheel: wheel.stat().st_mtime)


if __name__ == "__main__":
    print(build_wheel(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist")))
