"""The required affinity of a pod: who matches its terms."""

from __future__ import annotations

from webui.features.learn.scene import Figures
from webui.features.learn.turn import Turn


def figures(turn: Turn) -> Figures:
    """Return how many running pods match all terms or some, and whether the pod itself matches all; or nothing."""
    ledger = turn.view["affinity"]
    terms = ledger["terms"] if ledger else []
    required = [
        n
        for n, term in enumerate(terms)
        if term["kind"] == "required affinity" and term["side"] == "incoming"
    ]
    if ledger is None or not required:
        return {}
    matched = [([group["cells"][n]["ok"] for n in required], group["count"]) for group in ledger["classes"]]
    return {
        "matching": sum(count for terms_met, count in matched if all(terms_met)),
        "matching_some": sum(count for terms_met, count in matched if any(terms_met)),
        "matches_itself": "yes" if ledger["matches_itself"] else "no",
    }
