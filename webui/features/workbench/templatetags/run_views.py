"""The views of a run, which its pages lead to one another by: `{% run_views "walk" %}`."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

register = template.Library()


class RunView(NamedTuple):
    name: str
    label: str | Promise
    path: str  # below the address of the scenario or snapshot
    title: str | Promise


VIEWS = (
    RunView("answer", _("Answer"), "answer/", _("Pending pods by cause")),
    RunView("walk", _("Walk"), "", _("The run, step by step")),
    RunView("repairs", _("Repairs"), "repairs/", _("What it would take to place the pending pods")),
    RunView("daytwo", _("Day two"), "day-two/", _("What happens next: rollouts, drains, lost zones")),
    RunView("lint", _("Lint"), "lint/", _("What the manifests already say, before a run")),
    RunView("versions", _("Versions"), "upgrade/", _("The same input under other Kubernetes versions")),
    RunView("sweeps", _("Sweeps"), "sweeps/", _("Thousands of runs: over seeds, weights, versions, losses")),
)


@register.inclusion_tag("run_views.html", takes_context=True)
def run_views(context: dict[str, Any], here: str) -> dict[str, Any]:
    """Return the views with their addresses; scripts hide those that have nothing to show for the run."""
    path: str = context["request"].path
    below = next(f"/{view.path}" for view in VIEWS if view.name == here)
    base = path[: path.rindex(below) + 1] if below != "/" else path
    return {"views": [(view, base + view.path, view.name == here) for view in VIEWS]}
