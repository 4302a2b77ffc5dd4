"""Child processes that do not outlive the process that started them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import IO

PR_SET_PDEATHSIG = 1
libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(death: signal.Signals, parent: int) -> None:
    """Ask Linux to send this process the signal `death` when its parent ends for any reason."""
    if libc is None:  # not Linux: only the launcher's own clean-up applies
        return
    libc.prctl(PR_SET_PDEATHSIG, int(death), 0, 0, 0)
    if os.getppid() != parent:  # the parent ended before the call
        os.kill(os.getpid(), death)


def spawn(
    command: Sequence[str],
    *,
    environment: Mapping[str, str],
    death: signal.Signals = signal.SIGKILL,
    output: IO[bytes] | None = None,
    user: str | None = None,
) -> subprocess.Popen[bytes]:
    """Start a command in its own process group, so that Ctrl-C reaches only the launcher."""
    parent = os.getpid()
    return subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        process_group=0,
        user=user,
        preexec_fn=lambda: die_with_parent(death, parent),  # noqa: PLW1509 - launchers start no threads
    )


def stop(process: subprocess.Popen[bytes], patience: float, end: signal.Signals = signal.SIGTERM) -> None:
    """Send the signal `end`; after at most `patience` seconds kill the whole process group."""
    ask_to_end(process, end)
    await_end(process, patience)


def ask_to_end(process: subprocess.Popen[bytes], end: signal.Signals) -> None:
    if process.poll() is None:
        process.send_signal(end)


def await_end(process: subprocess.Popen[bytes], patience: float) -> None:
    """Wait for the end of a process; after `patience` seconds kill the whole process group."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(patience)
    with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS: the latter, when all have ended
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
