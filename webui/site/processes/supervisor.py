"""Keeps a few processes running until it is told to stop."""

from __future__ import annotations

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
TICK = 0.1  # seconds between two looks at the processes
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # before an ended process is started again
STEADY = 60.0  # seconds after which the next end is a first one again


class Stop(BaseException):
    """Somebody wants everything to end. No `except Exception` may swallow this."""


@contextmanager
def stop_signals() -> Iterator[None]:
    """Raises Stop at the first signal; what follows cannot be interrupted by a second one."""

    def on_signal(number: int, frame: FrameType | None) -> None:
        for known in STOP_SIGNALS:
            signal.signal(known, signal.SIG_IGN)
        raise Stop

    before = {number: signal.signal(number, on_signal) for number in STOP_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@dataclass
class Service:
    """One process and its past. `end` asks it to end, for which it has `patience` seconds; `death` is the
    signal that it gets when the supervisor is killed. Without a `log` it writes to the terminal.
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

    def start(self, environment: Mapping[str, str]) -> None:
        with self.log.open("ab") if self.log else nullcontext() as output:
            self.process = child.spawn(self.command, environment=environment, death=self.death, output=output)
        self.started = time.monotonic()

    def ended(self) -> int | None:
        return None if self.process is None else self.process.poll()

    def why(self, status: int) -> str:
        reason = f"exit {status}" if status >= 0 else signal.Signals(-status).name
        return f"{reason}, see {self.log}" if self.log else reason

    def schedule_restart(self) -> None:
        steady = time.monotonic() - self.started > STEADY
        self.pause = FIRST_PAUSE if steady or not self.pause else min(2 * self.pause, LONGEST_PAUSE)
        self.due = time.monotonic() + self.pause
        self.process = None


class Supervisor:
    """Starts services in order, restarts the ones that end, and ends them last one first."""

    def __init__(self, environment: Mapping[str, str], say: Callable[[str], None]) -> None:
        self.environment = environment
        self.say = say
        self.services: list[Service] = []

    def start(self, service: Service) -> None:
        self.services.append(service)
        if service.log:
            service.log.write_bytes(b"")  # a log holds what happened since the last start
        service.start(self.environment)

    def watch(self, until: Callable[[], bool]) -> None:
        while not until():
            self.look()
            time.sleep(TICK)

    def look(self) -> None:
        for service in self.services:
            status = service.ended()
            if status is not None:
                service.schedule_restart()
                self.say(f"The {service.name} ended ({service.why(status)}); again in {service.pause:g} s")
            elif service.process is None and time.monotonic() >= service.due:
                service.start(self.environment)

    def stop(self) -> None:
        """A service needs the ones before it, so the last one ends first."""
        for service in reversed(self.services):
            if service.process is not None:
                child.stop(service.process, service.patience, service.end)
