from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest

from scheduler_core import Recording, Scenario, load
from scheduler_core.explain.view.contract import CycleView
from tests.conformance.vectors import read
from tests.webui.clusters import SPREAD, node, pod, source
from webui.ground.figures import Theme, figure
from webui.ground.figures.palette import DARK, LIGHT, Palette, readable_on

TOKENS = Path(__file__).parents[4] / "static/css/tokens.css"


@cache
def view(topic: str, name: str, cycle: int = 0) -> CycleView:
    objects = read(topic)[name]["scenario"]
    return cycle_of(
        Scenario.from_content({"objects": objects["objects"], "config": objects["config"]}), cycle
    )


def cycle_of(scenario: Scenario, cycle: int = 0) -> CycleView:
    return Recording.of(scenario).cycle(cycle).view()


def draw(
    name: str, cycle_view: CycleView, theme: Theme = "light", kind: Any = "normalized"
) -> dict[str, Any]:
    plotly_figure = figure(name, cycle_view, theme=theme, kind=kind)
    assert plotly_figure is not None
    # Plotly's own schema refuses what it does not know; JSON what the API could not send.
    go.Figure({"data": plotly_figure["data"], "layout": plotly_figure["layout"]})
    return dict(json.loads(json.dumps(plotly_figure)))


def texts(plotly_figure: dict[str, Any]) -> list[str]:
    return [note["text"] for note in plotly_figure["layout"].get("annotations", [])]


EXAMPLE = ("examples", "example-spread-one-constraint")
SCORED = ("mixed", "mixed-017", 0)  # affinity scores of both signs, nine nodes


def test_skew_bars_show_counts_this_pod_minimum_and_limit() -> None:
    plotly_figure = draw("skew-0", view(*EXAMPLE))
    (bars,) = plotly_figure["data"]
    assert bars["x"] == [2, 1]
    assert plotly_figure["layout"]["yaxis"]["ticktext"] == ["zoneA", "zoneB"]
    assert {"global minimum 1", "minimum + maxSkew = 2", "<b>3, over by 1</b>", "2, allowed"} <= set(
        texts(plotly_figure)
    )
    ghosts = [shape for shape in plotly_figure["layout"]["shapes"] if shape["line"].get("dash") == "3px,2px"]
    assert [(ghost["x0"], ghost["x1"]) for ghost in ghosts] == [(2, 3), (1, 2)]
    assert [ghost["line"]["color"] for ghost in ghosts] == [LIGHT.reject, LIGHT.ink_2]
    assert plotly_figure["layout"]["meta"]["summary"] == (
        "Matching pods per zone: zoneA 2, zoneB 1. Minimum 1, limit 2."
    )


def test_a_domain_that_can_never_take_the_pod_says_so() -> None:
    drawn = figure("skew-0", view(*EXAMPLE), theme="light", kind="normalized", closed=["zoneB"])
    assert drawn is not None
    assert {"<b>3, over by 1</b>", "2, not available to this pod"} <= set(texts(dict(drawn)))


def test_a_pod_that_does_not_match_itself_has_no_ghost() -> None:
    cycle_view = cycle_of(load(SPREAD.replace("matchLabels: {app: web}", "matchLabels: {app: other}")))
    plotly_figure = draw("skew-0", cycle_view)
    assert not [
        shape for shape in plotly_figure["layout"]["shapes"] if shape["line"].get("dash") == "3px,2px"
    ]


def test_a_minimum_that_min_domains_forces_says_so() -> None:
    plotly_figure = draw("skew-0", view("examples", "example-spread-min-domains"))
    assert "global minimum 0 (minDomains)" in texts(plotly_figure)


@pytest.mark.parametrize("zones", [1, 8, 9, 24, 25, 160, 161, 700])
def test_any_number_of_domains_is_drawn(zones: int) -> None:
    cluster = load(source(*(node(f"n{n}", zone=f"z{n}") for n in range(zones)), pod("web", max_skew=1)))
    plotly_figure = draw("skew-0", cycle_of(cluster))
    (bars,) = plotly_figure["data"]
    assert len(bars["x"]) == min(zones, 160)
    assert any("of 700 domains" in text for text in texts(plotly_figure)) == (zones == 700)
    assert plotly_figure["layout"]["height"] < 500


def test_without_a_domain_there_is_still_a_figure() -> None:
    cluster = load(source(node("n1").replace("zone: a", "region: a"), pod("web", max_skew=1)))
    plotly_figure = draw("skew-0", cycle_of(cluster))
    assert "no domain" in plotly_figure["layout"]["meta"]["summary"]


def test_a_soft_constraint_shows_its_arithmetic() -> None:
    plotly_figure = draw("skew-score-0", view("examples", "example-spread-schedule-anyway"))
    assert sorted(texts(plotly_figure)) == ["1 × 1.386 + 0 = 1.39", "2 × 1.386 + 0 = 2.77"]


