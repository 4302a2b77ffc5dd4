"""A case's picture: its cluster drawn from the picture data as SVG, on the server, so that it needs no script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

WIDTH, HEIGHT = 240, 80
PENDING_WIDTH = 42  # right of the cluster, where the pods stand that found no node
LABEL_HEIGHT = 14
ZONE_GAP, ZONE_PADDING = 10, 6
NODE_GAP, NODE_MIN_WIDTH = 5, 12
POD_PITCH, POD_SIZE, POD_INSET = 11, 8, 5.5


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    def rect(self, css: str, radius: float) -> SafeString:
        return format_html(
            '<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="{}"/>',
            css, round(self.x, 1), round(self.y, 1), round(self.width, 1), round(self.height, 1), radius,
        )  # fmt: skip


@register.simple_tag
def case_picture(picture: dict[str, Any]) -> SafeString:
    """Picture data (webui.runs.picture) as an inline SVG."""
    pending = int(picture.get("pending") or 0)
    parts = [*_zones(picture["zones"], WIDTH - (PENDING_WIDTH if pending else 0))]
    if pending:
        parts.append(_pending(pending))
    return format_html(
        '<svg class="pic" viewBox="0 0 {} {}" preserveAspectRatio="xMinYMid"'
        ' width="{}" height="{}" aria-hidden="true">{}</svg>',
        WIDTH, HEIGHT, WIDTH, HEIGHT, mark_safe("".join(parts)),  # each part is escaped
    )  # fmt: skip


def _zones(zones: list[dict[str, Any]], width: float) -> Iterator[SafeString]:
    """Zones share the width by their number of nodes."""
    label = LABEL_HEIGHT if any(zone["name"] for zone in zones) else 0
    slots = sum(max(1, len(zone["nodes"])) for zone in zones)
    fixed = (len(zones) - 1) * ZONE_GAP + len(zones) * 2 * ZONE_PADDING
    fixed += sum(max(0, len(zone["nodes"]) - 1) for zone in zones) * NODE_GAP
    node_width = (width - 1 - fixed) / max(1, slots)
    x = 0.5
    for zone in zones:
        count = max(1, len(zone["nodes"]))
        zone_width = 2 * ZONE_PADDING + count * node_width + (count - 1) * NODE_GAP
        if node_width < NODE_MIN_WIDTH:  # many nodes: equal shares, nodes in rows
            zone_width = (width - 1 - (len(zones) - 1) * ZONE_GAP) / len(zones)
        if zone["name"]:
            yield format_html('<text x="{}" y="11">{}</text>', round(x, 1), _cut(zone["name"], zone_width))
        box = Box(x, 4.5 + label, zone_width, HEIGHT - 5 - label)
        yield box.rect("z", 5)
        yield from _nodes(zone["nodes"], box)
        x += zone_width + ZONE_GAP


def _nodes(nodes: list[dict[str, Any]], zone: Box) -> Iterator[SafeString]:
    if not nodes:
        return
    inner = Box(zone.x + ZONE_PADDING, zone.y + ZONE_PADDING, zone.width - 2 * ZONE_PADDING, zone.height - 12)
    columns, rows, gap = _grid(len(nodes), inner)
    width = (inner.width - (columns - 1) * gap) / columns
    height = (inner.height - (rows - 1) * gap) / rows
    for index, node in enumerate(nodes[: columns * rows]):
        row, column = divmod(index, columns)
        box = Box(inner.x + column * (width + gap), inner.y + row * (height + gap), width, height)
        yield box.rect("n w" if node.get("winner") else "n", min(3, width / 4))
        yield from _pods(node, box)


def _grid(count: int, inner: Box) -> tuple[int, int, float]:
    """Columns, rows and gap: one row while the nodes are wide enough to hold a pod, else small squares."""
    one_row = (inner.width - (count - 1) * NODE_GAP) / count
    if one_row >= NODE_MIN_WIDTH:
        return count, 1, NODE_GAP
    rows = max(2, round((count * inner.height / inner.width) ** 0.5))
    return -(-count // rows), rows, 2


def _pods(node: dict[str, Any], box: Box) -> Iterator[SafeString]:
    """Running pods, then those that landed here; what does not fit is not drawn: the picture is a sketch."""
    landed = int(node.get("winner") or 0)
    columns = int((box.width - POD_INSET) // POD_PITCH)
    rows = int((box.height - POD_INSET) // POD_PITCH)
    marks = ["p run"] * int(node["pods"]) + ["p new"] * landed
    room = columns * rows
    if len(marks) > room:
        marks = marks[: max(0, room - landed)] + marks[-landed:] * bool(landed)
    for index, css in enumerate(marks[:room]):
        row, column = divmod(index, columns)
        yield Box(
            box.x + POD_INSET + column * POD_PITCH, box.y + POD_INSET + row * POD_PITCH, POD_SIZE, POD_SIZE
        ).rect(css, 1.5)


def _pending(count: int) -> SafeString:
    """A dotted line and the pods that stay outside; more than three are a number."""
    x = WIDTH - PENDING_WIDTH + 12
    line = format_html('<line class="t" x1="{}" x2="{}" y1="4" y2="76"/>', x, x)
    shown = min(count, 3)
    top = HEIGHT / 2 - 4.5 - (shown - 1) * 7
    marks = format_html_join(
        "",
        '<rect class="p pd" x="{}" y="{}" width="9" height="9" rx="1.5"/>',
        ((x + 13.5, top + 14 * index) for index in range(shown)),
    )
    more = (
        format_html('<text class="more" x="{}" y="76">+{}</text>', x + 11, count - shown)
        if count > shown
        else ""
    )
    return format_html("{}{}{}", line, marks, more)


def _cut(name: str, width: float) -> str:
    room = max(1, int(width / 5.4))
    return name if len(name) <= room else name[: max(1, room - 1)] + "…"
