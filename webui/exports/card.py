"""The picture of a link, for a preview: what became of the pod, by whom nodes were rejected, the cluster by zones."""

from __future__ import annotations

from dataclasses import dataclass

from webui.exports.canvas import Canvas, wrap
from webui.pages.verdict.subject import Attempt
from webui.pages.verdict.words import SITE, sentence, short
from webui.runs.picture import Picture, ZonePicture

WIDTH, HEIGHT, MARGIN = 1200, 630, 64
INK, SOFT, MUTE, LINE = "#14171c", "#464d58", "#666d79", "#cdd2d9"
PASS, REJECT, ACCENT, PAPER, ZONE = "#0072b2", "#b33c00", "#b8860b", "#ffffff", "#f5f6f7"
MOST_ZONES, MOST_NODES, MOST_PODS = 6, 12, 12


@dataclass(frozen=True)
class Card:
    title: str
    unusual: list[str]  # version, seed: what others have not
    attempt: Attempt | None
    picture: Picture

    @property
    def alt(self) -> str:
        return f"{self.title}. {sentence(self.attempt)}" if self.attempt else self.title


def draw(card: Card) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    _brand(canvas, card)
    attempt = card.attempt
    if attempt is not None:
        colour = PASS if attempt.node else REJECT
        canvas.box(MARGIN, 150, 8, 92, colour, radius=4)
        canvas.text(MARGIN + 28, 190, short(attempt), 52, INK, bold=True, room=WIDTH - 2 * MARGIN - 28)
        canvas.text(MARGIN + 28, 236, attempt.pod, 28, MUTE, room=WIDTH - 2 * MARGIN - 28)
        for row, text in enumerate(wrap(sentence(attempt), 24, WIDTH - 2 * MARGIN, 3)):
            canvas.text(MARGIN, 294 + 34 * row, text, 24, SOFT)
    _zones(canvas, card.picture, 400)
    return canvas


def _brand(canvas: Canvas, card: Card) -> None:
    canvas.box(MARGIN, 54, 36, 36, INK, radius=7)
    for x, y in ((9, 8), (9, 20), (22, 8)):
        canvas.box(MARGIN + x, 54 + y, 6, 6, "#8a8f98")
    canvas.box(MARGIN + 22, 54 + 20, 6, 6, "#f0e442")
    canvas.text(MARGIN + 52, 82, card.title, 30, INK, bold=True, room=WIDTH - 2 * MARGIN - 330)
    canvas.text(WIDTH - MARGIN, 82, " · ".join((*card.unusual, SITE)), 24, MUTE, anchor="end")


def _zones(canvas: Canvas, picture: Picture, top: float) -> None:
    zones = picture["zones"][:MOST_ZONES]
    if not zones:
        return
    gap = 20
    width = (WIDTH - 2 * MARGIN - gap * (len(zones) - 1)) / len(zones)
    for index, zone in enumerate(zones):
        x = MARGIN + index * (width + gap)
        canvas.text(x, top + 14, zone["name"], 20, MUTE, room=width)
        canvas.box(x, top + 26, width, HEIGHT - MARGIN - top - 26, ZONE, line=LINE, radius=10)
        _nodes(canvas, zone, x + 12, top + 38, width - 24, HEIGHT - MARGIN - top - 50)


def _nodes(canvas: Canvas, zone: ZonePicture, x: float, y: float, width: float, height: float) -> None:
    nodes = zone["nodes"][:MOST_NODES]
    if not nodes:
        return
    rows = 1 if len(nodes) <= 4 else 2
    columns = -(-len(nodes) // rows)
    each, tall = (width - 8 * (columns - 1)) / columns, (height - 8 * (rows - 1)) / rows
    for index, node in enumerate(nodes):
        row, column = divmod(index, columns)
        left, top = x + column * (each + 8), y + row * (tall + 8)
        canvas.box(left, top, each, tall, PAPER, line=ACCENT if node["winner"] else LINE, radius=6)
        pods = [INK] * node["pods"] + [ACCENT] * node["winner"]
        across = max(1, int((each - 8) // 18))
        for k, colour in enumerate(pods[: min(MOST_PODS, across * max(1, int((tall - 8) // 18)))]):
            line, place = divmod(k, across)
            canvas.box(left + 8 + 18 * place, top + 8 + 18 * line, 12, 12, colour, radius=2)
