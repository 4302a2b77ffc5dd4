"""How much a sweep may be, and from when on a picture is coarser."""

from __future__ import annotations

from typing import Final

MOST_POINTS: Final = 10_000_000
MOST_SEEDS: Final = 1_000_000
MOST_CELLS: Final = 20_000
MOST_VALUES: Final = 1_000
MOST_SHAPES: Final = 50
MOST_ADDED_NODES: Final = 5_000
MOST_SCENARIOS: Final = 1_000
MOST_OPERATIONS: Final = 1_000

# Workload x node, or x zone beyond this many counts.
MOST_LANDING_COUNTS: Final = 1_000_000
# Pod x node, or x zone, or no pods at all.
MOST_POD_COUNTS: Final = 200_000
# Cell x workload, and cell x pod x seed for the pods of each cell; beyond, cells have totals only.
MOST_CELL_COUNTS: Final = 500_000
