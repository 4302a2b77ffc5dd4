"""Takes pictures of every view of a running SchedScope: `python scripts/screenshots.py [URL] [FOLDER]`.

Each view is taken at 1440×900 in light and dark, and at 390×844. The README shows `docs/workbench.png`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import httpx
from playwright.sync_api import Browser

from tests.services.chromium import chromium

SHAPES = {"": (1440, 900, "light"), "-dark": (1440, 900, "dark"), "-phone": (390, 844, "light")}


def main(url: str = "http://localhost:8000", folder: str = "docs") -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    views = dict(paths(url))
    with chromium() as browser:
        for suffix, shape in SHAPES.items():
            take(browser, url, {f"{name}{suffix}.png": path for name, path in views.items()}, shape, folder)


def paths(url: str) -> Iterator[tuple[str, str]]:
    """The address of each view, on the first example."""
    with httpx.Client(base_url=url, timeout=30) as client:
        snapshot = client.get("/api/gallery").raise_for_status().json()[0]["snapshot"]
        run = client.get(f"/api/snapshots/{snapshot}").raise_for_status().json()["run"]
        view = client.get(f"/api/runs/{run}/cycles/0/view").raise_for_status().json()
    pod, node = view["pod"], view["node_order"][0]
    rejected = next((clause for clause in view["clauses"]), None)
    why = {"plugin": rejected["plugin"], "node": rejected["nodes"][0]} if rejected else {"node": node}
    step = f"/x/{snapshot}/?" + urlencode({"pod": pod})
    yield "gallery", "/"
    yield "workbench", f"{step}&{urlencode({'point': 'Filter', **why})}"
    for point in ("PreFilter", "Filter", "PreScore", "Score", "NormalizeScore"):
        yield point.lower(), f"{step}&{urlencode({'point': point})}"


def take(
    browser: Browser, url: str, pictures: dict[str, str], shape: tuple[int, int, str], folder: str
) -> None:
    width, height, scheme = shape
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    for name, path in pictures.items():
        page.goto(path, wait_until="networkidle")
        page.wait_for_function("!document.querySelector('[aria-busy=true]')")
        page.screenshot(path=Path(folder) / name)
    context.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
