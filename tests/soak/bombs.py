"""`python -m tests.soak.bombs`: what small bodies that unpack to much cost a web process, and who waits meanwhile."""

from __future__ import annotations

import argparse
import gzip
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from tests.services.folder import use_in_settings

use_in_settings()

from tests.soak.installation import Installation, installation  # noqa: E402 - the environment comes first

EVERY = 0.02  # seconds between two looks


class Watch(threading.Thread):
    """Looks again and again until it is told to stop; has the largest of what it saw."""

    def __init__(self, look: Callable[[], float]) -> None:
        super().__init__(daemon=True)
        self.look = look
        self.most = 0.0
        self.over = threading.Event()
        self.start()

    def run(self) -> None:
        while not self.over.wait(EVERY):
            self.most = max(self.most, self.look())

    def stop(self) -> float:
        self.over.set()
        self.join()
        return self.most


def temporary_megabytes(pid: int) -> float:
    """Return the size of the files that a process has open and that have no name: temporary ones."""
    total = 0
    for link in Path(f"/proc/{pid}/fd").iterdir():
        try:
            if str(link.readlink()).endswith("(deleted)"):
                total += os.stat(link).st_size  # noqa: PTH116 - follows the link to a file without a name
        except OSError:
            continue
    return total / 1e6


def health_seconds(client: httpx.Client) -> float:
    started = time.monotonic()
    client.get("/healthz", timeout=120).raise_for_status()
    return time.monotonic() - started


def measure(place: Installation, bodies: list[bytes]) -> None:
    """Send all bodies at once."""
    assert place.web.running is not None
    pid = place.web.running.pid
    before = place.web.memory()

    def send(body: bytes) -> int:
        headers = {"Content-Encoding": "gzip", "Content-Type": "application/json"}
        with place.client() as visitor:
            return visitor.post("/api/validate", content=body, headers=headers, timeout=300).status_code

    with place.client() as prober, ThreadPoolExecutor(len(bodies)) as senders:
        files, health = Watch(lambda: temporary_megabytes(pid)), Watch(lambda: health_seconds(prober))
        started = time.monotonic()
        statuses = Counter(senders.map(send, bodies))
        seconds = time.monotonic() - started
        longest, most = health.stop(), files.stop()
    print(f"{len(bodies)} bodies of {len(bodies[0]):,} bytes: {dict(statuses)} in {seconds:.1f} s")
    print(
        f"memory {before:.0f} MB before, {place.web.memory():.0f} MB at most; temporary files {most:.0f} MB"
    )
    print(f"the longest /healthz took {longest:.2f} s", flush=True)


def bomb(megabytes: int) -> bytes:
    return gzip.compress(b'{"source": "' + b"x" * (megabytes * 1_000_000) + b'"}')


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.soak.bombs", description=__doc__)
    parser.add_argument("--bodies", type=int, default=8)
    parser.add_argument("--megabytes", type=int, default=500, help="of each, once it is unpacked")
    options = parser.parse_args()
    with installation(machines=1) as place:
        measure(place, [bomb(options.megabytes)] * options.bodies)
