"""Takes the pictures of docs/screens: `python -m scripts.screenshots [URL]`.

Each panel of each extension point is opened at an example that suits it. Without a URL a server is started, which
has a recorded cluster as if it were followed; with one the pictures of it are left out.
"""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import httpx
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page

from tests.services.chromium import chromium
from tests.services.filled import run_python
from tests.services.folder import FOLDER, use_in_settings
from tests.services.live import live_application
from tests.services.postgres import postgres_server

FOLDER_OF_PICTURES = Path(__file__).resolve().parent.parent / "docs" / "screens"
DESKTOP, PHONE = (1440, 900), (390, 844)
PATIENCE = 60_000  # milliseconds
FOLLOW = """
import django
django.setup()
from tests.webui.features.live.recorded import followed
followed(open=True)
"""


@dataclass(frozen=True)
class Picture:
    name: str
    about: str
    example: str | None = None
    step: tuple[str, ...] = ()  # "point=Filter", "node=node1"
    # "x" the snapshot, "answer", "repairs" or "day-two" its views, "w" a copy to edit, "examples", or an address
    page: str = "x"
    click: tuple[str, ...] = ()
    followed: bool = False  # needs a cluster that is followed
    dark: bool = False
    phone: bool = False
    language: str = "en"


FIRST = "spread-one-constraint"
PICTURES = (
    Picture("gallery", "The first page: one door with three ways in, and a puzzle", page="/"),
    Picture("gallery-phone", "The first page on a phone", page="/", phone=True),
    Picture("example", "A case asks before it answers", FIRST, page="examples"),
    Picture("answer", "The answer: who waits, and for what", "thirteen-pods-per-node", page="answer"),
    Picture("repairs", "Repairs: each was run", "thirteen-pods-per-node", page="repairs"),
    Picture("queue", "Queue: the key by which this pod is next", "preemption-three-cpu", ("point=Queue",)),
    Picture(
        "prefilter",
        "PreFilter: the domain ledger, every domain counted or not, with the rule",
        "spread-two-constraints",
        ("point=PreFilter", "plugin=PodTopologySpread"),
    ),
    Picture(
        "affinity",
        "PreFilter: terms against pods, in both directions",
        "cache-and-web",
        ("pod=default/web-3", "point=PreFilter", "plugin=InterPodAffinity"),
    ),
    Picture(
        "filter",
        "Filter: which plugin rejected which node, and the sum behind one of these verdicts",
        FIRST,
        ("point=Filter", "plugin=PodTopologySpread", "node=node1"),
    ),
    Picture(
        "filter-dark",
        "The same in the dark theme",
        FIRST,
        ("point=Filter", "plugin=PodTopologySpread", "node=node1"),
        dark=True,
    ),
    Picture(
        "filter-phone",
        "The same on a phone: nodes by domain, the sum in a sheet",
        FIRST,
        ("point=Filter", "plugin=PodTopologySpread", "node=node1"),
        phone=True,
    ),
    Picture(
        "filter-chinese",
        "The same in Chinese",
        FIRST,
        ("point=Filter", "plugin=PodTopologySpread", "node=node1"),
        language="zh-CN",
    ),
    Picture(
        "postfilter",
        "PostFilter: candidates of preemption, their victims, and the rule that chose",
        "preemption-breaks-budget",
        ("point=PostFilter",),
    ),
    Picture("prescore", "PreScore: the weight of each topology", "soft-max-skew-1", ("point=PreScore",)),
    Picture(
        "score", "Score: raw scores, each plugin on its own scale", "soft-spread-busy-nodes", ("point=Score",)
    ),
    Picture(
        "normalize",
        "Normalize: how raw scores become 0 to 100",
        "prefer-no-schedule-beats-soft-spread",
        ("point=NormalizeScore",),
        dark=True,
    ),
    Picture(
        "total", "Total: weighted scores, stacked and sorted", "soft-spread-busy-nodes", ("point=Total",)
    ),
    Picture("run", "The whole run: what became of all pods", "thirteen-pods-per-node", ("point=Run",)),
    Picture("run-phone", "The whole run on a phone", "thirteen-pods-per-node", ("point=Run",), phone=True),
    Picture("editor", "The editor: forms and YAML of one text", FIRST, ("point=Filter",), page="w"),
    Picture(
        "compare",
        "Two runs: the inputs that differ, and where their answers part",
        "spread-node-affinity..spread-node-affinity-ignore",
    ),
    Picture(
        "day-two-rollout",
        "Day two: a rollout on the simulated clock, with both skews, the limits and how many seeds end so",
        "day-two-rollout",
        ("in=1",),
        page="day-two",
    ),
    Picture(
        "day-two-rollout-phone",
        "The same on a phone",
        "day-two-rollout",
        ("in=1",),
        page="day-two",
        phone=True,
    ),
    Picture(
        "day-two-drain",
        "Day two: a drain that a disruption budget holds up",
        "day-two-drain-budget",
        page="day-two",
        dark=True,
    ),
    Picture(
        "day-two-zone-outage",
        "Day two: a zone is lost and comes back, and its pods do not",
        "day-two-zone-outage",
        page="day-two",
    ),
    Picture(
        "keys",
        "Every command has a key, and the palette has every command",
        FIRST,
        ("point=Filter",),
        click=(".step button:has(.kbd)",),
    ),
    Picture("answer-queue", "Before the scheduler: who has the quota", "queue-borrowed-quota", page="answer"),
    Picture("many-runs", "Many runs: the same input under other versions", FIRST, page="upgrade"),
    Picture("by-hand", "You are the scheduler: a pod is placed by hand", FIRST, page="by-hand"),
    Picture("learn", "Ten lessons in one small cluster", page="/learn/"),
    Picture(
        "lesson",
        "A lesson: numbers of its sentence are handles, and a map has all settings",
        page="/learn/three-one-zero/?moment=3",
    ),
    Picture(
        "lesson-phone",
        "The same on a phone, in the dark theme",
        page="/learn/three-one-zero/?moment=3",
        phone=True,
        dark=True,
    ),
    Picture(
        "presenting",
        "Presenting: others follow each step live",
        FIRST,
        ("point=Filter",),
        click=("#share", "dialog .share-part > .btn"),
    ),
    Picture(
        "live",
        "A running cluster: each decision computed again, and what waits",
        page="/live/",
        click=(".lvs-list a",),
        followed=True,
    ),
    Picture(
        "live-phone",
        "The same on a phone, in the dark theme",
        page="/live/",
        click=(".lvs-list a",),
        followed=True,
        phone=True,
        dark=True,
    ),
    Picture("conformance", "What is compared with the real scheduler, and how it went", page="/conformance/"),
)


