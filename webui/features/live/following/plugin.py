"""`python plugin.py SECONDS COMMAND …` runs a command that is to say little and end in time.

It is a program of its own because asyncio does not end a process for which it no longer waits.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from threading import Timer

MOST_BYTES = 2**20


def main(seconds: str, *command: str) -> None:
    """Pass on what the command says and how it ends; end it, with its children, if it takes or says too much."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, process_group=0)
    assert process.stdout is not None

    def end() -> None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    timer = Timer(float(seconds), end)
    timer.daemon = True
    timer.start()
    said = process.stdout.read(MOST_BYTES + 1)
    if len(said) > MOST_BYTES:
        end()
        sys.exit(f"{command[0]} says more than a login")
    status = process.wait()
    if status < 0:
        sys.exit(f"{command[0]} was ended: it has {seconds} seconds to answer")
    sys.stdout.buffer.write(said)
    sys.exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
