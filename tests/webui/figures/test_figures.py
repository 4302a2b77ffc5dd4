from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest

from scheduler_core import Recording, Scenario, load
from scheduler_core.explain.contract import CycleView
from tests.conformance.vectors import read
from tests.webui.clusters import SPREAD, node, pod, source
from webui.figures import Theme, figure
from webui.figures.palette import DARK, LIGHT, Palette, readable_on

TOKENS = Path(__file__).parents[3] / "static/css/tokens.css"


@cache
def view(topic: str, name: str, cycle: int = 0) -> CycleView:
    objects = read(topic)[name]["scenario"]
    return cycle_of(
        Scenario.from_content({"objects": objects["objects"], "config": objects["config"]}), cycle
    )


def cycle_of(scenario: Scenario, cycle: int = 0) -> CycleView:
    return Recording.of(scenario).cycle(cycle).view()


def draw(name: str, shown: CycleView, theme: Theme = "light", kind: Any = "normalized") -> dict[str, Any]:
    drawn = figure(name, shown, theme=theme, kind=kind)
    assert drawn is not None
    # Plotly's own schema refuses what it does not know; JSON what the API could not send.
    go.Figure({"data": drawn["data"], "layout": drawn["layout"]})
    return dict(json.loads(json.dumps(drawn)))


def texts(drawn: dict[str, Any]) -> list[str]:
    return [note["text"] for note in drawn["layout"].get("annotations", [])]


EXAMPLE = ("examples", "example-spread-one-constraint")
SCORED = ("mixed", "mixed-017", 0)  # affinity scores of both signs, nine nodes


def test_skew_bars_show_counts_this_pod_minimum_and_limit() -> None:
    drawn = draw("skew-0", view(*EXAMPLE))
    (bars,) = drawn["data"]
    assert bars["x"] == [2, 1]
    assert drawn["layout"]["yaxis"]["ticktext"] == ["zoneA", "zoneB"]
    assert {"global minimum 1", "minimum + maxSkew = 2", "<b>3, over by 1</b>", "2, allowed"} <= set(
        texts(drawn)
    )
    ghosts = [shape for shape in drawn["layout"]["shapes"] if shape["line"].get("dash") == "3px,2px"]
    assert [(ghost["x0"], ghost["x1"]) for ghost in ghosts] == [(2, 3), (1, 2)]
    assert [ghost["line"]["color"] for ghost in ghosts] == [LIGHT.reject, LIGHT.ink_2]
    assert drawn["layout"]["meta"]["summary"] == (
        "Matching pods per zone: zoneA 2, zoneB 1. Minimum 1, limit 2."
    )


def test_a_pod_that_does_not_match_itself_has_no_ghost() -> None:
    shown = cycle_of(load(SPREAD.replace("matchLabels: {app: web}", "matchLabels: {app: other}")))
    drawn = draw("skew-0", shown)
    assert not [shape for shape in drawn["layout"]["shapes"] if shape["line"].get("dash") == "3px,2px"]


def test_a_minimum_that_min_domains_forces_says_so() -> None:
    drawn = draw("skew-0", view("examples", "example-spread-min-domains"))
    assert "global minimum 0 (minDomains)" in texts(drawn)


@pytest.mark.parametrize("zones", [1, 8, 9, 24, 25, 160, 161, 700])
def test_any_number_of_domains_is_drawn(zones: int) -> None:
    cluster = load(source(*(node(f"n{n}", zone=f"z{n}") for n in range(zones)), pod("web", max_skew=1)))
    drawn = draw("skew-0", cycle_of(cluster))
    (bars,) = drawn["data"]
    assert len(bars["x"]) == min(zones, 160)
    assert any("of 700 domains" in text for text in texts(drawn)) == (zones == 700)
    assert drawn["layout"]["height"] < 500


def test_without_a_domain_there_is_still_a_figure() -> None:
    cluster = load(source(node("n").replace("zone: a", "region: a"), pod("web", max_skew=1)))
    drawn = draw("skew-0", cycle_of(cluster))
    assert "no domain" in drawn["layout"]["meta"]["summary"]


def test_a_soft_constraint_shows_its_arithmetic() -> None:
    drawn = draw("skew-score-0", view("examples", "example-spread-schedule-anyway"))
    assert sorted(texts(drawn)) == ["1 × 1.386 + 0 = 1.39", "2 × 1.386 + 0 = 2.77"]