def main(url: str | None = None) -> None:
    FOLDER_OF_PICTURES.mkdir(parents=True, exist_ok=True)
    with server(url) as address, chromium() as browser:
        snapshots = {case["slug"]: case["snapshot"] for case in get(f"{address}/api/gallery")}
        for picture in PICTURES:
            if picture.followed and url:
                continue
            take(browser, address, picture, snapshots)
            print(picture.name)
    shutil.copy(FOLDER_OF_PICTURES / "filter.png", FOLDER_OF_PICTURES.parent / "workbench.png")
    (FOLDER_OF_PICTURES / "README.md").write_text(page_of_pictures())


@contextmanager
def server(url: str | None) -> Iterator[str]:
    if url:
        yield url
        return
    use_in_settings()
    try:
        with postgres_server(), live_application(limits={}) as live:  # as installed
            run_python(live.environment, "-c", FOLLOW)
            yield live.url
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)


def take(browser: Browser, address: str, picture: Picture, snapshots: dict[str, str]) -> None:
    context = context_for(browser, address, picture)
    page = context.new_page()
    page.goto(path_of(context, picture, snapshots), wait_until="networkidle")
    for selector in picture.click:
        page.locator(selector).first.click()
    settle(page)
    write(page.screenshot(animations="disabled"), FOLDER_OF_PICTURES / f"{picture.name}.png")
    context.close()


def context_for(browser: Browser, address: str, picture: Picture) -> BrowserContext:
    width, height = PHONE if picture.phone else DESKTOP
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        color_scheme="dark" if picture.dark else "light",
        reduced_motion="reduce",
        locale=picture.language,
    )
    context.set_default_timeout(PATIENCE)
    return context


def path_of(context: BrowserContext, picture: Picture, snapshots: dict[str, str]) -> str:
    """An address, by way of the API where a picture needs a draft."""
    if picture.example is None:
        return picture.page
    if picture.page == "examples":
        return f"/examples/{picture.example}/"
    snapshot = "..".join(snapshots[slug] for slug in picture.example.split(".."))
    query = urlencode(dict(pair.split("=", 1) for pair in picture.step))
    if picture.page == "w":
        draft = context.request.post(f"/api/snapshots/{snapshot}/fork", data={}).json()
        return f"/w/{draft['id']}/?{query}#edit"
    below = "" if picture.page == "x" else f"{picture.page}/"
    return f"/x/{snapshot}/{below}?{query}"


SETTLED = """() => [...document.querySelectorAll(".waiting, .meanwhile, .plot")].every(
    one => !one.offsetParent || (one.matches(".plot") && one.childElementCount))"""


def settle(page: Page) -> None:
    """Figures are drawn once they have stayed for a moment."""
    page.wait_for_load_state("networkidle")
    page.wait_for_function(SETTLED)
    page.mouse.move(0, 0)


def write(png: bytes, path: Path) -> None:
    """With 256 colours: none is off by more than the eye can tell, in a third of the size."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
        path, optimize=True
    )


def page_of_pictures() -> str:
    parts = [f"## {picture.about}\n\n![{picture.about}]({picture.name}.png)\n" for picture in PICTURES]
    return "\n".join(["# SchedScope in pictures\n\n`make screenshots` takes them.\n", *parts])


def get(url: str) -> list[dict[str, str]]:
    answer = httpx.get(url, timeout=60).raise_for_status().json()
    assert isinstance(answer, list)
    return answer


if __name__ == "__main__":
    main(*sys.argv[1:])
