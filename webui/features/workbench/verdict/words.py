"""The outcome of an attempt in words: for titles, pictures and the page without scripts."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from webui.features.workbench.verdict.subject import Attempt

SITE = "SchedScope"


def labelled(label: str, text: str) -> str:
    """Return both with the colon of the language between them."""
    return gettext("%(label)s: %(text)s") % {"label": label, "text": text}


def headline(attempt: Attempt) -> str:
    """Return the outcome: `Rejected by PodTopologySpread`, `Placed on node4`, `Pending`."""
    if attempt.node:
        return gettext("Placed on %(node)s") % {"node": attempt.node}
    if attempt.finished["skipped"]:
        return str(attempt.finished["skipped"])
    if node := attempt.finished.get("nominated_node"):
        return gettext("Preempts on %(node)s") % {"node": node}
    if plugin := attempt.rejected_by:
        return gettext("Rejected by %(plugin)s") % {"plugin": plugin}
    return gettext("Pending")


def sentence(attempt: Attempt) -> str:
    """Return the text below the title of a preview. A message of the scheduler is not translated."""
    if message := attempt.finished["message"]:
        return str(message)
    if attempt.node and attempt.filter:
        counts = attempt.filter["counts"]
        return ngettext(
            "%(pod)s runs on %(node)s: %(feasible)s of %(nodes)s node was feasible.",
            "%(pod)s runs on %(node)s: %(feasible)s of %(nodes)s nodes were feasible.",
            counts["nodes"],
        ) % {"pod": attempt.pod, "node": attempt.node, **counts}
    return labelled(attempt.pod, headline(attempt))


def title(attempt: Attempt | None, scenario: str) -> str:
    """Return the title of a page: `Rejected by PodTopologySpread · web-3 · Rollout skew`."""
    return " · ".join((headline(attempt), attempt.name, scenario)) if attempt else scenario