def test_affinity_is_around_zero_with_sums_and_signs() -> None:
    shown = view(*SCORED)
    drawn = draw("affinity", shown)
    colours, numbers, *_ = drawn["data"]
    assert colours["zmin"] == -colours["zmax"]
    raw = shown["trace"]["score"]["InterPodAffinity"]
    best = drawn["layout"]["yaxis"]["ticktext"][0]
    assert best == shown["trace"]["selected"]
    assert colours["z"][0][-1] == raw[best]
    assert min(raw.values()) < 0 < max(raw.values())
    shown_sums = {f"{'+' if sum_ > 0 else ''}{sum_}".replace("-", "\N{MINUS SIGN}") for sum_ in raw.values()}
    assert shown_sums <= set(numbers["text"])


@pytest.mark.parametrize("kind", ["normalized", "raw"])
def test_the_heatmap_prints_every_score(kind: str) -> None:
    shown = view(*SCORED)
    drawn = draw("heatmap", shown, kind=kind)
    colours, numbers = drawn["data"]
    table = shown["trace"]["score" if kind == "raw" else "normalized"]
    assert len(numbers["text"]) == sum(len(scores) for scores in table.values())
    assert all(0 <= value <= 100 for row in colours["z"] for value in row)


def test_totals_are_stacked_from_the_best_down() -> None:
    shown = view(*SCORED)
    drawn = draw("totals", shown)
    total = shown["trace"]["total"]
    nodes = drawn["layout"]["yaxis"]["ticktext"]
    assert [total[name] for name in nodes] == sorted(total.values(), reverse=True)
    for row, name in enumerate(nodes):
        assert sum(part["x"][row] for part in drawn["data"]) == total[name]
    (winner,) = drawn["layout"]["shapes"]
    assert (winner["x1"], winner["y0"]) == (total[shown["trace"]["selected"]], pytest.approx(-0.38))


def test_slopes_lead_from_raw_to_normalized() -> None:
    shown = view(*SCORED)
    drawn = draw("normalize", shown)
    panels = {text for text in texts(drawn) if text.startswith("<b>")}
    assert panels >= {"<b>Affinity</b>", "<b>Taint</b>"}
    accents = [shape for shape in drawn["layout"]["shapes"] if shape["line"]["color"] == LIGHT.accent]
    assert len(accents) == len(panels)


def test_of_many_nodes_the_best_are_shown() -> None:
    cluster = load(source(*(node(f"n{n}") for n in range(90)), pod("web")))
    drawn = draw("totals", cycle_of(cluster))
    assert len(drawn["layout"]["yaxis"]["ticktext"]) == 40
    assert "the best 40 of 90 nodes" in texts(drawn)


def test_names_are_shown_as_they_are() -> None:
    name = '<a href="javascript:alert(1)">x</a>'
    shown = json.loads(json.dumps(view(*EXAMPLE)))
    shown["spread"]["filter"][0]["domains"][0]["value"] = name
    drawn = json.dumps(draw("skew-0", shown)["data"])
    assert "<a" not in drawn
    assert "&lt;a" in drawn


def test_nothing_is_drawn_of_what_did_not_happen() -> None:
    pending = view("examples", "example-spread-min-domains")
    for name in ("affinity", "heatmap", "totals", "normalize", "skew-1", "skew-score-0", "skew-", "other"):
        assert figure(name, pending, theme="light", kind="normalized") is None


@pytest.mark.parametrize("topic", ["examples", "mixed", "podtopologyspread", "interpodaffinity"])
def test_every_recorded_cycle_can_be_drawn(topic: str) -> None:
    names = ["affinity", "heatmap", "totals", "normalize", "skew-0", "skew-1", "skew-score-0", "skew-score-1"]
    for name in list(read(topic))[:15]:
        shown = view(topic, name)
        for drawn in (figure(n, shown, theme="dark", kind="raw") for n in names):
            if drawn is not None:
                go.Figure({"data": drawn["data"], "layout": drawn["layout"]})
                assert drawn["layout"]["meta"]["summary"]


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
    assert list(colours.parts) == [page[f"part-{n}"] for n in range(1, 7)]


def test_numbers_are_black_on_light_cells_and_white_on_dark_ones() -> None:
    assert readable_on(LIGHT.sequential, 0) == readable_on(DARK.sequential, 1) == "#14171c"
    assert readable_on(LIGHT.sequential, 1) == readable_on(DARK.sequential, 0) == "#ffffff"
