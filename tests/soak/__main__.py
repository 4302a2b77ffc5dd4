"""`python -m tests.soak --kills 200`: kill at random, and report how long it took until each run had ended."""

from __future__ import annotations

import argparse
import random
import statistics

from tests.services.folder import use_in_settings

PROMISED = 60.0  # seconds

parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
parser.add_argument("--kills", type=int, default=200)
parser.add_argument("--per-run", type=int, default=2, help="kills in one run")
parser.add_argument("--pods", type=int, default=600, help="pods of each run")
parser.add_argument("--kind", action="append", help="kill only these")
parser.add_argument("--outage", type=float, default=0.0, help="seconds for which the broker is away")
parser.add_argument(
    "--lease", type=int, default=30, help="seconds after which the work of a lost worker is free"
)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()

use_in_settings()

from tests.soak.installation import installation  # noqa: E402 - the environment of the tests comes first
from tests.soak.soak import soak  # noqa: E402

with installation(RUN_LEASE=str(options.lease)) as place:
    place.outage = options.outage
    chance = random.Random(options.seed)
    chosen = options.kind or list(place.kinds)
    kinds = [kind for _ in range(options.kills) for kind in chance.sample(chosen, len(chosen))]
    report = soak(
        place,
        kinds[: options.kills],
        per_run=options.per_run,
        pods=options.pods,
        seed=options.seed,
        say=lambda line: print(line, flush=True),
    )
seconds = sorted(taken for taken, _ in report.seconds)
print(
    f"{sum(report.kills.values())} kills, {report.in_the_middle} of them in the middle of a run: {report.kills}"
)
print(f"{len(seconds)} runs, {report.events} events, every log and every viewer as undisturbed")
print(
    f"seconds from the last repair to the end: median {statistics.median(seconds):.1f}, longest {seconds[-1]:.1f}"
)
raise SystemExit(seconds[-1] > PROMISED)
