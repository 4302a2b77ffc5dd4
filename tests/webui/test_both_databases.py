"""The other tests here use PostgreSQL; what writes concurrently or under constraints is tried on SQLite as well."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services.folder import ON_SQLITE

ROOT = Path(__file__).parents[2]
FILES = [
    "core/runs/test_log.py",
    "core/runs/test_starting.py",
    "features/sweeps/test_pieces.py",
    "core/snapshots/test_snapshots.py",
    "core/scenarios/test_ownership.py",
    "site/operating/test_backup.py",
    "site/test_retention.py",
]


@pytest.mark.skipif(ON_SQLITE, reason="all tests are on SQLite already")
def test_on_sqlite() -> None:
    paths = [str(ROOT / "tests/webui" / name) for name in FILES]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"TEST_DATABASE": "sqlite"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:]
    assert "passed" in done.stdout
