"""In every cycle of the vectors the terms of the ledger add up to the plugin's own counts and scores."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from scheduler_core import Cycle
from tests.scheduler_core.explain.view.test_cycle_view import cycles

Json = dict[str, Any]
TABLES = (
    ("affinity_counts", "incoming", "required affinity"),
    ("anti_affinity_counts", "incoming", "required anti-affinity"),
    ("existing_anti_affinity_counts", "existing", "required anti-affinity"),
)


def counts_by_pair(terms: list[Json], weight: str | None) -> Counter[tuple[str, str]]:
    """Return per topology pair the sum of the pods of these terms, each times its weight."""
    counts: Counter[tuple[str, str]] = Counter()
    for term in terms:
        for domain in term["domains"]:
            points = term[weight] if weight else 1
            counts[term["topology_key"], domain["value"]] += domain["count"] * points
    return counts


def applicable_terms(ledger: Json) -> list[Json]:
    return [term for term in ledger["terms"] if term["side"] == "incoming" or term["matches_incoming"]]


def check_tables(ledger: Json) -> None:
    for table, side, kind in TABLES:
        terms = [term for term in applicable_terms(ledger) if (term["side"], term["kind"]) == (side, kind)]
        summed: Counter[tuple[str, str]] = Counter()
        for row in ledger[table]:
            summed[row["key"], row["value"]] += row["count"]
        assert +summed == +counts_by_pair(terms, None), table


def check_scores(ledger: Json) -> None:
    scoring_terms = [term for term in applicable_terms(ledger) if term["points"]]
    scores = {(row["key"], row["value"]): row["score"] for row in ledger["scores"] if row["score"]}
    assert scores == {
        pair: points for pair, points in counts_by_pair(scoring_terms, "points").items() if points
    }


def check_matches(ledger: Json) -> None:
    """Check that a term matches exactly the pods that are in scope and meet all its requirements."""
    own = [term for term in ledger["terms"] if term["side"] == "incoming"]
    for pod_class in ledger["classes"]:
        for term, cell in zip(own, pod_class["cells"], strict=True):
            selected = term["requirements"] is not None and all(cell["clauses"])
            assert cell["ok"] == (cell["in_scope"] and selected)
    for term in ledger["terms"]:
        if term["side"] == "existing":
            check = term["check"]
            selected = term["requirements"] is not None and all(c["ok"] for c in check["clauses"])
            assert term["matches_incoming"] == (check["in_scope"] and selected)


def ledger_of(cycle: Cycle) -> Json | None:
    view: Any = cycle.view()
    skipped = view["trace"].get("preFilter", {}).get("InterPodAffinity", {}).get("code") == "Skip"
    return None if skipped else view["affinity"]


@pytest.mark.parametrize("topic", ["interpodaffinity", "negative-namespaceselector"])
def test_terms_add_up_to_the_tables(topic: str) -> None:
    checked = 0
    for cycle in cycles(topic):
        ledger = ledger_of(cycle)
        if ledger is None:
            continue
        checked += 1
        check_tables(ledger)
        check_matches(ledger)
        answers = cycle.trace().get("preScore", {})
        if "InterPodAffinity" in answers and answers["InterPodAffinity"]["code"] == "Success":
            check_scores(ledger)
    assert checked > 3
