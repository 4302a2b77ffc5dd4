"""The product as its users have it: `make run`'s processes, SQLite, Chromium. Wall time, nothing else running.

A step is measured from the key's own time stamp to the first task after the frame that shows it. Nothing asks for
frames meanwhile, and the keys come at uneven times, as from a reader. What follows the start of that frame (style,
layout, paint) is told too, and how long the steps take that stay at their extension point, and those that go to
another one or to another pod.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from statistics import median, quantiles
from typing import Any

import httpx
from playwright.sync_api import Page, WebSocket, expect

from tests.bench.clusters import cluster

LARGE = 5_000
THERE = 24  # steps of a cycle, and into the next pod's
WALK = ["ArrowRight"] * THERE + ["ArrowLeft"] * THERE
WALKS = 3  # the first finds nothing warm
PAUSE_MS = (60, 160)

STEP_TIMES = """() => {
    const times = (globalThis.stepTimes = []);
    const current = "#rail [aria-current], #timeline [aria-current]";
    const panel = () => [...document.querySelectorAll(current)].map((each) => each.textContent).join();
    let before = panel();
    addEventListener("keydown", ({ timeStamp }) => {
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            const frame = performance.now();
            port1.onmessage = () => {
                const now = performance.now();
                times.push({ painted: now - timeStamp, frame: now - frame, stays: panel() === before });
                before = panel();
            };
            port2.postMessage(null);
        });
    }, true);
}"""

# Waits with timers, as waiting with frames would bring the next one nearer or put it off.
STEPPED = """count => new Promise((resolve) => {
    const look = () => (stepTimes.length >= count ? resolve() : setTimeout(look, 5));
    look();
})"""

FIRST_POINT = """() => {
    const rail = document.querySelector("#rail");
    addEventListener("click", ({ timeStamp }) => {
        new MutationObserver((_, observer) => {
            if (!rail.querySelector('.done[data-point="PreFilter"]')) return;
            observer.disconnect();
            requestAnimationFrame(() => (globalThis.firstPoint = performance.now() - timeStamp));
        }).observe(rail, { childList: true, subtree: true, attributes: true });
    }, { capture: true, once: true });
}"""


def rows() -> Iterator[dict[str, Any]]:
    """One figure after another: name, unit, goal, median, p95."""
    with application() as (url, page):
        yield from run_times(page)
        for nodes, goal in ((200, 16), (LARGE, 50)):
            run = finished_run(url, cluster(nodes, pods=nodes * 2, waiting=10))
            if nodes == LARGE:
                yield from column_times(url, run)
            yield step_times(page, run, nodes, goal)


@contextmanager
def application() -> Iterator[tuple[str, Page]]:
    """Its address and a page on it. The environment comes first: the settings are read with the services."""
    os.environ.update(TEST_DATABASE="sqlite", SCENARIO_MAX_BYTES="60000000", REQUEST_MAX_BYTES="80000000")
    from tests.services.chromium import chromium
    from tests.services.folder import use_in_settings
    from tests.services.live import live_application

    use_in_settings()
    with live_application() as live, chromium() as browser:
        context = browser.new_context(
            base_url=live.url, viewport={"width": 1440, "height": 900}, bypass_csp=True
        )
        yield live.url, context.new_page()


def finished_run(url: str, content: dict[str, Any]) -> dict[str, Any]:
    with httpx.Client(base_url=url, timeout=300) as visitor:
        answer = visitor.post("/api/scenarios", json={"title": "Bench", "source": json.dumps(content)})
        draft = answer.raise_for_status().json()
        run = visitor.post(f"/api/scenarios/{draft['id']}/runs", json={}).raise_for_status().json()
        while (state := visitor.get(f"/api/runs/{run['id']}").json())["status"] in ("queued", "running"):
            time.sleep(0.1)
    return dict(state)


def run_times(page: Page) -> Iterator[dict[str, Any]]:
    """From pressing Run to the first extension point on screen, and to the last event of a run of 30 pods."""
    source = json.dumps(cluster(40, pods=60, waiting=30))
    times = [run_time(page, source) for _ in range(8)][1:]  # the first finds nothing warm
    yield figure("Run to first extension point on screen", "ms", 100, [first for first, _ in times])
    yield figure("Run to last event, 30 pods", "ms", 1000, [last for _, last in times])


def run_time(page: Page, source: str) -> tuple[float, float]:
    page.goto("/")
    page.locator("#door").fill(source)
    page.get_by_role("button", name="Review what is sent").click()
    page.get_by_role("button", name="Edit first", exact=True).click()
    page.wait_for_url(re.compile(r"/w/[0-9a-f-]{36}/"))
    button = page.get_by_role("button", name="Run", exact=True)
    expect(button).to_be_enabled()
    page.evaluate(FIRST_POINT)
    ended: list[float] = []

    def look(frame: bytes | str) -> None:
        if "run.finished" in str(frame):
            ended.append(time.perf_counter())

    def watch(socket: WebSocket) -> None:
        socket.on("framereceived", look)

    page.once("websocket", watch)
    start = time.perf_counter()
    button.click()
    page.wait_for_function("globalThis.firstPoint !== undefined")
    while not ended:
        page.wait_for_timeout(10)
    return page.evaluate("firstPoint"), (ended[0] - start) * 1000


def column_times(url: str, run: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Each cycle asked for once: the server computes it again."""
    sizes, times = [], []
    with httpx.Client(base_url=url, timeout=60) as visitor:
        for cycle in range(run["cycles"]):
            start = time.perf_counter()
            answer = visitor.get(f"/api/runs/{run['id']}/cycles/{cycle}/view?form=columns").raise_for_status()
            times.append((time.perf_counter() - start) * 1000)
            sizes.append(len(answer.content) / 1e6)
    yield figure(f"Columns of a cycle, {LARGE:,} nodes: size", "MB", 0.5, sizes)
    yield figure(f"Columns of a cycle, {LARGE:,} nodes: first answer", "ms", 100, times)


def step_times(page: Page, run: dict[str, Any], nodes: int, goal: float) -> dict[str, Any]:
    page.goto(f"/x/{run['snapshot']}/")
    expect(page.get_by_role("grid").first).to_be_visible(timeout=60_000)
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Home")
    expect(page.locator("#rail [aria-current=step]")).to_contain_text("Queue")
    page.evaluate(STEP_TIMES)
    pauses = Random(1)
    for i, key in enumerate(WALK * WALKS):
        page.wait_for_timeout(pauses.uniform(*PAUSE_MS))
        page.keyboard.press(key)
        page.evaluate(STEPPED, i + 1)
    times = page.evaluate("stepTimes")[len(WALK) :]
    row = figure(
        f"Step, key to painted, {nodes:,} nodes", "ms", goal, [sample["painted"] for sample in times]
    )
    stays, moves = (
        [sample["painted"] for sample in times if sample["stays"] is kind] for kind in (True, False)
    )
    parts = {"frame_ms": [sample["frame"] for sample in times], "stays_ms": stays, "moves_ms": moves}
    return row | {name: round(median(values), 1) for name, values in parts.items()}


def figure(name: str, unit: str, goal: float, values: list[float]) -> dict[str, Any]:
    middle, p95 = median(values), quantiles(values, n=20)[-1]
    return {"name": name, "unit": unit, "goal": goal, "median": round(middle, 2), "p95": round(p95, 2)}
