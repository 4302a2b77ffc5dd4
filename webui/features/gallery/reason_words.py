"""The reasons of a guess in words."""

from __future__ import annotations

from django.utils.translation import gettext

from webui.features.gallery.reasons import Beaten, Reason, Skewed


def why_not(choice: str, reason: Reason) -> str:
    """Say why a choice is wrong."""
    return gettext("Not %(choice)s: %(why)s.") % {"choice": choice, "why": _against(reason)}


def why(reason: Reason) -> str:
    """Say why the right choice is right."""
    match reason["kind"]:
        case "beaten":
            return _for(reason)
        case "alone":
            return gettext("It is the only node that passes every filter.")
        case "tied":
            return gettext(
                "It ties for the highest total, %(total)s: one of these nodes is picked at random."
            ) % {"total": reason["total"]}
        case "none":
            return gettext("No node passes every filter.")
        case _:
            return ""


def _against(reason: Reason) -> str:
    match reason["kind"]:
        case "skewed":
            return _skew(reason)
        case "rejected":
            return gettext("the scheduler says “%(why)s”") % {"why": reason["why"]}
        case "beaten":
            return gettext("it passes, but %(reason)s") % {"reason": _comparison(reason)}
        case "passed":
            return gettext("%(best)s passes every filter") % {"best": reason["best"]}
        case _:
            return ""


def _skew(reason: Skewed) -> str:
    sentence = gettext(
        "%(domain)s would have %(count)s, %(over)s more than %(smallest)s; maxSkew allows %(max_skew)s"
    )
    return sentence % dict(reason)


def _for(reason: Beaten) -> str:
    return gettext("%(node)s passes too, but %(reason)s.") % {
        "node": reason["node"],
        "reason": _comparison(reason),
    }


def _comparison(reason: Beaten) -> str:
    sentence = (
        gettext(
            "%(best)s runs fewer pods, so it has more room: %(plugin)s %(best_points)s to %(points)s, in "
            "total %(best_total)s to %(total)s"
        )
        if reason["is_fuller"]
        else gettext(
            "%(plugin)s prefers %(best)s: %(best_points)s to %(points)s, in total %(best_total)s to %(total)s"
        )
    )
    return sentence % dict(reason)
