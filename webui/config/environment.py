"""Read environment variables as the values that the settings need."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

POSTGRES_SCHEMES = ("postgres", "postgresql")
SOCKET_PATH_LIMIT = 100  # the kernel takes 107 bytes, macOS 103


def flag(name: str, *, default: bool = False) -> bool:
    value = os.environ.get(name, "").strip().lower()
    return value in ("1", "true", "yes", "on") if value else default


def number(name: str, default: int) -> int:
    return int(os.environ.get(name) or default)


def words(name: str, default: str = "") -> list[str]:
    return [word for part in os.environ.get(name, default).split(",") if (word := part.strip())]


def secret_key(folder: Path) -> str:
    """Return SECRET_KEY, or a key that the first start stores in the data folder."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    path = folder / "secret_key"
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(50))
    return path.read_text()


def _write_once(path: Path, text: str) -> None:
    """Write the file unless it exists. Linking is atomic: no concurrent process reads half a key."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=path.name) as temporary:  # mode 0600
        temporary.write(text)
        temporary.flush()
        try:
            os.link(temporary.name, path)
        except FileExistsError:
            return


def database(folder: Path) -> dict[str, Any]:
    """Return Django's settings for DATABASE_URL: `postgres://user:password@host:port/name?option=value`,
    `sqlite:///path`, or, without it, an SQLite file in the data folder. Raise ImproperlyConfigured for others.
    """
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        return _sqlite(folder / "schedscope.sqlite3")
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(Path(unquote(parts.path)))
    if parts.scheme in POSTGRES_SCHEMES:
        return _postgres(url)
    raise ImproperlyConfigured(
        f"DATABASE_URL: must be postgres://… or sqlite:///…, or unset, got {parts.scheme!r}"
    )


def _sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            # A transaction that reads before it writes must not fail because of a write in between.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
        "TEST": {"NAME": path.with_name("test.sqlite3")},  # a file, so that a worker can open it
    }


def _postgres(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),  # ?host=/folder is a unix socket
        "PORT": options.pop("port", str(parts.port or "")),
        "OPTIONS": {"connect_timeout": 3, **options},
    }


def redis_url(folder: Path) -> str:
    """Return REDIS_URL, or the socket of the server that `manage.py up` starts."""
    return os.environ.get("REDIS_URL") or f"unix://{socket_path(folder, 'valkey.sock')}"


def socket_path(folder: Path, name: str) -> Path:
    """Return a path for a unix socket: in the data folder, unless that path would be too long."""
    path = folder / name
    if len(os.fsencode(path)) <= SOCKET_PATH_LIMIT:
        return path
    return Path(tempfile.gettempdir()) / f"schedscope-{os.getuid()}-{abs(hash_of(folder)):x}-{name}"


def hash_of(folder: Path) -> int:
    """Return a hash that is equal in every process, unlike `hash()`."""
    return int.from_bytes(os.fsencode(folder), "big") % (2**61 - 1)


def broker_url(url: str) -> str:
    """Return the URL in Celery's form: redis-py has `unix:///path`, Celery `redis+socket:///path`."""
    return "redis+socket" + url.removeprefix("unix") if url.startswith("unix://") else url
