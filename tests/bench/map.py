"""The topology map in Chromium: the time of a frame while one scrolls, zooms, hovers and steps over a large cluster."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from urllib.parse import urlencode

import httpx
from playwright.sync_api import Browser, Page

from tests.services.waiting import wait_for

Row = dict[str, Any]

REGIONS, ZONES, RACKS, OWNERS, PENDING = 2, 6, 120, 40, 12
GROUPS = "region,zone,rack"
LIMITS = {
    "TEST_DATABASE": "sqlite",
    "SCENARIO_MAX_BYTES": "200000000",
    "SCENARIO_MAX_OBJECTS": "1000000",
    "RUN_TIME_LIMIT": "1800",
}

# Collects the time from frame to frame.
WATCH = """() => {
    const deltas = [];
    let last = 0;
    let on = true;
    const frame = (now) => {
        if (last) deltas.push(now - last);
        last = now;
        if (on) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    window.frames_ = () => { on = false; return deltas; };
}"""


@contextmanager
def limits() -> Iterator[None]:
    """An application that is started within takes clusters of any size."""
    before = dict(os.environ)
    os.environ.update(LIMITS)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def source(nodes: int, pods: int) -> str:
    """Nodes in regions, zones and racks, running pods of several owners, a few that wait for a place."""
    items = [_node(i) for i in range(nodes)]
    dice = Random(1)
    items += [_pod(f"run-{i}", dice.randrange(OWNERS), f"node-{dice.randrange(nodes)}") for i in range(pods)]
    items += [_pod(f"new-{i}", i % 3, None) for i in range(PENDING)]
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": items})


def _node(i: int) -> dict[str, Any]:
    labels = {
        "kubernetes.io/hostname": f"node-{i}",
        "region": f"region-{i % REGIONS}",
        "zone": f"zone-{i % ZONES}",
        "rack": f"rack-{i % RACKS}",
    }
    size = "8" if i % 5 else "4"
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": f"node-{i}", "labels": labels},
        "spec": {"unschedulable": i % 97 == 0},
        "status": {"allocatable": {"cpu": size, "memory": "32Gi", "pods": "110"}},
    }


def _pod(name: str, owner: int, node: str | None) -> dict[str, Any]:
    app = {"app": f"app-{owner}"}
    controller = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": f"app-{owner}", "controller": True}
    spec: dict[str, Any] = {
        "containers": [{"name": "c", "resources": {"requests": {"cpu": "100m", "memory": "64Mi"}}}],
    }
    if node:
        spec["nodeName"] = node
    else:
        zone = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}
        spec["topologySpreadConstraints"] = [{**zone, "labelSelector": {"matchLabels": app}}]
    metadata = {
        "name": name,
        "labels": app,
        "ownerReferences": [{**controller, "uid": f"uid-{owner}"}],
    }
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}


def finished_run(client: httpx.Client, cluster: str) -> Row:
    """Brings the cluster, runs it, and says how long its picture takes on the way."""
    client.get("/")
    headers = {"X-CSRFToken": client.cookies.get("csrftoken") or "", "Referer": str(client.base_url)}
    made = client.post("/api/scenarios", json={"title": "Map", "source": cluster}, headers=headers)
    made.raise_for_status()
    run = client.post(f"/api/scenarios/{made.json()['id']}/runs", headers=headers).raise_for_status().json()
    path = f"/api/runs/{run['id']}"
    wait_for(lambda: client.get(path).json()["status"] in ("finished", "failed"), "the run", seconds=900)
    first = client.get(f"{path}/cluster")
    again = client.get(f"{path}/cluster")
    return {
        "snapshot": client.get(path).json()["snapshot"],
        "cluster_bytes": len(again.content),
        "cluster_wire_bytes": int(again.headers["content-length"]),
        "cluster_first_ms": round(first.elapsed.total_seconds() * 1000),
        "cluster_ms": round(again.elapsed.total_seconds() * 1000),
    }


def measure(browser: Browser, url: str, nodes: int, pods: int) -> list[Row]:
    """A row for each thing that a person does with the map."""
    with httpx.Client(base_url=url, timeout=900) as client:
        run = finished_run(client, source(nodes, pods))
    page = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900}).new_page()
    page.set_default_timeout(120_000)
    page.goto(
        f"/x/{run['snapshot']}/?" + urlencode({"group": GROUPS, "point": "Filter", "pod": "default/new-3"})
    )
    page.get_by_role("gridcell").first.wait_for()
    cluster = {"nodes": nodes, "pods": pods}
    cpu = cpu_meter(page)
    rows = [{"what": name, **cluster, **frames(page, cpu, act)} for name, act in acts(page)]
    page.context.close()
    return [{"what": "cluster", **cluster, **run}, *rows]


def acts(page: Page) -> list[tuple[str, Callable[[], None]]]:
    box = page.get_by_role("listbox", name="Nodes by domain").bounding_box()
    assert box is not None
    x, y = box["x"] + 150, box["y"] + 300
    return [
        ("scroll", lambda: wheel(page, x, y, steps=40, by=60)),
        ("zoom", lambda: zoom(page, x, y)),
        ("hover", lambda: hover(page, x, y)),
        ("larger, scroll", lambda: larger(page, x, y)),
        ("step", lambda: step(page)),
    ]


def wheel(page: Page, x: float, y: float, *, steps: int, by: int) -> None:
    page.mouse.move(x, y)
    for direction in (1, -1):
        for _ in range(steps):
            page.mouse.wheel(0, by * direction)


def zoom(page: Page, x: float, y: float) -> None:
    page.keyboard.down("Control")
    wheel(page, x, y, steps=25, by=-20)
    page.keyboard.up("Control")


def hover(page: Page, x: float, y: float) -> None:
    for i in range(60):
        page.mouse.move(x - 120 + (i * 37) % 240, y - 200 + (i * 53) % 400)


def step(page: Page) -> None:
    page.mouse.move(700, 10)
    for _ in range(20):
        page.keyboard.press("ArrowRight")


def larger(page: Page, x: float, y: float) -> None:
    page.get_by_role("button", name="Zoom in (+)").click()
    wheel(page, x, y, steps=40, by=60)


def frames(page: Page, cpu: Callable[[], float], act: Callable[[], None]) -> Row:
    page.evaluate("() => new Promise((done) => requestIdleCallback(done, {timeout: 5000}))")
    before = cpu()
    page.evaluate(WATCH)
    act()
    deltas = sorted(page.evaluate("window.frames_()"))
    late = sum(delta > 17.5 for delta in deltas)
    spent = cpu() - before
    return {
        "frames": len(deltas),
        "fps": round(1000 * len(deltas) / sum(deltas), 1),
        "p50_ms": round(deltas[len(deltas) // 2], 1),
        "p95_ms": round(deltas[int(len(deltas) * 0.95)], 1),
        "worst_ms": round(deltas[-1], 1),
        "late": late,
        "cpu_ms": round(1000 * spent / len(deltas), 1),
    }


def cpu_meter(page: Page) -> Callable[[], float]:
    """The seconds that the page's main thread has computed: unlike frames, much the same on a busy machine."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def seconds() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")

    return seconds


def rows(nodes: int = 5_000, pods: int = 50_000) -> list[Row]:
    """Starts the application and a browser of its own."""
    with limits():
        from tests.services.chromium import chromium
        from tests.services.live import live_application

        with live_application() as live, chromium() as browser:
            return measure(browser, live.url, nodes, pods)
