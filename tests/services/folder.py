"""One temporary folder for a test session: sockets, databases, logs."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent  # of the repository
FOLDER = Path(tempfile.mkdtemp(prefix="schedscope-tests-"))
# That of the process that started this one, where tests are spread over processes: what all of them use.
SHARED = Path(os.environ.setdefault("SCHEDSCOPE_TESTS", str(FOLDER)))
ON_SQLITE = os.environ.get("TEST_DATABASE", "postgres") == "sqlite"
QUOTAS = ("DRAFTS", "UPLOADS", "RUNS", "VARIANTS", "INQUIRIES", "UPGRADES", "SWEEPS", "DECISIONS", "ACCOUNTS")
LIMITS = [f"LIMIT_{quota}{scope}" for quota in QUOTAS for scope in ("", "_BY_ADDRESS")]
VALKEY_SOCKET = FOLDER / "valkey.sock"


def database_url(name: str) -> str:
    if ON_SQLITE:
        return f"sqlite://{database_file(name)}"
    return f"postgres://postgres@/{name}?host={FOLDER}"


def database_file(name: str) -> Path:
    """Where SQLite stores the database of a name."""
    return (FOLDER / name).with_suffix(".sqlite3")


def use_in_settings() -> None:
    """Settings are read once, early: these have to be in the environment before."""
    FOLDER.chmod(0o711)  # PostgreSQL may run as another user
    os.environ.update(
        DATA_DIR=str(FOLDER / "data"),
        DATABASE_URL=database_url("postgres"),
        REDIS_URL=f"unix://{VALKEY_SOCKET}",
        SECRET_KEY="tests",
        DJANGO_ALLOW_ASYNC_UNSAFE="true",  # Playwright's loop runs in the thread that the tests run in
    )
    # The tests are one person at one address; those of the limits set their own.
    os.environ.update(dict.fromkeys(LIMITS, "none"))
    for name in ("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "DEBUG", "DEVELOPMENT", "HTTPS", "STATIC_ROOT"):
        os.environ.pop(name, None)
