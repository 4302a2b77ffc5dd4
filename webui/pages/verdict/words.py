"""What became of an attempt, in words: for titles, pictures and the page without scripts."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from webui.pages.verdict.subject import Attempt

SITE = "SchedScope"


def short(attempt: Attempt) -> str:
    """`Rejected by PodTopologySpread`, `Placed on node4`, `Pending`."""
    if attempt.node:
        return gettext("Placed on %(node)s") % {"node": attempt.node}
    if attempt.finished["skipped"]:
        return str(attempt.finished["skipped"])
    if node := attempt.finished.get("nominated_node"):
        return gettext("Makes room on %(node)s") % {"node": node}
    if plugin := attempt.rejected_by:
        return gettext("Rejected by %(plugin)s") % {"plugin": plugin}
    return gettext("Pending")


def sentence(attempt: Attempt) -> str:
    """What a preview says under the title. A message of the scheduler stays as it is."""
    if message := attempt.finished["message"]:
        return str(message)
    if attempt.node and attempt.filter:
        counts = attempt.filter["counts"]
        return ngettext(
            "%(pod)s runs on %(node)s: %(feasible)s of %(nodes)s node was feasible.",
            "%(pod)s runs on %(node)s: %(feasible)s of %(nodes)s nodes were feasible.",
            counts["nodes"],
        ) % {"pod": attempt.pod, "node": attempt.node, **counts}
    return f"{attempt.pod}: {short(attempt)}"


def title(attempt: Attempt | None, scenario: str) -> str:
    """`Rejected by PodTopologySpread · web-3 · Rollout skew`."""
    return " · ".join((short(attempt), attempt.name, scenario)) if attempt else scenario
