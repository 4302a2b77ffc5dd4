"""Which changes are offered and which are not, since they could not help."""

from __future__ import annotations

from scheduler_core import Recording, Scenario
from scheduler_core.whatif.search import Search
from scheduler_core.whatif.trial import Trial
from tests.builders import Manifest, affinity, make_node, make_pod


def offered(*objects: Manifest, pod: str = "default/p") -> list[str]:
    """Return the texts of all changes that come up in the search."""
    search = Search(Trial.of(Recording.of(Scenario.from_content({"objects": list(objects)})), pod))
    list(search.repairs())
    return [change.text for change in search.offered]


def excluding_a_zone() -> list[Manifest]:
    """One zone with two nodes; p excludes pods with app=db from its zone."""
    pod = make_pod("p", affinity=affinity("zone", anti=True, app="db"))
    return [make_node("a1", zone="a"), make_node("a2", zone="a"), make_pod("db-0", node="a1", app="db"), pod]


def test_a_priority_is_offered_where_the_pods_of_one_node_are_in_the_way() -> None:
    assert [text for text in offered(*excluding_a_zone()) if text.startswith("priority 0 →")]


def test_no_priority_is_offered_where_pods_of_other_nodes_would_stay_in_the_way() -> None:
    second = make_pod("db-1", node="a2", app="db")
    texts = offered(*excluding_a_zone(), second)
    assert not [text for text in texts if text.startswith("priority")]
