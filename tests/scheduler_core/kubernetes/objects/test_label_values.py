"""Values of labels that no API server accepts: refused where it checks them, never met in node affinity."""

from __future__ import annotations

import pytest

from scheduler_core import InvalidInput, Scenario
from tests.builders import Manifest, affinity, make_node, make_pod, make_service, with_spec
from tests.conformance.cycles import last_cycle

UNRENDERED = "{{ .Values.app }}"


@pytest.mark.parametrize(
    "manifest",
    [
        make_node("n1", disk=UNRENDERED),
        make_pod("p", app=UNRENDERED),
        make_pod("p", affinity=affinity("zone", app=UNRENDERED)),
        make_service("s", app=UNRENDERED),
        with_spec(make_pod("p"), nodeSelector={"disk": UNRENDERED}),
    ],
)
def test_an_unrendered_value_is_refused(manifest: Manifest) -> None:
    with pytest.raises(InvalidInput, match=r"must be a valid label value, got '\{\{ \.Values\.app \}\}'"):
        Scenario.from_content({"objects": [manifest]})


@pytest.mark.parametrize(
    ("operator", "value"), [("NotIn", UNRENDERED), ("NotIn", "-x-"), ("Gt", "-5"), ("Lt", "3.5")]
)
def test_node_affinity_with_a_value_that_cannot_be_parsed_never_matches(operator: str, value: str) -> None:
    clause = {"key": "size", "operator": operator, "values": [value]}
    terms = {"nodeSelectorTerms": [{"matchExpressions": [clause]}]}
    required = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}}
    cycle = last_cycle(make_node("n1", size="3"), make_node("n2"), make_pod("p", affinity=required))
    assert cycle["feasible"] == []
    assert {node["first"] for node in cycle["filter"].values()} == {"NodeAffinity"}
