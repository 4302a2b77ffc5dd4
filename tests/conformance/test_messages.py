"""For messages that the real scheduler printed, a cluster is made up from which the same message comes."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from scheduler_core import explain_message, load, simulate
from scheduler_core.kubernetes.versions import find_version

DATA = Path(__file__).parent / "data"
MESSAGE = re.compile(r'"(0/(\d+) nodes are available: [^"\\]*)"')
MOST_NODES = 20  # of a message here; `make` has no room for more
EVERY = 240  # so that the messages of all files take a few seconds


def recorded() -> list[str]:
    """Return recorded messages of small clusters without devices: some, evenly from the sorted list."""
    messages = {
        match[1]
        for path in DATA.rglob("*.jsonl.gz")
        if path.parent.name != "dra"  # no way is known to make up claims that cannot be allocated
        for match in MESSAGE.finditer(gzip.decompress(path.read_bytes()).decode())
        if int(match[2]) <= MOST_NODES
    }
    return sorted(messages)[::EVERY]


def test_recorded_messages_come_out_of_made_up_clusters() -> None:
    messages = recorded()
    made = 0
    for text in messages:
        explained = explain_message(text)
        assert "".join(part["text"] for part in explained["parts"]) == explained["message"]
        cluster = explained["cluster"]
        if cluster is None:
            assert explained["no_cluster"]
            continue
        made += 1
        events = simulate(load(cluster["source"], version=find_version(cluster["release"])))
        printed = next(event["message"] for event in events if event["kind"] == "cycle.finished")
        assert printed == explained["message"] or (
            cluster["continues"] and str(printed).startswith(f"{explained['message']} ")
        )
    assert len(messages) >= 12
    assert made >= 0.8 * len(messages)
