"""The preview picture of a link: the outcome of the pod, the reason, and the cluster by zone."""

from __future__ import annotations

from dataclasses import dataclass

from webui.core.runs.picture import Picture, ZonePicture
from webui.core.runs.sketch import Area, PodLayout, Style, equal_widths, node_marks, zone_areas
from webui.features.exports.canvas import Canvas, wrap
from webui.features.workbench.verdict.subject import Attempt
from webui.features.workbench.verdict.words import SITE, headline, sentence

WIDTH, HEIGHT, MARGIN = 1200, 630, 64
INK, SOFT, MUTE, LINE = "#14171c", "#464d58", "#666d79", "#cdd2d9"
PASS, REJECT, ACCENT, PAPER, ZONE = "#0072b2", "#b33c00", "#b8860b", "#ffffff", "#f5f6f7"
MAX_ZONES, MAX_NODES, MAX_PODS = 6, 12, 12
ZONE_GAP = 20


def _grid(count: int, _: Area) -> tuple[int, int, float]:
    rows = 1 if count <= 4 else 2
    return -(-count // rows), rows, 8


STYLE = Style(
    ZONE_GAP,
    12,
    equal_widths(ZONE_GAP),
    _grid,
    PodLayout(side=12, pitch=18, inset=8, min_count=1, max_count=MAX_PODS),
)
# Fill, line and radius.
LOOKS = {
    "node": (PAPER, LINE, 6),
    "winner": (PAPER, ACCENT, 6),
    "running": (INK, "", 2),
    "landed": (ACCENT, "", 2),
}


@dataclass(frozen=True)
class Card:
    title: str
    unusual: list[str]  # version and seed if they are not the default
    attempt: Attempt | None
    picture: Picture

    @property
    def alt(self) -> str:
        return f"{self.title}. {sentence(self.attempt)}" if self.attempt else self.title


def draw(card: Card) -> Canvas:
    """Draw the preview picture."""
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    _brand(canvas, card)
    attempt = card.attempt
    if attempt is not None:
        colour = PASS if attempt.node else REJECT
        canvas.box(MARGIN, 150, 8, 92, colour, radius=4)
        canvas.text(MARGIN + 28, 190, headline(attempt), 52, INK, bold=True, room=WIDTH - 2 * MARGIN - 28)
        canvas.text(MARGIN + 28, 236, attempt.pod, 28, MUTE, room=WIDTH - 2 * MARGIN - 28)
        for row, text in enumerate(wrap(sentence(attempt), 24, WIDTH - 2 * MARGIN, 3)):
            canvas.text(MARGIN, 294 + 34 * row, text, 24, SOFT)
    _cluster(canvas, card.picture, 400)
    return canvas


def _brand(canvas: Canvas, card: Card) -> None:
    canvas.box(MARGIN, 54, 36, 36, INK, radius=7)
    for x, y in ((9, 8), (9, 20), (22, 8)):
        canvas.box(MARGIN + x, 54 + y, 6, 6, "#8a8f98")
    canvas.box(MARGIN + 22, 54 + 20, 6, 6, "#f0e442")
    canvas.text(MARGIN + 52, 82, card.title, 30, INK, bold=True, room=WIDTH - 2 * MARGIN - 330)
    canvas.text(WIDTH - MARGIN, 82, " · ".join((*card.unusual, SITE)), 24, MUTE, anchor="end")


def _cluster(canvas: Canvas, picture: Picture, top: float) -> None:
    zones = [
        ZonePicture(name=zone["name"], nodes=zone["nodes"][:MAX_NODES])
        for zone in picture["zones"][:MAX_ZONES]
    ]
    if not zones:
        return
    area = Area(float(MARGIN), top + 26, WIDTH - 2 * MARGIN, HEIGHT - MARGIN - top - 26)
    for zone, box in zone_areas(zones, area, STYLE):
        canvas.text(box.x, top + 14, zone["name"], 20, MUTE, room=box.width)
        canvas.box(box.x, box.y, box.width, box.height, ZONE, line=LINE, radius=10)
        for mark in node_marks(zone["nodes"], box, STYLE):
            fill, line, radius = LOOKS[mark.kind]
            canvas.box(
                mark.area.x, mark.area.y, mark.area.width, mark.area.height, fill, line=line, radius=radius
            )
