"""The facts behind a cycle's numbers add up to them."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from scheduler_core import Cycle, Recording, Scenario, load
from scheduler_core.kubernetes.objects.lines import locate_in
from scheduler_core.scheduler.cycle.contract import Trace
from tests.builders import make_node, make_pod, spread
from tests.scheduler_core.explain.view.test_cycle_view import cycles

Fact = dict[str, Any]


def fact_of(cycle: Cycle, name: str) -> Any:
    """A fact, of whichever kind."""
    return cycle.fact(name)


def explained(cycle: Cycle, plugin: str, node: str) -> Any:
    return cycle.explain("Filter", plugin, node)


def counted(fact: Fact) -> int:
    """A pod counts where the namespace is the pod's, every clause holds, it is not leaving, and its node counts."""
    return sum(
        pod["namespace_ok"]
        and bool(pod["clauses"])
        and all(pod["clauses"])
        and not pod["terminating"]
        and pod["node_ok"]
        for pod in fact["pods"]
    )


def check_spread(cycle: Cycle, view: Any) -> None:
    for side in ("filter", "score"):
        for constraint in (view["spread"] or {}).get(side, ()):
            name = f"{side}:{constraint['index']}"
            assert fact_of(cycle, f"self:{name}")["self_match"] == constraint["self_match"]
            assert fact_of(cycle, f"excluded:{name}")["nodes_total"] == len(constraint["not_counted"])
            for domain in constraint["domains"]:
                fact = fact_of(cycle, f"domain:{name}:{domain['value']}")
                assert (counted(fact), fact["count"]) == (domain["count"], domain["count"]), fact
                assert fact["nodes_counted"] == len(domain["nodes"])


def check_resources(cycle: Cycle, pod: str, nodes: list[str]) -> None:
    for node in nodes[:4]:
        for step in explained(cycle, "NodeResourcesFit", node)["steps"]:
            used = fact_of(cycle, f"used:{node}:{step['resource']}")
            assert sum(pod["amount"] for pod in used["pods"]) == used["used"] == step["used"]
            assert used["allocatable"] == step["allocatable"]
            request = fact_of(cycle, f"request:{pod}:{step['resource']}")
            assert request["request"] == step["request"]
            if step["resource"] != "pods":
                assert requested(request) == request["request"], request


def requested(fact: Fact) -> int:
    """The pod's own amount, or the greater of what runs and each step of initialization; and the overhead."""
    containers = max([fact["running"], *(step["amount"] for step in fact["steps"])])
    return int((containers if fact["pod_level"] is None else fact["pod_level"]) + fact["overhead"])


def check_preemption(cycle: Cycle, trace: Trace) -> None:
    """The rules, applied again to the values, leave the candidates that were equally good."""
    fact = fact_of(cycle, "preemption")
    left = fact["candidates"]
    for i, rule in enumerate(fact["rules"]):
        if left:
            bound = (max if rule["largest"] else min)(c["values"][i] for c in left)
            left = [c for c in left if c["values"][i] == bound]
            assert (rule["bound"], rule["after"]) == (bound, len(left))
    assert {c["node"] for c in left} == set(trace["postFilter"].get("best", ()))
    assert {c["node"] for c in left} == {c["node"] for c in fact["candidates"] if c["best"]}
    assert all(e["lower"] <= e["pods"] for e in fact["examined"])


@pytest.mark.parametrize("topic", ["podtopologyspread", "noderesources", "preemption", "edge-cases"])
def test_facts_add_up(topic: str) -> None:
    for cycle in islice(cycles(topic), 0, None, 8):
        trace = cycle.trace()
        check_spread(cycle, cycle.view())
        check_resources(cycle, trace["pod"], [*trace.get("filter", {}), *(trace["feasible"] or ())])
        if "postFilter" in trace:
            check_preemption(cycle, trace)


