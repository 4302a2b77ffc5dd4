"""Which changes are offered and which are not, since they could not help."""

from __future__ import annotations

import pytest

from scheduler_core import Inquiry, Recording, Scenario
from scheduler_core.advice.whatif.search import Search
from scheduler_core.advice.whatif.trial import Trial
from scheduler_core.contract import Repair
from tests.builders import Manifest, affinity, make_node, make_pod, with_spec


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


def repaired(*objects: Manifest) -> dict[str, Repair]:
    """Return the repairs of default/p by their changes."""
    recording = Recording.of(Scenario.from_content({"objects": list(objects)}))
    repairs = list(Inquiry(recording, "default/p").answers())[-1]["repairs"]
    return {" + ".join(repair["changes"]): repair for repair in repairs}


def test_a_misspelt_value_of_a_term_or_of_a_running_pod_is_respelt() -> None:
    pod = make_pod("p", affinity=affinity("kubernetes.io/hostname", app="cahce"))
    repairs = repaired(make_node("n1"), make_pod("r", node="n1", app="cache"), pod)
    assert repairs["pod affinity app=cahce (kubernetes.io/hostname): app=cahce → cache"]["cost"] == 1
    labelled = repairs["label app=cahce on running default/r (was cache)"]
    assert labelled["patch"] == "kubectl label pod r -n default app=cahce --overwrite"


def test_a_value_that_looks_like_none_of_the_running_pods_is_left() -> None:
    pod = make_pod("p", affinity=affinity("kubernetes.io/hostname", app="cache"))
    repairs = repaired(make_node("n1"), make_pod("r", node="n1", app="web"), pod)
    assert not [text for text in repairs if "→ web" in text or "running default/r" in text]


def test_a_running_pod_may_keep_others_off_its_node_alone() -> None:
    zone = "topology.kubernetes.io/zone"
    nodes = [make_node("a1"), make_node("a2")]
    for node in nodes:
        node["metadata"]["labels"][zone] = "a"
    running = make_pod("r", node="a1", affinity=affinity(zone, anti=True, app="web"))
    texts = repaired(*nodes, running, make_pod("p", app="web"))
    assert f"anti-affinity of running default/r: topologyKey {zone} → kubernetes.io/hostname" in texts