def test_affinity_is_around_zero_with_sums_and_signs() -> None:
    cycle_view = view(*SCORED)
    plotly_figure = draw("affinity", cycle_view)
    colours, numbers, *_ = plotly_figure["data"]
    assert colours["zmin"] == -colours["zmax"]
    raw = cycle_view["trace"]["score"]["InterPodAffinity"]
    best = plotly_figure["layout"]["yaxis"]["ticktext"][0]
    assert best == cycle_view["trace"]["selected"]
    assert colours["z"][0][-1] == raw[best]
    assert min(raw.values()) < 0 < max(raw.values())
    shown_sums = {f"{'+' if sum_ > 0 else ''}{sum_}".replace("-", "\N{MINUS SIGN}") for sum_ in raw.values()}
    assert shown_sums <= set(numbers["text"])


@pytest.mark.parametrize("kind", ["normalized", "raw", "weighted"])
def test_the_heatmap_prints_every_score(kind: str) -> None:
    cycle_view = view(*SCORED)
    plotly_figure = draw("heatmap", cycle_view, kind=kind)
    colours, numbers = plotly_figure["data"]
    table = cycle_view["trace"]["score" if kind == "raw" else "normalized"]
    assert len(numbers["text"]) == sum(len(scores) for scores in table.values())
    if kind == "weighted":
        weights = cycle_view["trace"]["weights"]
        assert set(numbers["text"]) == {
            str(score * weights[plugin]) for plugin, scores in table.items() for score in scores.values()
        }
    assert all(0 <= value <= 100 for row in colours["z"] for value in row)


def test_totals_are_stacked_from_the_best_down() -> None:
    cycle_view = view(*SCORED)
    plotly_figure = draw("totals", cycle_view)
    total = cycle_view["trace"]["total"]
    nodes = plotly_figure["layout"]["yaxis"]["ticktext"]
    assert [total[name] for name in nodes] == sorted(total.values(), reverse=True)
    for row, name in enumerate(nodes):
        assert sum(part["x"][row] for part in plotly_figure["data"]) == total[name]
    (winner,) = plotly_figure["layout"]["shapes"]
    assert (winner["x1"], winner["y0"]) == (total[cycle_view["trace"]["selected"]], pytest.approx(-0.38))


def test_of_many_nodes_the_best_are_shown() -> None:
    cluster = load(source(*(node(f"n{n}") for n in range(90)), pod("web")))
    plotly_figure = draw("totals", cycle_of(cluster))
    assert len(plotly_figure["layout"]["yaxis"]["ticktext"]) == 40
    assert "the best 40 of 90 nodes" in texts(plotly_figure)


def test_names_are_shown_as_they_are() -> None:
    name = '<a href="javascript:alert(1)">x</a>'
    cycle_view = json.loads(json.dumps(view(*EXAMPLE)))
    cycle_view["spread"]["filter"][0]["domains"][0]["value"] = name
    plotly_figure = json.dumps(draw("skew-0", cycle_view)["data"])
    assert "<a" not in plotly_figure
    assert "&lt;a" in plotly_figure


def test_nothing_is_drawn_of_what_did_not_happen() -> None:
    pending = view("examples", "example-spread-min-domains")
    for name in ("affinity", "heatmap", "totals", "skew-1", "skew-score-0", "skew-", "other"):
        assert figure(name, pending, theme="light", kind="normalized") is None


@pytest.mark.parametrize("topic", ["examples", "mixed", "podtopologyspread", "interpodaffinity"])
def test_every_recorded_cycle_can_be_drawn(topic: str) -> None:
    names = ["affinity", "heatmap", "totals", "skew-0", "skew-1", "skew-score-0", "skew-score-1"]
    for name in list(read(topic))[:15]:
        cycle_view = view(topic, name)
        for plotly_figure in (figure(n, cycle_view, theme="dark", kind="raw") for n in names):
            if plotly_figure is not None:
                go.Figure({"data": plotly_figure["data"], "layout": plotly_figure["layout"]})
                assert plotly_figure["layout"]["meta"]["summary"]


# ---- colours -------------------------------------------------------------------------------------------


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))


@pytest.mark.parametrize(("colours", "selector"), [(LIGHT, ":root {"), (DARK, ':root[data-theme="dark"] {')])
def test_the_palette_is_that_of_the_page(colours: Palette, selector: str) -> None:
    page = tokens(TOKENS.read_text().split(selector, 1)[1].split("\n}", 1)[0])
    for name in ("surface", "line", "line_3", "ink", "ink_2", "ink_3", "accent", "reject", "pass_soft"):
        assert getattr(colours, name) == page[name.replace("_", "-")], name
    assert (colours.reject_ink, colours.part_on) == (page["reject-ink"], page["part-on"])
    assert list(colours.sequential) == [page[f"seq-{n}"] for n in range(6)]
    assert list(colours.diverging) == [page[f"div-{n}"] for n in ("n3", "n2", "n1", "0", "p1", "p2", "p3")]
    assert list(colours.parts) == [page[f"part-{n}"] for n in range(1, 8)]


def test_numbers_are_black_on_light_cells_and_white_on_dark_ones() -> None:
    assert readable_on(LIGHT.sequential, 0) == readable_on(DARK.sequential, 1) == "#14171c"
    assert readable_on(LIGHT.sequential, 1) == readable_on(DARK.sequential, 0) == "#ffffff"
