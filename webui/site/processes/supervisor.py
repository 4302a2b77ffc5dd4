"""Keep a few processes running until a stop signal arrives."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from webui.site.processes import child

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
TICK = 0.1  # seconds between two checks of the processes
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before an ended process is restarted
STEADY = 60.0  # seconds of running after which the pause starts from FIRST_PAUSE again
MOST_FAILURES = 3  # with the same error, one soon after the other: the next one would be no other
SHOWN_BYTES = 4_000  # of a log


class Stop(BaseException):
    """A stop signal arrived. A BaseException, so that no `except Exception` swallows it."""


class Failing(Exception):
    """A service ends again and again with the same error, which this says."""


@contextmanager
def stop_signals() -> Iterator[None]:
    """Raise Stop at the first stop signal and ignore further ones."""

    def on_signal(number: int, frame: FrameType | None) -> None:
        for stop_signal in STOP_SIGNALS:
            signal.signal(stop_signal, signal.SIG_IGN)
        raise Stop

    previous_handlers = {number: signal.signal(number, on_signal) for number in STOP_SIGNALS}
    try:
        yield
    finally:
        for number, handler in previous_handlers.items():
            signal.signal(number, handler)


@dataclass
class Service:
    """A process that is restarted when it ends.

    `end` is the signal that asks it to end within `patience` seconds; `death` is the signal that it gets when the
    supervisor is killed. Without a `log` it writes to the terminal.
    """

    name: str
    command: Sequence[str]
    patience: float = 3.0
    end: signal.Signals = signal.SIGTERM
    death: signal.Signals = signal.SIGKILL
    log: Path | None = None
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = 0.0
    due: float = 0.0
    failures: int = 0  # in a row, with the same error
    _error: tuple[int, str] | None = None
    _logged: int = 0  # bytes of the log before the last start

    def start(self, environment: Mapping[str, str]) -> None:
        with self.log.open("ab") if self.log else nullcontext() as output:
            self._logged = output.tell() if output else 0
            self.process = child.spawn(self.command, environment=environment, death=self.death, output=output)
        self.started = time.monotonic()

    def exit_status(self) -> int | None:
        """Return the exit status, None while it runs."""
        return None if self.process is None else self.process.poll()

    def describe_exit(self, status: int) -> str:
        reason = f"exit {status}" if status >= 0 else signal.Signals(-status).name
        return f"{reason}, see {self.log}" if self.log else reason

    def words(self) -> str:
        """Return the end of what it has written to its log since its last start."""
        if self.log is None:
            return ""
        with self.log.open("rb") as log:
            log.seek(max(self._logged, log.seek(0, os.SEEK_END) - SHOWN_BYTES))
            return log.read().decode(errors="replace").strip()

    def schedule_restart(self, status: int) -> None:
        was_steady = time.monotonic() - self.started > STEADY
        last_line = self.words().rpartition("\n")[2]
        error = status, re.sub(r"\d+", "", last_line)  # times and process ids change
        self.failures = self.failures + 1 if error == self._error and not was_steady else 1
        self._error = error
        self.pause = FIRST_PAUSE if was_steady or not self.pause else min(2 * self.pause, LONGEST_PAUSE)
        self.due = time.monotonic() + self.pause
        self.process = None


class Supervisor:
    """Starts services in order, restarts those that end, and stops them in reverse order."""

    def __init__(self, environment: Mapping[str, str], say: Callable[[str], None]) -> None:
        self.environment = environment
        self.say = say
        self.services: list[Service] = []

    def start(self, service: Service) -> None:
        self.services.append(service)
        if service.log:
            service.log.write_bytes(b"")  # a log covers the time since the last start
        service.start(self.environment)

    def watch(self, until: Callable[[], bool]) -> None:
        while not until():
            self.restart_ended()
            time.sleep(TICK)

    def restart_ended(self) -> None:
        """Schedule the restart of ended services and start those that are due."""
        for service in self.services:
            status = service.exit_status()
            if status is not None:
                service.schedule_restart(status)
                reason = service.describe_exit(status)
                if status > 0 and service.failures == MOST_FAILURES:
                    words = service.words() or "see above"
                    raise Failing(
                        f"The {service.name} ends with the same error each time ({reason}):\n{words}"
                    )
                self.say(f"The {service.name} ended ({reason}); restarting in {service.pause:g} s")
            elif service.process is None and time.monotonic() >= service.due:
                service.start(self.environment)

    def stop(self) -> None:
        """Stop the services at once, but the first one last: the others need it."""
        running = [
            (service, service.process) for service in reversed(self.services) if service.process is not None
        ]
        for service, process in running[:-1]:
            child.ask_to_end(process, service.end)
        for service, process in running[:-1]:
            child.await_end(process, service.patience)
        for service, process in running[-1:]:
            child.stop(process, service.patience, service.end)