SOURCE = """\
apiVersion: v1
kind: Node
metadata:
  name: n1
  labels: {zone: a, disk: hdd}
spec:
  taints: [{key: gpu, effect: NoSchedule}]
status:
  allocatable: {cpu: "4", pods: "10"}
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 1000
---
apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {app: web, rev: r2}
spec:
  priorityClassName: high
  nodeSelector: {disk: ssd}
  topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: zone
    whenUnsatisfiable: DoNotSchedule
    nodeTaintsPolicy: Honor
    matchLabelKeys: [rev]
    labelSelector: {matchLabels: {app: web}}
  initContainers:
  - name: copy
    image: copy
    resources: {requests: {cpu: "3"}}
  containers:
  - name: web
    image: web
    resources: {limits: {cpu: "2"}}
"""


@pytest.fixture
def cycle() -> Cycle:
    scenario = load(SOURCE)
    return Recording.of(scenario).cycle(0)


def origins(fact: Fact) -> dict[str, tuple[Any, str]]:
    return {f["path"]: (f.get("value", f.get("clause", {}).get("key")), f["origin"]) for f in fact["fields"]}


def test_a_pod_tells_what_was_written_and_what_was_filled_in(cycle: Cycle) -> None:
    by_path = origins(fact_of(cycle, "pod:default/web"))
    constraint = "spec.topologySpreadConstraints[0]"
    assert by_path["metadata.namespace"] == ("default", "default")
    assert by_path["spec.priority"] == (1000, "priority class")
    assert by_path[f"{constraint}.nodeAffinityPolicy"] == ("Honor", "default")
    assert by_path[f"{constraint}.nodeTaintsPolicy"] == ("Honor", "written")
    assert by_path[f"{constraint}.labelSelector"] == ("app", "labelSelector")
    assert by_path[f"{constraint}.matchLabelKeys"] == ("rev", "matchLabelKeys")
    assert by_path["spec.containers[0].resources.requests.cpu"] == (2000, "limits")


def test_an_init_container_may_be_what_is_requested(cycle: Cycle) -> None:
    fact = fact_of(cycle, "request:default/web:cpu")
    assert (fact["running"], [s["amount"] for s in fact["steps"]], fact["request"]) == (2000, [3000], 3000)


def test_a_node_is_left_out_by_a_clause_of_the_pod(cycle: Cycle) -> None:
    (node,) = fact_of(cycle, "excluded:filter:0")["nodes"]
    assert node["rule"] == "nodeAffinityPolicy: Honor"
    assert node["compared"] == [
        {"key": "disk", "operator": "In", "values": ["ssd"], "actual": "hdd", "ok": False}
    ]


def test_a_change_is_tried_by_computing_the_cycle_again() -> None:
    scenario = load(SOURCE.replace("{disk: ssd}", "{}").replace('cpu: "3"', 'cpu: "5"'))
    cycle = Recording.of(scenario).cycle(0)
    before = cycle.trace()
    tainted = fact_of(cycle, "remedies:n1")
    (toleration,) = tainted["changes"]
    assert (tainted["plugin"], toleration["taints"]) == ("TaintToleration", ["gpu:NoSchedule"])
    assert (toleration["passes"], toleration["rejected_by"]) == (False, "NodeResourcesFit")
    assert cycle.trace() == before


def test_more_pods_in_the_emptiest_domain_are_tried_and_taken_away_again(rejected: Cycle) -> None:
    before = fact_of(rejected, "used:b:pods")
    changes = {
        c["kind"] if c["kind"] == "pods" else c["field"]: c
        for c in fact_of(rejected, "remedies:a")["changes"]
    }
    assert changes["pods"]["added"] == [{"domain": "b", "count": 1}]
    assert changes["pods"]["passes"]
    assert changes["maxSkew"]["value"] == 2
    assert changes["maxSkew"]["passes"]
    assert "nodeTaintsPolicy" not in changes  # no node has a taint
    assert fact_of(rejected, "used:b:pods") == before


