"""Where figures were measured: facts, and a loop that tells how fast the machine is at Python.

The reference figures are those of the real scheduler on another machine; both ran the loop, so that ratios can be
compared where seconds cannot.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np


def facts() -> dict[str, Any]:
    return {
        "cpus": os.cpu_count(),
        "processor": _processor(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "calibration_seconds": round(calibration_seconds(), 4),
    }


def calibration_seconds() -> float:
    """The least of three runs of the loop that reference.json describes."""
    return min(_loop() for _ in range(3))


def _loop() -> float:
    start = perf_counter()
    s, d = 0, {}
    for i in range(2_000_000):
        s += i * i % 7
        d[i & 1023] = s
    return perf_counter() - start


def _processor() -> str:
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as lines:
            return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()
