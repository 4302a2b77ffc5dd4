"""Matching pods per domain, compared with what a spread constraint allows."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scheduler_core.contract import HardSpreadConstraint, HardSpreadDomain
from webui.ground.figures.frame import (
    CONFIG,
    ROW,
    Figure,
    Json,
    frame,
    key_name,
    line,
    names_axis,
    note,
    plain,
    rows_axis,
    tick_step,
    value_axis,
)
from webui.ground.figures.palette import Palette

MAX_ROWS = 8  # more domains are drawn as columns
MAX_NAMED = 24  # columns with a name
MAX_DOMAINS = 160
STRETCH = 1.5  # of the axis, for the text behind the bars
HALF = 0.32  # of a bar's thickness, in rows


def skew(constraint: HardSpreadConstraint, colours: Palette, closed: Collection[str] = ()) -> Figure:
    """Return the figure of a hard constraint: counts, this pod on top, the minimum, and the allowed band.

    `closed` are the domains that can never take the pod.
    """
    domains = _selected_domains(constraint)
    chart = (
        _Rows(constraint, domains, colours, closed)
        if len(domains) <= MAX_ROWS
        else _Columns(constraint, domains, colours, closed)
    )
    return {"data": [chart.bars()], "layout": chart.layout(), "config": CONFIG}


def summary(constraint: HardSpreadConstraint) -> str:
    """Describe the figure in two sentences."""
    domains = constraint["domains"]
    counts = ", ".join(f"{domain['value']} {domain['count']}" for domain in domains[:MAX_ROWS])
    more = f" and {len(domains) - MAX_ROWS} more" if len(domains) > MAX_ROWS else ""
    low, high = allowed(constraint)
    return (
        f"Matching pods per {key_name(constraint['topology_key'])}: {counts or 'no domain'}{more}. "
        f"Minimum {low}, limit {high}."
    )


def allowed(constraint: HardSpreadConstraint) -> tuple[int, int]:
    """Return the global minimum and the highest count that maxSkew allows."""
    low = constraint["minimum"]["value"] if constraint["domains"] else 0
    return low, low + constraint["max_skew"]


def _selected_domains(constraint: HardSpreadConstraint) -> list[HardSpreadDomain]:
    """Return all domains, or the emptiest and the fullest if there are too many."""
    domains: list[HardSpreadDomain] = constraint["domains"]
    if len(domains) <= MAX_DOMAINS:
        return domains
    ordered = sorted(domains, key=lambda domain: int(domain["count"]))
    return ordered[: MAX_DOMAINS // 2] + ordered[-MAX_DOMAINS // 2 :]


class _Chart:
    """The parts shared by both directions; `counts` and `names` are the axes of the counts and the names."""

    counts: str
    names: str

    def __init__(
        self,
        constraint: HardSpreadConstraint,
        domains: list[HardSpreadDomain],
        colours: Palette,
        closed: Collection[str],
    ) -> None:
        self.constraint = constraint
        self.domains = domains
        self.colours = colours
        self.closed = closed
        self.self_match: int = constraint["self_match"]
        self.low, self.high = allowed(constraint)
        fullest = max((domain["count"] for domain in domains), default=0)
        self.largest = max(fullest + self.self_match, self.high, 1)

    def bars(self) -> Json:
        counts = [domain["count"] for domain in self.domains]
        return {
            "type": "bar",
            self.counts: counts,
            self.names: list(range(len(self.domains))),
            "width": 2 * HALF,
            "marker": {"color": self.colours.ink_2, "line": {"width": 0}},
            "textfont": {"size": 13, "color": self.colours.surface, "weight": 600},
            "textangle": 0,
            "hovertext": [self._hover(domain) for domain in self.domains],
            "hoverinfo": "text",
        }

    def shapes(self) -> list[Json]:
        low, high, colours = self.low, self.high, self.colours
        band = {"type": "rect", "fillcolor": colours.pass_soft, "line": {"width": 0}, "layer": "below"}
        return [
            {**band, **self._span(low, high), **self._across()},
            *self._ghosts(),
            line(colours.ink, **self._span(low, low), **self._across()),
            line(colours.reject, dash="4px,3px", **self._span(high, high), **self._across()),
        ]

    def _ghosts(self) -> Iterator[Json]:
        if not self.self_match:
            return
        for position, domain in enumerate(self.domains):
            over = not domain["fits"]
            colour = self.colours.reject if over else self.colours.ink_2
            place = self._across(position - HALF, position + HALF)
            span = self._span(domain["count"], domain["count"] + self.self_match)
            yield {**line(colour, width=1.25, dash="3px,2px"), "type": "rect", **span, **place}

    def _hover(self, domain: HardSpreadDomain) -> str:
        n = len(domain["nodes"])
        sum_ = _("%(count)s matching + %(self)s self − %(low)s minimum = %(skew)s, maxSkew %(limit)s") % {
            "count": domain["count"],
            "self": self.self_match,
            "low": self.low,
            "skew": domain["skew"],
            "limit": self.constraint["max_skew"],
        }
        return f"<b>{plain(domain['value'])}</b>, {ngettext('%(n)s node', '%(n)s nodes', n) % {'n': n}}<br>{sum_}"

    def _outcome(self, domain: HardSpreadDomain) -> str:
        after = domain["count"] + self.self_match
        if domain["value"] in self.closed:
            return _("%(n)s, not available to this pod") % {"n": after}
        if domain["fits"]:
            return _("%(n)s, allowed") % {"n": after}
        over = _("%(n)s, over by %(more)s") % {"n": after, "more": after - self.high}
        return f"<b>{over}</b>"

    def _minimum_text(self) -> str:
        text = _("global minimum %(n)s") % {"n": self.low}
        return f"{text} (minDomains)" if self.constraint["minimum"]["forced_zero"] else text

    def _span(self, start: float, end: float) -> Json:
        axis = self.counts
        return {f"{axis}0": start, f"{axis}1": end}

    def _across(self, start: float = 0, end: float = 1) -> Json:
        """Return the extent between two positions on the axis of the names; by default from edge to edge."""
        axis = self.names
        edges = (start, end) == (0, 1)
        return {
            f"{axis}0": start,
            f"{axis}1": end,
            f"{axis}ref": "paper" if edges else axis,
        }


class _Rows(_Chart):
    counts, names = "x", "y"

    def bars(self) -> Json:
        return {
            **super().bars(),
            "orientation": "h",
            "text": [str(domain["count"] or "") for domain in self.domains],
            "textposition": "inside",
            "insidetextanchor": "start",
        }

    def layout(self) -> Json:
        rows = max(1, len(self.domains))
        names = [domain["value"] for domain in self.domains]
        return frame(
            self.colours,
            height=rows * (ROW + 8) + 64,
            summary=summary(self.constraint),
            margin={"l": 8, "r": 8, "t": 36, "b": 24},
            xaxis=value_axis(
                self.colours,
                range=[0, self.largest * STRETCH],
                dtick=tick_step(self.largest * STRETCH),
                tick0=0,
            ),
            yaxis=rows_axis(self.colours, names),
            shapes=self.shapes(),
            annotations=[*self._line_notes(), *self._row_notes()],
        )

    def _line_notes(self) -> Iterator[Json]:
        """Yield the notes of the two lines, one above the other: with a small maxSkew the lines are close."""
        for text, x, height in (
            (self._minimum_text(), self.low, 16),
            (_("minimum + maxSkew = %(n)s") % {"n": self.high}, self.high, 1),
        ):
            right_half = x > self.largest * STRETCH / 2
            yield note(
                text,
                self.colours.ink_2,
                x=x,
                y=1,
                yref="paper",
                yanchor="bottom",
                yshift=height,
                xanchor="right" if right_half else "left",
                xshift=-2 if right_half else 2,
            )

    def _row_notes(self) -> Iterator[Json]:
        for position, domain in enumerate(self.domains):
            count = domain["count"]
            if self.self_match:
                yield note("+1", self.colours.ink_2, x=count + self.self_match / 2, y=position)
            colour = self.colours.ink_2 if domain["fits"] else self.colours.reject_ink
            end = count + self.self_match
            yield note(self._outcome(domain), colour, x=end, y=position, xanchor="left", xshift=5)


class _Columns(_Chart):
    counts, names = "y", "x"

    def bars(self) -> Json:
        readable = len(self.domains) <= MAX_NAMED
        return {
            **super().bars(),
            "text": [str(domain["count"]) for domain in self.domains] if readable else None,
            "textposition": "inside",
            "insidetextanchor": "end",
        }

    def layout(self) -> Json:
        names = [domain["value"] for domain in self.domains]
        readable = len(names) <= MAX_NAMED
        top = max(self.largest, self.high) * 1.05
        return frame(
            self.colours,
            height=200,
            summary=summary(self.constraint),
            margin={"l": 8, "r": 8, "t": 36, "b": 8},
            xaxis=names_axis(
                self.colours,
                names,
                range=[-0.5, len(names) - 0.5],
                showticklabels=readable,
                tickangle=-45,
                ticklabeloverflow="allow",
            ),
            yaxis=value_axis(self.colours, range=[0, top], dtick=tick_step(top), tick0=0),
            shapes=self.shapes(),
            annotations=[*self._corner_notes()],
        )

    def _corner_notes(self) -> Iterator[Json]:
        where = {"xref": "paper", "yref": "paper", "x": 0, "y": 1, "xanchor": "left", "yanchor": "bottom"}
        lines = f"{self._minimum_text()}, {_('minimum + maxSkew = %(n)s') % {'n': self.high}}"
        total = len(self.constraint["domains"])
        cut = (
            _("%(n)s of %(total)s domains: the emptiest and the fullest")
            % {"n": len(self.domains), "total": f"{total:,}"}
            if total > MAX_DOMAINS
            else ""
        )
        yield note(lines, self.colours.ink_2, yshift=1, **where)
        yield note(cut, self.colours.ink_3, yshift=16, **where)
