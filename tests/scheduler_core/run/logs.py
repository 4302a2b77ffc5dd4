"""The logs of fixed scenarios, as digests by the number of their format.

`python -m tests.scheduler_core.run.logs` writes down those of a new number. It never changes those of a number that is
written: other logs are another format.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from scheduler_core import RECORDING_FORMAT, Scenario, simulate
from tests.conformance.vectors import read

FILE = Path(__file__).with_name("logs.json")
TOPICS = ("examples", "gallery", "mixed", "preemption", "volumes")
SEED = 7  # so that ties are drawn


def digest(topic: str) -> str:
    """Return a digest of the logs of a file's scenarios."""
    found = hashlib.sha256()
    for row in read(topic).values():
        content = {"objects": row["scenario"]["objects"], "config": row["scenario"].get("config")}
        log = list(simulate(Scenario.from_content(content), seed=SEED))
        found.update(json.dumps(log, sort_keys=True).encode())
    return found.hexdigest()


def recorded() -> dict[str, dict[str, str]]:
    written: dict[str, dict[str, str]] = json.loads(FILE.read_text())
    return written


def main() -> None:
    known = recorded() if FILE.exists() else {}
    now = {topic: digest(topic) for topic in TOPICS}
    if known.setdefault(str(RECORDING_FORMAT), now) != now:
        sys.exit(f"Logs differ from those of format {RECORDING_FORMAT}: raise RECORDING_FORMAT first.")
    FILE.write_text(json.dumps(known, indent=1) + "\n")


if __name__ == "__main__":
    main()