@pytest.fixture
def rejected() -> Cycle:
    """Zone a has one pod more than zone b, and maxSkew is 1."""
    node = (
        "apiVersion: v1\nkind: Node\nmetadata: {name: %s, labels: {zone: %s}}\n"
        "status: {allocatable: {pods: '10'}}\n---\n"
    )
    pod = (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: %s, labels: {app: web}}\n"
        "spec:\n  nodeName: %s\n  containers: [{name: c, image: c}]\n"
    )
    constraint = (
        "  topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, "
        "labelSelector: {matchLabels: {app: web}}}]\n"
    )
    scenario = load(
        node % ("a", "a") + node % ("b", "b") + pod % ("old", "a") + "---\n" + pod % ("new", "") + constraint
    )
    return Recording.of(scenario).cycle(0)


def test_pods_of_a_domain_are_listed_counted_first_then_by_how_much_of_the_rule_they_fulfil() -> None:
    rule = {**spread("zone"), "labelSelector": {"matchLabels": {"app": "web", "tier": "front"}}}
    both: dict[str, Any] = {"app": "web", "tier": "front"}
    running = [
        make_pod("nothing", node="n1", namespace="other"),
        make_pod("one-label-elsewhere", node="n1", namespace="other", app="web"),
        make_pod("one-label", node="n1", app="web"),
        make_pod("elsewhere", node="n1", namespace="other", **both),
        make_pod("leaving", node="n1", terminating=True, **both),
        make_pod("counted-1", node="n1", **both),
        make_pod("counted-2", node="n1", **both),
    ]
    content = {"objects": [make_node("n1", zone="a"), *running, make_pod("new", spread=[rule], **both)]}
    fact = fact_of(Recording.of(Scenario.from_content(content)).cycle(0), "domain:filter:0:a")
    assert [pod["pod"].partition("/")[2] for pod in fact["pods"]] == [
        *("counted-1", "counted-2", "leaving", "one-label", "elsewhere", "one-label-elsewhere", "nothing")
    ]


def test_of_more_pods_of_a_domain_than_are_listed_the_last_are_left_out() -> None:
    nodes = [make_node(name, zone="a", pods="300") for name in ("n1", "n2")]
    others = [make_pod(f"db-{i:03}", node="n1", app="db") for i in range(10)]
    counted = [make_pod(f"web-{i:03}", node="n2", app="web") for i in range(125)]
    content = {"objects": [*nodes, *others, *counted, make_pod("new", spread=[spread("zone")], app="web")]}
    fact = fact_of(Recording.of(Scenario.from_content(content)).cycle(0), "domain:filter:0:a")
    assert (fact["count"], fact["pods_total"]) == (125, 135)
    assert [pod["pod"] for pod in fact["pods"]] == [f"default/web-{i:03}" for i in range(120)]


def test_pods_of_a_node_are_listed_by_what_they_use_the_largest_first() -> None:
    amounts = {"small": "1", "large": "3", "none": "0", "also-large": "3", "medium": "2"}
    running = [make_pod(name, node="n1", requests={"cpu": cpu}) for name, cpu in amounts.items()]
    content = {"objects": [make_node("n1", cpu="16"), *running, make_pod("new")]}
    cycle = Recording.of(Scenario.from_content(content)).cycle(0)
    assert [pod["pod"].partition("/")[2] for pod in fact_of(cycle, "used:n1:cpu")["pods"]] == [
        *("large", "also-large", "medium", "small", "none")
    ]
    assert fact_of(cycle, "node:n1")["pods"] == [f"default/{name}" for name in amounts]


@pytest.mark.parametrize(
    "name", ["domain:filter:0:nowhere", "domain:filter:7:a", "pod:default/none", "why", "used:n1"]
)
def test_what_the_cycle_does_not_have_is_no_fact(cycle: Cycle, name: str) -> None:
    with pytest.raises(KeyError):
        fact_of(cycle, name)


def test_lines_of_the_source() -> None:
    paths = ["metadata.labels.rev", "spec.topologySpreadConstraints[0].maxSkew", "spec.nodeSelector.disk"]
    lines = SOURCE.splitlines()
    located = [lines[(line or 0) - 1].strip() for line in locate_in(SOURCE, "Pod default/web", paths)]
    assert located == ["labels: {app: web, rev: r2}", "- maxSkew: 1", "nodeSelector: {disk: ssd}"]
    assert locate_in(SOURCE, "Node n2", ["spec"]) == [None]
