from __future__ import annotations

import pytest

from webui.core.runs.picture import NodePicture, ZonePicture
from webui.core.runs.sketch import Area, Style, node_marks, zone_areas
from webui.features.exports.card import STYLE as CARD
from webui.features.gallery.templatetags.pictures import STYLE as CASE
from webui.features.gallery.templatetags.pictures import case_picture

WHOLE = Area(0, 0, 240, 60)
STYLES = pytest.mark.parametrize("style", [CASE, CARD], ids=["case", "card"])


def zone(*nodes: tuple[int, int], name: str = "") -> ZonePicture:
    """A zone of nodes, each with pods that ran before and pods that landed."""
    listed = [NodePicture(name=f"n{i}", pods=pods, winner=won) for i, (pods, won) in enumerate(nodes)]
    return ZonePicture(name=name, nodes=listed)


def within(inner: Area, outer: Area) -> bool:
    slack = 1e-9
    return (
        inner.x >= outer.x - slack
        and inner.y >= outer.y - slack
        and inner.x + inner.width <= outer.x + outer.width + slack
        and inner.y + inner.height <= outer.y + outer.height + slack
    )


@STYLES
@pytest.mark.parametrize("counts", [(1,), (3, 1), (4, 4, 4), (12, 2)])
def test_zones_share_the_width_and_hold_their_nodes(style: Style, counts: tuple[int, ...]) -> None:
    zones = [zone(*[(0, 0)] * count) for count in counts]
    placed = list(zone_areas(zones, WHOLE, style))
    right = [area.x + area.width for _, area in placed]
    assert right[-1] == pytest.approx(WHOLE.width)
    for (_, area), before in zip(placed[1:], right, strict=False):
        assert area.x == pytest.approx(before + style.zone_gap)
    for drawn, area in placed:
        marks = list(node_marks(drawn["nodes"], area, style))
        assert len(marks) == len(drawn["nodes"])
        assert all(within(mark.area, area) for mark in marks)


@STYLES
def test_where_pods_do_not_fit_those_that_landed_are_drawn(style: Style) -> None:
    [(drawn, area)] = zone_areas([zone((100, 1))], WHOLE, style)
    kinds = [mark.kind for mark in node_marks(drawn["nodes"], area, style)]
    assert kinds[0] == "winner"
    assert kinds[-1] == "landed"
    assert 1 < kinds.count("running") < 100
    assert kinds.count("landed") == 1


def test_a_zone_without_nodes_is_empty() -> None:
    [(drawn, area)] = zone_areas([zone()], WHOLE, CASE)
    assert list(node_marks(drawn["nodes"], area, CASE)) == []


def test_in_a_node_smaller_than_a_pod_none_is_drawn() -> None:
    svg = case_picture({"zones": [zone(*[(3, 1)] * 400)], "pending": 0})
    assert svg.count('class="n w"') == 400
    assert 'class="p ' not in svg
