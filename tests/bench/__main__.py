"""`make bench`: every workload in turn, as a table and as bench.json.

The reference figures are those of the real scheduler on another machine; a loop that both ran corrects for the
difference between the machines, so that ratios can be compared and seconds cannot.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from pathlib import Path
from time import perf_counter
from typing import Any

from scheduler_core.benchmark import bench

WORKLOADS = Path(__file__).parent / "workloads"
DEFAULT, ALL = "default", "100"


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


def measure(name: str, percentage: str, pods: int | None) -> dict[str, Any]:
    path = WORKLOADS / f"{name}.json"
    return bench(path, percentage=100 if percentage == ALL else None, pods=pods, trace=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("workloads", nargs="*", help="names; all of them without any")
    parser.add_argument("--pods", type=int, help="so many of the measured pods")
    parser.add_argument("--output", type=Path, default=Path("bench.json"))
    options = parser.parse_args()
    reference = json.loads((WORKLOADS / "reference.json").read_text(encoding="utf-8"))
    seconds = calibration_seconds()
    slower = seconds / reference["calibration"]["seconds"]
    rows = []
    print(f"{'workload':34}{'percentage':>11}{'pods/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'x real':>8}")
    for name in options.workloads or sorted(reference["podsPerSecond"]):
        for percentage in (DEFAULT, ALL):
            row = measure(name, percentage, options.pods)
            real = reference["podsPerSecond"][name][percentage]
            row |= {"percentage": percentage, "ratio": round(row["pods_per_second"] * slower / real, 2)}
            rows.append(row)
            print(
                f"{name:34}{percentage:>11}{row['pods_per_second']:9.0f}{row['p50_ms']:8.3f}{row['p99_ms']:8.3f}"
                f"{row['ratio']:8.2f}",
                flush=True,
            )
    machine = {
        "cpus": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.platform(),
        "calibration_seconds": round(seconds, 4),
        "reference_calibration_seconds": reference["calibration"]["seconds"],
    }
    options.output.write_text(
        json.dumps({"machine": machine, "rows": rows}, indent=1) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
