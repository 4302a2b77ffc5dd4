"""`manage.py up`: run everything that SchedScope needs in one terminal."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import http.client
import os
import signal
import socket
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import redis
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from webui.config import environment
from webui.ground.language.compiling import compile_stale
from webui.site.processes import child, commands
from webui.site.processes.supervisor import Failing, Service, Stop, Supervisor, stop_signals
from webui.site.readiness import missing_parts

WORD_SECONDS = 10.0  # until the first word about what is missing, and between two
PATIENCE = {"socket_connect_timeout": 3.0, "socket_timeout": 3.0}  # seconds, for a server that is given


class Command(BaseCommand):
    help = "Start broker, web server and worker, and keep them running until Ctrl-C."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument(
            "--reload", action="store_true", help="for development: restart when files change"
        )
        parser.add_argument(
            "--with-parent", action="store_true", help="exit when the calling process is killed"
        )

    def handle(self, *, host: str, port: int, reload: bool, with_parent: bool, **options: Any) -> None:
        if with_parent:
            child.die_with_parent(signal.SIGTERM, os.getppid())
        with contextlib.suppress(Stop), stop_signals(), only_one(settings.DATA_DIR):
            check_free(host, port)
            compile_stale()
            self.run_until_stopped(host, port, reload=reload)

    def run_until_stopped(self, host: str, port: int, *, reload: bool) -> None:
        mode = {"DEVELOPMENT": "1"} if reload else {}
        supervisor = Supervisor({"REDIS_URL": settings.REDIS_URL, **mode}, self.say)
        try:
            if os.environ.get("REDIS_URL"):
                require_broker()
            else:
                supervisor.start(broker(settings.DATA_DIR))
            self.say("Preparing the database")
            prepare_database()
            supervisor.start(web(host, port, reload=reload))
            supervisor.start(worker(settings.DATA_DIR, reload=reload))
            if not reload:
                supervisor.start(small_worker(settings.DATA_DIR))
            self.say("Loading the examples")
            call_command("load_gallery", verbosity=0)
            supervisor.watch(until=Waiting(reachable(host), port, self.say))
            self.say(f"SchedScope is ready: http://{display_host(host)}:{port}\nCtrl-C ends it.")
            supervisor.watch(until=lambda: False)
        except Stop:
            self.say("Ending")
            raise
        except Failing as error:
            raise CommandError(str(error)) from None
        finally:
            supervisor.stop()

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def require_broker() -> None:
    """Raise CommandError if no server answers at REDIS_URL."""
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **PATIENCE) as client:
            client.ping()
    except redis.RedisError as error:
        url = environment.without_password(settings.REDIS_URL)
        raise CommandError(f"REDIS_URL: no Redis or Valkey answers at {url}: {error}") from None


def prepare_database() -> None:
    """Apply the migrations. Raise CommandError if the database does not answer, or its disk is full."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as error:
        reason = str(error).strip()
        raise CommandError(f"DATABASE_URL: the database does not answer or takes nothing: {reason}") from None


def broker(folder: Path) -> Service:
    command = commands.valkey(environment.socket_path(folder), folder / "valkey")
    return Service("broker", command, death=signal.SIGTERM, log=folder / "broker.log")


def web(host: str, port: int, *, reload: bool) -> Service:
    death = signal.SIGTERM if reload else signal.SIGKILL  # a reloader has to end its child process
    return Service("web server", commands.web(host, port, reload=reload), death=death)


def worker(folder: Path, *, reload: bool) -> Service:
    """Return the worker service. It stops at once: an interrupted run resumes after the next start."""
    log = folder / "worker.log"
    if reload:
        return Service("worker", commands.worker(reload=True), death=signal.SIGTERM, log=log)
    return Service("worker", commands.worker(), end=signal.SIGQUIT, log=log)


def small_worker(folder: Path) -> Service:
    """Return a worker that never has anything large to do, so that small runs start at once."""
    log = folder / "small-worker.log"
    return Service("worker for small runs", commands.worker(small=True), end=signal.SIGQUIT, log=log)


@contextlib.contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold a lock on the data folder: two launchers would start two brokers on one socket."""
    with (folder / "up.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(
                f"SchedScope already runs on {folder}. End it first, or set DATA_DIR to another folder."
            ) from None
        yield


def check_free(host: str, port: int) -> None:
    """Raise CommandError if the port cannot be bound."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            setting = "HOST" if error.errno == errno.EADDRNOTAVAIL else "PORT"
            raise CommandError(
                f"Port {port} on {host}: {error.strerror}. Set {setting} to use another one."
            ) from None


class Waiting:
    """Called until it returns True: the site is ready. Says what is missing when that takes long."""

    def __init__(self, host: str, port: int, say: Callable[[str], None]) -> None:
        self._host, self._port, self._say = host, port, say
        self._say_at = time.monotonic() + WORD_SECONDS

    def __call__(self) -> bool:
        if ready(self._host, self._port):
            return True
        if time.monotonic() >= self._say_at:
            self._say_at = time.monotonic() + WORD_SECONDS
            for part, reason in missing_parts().items():
                self._say(f"Still waiting for the {part}, which {reason}")
        return False


def ready(host: str, port: int) -> bool:
    """Return whether /readyz answers 200."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def reachable(host: str) -> str:
    """Return an address at which a server that listens on `host` can be reached."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def display_host(host: str) -> str:
    """Return the host as it is written in a URL."""
    if host in ("127.0.0.1", "0.0.0.0", "::", "::1"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
