"""The views of a run, each a question, by which its pages lead to one another: `{% run_views page "walk" %}`."""

from __future__ import annotations

from typing import NamedTuple

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from webui.features.workbench.run_page import RunPage

register = template.Library()


class RunView(NamedTuple):
    name: str
    label: str | Promise
    path: str  # below the address of the draft or link
    question: str | Promise


VIEWS = (
    RunView("answer", _("Answer"), "answer/", _("Why is it pending?")),
    RunView("walk", _("Walk"), "", _("How was it decided?")),
    RunView("repairs", _("Repairs"), "repairs/", _("What would it take?")),
    RunView("daytwo", _("Day two"), "day-two/", _("What happens next?")),
    RunView("runs", _("Many runs"), "sweeps/", _("Would it always happen?")),
)

OTHERS = RunView("", _("Views"), "", _("Questions about this run"))  # on a page that is none of them

PARTS_OF_MANY_RUNS = (
    RunView("sweeps", _("Sweeps"), "sweeps/", _("Thousands of runs: over seeds, weights, versions, losses")),
    RunView("versions", _("Versions"), "upgrade/", _("The same input under other Kubernetes versions")),
)


@register.inclusion_tag("run_views.html")
def run_views(page: RunPage, here: str) -> dict[str, object]:
    """Return the views with their addresses."""
    now = next((view for view in VIEWS if view.name == here), OTHERS)
    return {"views": [(view, page.address + view.path, view.name == here) for view in VIEWS], "now": now}


@register.inclusion_tag("run_parts.html")
def many_runs(page: RunPage, here: str) -> dict[str, object]:
    """Return the parts of "Many runs" with their addresses."""
    return {"parts": [(part, page.address + part.path, part.name == here) for part in PARTS_OF_MANY_RUNS]}
