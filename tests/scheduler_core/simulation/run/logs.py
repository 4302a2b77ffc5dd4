"""The logs of fixed scenarios, as digests by the number of their format.

`python -m tests.scheduler_core.simulation.run.logs` stores the digests of a new number. It never changes those
of an existing number: different logs are a different format.
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
SEED = 7  # so that ties are broken at random


def digest(topic: str) -> str:
    """Return a digest of the logs of a file's scenarios."""
    sha = hashlib.sha256()
    for row in read(topic).values():
        content = {"objects": row["scenario"]["objects"], "config": row["scenario"].get("config")}
        log = list(simulate(Scenario.from_content(content), seed=SEED))
        sha.update(json.dumps(log, sort_keys=True).encode())
    return sha.hexdigest()


def recorded() -> dict[str, dict[str, str]]:
    digests: dict[str, dict[str, str]] = json.loads(FILE.read_text())
    return digests


def main() -> None:
    by_format = recorded() if FILE.exists() else {}
    digests = {topic: digest(topic) for topic in TOPICS}
    if by_format.setdefault(str(RECORDING_FORMAT), digests) != digests:
        sys.exit(f"Logs differ from those of format {RECORDING_FORMAT}: raise RECORDING_FORMAT first.")
    FILE.write_text(json.dumps(by_format, indent=1) + "\n")


if __name__ == "__main__":
    main()
