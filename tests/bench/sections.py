"""What is measured, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter

from . import (
    claims,
    daytwo,
    gangs,
    growth,
    live,
    loading,
    memory,
    parts,
    product,
    queueing,
    scheduling,
    startup,
    sweep,
    sweep_workers,
    tracing,
    trying,
    upgrade,
    whatif,
)
from . import map as topology_map
from .tables import Row, print_rows


@dataclass(frozen=True, slots=True)
class Section:
    """Something to measure: its rows come one by one."""

    name: str
    rows: Callable[[], Iterable[Row]]
    about: str


SECTIONS = (
    Section("startup", startup.rows, "How soon the command answers"),
    Section("live", live.rows, "Asking a large cluster through kubectl"),
    Section("workloads", scheduling.rows, "Pods per second beside the real scheduler"),
    Section("parts", parts.rows, "Where the time of a cycle goes"),
    Section("growth", growth.rows, "The cost of a cycle with the size of the cluster"),
    Section("memory", memory.rows, "Memory of a cluster"),
    Section("loading", loading.rows, "Reading a dump"),
    Section("tracing", tracing.rows, "Recording every cycle in full"),
    Section("upgrade", upgrade.rows, "The upgrade matrix of a large cluster"),
    Section("whatif", whatif.rows, "What it would take to place pods of a large cluster"),
    Section("trying", trying.rows, "Trying a repair"),
    Section("claims", claims.rows, "Cycles of pods with resource claims"),
    Section("gangs", gangs.rows, "Cycles of pod groups"),
    Section("queueing", queueing.rows, "Cycles of Kueue"),
    Section("daytwo", daytwo.rows, "Steps, played"),
    Section("sweep", sweep.rows, "A sweep over seeds in one process"),
    Section("sweep_workers", sweep_workers.rows, "A sweep on several worker processes"),
    Section("product", product.rows, "The product in Chromium"),
    Section("map", topology_map.rows, "The topology map in Chromium"),
)


def measured(name: str) -> list[Row]:
    """Print the rows of a section as they come, and return them."""
    section = next(section for section in SECTIONS if section.name == name)
    start = perf_counter()
    print(f"\n== {section.about} ({section.name})")
    rows = print_rows(section.rows())
    print(f"({perf_counter() - start:.0f} s)", flush=True)
    return rows
