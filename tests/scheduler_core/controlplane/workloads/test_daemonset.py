from __future__ import annotations

from scheduler_core import Scenario, reading_report, simulate
from tests.builders import Manifest, make_node, make_pod
from tests.scheduler_core.controlplane.workloads.builders import make_workload, owned, pods_of, scenario_of


def assert_nodes(pods: list[str], *manifests: Manifest) -> dict[str, str]:
    """Check the nodes of the scheduled pods; return them by pod."""
    finished = [e for e in simulate(scenario_of(*manifests)) if e["kind"] == "cycle.finished"]
    node_by_pod = {e["pod"]: e["node"] or "" for e in finished}
    assert sorted(node_by_pod.values()) == sorted(pods)
    return node_by_pod


TAINT = [{"key": "dedicated", "value": "gpu", "effect": "NoSchedule"}]
NODES = [
    make_node("a", disk="ssd"),
    make_node("b", taints=TAINT, disk="ssd"),
    make_node("c", unschedulable=True),
]


def test_a_pod_for_each_node_without_a_taint_against_it() -> None:
    assert_nodes(["a", "c"], *NODES, make_workload("DaemonSet", "agent"))


def test_its_own_tolerations_selector_and_node_name_count() -> None:
    tolerant = {"tolerations": [{"operator": "Exists"}]}
    assert_nodes(["a", "b", "c"], *NODES, make_workload("DaemonSet", "agent", pod=tolerant))
    assert_nodes(
        ["a", "b"],
        *NODES,
        make_workload("DaemonSet", "agent", pod={**tolerant, "nodeSelector": {"disk": "ssd"}}),
    )
    assert_nodes(["b"], *NODES, make_workload("DaemonSet", "agent", pod={**tolerant, "nodeName": "b"}))


def test_nodes_with_problems_are_tolerated() -> None:
    names = ("not-ready", "unreachable", "disk-pressure", "memory-pressure", "pid-pressure", "unschedulable")
    effects = ("NoExecute", "NoExecute", "NoSchedule", "NoSchedule", "NoSchedule", "NoSchedule")
    taints = [{"key": f"node.kubernetes.io/{n}", "effect": e} for n, e in zip(names, effects, strict=True)]
    no_network = [{"key": "node.kubernetes.io/network-unavailable", "effect": "NoSchedule"}]
    nodes = [make_node("ill", taints=taints), make_node("cut", taints=no_network)]
    assert_nodes(["ill"], *nodes, make_workload("DaemonSet", "agent"))
    assert_nodes(["cut", "ill"], *nodes, make_workload("DaemonSet", "agent", pod={"hostNetwork": True}))


def test_a_pod_is_bound_to_its_node_by_affinity() -> None:
    selector = {"nodeSelectorTerms": [{"matchExpressions": [{"key": "disk", "operator": "Exists"}]}]}
    rule = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": selector}}
    (pod,) = pods_of(*NODES, make_workload("DaemonSet", "agent", pod={"affinity": rule}))
    required = pod.template.affinity.node.required
    assert required is not None
    ((term,),) = (required.terms,)
    assert not term.expressions
    assert [str(f) for f in term.fields] == ["metadata.name=a"]
    assert "controller-revision-hash" in pod.template.labels


def test_nodes_that_have_their_pod_get_no_other() -> None:
    agent = make_workload("DaemonSet", "agent", pod={"tolerations": [{"operator": "Exists"}]})
    first = pods_of(*NODES, agent)
    running = owned(make_pod("agent-x", node="a", app="web"), "DaemonSet", "agent")
    fields = [{"key": "metadata.name", "operator": "In", "values": ["b"]}]
    rule = {
        "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [{"matchFields": fields}]}
    }
    waiting = owned(make_pod("agent-y", app="web", affinity={"nodeAffinity": rule}), "DaemonSet", "agent")
    assert len(first) == 3
    assert len(pods_of(*NODES, agent, running, waiting)) == 3


def test_a_daemon_set_without_pods_says_why() -> None:
    template: Manifest = {
        "metadata": {"labels": {"a": "b"}},
        "spec": {"containers": [{"name": "c", "image": "i"}]},
    }

    def missing(node: Manifest, **spec: object) -> list[str]:
        daemons = {**template, "spec": {**template["spec"], **spec}}
        workload = {
            "apiVersion": "apps/v1",
            "kind": "DaemonSet",
            "metadata": {"name": "agent"},
            "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": daemons},
        }
        scenario = Scenario.from_content({"objects": [node, workload]})
        return [line for line in reading_report(scenario, [])["missing"] if "DaemonSet" in line]

    taint = {"key": "dedicated", "effect": "NoSchedule"}
    assert missing(make_node("n1")) == []
    assert missing(make_node("n1"), nodeSelector={"gpu": "true"}) == [
        "DaemonSet default/agent makes no pod: no node has the labels that its nodeSelector or node affinity requires"
    ]
    assert missing(make_node("n1", taints=[taint])) == [
        "DaemonSet default/agent makes no pod: it does not tolerate the taints of its eligible nodes: "
        "dedicated"
    ]
