"""Draw the cluster of a case as SVG on the server, so that it needs no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from webui.core.runs.picture import Picture, ZonePicture
from webui.core.runs.sketch import Area, PodLayout, Style, equal_widths, node_marks, zone_areas

register = template.Library()

WIDTH, HEIGHT = 240, 80
PENDING_WIDTH = 42  # of the area for pending pods, right of the cluster
LABEL_HEIGHT = 18
ZONE_GAP, ZONE_INSET = 10, 6
NODE_GAP, NODE_MIN_WIDTH = 5, 12

CLASSES = {"node": "n", "winner": "n w", "running": "p run", "landed": "p new"}


def _widths(zones: Sequence[ZonePicture], width: float) -> Sequence[float]:
    """Divide the width by the number of nodes; equally if there are so many nodes that they form rows."""
    counts = [max(1, len(zone["nodes"])) for zone in zones]
    fixed_width = (
        (len(zones) - 1) * ZONE_GAP + len(zones) * 2 * ZONE_INSET + (sum(counts) - len(zones)) * NODE_GAP
    )
    node_width = (width - fixed_width) / max(1, sum(counts))
    if node_width < NODE_MIN_WIDTH:
        return equal_widths(ZONE_GAP)(zones, width)
    return [2 * ZONE_INSET + count * node_width + (count - 1) * NODE_GAP for count in counts]


def _grid(count: int, inner: Area) -> tuple[int, int, float]:
    """Return columns, rows and gap: one row if the nodes are wide enough for a pod, else small squares."""
    width_in_one_row = (inner.width - (count - 1) * NODE_GAP) / count
    if width_in_one_row >= NODE_MIN_WIDTH:
        return count, 1, NODE_GAP
    rows = max(2, round((count * inner.height / inner.width) ** 0.5))
    return -(-count // rows), rows, 2


STYLE = Style(ZONE_GAP, ZONE_INSET, _widths, _grid, PodLayout(side=8, pitch=11, inset=5.5))


@register.simple_tag
def case_picture(picture: Picture) -> SafeString:
    """Draw picture data (webui.core.runs.picture) as an inline SVG."""
    pending = int(picture.get("pending") or 0)
    parts = [*_cluster(picture["zones"], WIDTH - (PENDING_WIDTH if pending else 0))]
    if pending:
        parts.append(_pending(pending))
    return format_html(
        '<svg class="pic" viewBox="0 0 {} {}" preserveAspectRatio="xMinYMid"'
        ' width="{}" height="{}" aria-hidden="true">{}</svg>',
        WIDTH, HEIGHT, WIDTH, HEIGHT, mark_safe("".join(parts)),  # each part is escaped
    )  # fmt: skip


def _cluster(zones: list[ZonePicture], width: float) -> Iterator[SafeString]:
    label = LABEL_HEIGHT if any(zone["name"] for zone in zones) else 0
    area = Area(0.5, 4.5 + label, width - 1, HEIGHT - 5 - label)
    for zone, box in zone_areas(zones, area, STYLE):
        if zone["name"]:
            yield format_html('<text x="{}" y="13">{}</text>', round(box.x, 1), _cut(zone["name"], box.width))
        yield _rect("z", box, 5)
        for mark in node_marks(zone["nodes"], box, STYLE):
            radius = min(3, mark.area.width / 4) if mark.kind in ("node", "winner") else 1.5
            yield _rect(CLASSES[mark.kind], mark.area, radius)


def _rect(css: str, area: Area, radius: float) -> SafeString:
    return format_html(
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="{}"/>',
        css, round(area.x, 1), round(area.y, 1), round(area.width, 1), round(area.height, 1), radius,
    )  # fmt: skip


def _pending(count: int) -> SafeString:
    """Draw a dotted line and up to three pending pods; the rest is a number."""
    x = WIDTH - PENDING_WIDTH + 12
    line = format_html('<line class="t" x1="{}" x2="{}" y1="4" y2="76"/>', x, x)
    drawn_count = min(count, 3)
    top = HEIGHT / 2 - 4.5 - (drawn_count - 1) * 7
    marks = format_html_join(
        "",
        '<rect class="p pd" x="{}" y="{}" width="9" height="9" rx="1.5"/>',
        ((x + 13.5, top + 14 * index) for index in range(drawn_count)),
    )
    more = (
        format_html('<text class="more" x="{}" y="76">+{}</text>', x + 11, count - drawn_count)
        if count > drawn_count
        else ""
    )
    return format_html("{}{}{}", line, marks, more)


def _cut(name: str, width: float) -> str:
    room = max(1, int(width / 7))
    return name if len(name) <= room else name[: max(1, room - 1)] + "…"
