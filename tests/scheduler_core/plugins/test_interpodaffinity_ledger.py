"""What is told of each term, summed up, gives the plugin's own counts and scores: for every cycle of the vectors."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from scheduler_core import Cycle
from tests.scheduler_core.explain.test_cycle_view import cycles

Json = dict[str, Any]
TABLES = (
    ("affinity_counts", "incoming", "required affinity"),
    ("anti_affinity_counts", "incoming", "required anti-affinity"),
    ("existing_anti_affinity_counts", "existing", "required anti-affinity"),
)


def counted(terms: list[Json], weight: str | None) -> Counter[tuple[str, str]]:
    """Per topology pair, the pods of these terms, each worth its weight."""
    found: Counter[tuple[str, str]] = Counter()
    for term in terms:
        for domain in term["domains"]:
            worth = term[weight] if weight else 1
            found[term["topology_key"], domain["value"]] += domain["count"] * worth
    return found


def met(ledger: Json) -> list[Json]:
    return [term for term in ledger["terms"] if term["side"] == "incoming" or term["matches_incoming"]]


def check_tables(ledger: Json) -> None:
    for table, side, kind in TABLES:
        terms = [term for term in met(ledger) if (term["side"], term["kind"]) == (side, kind)]
        summed: Counter[tuple[str, str]] = Counter()
        for row in ledger[table]:
            summed[row["key"], row["value"]] += row["count"]
        assert +summed == +counted(terms, None), table


def check_scores(ledger: Json) -> None:
    worth = [term for term in met(ledger) if term["points"]]
    scores = {(row["key"], row["value"]): row["score"] for row in ledger["scores"] if row["score"]}
    assert scores == {pair: points for pair, points in counted(worth, "points").items() if points}


def check_matches(ledger: Json) -> None:
    """A term matches whom all its clauses and its namespaces let in."""
    own = [term for term in ledger["terms"] if term["side"] == "incoming"]
    for each in ledger["classes"]:
        for term, cell in zip(own, each["cells"], strict=True):
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
    seen = 0
    for cycle in cycles(topic):
        ledger = ledger_of(cycle)
        if ledger is None:
            continue
        seen += 1
        check_tables(ledger)
        check_matches(ledger)
        answers = cycle.trace().get("preScore", {})
        if "InterPodAffinity" in answers and answers["InterPodAffinity"]["code"] == "Success":
            check_scores(ledger)
    assert seen > 3