def test_equal_pods_that_move_to_one_node_are_one_phrase() -> None:
    nodes = [make_node("n1"), make_node("n2", cpu="3")]
    owner = [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web", "uid": "u", "controller": True}]
    pods = [make_pod(f"web-{i}", node="n1", requests={"cpu": "1"}) for i in range(2)]
    for pod in pods:
        pod["metadata"]["ownerReferences"] = owner
    repair = repaired(*nodes, *pods, make_pod("p", requests={"cpu": "4"}))[
        "move 2 pods of ReplicaSet default/web to n2 (from n1)"
    ]
    assert repair["cost"] == 40
    assert repair["patch"].splitlines() == [
        "kubectl cordon n1",
        "kubectl delete pod web-0 -n default",
        "kubectl delete pod web-1 -n default",
        "# once these pods run elsewhere:",
        "kubectl uncordon n1",
    ]


def test_a_pod_without_a_controller_is_made_again_elsewhere() -> None:
    nodes = [make_node("n1"), make_node("n2", cpu="3")]
    running = make_pod("r", node="n1", requests={"cpu": "3"})
    repair = repaired(*nodes, running, make_pod("p", requests={"cpu": "4"}))["move default/r to n2 (from n1)"]
    assert "kubectl delete" not in repair["patch"]
    assert "kubectl get pod r -n default -o yaml | kubectl patch --local" in repair["patch"]
    assert '"/spec/nodeName"' in repair["patch"]


PLACES = {"p": None, "web-a": "a", "web-b": "b", "web-c": "c"}


def test_no_pod_moves_to_a_node_that_takes_it_only_with_another_change() -> None:
    """The replica on b would fit on c if it were not kept apart from the one there."""
    apart = affinity("kubernetes.io/hostname", anti=True, app="web")
    owner = [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web", "uid": "u", "controller": True}]
    pods = [make_pod(name, node=node, affinity=apart, app="web") for name, node in PLACES.items()]
    for pod in pods:
        pod["metadata"]["ownerReferences"] = owner
    texts = repaired(*(make_node(node) for node in "abc"), *pods)
    assert not [text for text in texts if "move" in text and "preferred" not in text]


@pytest.mark.parametrize(("allowed", "moves"), [(0, []), (1, ["move default/r to n2 (from n1)"])])
def test_no_more_pods_move_than_their_budget_lets_go(allowed: int, moves: list[str]) -> None:
    nodes = [make_node("n1"), make_node("n2", cpu="3")]
    running = make_pod("r", node="n1", requests={"cpu": "3"}, app="db")
    budget = {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": "db", "namespace": "default"},
        "spec": {"selector": {"matchLabels": {"app": "db"}}},
        "status": {"disruptionsAllowed": allowed},
    }
    texts = repaired(*nodes, running, budget, make_pod("p", requests={"cpu": "4"}))
    assert [text for text in texts if text.startswith("move")] == moves


def test_many_pods_move_where_nothing_else_helps_and_the_fewest_are_not_proven() -> None:
    """The DaemonSet's p belongs on n1, whose host ports seven other pods have, and may not evict them."""
    ports = [{"containerPort": 8000 + i, "hostPort": 8000 + i} for i in range(7)]
    running = [with_ports(make_pod(f"r{i}", node="n1"), port) for i, port in enumerate(ports)]
    field = {"key": "metadata.name", "operator": "In", "values": ["n1"]}
    required = {"nodeSelectorTerms": [{"matchFields": [field]}]}
    asking = with_spec(
        with_ports(make_pod("p"), *ports),
        hostNetwork=True,
        preemptionPolicy="Never",
        affinity={"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}},
    )
    asking["metadata"]["ownerReferences"] = [
        {"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "d", "uid": "u", "controller": True}
    ]
    recording = Recording.of(
        Scenario.from_content({"objects": [make_node("n1"), make_node("n2"), *running, asking]})
    )
    answer = list(Inquiry(recording, "default/p").answers())[-1]
    (repair,) = answer["repairs"]
    assert [operation["value"] for operation in repair["operations"]] == ["n2"] * 7
    assert not answer["complete"]


def test_a_pod_that_names_its_node_and_misses_a_label_there_gets_repairs_for_that_node() -> None:
    field = {"key": "metadata.name", "operator": "In", "values": ["n2"]}
    disk = {"key": "disk", "operator": "In", "values": ["ssd"]}
    required = {"nodeSelectorTerms": [{"matchFields": [field], "matchExpressions": [disk]}]}
    asking = with_spec(
        make_pod("p"), affinity={"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}}
    )
    of_another_disk = repaired(make_node("n1", disk="hdd"), make_node("n2", disk="hdd"), asking)
    assert sorted(of_another_disk) == ["label disk=ssd on n2 (was hdd)", "node affinity disk=ssd: also hdd"]
    without = repaired(make_node("n1"), make_node("n2"), asking)
    assert sorted(without) == ["label disk=ssd on n2", "node affinity disk=ssd removed"]
    (operation,) = without["node affinity disk=ssd removed"]["operations"]
    assert operation["path"][-2:] == ["matchExpressions", 0]


def with_ports(pod: Manifest, *ports: Manifest) -> Manifest:
    (container,) = pod["spec"]["containers"]
    return with_spec(pod, containers=[{**container, "ports": list(ports)}])


def test_pods_that_a_repair_evicts_are_counted_apart() -> None:
    """All three running pods must go for p, whose priority is the only thing that helps."""
    ran = [make_pod(f"r{n}", node="n1", requests={"cpu": "1"}) for n in range(3)]
    high = {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": "high"},
        "value": 9,
    }
    repairs = repaired(make_node("n1", cpu="3"), *ran, make_pod("p", requests={"cpu": "3"}), high)
    run = repairs["priority 0 → 9 (priorityClassName high): other pods are evicted"]["run"]
    assert run is not None
    assert (run["placed"], run["pods"], run["evicted"]) == (1, 4, 3)
