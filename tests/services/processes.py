"""The processes of this machine."""

from __future__ import annotations

import os
from pathlib import Path


def children(pid: int) -> list[int]:
    """Return the processes that a process has started, as Linux tells them."""
    pids = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
        if parent == pid:
            pids.append(int(stat.parent.name))
    return pids


def processor_seconds(pid: int) -> float:
    """Return the seconds of the processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
