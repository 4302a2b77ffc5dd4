"""`python -m tests.soak.readers`: how often links are read.

Each of `--links` is read once by somebody with cookies, and once more when nothing of that is shared any longer. Then
one link is read by many, while others send requests that change something.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections import Counter, deque
from collections.abc import Iterable
from urllib.parse import urlsplit

import httpx

from tests.services.folder import use_in_settings

use_in_settings()

from tests.services.waiting import wait_for  # noqa: E402 - the environment of the tests comes first
from tests.soak.installation import Installation, installation  # noqa: E402
from tests.webui.clusters import SPREAD  # noqa: E402
from webui.site.shared_responses import KEPT_SECONDS  # noqa: E402

READERS = 8  # connections
Request = tuple[str, str, object]


class Connection:
    """A connection that is kept, with no more of HTTP than the site's answers need."""

    def __init__(self, url: str, headers: str = "") -> None:
        self.address = urlsplit(url)
        self.headers = f"Host: {self.address.netloc}\r\n{headers}"

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(self.address.hostname, self.address.port)

    async def ask(self, method: str, path: str, body: object = None) -> int:
        """Return the status of the answer, once it is there whole."""
        content = b"" if body is None else json.dumps(body).encode()
        kind = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        self.writer.write(f"{method} {path} HTTP/1.1\r\n{self.headers}{kind}\r\n".encode() + content)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        await self.reader.readexactly(int(head.partition("content-length: ")[2].split()[0]))
        return int(head.split()[1])


async def read_each(url: str, headers: str, paths: Iterable[str]) -> None:
    """Ask for each page once, over all connections."""
    left = deque(paths)

    async def take() -> None:
        connection = Connection(url, headers)
        await connection.open()
        while left:
            assert await connection.ask("GET", left.popleft()) == 200

    await asyncio.gather(*(take() for _ in range(READERS)))


async def read(url: str, path: str, end: float) -> int:
    """Ask for a page again and again; return how often it came."""
    connection, count = Connection(url), 0
    await connection.open()
    while time.monotonic() < end:
        assert await connection.ask("GET", path) == 200
        count += 1
    return count


async def change(url: str, headers: str, requests: list[Request], rate: float, end: float) -> Counter[int]:
    """Send the requests in turn, so many a second; return how often which status came."""
    statuses: Counter[int] = Counter()
    under_way: set[asyncio.Task[None]] = set()
    free: list[Connection] = []

    async def send(number: int) -> None:
        connection = free.pop() if free else Connection(url, headers)
        if not hasattr(connection, "writer"):
            await connection.open()
        statuses[await connection.ask(*requests[number % len(requests)])] += 1
        free.append(connection)

    number = 0
    while rate and time.monotonic() < end:
        under_way.add(asyncio.create_task(send(number)))
        number += 1
        await asyncio.sleep(1 / rate)
    await asyncio.gather(*under_way)
    return statuses


async def both(
    url: str, path: str, headers: str, requests: list[Request], rate: float, seconds: float
) -> str:
    end = time.monotonic() + seconds
    reading = asyncio.gather(*(read(url, path, end) for _ in range(READERS)))
    statuses = await change(url, headers, requests, rate, end)
    return f"{sum(await reading) / seconds:.0f} pages a second; {dict(statuses)}"


def measure_alone(place: Installation, links: int) -> None:
    """Print how many pages a second come of links that nobody else reads."""
    with place.client() as visitor:
        paths = [link_of(visitor, f"Read {n}") for n in range(links + 1)]
        cookies = cookies_of(visitor)
        visitor.get(paths.pop()).raise_for_status()  # the first one puts the script together
    place.workers[0].pause()  # what is measured is the web process
    for name in ("for the first time", "once more"):
        time.sleep(KEPT_SECONDS)
        start, computed = time.monotonic(), place.web.processor_seconds()
        asyncio.run(read_each(place.url, cookies, paths))
        seconds, computed = time.monotonic() - start, place.web.processor_seconds() - computed
        rates = f"{links / seconds:.0f} pages a second, {links / computed:.0f} a second of its processor"
        print(f"links that nobody else reads, {name}: {rates}", flush=True)
    place.workers[0].go_on()


def link_of(visitor: httpx.Client, title: str) -> str:
    """Run a new draft, and return the address of its link."""
    draft = visitor.post("/api/scenarios", json={"title": title, "source": SPREAD}).json()["id"]
    run = visitor.post(f"/api/scenarios/{draft}/runs", json={}).json()
    wait_for(lambda: visitor.get(f"/api/runs/{run['id']}").json()["status"] == "finished", "the run ends")
    return f"/x/{run['snapshot']}/"


def cookies_of(visitor: httpx.Client) -> str:
    return f"Cookie: {'; '.join(f'{name}={value}' for name, value in visitor.cookies.items())}\r\n"


def measure(place: Installation, rate: float, seconds: float) -> None:
    with place.client() as visitor:
        path = link_of(visitor, "Read")
        other = visitor.post("/api/scenarios", json={"title": "Other", "source": SPREAD}).json()["id"]
        cookies = cookies_of(visitor)
        for _ in range(3):
            visitor.get(path).raise_for_status()  # the first one puts the script together
    place.workers[0].pause()  # what is measured is the web process
    kinds: dict[str, tuple[float, list[Request]]] = {
        "nothing": (0, []),
        f"{rate:g} lints a second": (rate, [("POST", "/api/lint", {"source": SPREAD})]),
        f"{rate:g} runs a second": (
            rate, [("POST", f"/api/scenarios/{other}/runs", {"seed": seed}) for seed in range(10_000)]
        ),
    }  # fmt: skip
    for name, (per_second, requests) in kinds.items():
        result = asyncio.run(both(place.url, path, cookies, requests, per_second, seconds))
        print(f"beside {name}: {result}", flush=True)
    place.workers[0].go_on()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.soak.readers", description=__doc__)
    parser.add_argument("--rate", type=float, default=20, help="requests a second beside the readers")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--links", type=int, default=200, help="that are read by one each")
    options = parser.parse_args()
    with installation(machines=1) as place:
        measure_alone(place, options.links)
        measure(place, options.rate, options.seconds)
