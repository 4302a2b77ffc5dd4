"""The reasons of a guess in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from webui.features.gallery.reasons import Beaten, Reason

_WHY: dict[str, Promise] = {
    "alone": _("It is the only node that passes every filter."),
    "alone later": _("In attempt %(attempt)s it is the only node that passes every filter."),
    "evicted": _("No node passed every filter: preemption evicted %(victims)s from it."),
    "tied": _("It ties for the highest total, %(total)s: one of these nodes is picked at random."),
    "tied, not drawn": _("It ties for the highest total, %(total)s: a quiet cluster takes %(likely)s."),
    "none": _("No node passes every filter."),
    "rejected": _("The scheduler says “%(why)s”."),
}
_AGAINST: dict[str, Promise] = {
    "skewed": _(
        "%(domain)s would have %(count)s, %(over)s more than %(smallest)s; maxSkew allows %(max_skew)s"
    ),
    "rejected": _("the scheduler says “%(why)s”"),
    "excluded": _(
        "the pod's node affinity or selector excludes it; “%(why)s” is only what this scheduler checks first"
    ),
    "unseen": _("the search had found enough nodes before it came there"),
    "passed": _("%(best)s passes every filter"),
    "passed later": _("in attempt %(attempt)s %(best)s passes every filter"),
    "evicted": _("preemption evicted %(victims)s from %(node)s"),
    "hopeless": _("evictions there would not help, the scheduler says “%(why)s”"),
    # By the rules of preemption.
    "pdb violations": _("%(best)s costs fewer violations of budgets, %(best_value)s against %(value)s"),
    "highest victim priority": _(
        "the victim that is compared has priority %(value)s, that on %(best)s %(best_value)s"
    ),
    "sum of victim priorities": _("the priorities of the victims on %(best)s add up to less"),
    "number of victims": _("%(best)s costs fewer pods, %(best_value)s against %(value)s"),
    "earliest start of the highest victims": _("the victims on %(best)s started later"),
}


def why_not(choice: str, reason: Reason) -> str:
    """Say why a choice is wrong."""
    return gettext("Not %(choice)s: %(why)s.") % {"choice": choice, "why": _against(reason)}


def why(reason: Reason) -> str:
    """Say why the right choice is right."""
    if reason["kind"] == "beaten":
        comparison = {"node": reason["node"], "reason": _comparison(reason)}
        return gettext("%(node)s passes too, but %(reason)s.") % comparison
    return _worded(_WHY, reason)


def _against(reason: Reason) -> str:
    if reason["kind"] == "beaten":
        return gettext("it passes, but %(reason)s") % {"reason": _comparison(reason)}
    return _worded(_AGAINST, reason)


def _worded(sentences: dict[str, Promise], reason: Reason) -> str:
    name = _name(reason)
    figures: dict[str, object] = dict(reason)
    if reason["kind"] == "evicted":
        figures["victims"] = ", ".join(reason["victims"])
    return str(sentences[name]) % figures if name in sentences else ""


def _name(reason: Reason) -> str:
    """Return the name of a reason's sentence."""
    match reason["kind"]:
        case "spared":
            return reason["rule"]
        case "tied" if reason["likely"]:
            return "tied, not drawn"
        case ("alone" | "passed") as kind if reason["attempt"] > 1:
            return f"{kind} later"
        case kind:
            return kind


def _comparison(reason: Beaten) -> str:
    sentence = (
        gettext(
            "%(best)s runs fewer pods, which %(plugin)s prefers: %(best_points)s to %(points)s, in total "
            "%(best_total)s to %(total)s"
        )
        if reason["is_fuller"]
        else gettext(
            "%(plugin)s prefers %(best)s: %(best_points)s to %(points)s, in total %(best_total)s to %(total)s"
        )
    )
    return sentence % dict(reason)
