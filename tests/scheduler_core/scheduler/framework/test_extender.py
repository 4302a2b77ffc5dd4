"""Extenders called over HTTP: the requests, and the effect of the answers on a cycle."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from typing import Any

import pytest
import yaml

from scheduler_core import InvalidInput, Recording, Scenario, simulate
from scheduler_core.__main__ import main
from scheduler_core.explain.view.trace import cycle_trace
from scheduler_core.scheduler.cycle.contract import CycleFinished
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import Manifest, make_node, make_pod, with_spec
from tests.scheduler_core.scheduler.framework.extender_server import ExtenderServer, serving

NODES = [make_node(name) for name in ("n1", "n2", "n3")]
POD = make_pod("p", app="web")
GPU = {"name": "example.com/gpu", "ignoredByScheduler": True}


def config_of(*extenders: Manifest) -> Manifest:
    return {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "extenders": list(extenders),
    }


def extender(server: ExtenderServer, **fields: Any) -> Manifest:
    return {"urlPrefix": server.url, **fields}


def scenario_of(extenders: list[Manifest], *objects: Manifest) -> Scenario:
    return Scenario.from_content({"objects": list(objects or [*NODES, POD]), "config": config_of(*extenders)})


def run(*extenders: Manifest, objects: list[Manifest] | None = None) -> list[CycleFinished]:
    """Return the cycle.finished events of a run."""
    events = simulate(scenario_of(list(extenders), *(objects or ())), allow_extenders=True)
    return [e for e in events if e["kind"] == "cycle.finished"]


def trace(*extenders: Manifest, objects: list[Manifest] | None = None) -> Any:
    """Return the trace of the first cycle of the pod p."""
    scenario = scenario_of(list(extenders), *(objects or ()))
    record = Simulation(scenario, allow_extenders=True).attempt("default/p")
    return cycle_trace(record)  # type: ignore[arg-type]


def pass_only(*names: str, **results: Any) -> Callable[[Any], Any]:
    """Return an extender's filter that lets only these nodes pass."""

    def answer(args: Any) -> Any:
        items = [node for node in args["Nodes"]["items"] if node["metadata"]["name"] in names]
        return {"Nodes": {"items": items}, **results}

    return answer


def test_filter_is_sent_the_pod_and_the_nodes_that_passed_the_plugins() -> None:
    cordoned = make_node("cordoned", unschedulable=True)
    with serving(filter=pass_only("n2")) as server:
        (finished,) = run(extender(server, filterVerb="filter"), objects=[*NODES, cordoned, POD])
    assert finished["node"] == "n2"
    (args,) = server.sent("filter")
    assert [n["metadata"]["name"] for n in args["Nodes"]["items"]] == ["n1", "n2", "n3"]
    assert args["Nodes"]["items"][0]["status"]["allocatable"] == NODES[0]["status"]["allocatable"]
    assert args["NodeNames"] is None
    pod = args["Pod"]
    assert pod["metadata"] == {
        "name": "p",
        "namespace": "default",
        "labels": {"app": "web"},
        "uid": "default/p",
    }
    assert pod["spec"]["containers"] == POD["spec"]["containers"]
    assert (pod["spec"]["schedulerName"], pod["spec"]["priority"]) == ("default-scheduler", 0)
    assert pod["status"]["phase"] == "Pending"


def test_an_extender_that_caches_nodes_is_sent_names() -> None:
    with serving(filter=lambda args: {"nodenames": ["n3"]}) as server:
        (finished,) = run(extender(server, filterVerb="filter", nodeCacheCapable=True))
    assert finished["node"] == "n3"
    assert server.sent("filter")[0]["NodeNames"] == ["n1", "n2", "n3"]
    assert server.sent("filter")[0]["Nodes"] is None


def test_an_answer_without_nodes_leaves_none() -> None:
    with serving(filter=lambda args: {"NodeNames": ["n1"]}) as server:
        (finished,) = run(extender(server, filterVerb="filter"))
    assert finished["node"] is None
    assert finished["message"] == (
        "0/3 nodes are available: no new claims to deallocate, "
        "preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling."
    )


def test_failed_and_unresolvable_nodes_have_their_reasons() -> None:
    low = [with_spec(make_pod(f"low-{n}", node=n), priority=-1) for n in ("n1", "n2", "n3")]
    failed = {"n1": "no device", "n2": "no device"}
    answer = pass_only(FailedNodes=failed, FailedAndUnresolvableNodes={"n2": "no driver", "n3": "no driver"})
    with serving(filter=answer) as server:
        cycle = trace(extender(server, filterVerb="filter"), objects=[*NODES, *low, POD])
    assert cycle["feasible"] == []
    assert "filter" not in cycle, "no plugin rejects a node"
    assert cycle["fitError"].startswith("0/3 nodes are available: 1 no device, 2 no driver.")
    assert list(cycle["postFilter"]["rejected"]) == ["n1"], "preemption examines only nodes where it may help"
    assert cycle["postFilter"]["message"] == 'preemption: expected at least one victim pod on node "n1"'
    assert cycle["extenders"] == [
        {
            "extender": server.url,
            "verb": "filter",
            "nodes": [],
            "failed": {"n1": "no device"},
            "unresolvable": {"n2": "no driver", "n3": "no driver"},
        }
    ]


def test_extenders_are_called_in_turn_with_the_nodes_that_remain() -> None:
    with serving(filter=pass_only("n1", "n2")) as first, serving(filter=pass_only("n2")) as second:
        last = extender(first, filterVerb="filter", ignorable=True)
        (finished,) = run(last, extender(second, filterVerb="filter"))
    assert finished["node"] == "n2"
    assert len(second.sent("filter")[0]["Nodes"]["items"]) == 3, "the ignorable extender comes last"
    assert len(first.sent("filter")[0]["Nodes"]["items"]) == 1


def test_no_extender_is_called_when_no_node_remains() -> None:
    with serving(filter=pass_only()) as first, serving(filter=pass_only("n1")) as second:
        run(extender(first, filterVerb="filter"), extender(second, filterVerb="filter"))
    assert second.requests == []


def test_priorities_are_weighted_and_scaled() -> None:
    scores = [{"Host": "n1", "Score": 1}, {"Host": "n3", "Score": 4}, {"Host": "elsewhere", "Score": 9}]
    with serving(prioritize=lambda args: scores) as server:
        cycle = trace(extender(server, prioritizeVerb="prioritize", weight=5))
    plugins = trace()["total"]
    assert cycle["total"] == {"n1": plugins["n1"] + 50, "n2": plugins["n2"], "n3": plugins["n3"] + 200}
    assert cycle["selected"] == "n3"
    assert cycle["extenders"] == [
        {
            "extender": server.url,
            "verb": "prioritize",
            "scores": {"n1": 1, "n3": 4, "elsewhere": 9},
            "weight": 5,
        }
    ]


def test_a_single_node_is_not_prioritized() -> None:
    with serving(filter=pass_only("n1"), prioritize=lambda args: []) as server:
        run(extender(server, filterVerb="filter", prioritizeVerb="prioritize", weight=1))
    assert [path.rpartition("/")[2] for path, _ in server.requests] == ["filter"]


def test_an_extender_that_fails_to_prioritize_gives_no_points() -> None:
    with serving(prioritize=lambda args: b"no JSON") as server:
        cycle = trace(extender(server, prioritizeVerb="prioritize", weight=1))
    assert cycle["selected"] == "n1"
    assert cycle["total"] == trace()["total"]
    assert cycle["extenders"][0]["error"].endswith("the answer is not JSON")


@pytest.mark.parametrize("by_name", [True, False])
def test_an_extender_is_called_only_for_pods_that_request_its_managed_resources(by_name: bool) -> None:
    plain = make_pod("plain")
    wanting = make_pod("wanting", requests={"example.com/gpu": "1"})
    limited = with_spec(
        make_pod("limited"), initContainers=[{"name": "i", "resources": {"limits": {"example.com/gpu": "1"}}}]
    )
    with serving(filter=lambda args: {"NodeNames": ["n2"], "Nodes": {"items": [NODES[1]]}}) as server:
        rule = extender(server, filterVerb="filter", managedResources=[GPU], nodeCacheCapable=by_name)
        finished = run(rule, objects=[*NODES, plain, wanting, limited])
    requested = [args["Pod"]["metadata"]["name"] for args in server.sent("filter")]
    assert requested == ["wanting", "limited"]
    assert [e["node"] for e in finished] == ["n1", "n2", "n2"], "no node needs to have the resource"


def test_the_scheduler_counts_a_managed_resource_unless_told_to_ignore_it() -> None:
    wanting = make_pod("p", requests={"example.com/gpu": "1"})
    with serving(filter=pass_only("n2")) as server:
        rule = extender(server, filterVerb="filter", managedResources=[{"name": "example.com/gpu"}])
        cycle = trace(rule, objects=[*NODES, wanting])
    assert server.requests == []
    assert "3 Insufficient example.com/gpu" in cycle["fitError"]


def crowded() -> list[Manifest]:
    """Three full nodes with pods of low priority, two on n3, and the pod p that needs room."""
    places = [("a", "n1", "4"), ("b", "n2", "4"), ("c1", "n3", "2"), ("c2", "n3", "2")]
    low = [make_pod(name, node=node, requests={"cpu": cpu}, priority=0) for name, node, cpu in places]
    return [*NODES, *low, make_pod("p", requests={"cpu": "4"}, priority=10)]


def victims(**nodes: list[str]) -> dict[str, Any]:
    """Return an answer to preempt, with victims by uid; the uid of these pods is their key."""
    pods = {node: [{"UID": f"default/{name}"} for name in names] for node, names in nodes.items()}
    return {
        "NodeNameToMetaVictims": {
            node: {"Pods": listed, "NumPDBViolations": 0} for node, listed in pods.items()
        }
    }


@pytest.mark.parametrize("cached", [True, False])
def test_preempt_is_sent_the_candidates_and_chooses_among_them(cached: bool) -> None:
    with serving(preempt=lambda args: victims(n3=["c1", "c2"])) as server:
        rule = extender(server, preemptVerb="preempt", nodeCacheCapable=cached)
        first, second = run(rule, objects=crowded())
    assert (first["nominated_node"], first["victims"]) == ("n3", ["default/c1", "default/c2"])
    assert second["node"] == "n3"
    (args,) = server.sent("preempt")
    sent, absent = ("NodeNameToMetaVictims", "NodeNameToVictims")[:: 1 if cached else -1]
    assert args[absent] is None
    assert sorted(args[sent]) == ["n1", "n2", "n3"]
    assert args[sent]["n1"]["NumPDBViolations"] == 0
    (pod,) = args[sent]["n1"]["Pods"]
    if cached:
        assert pod == {"UID": "default/a"}
    else:
        assert (pod["metadata"]["name"], pod["spec"]["nodeName"]) == ("a", "n1")


def test_preempt_may_leave_no_candidate() -> None:
    with serving(preempt=lambda args: {}) as server:
        cycle = trace(extender(server, preemptVerb="preempt"), objects=crowded())
    assert cycle["fitError"].endswith("preemption: no candidate node for preemption")
    assert sorted(cycle["postFilter"]["candidates"]) == ["n1", "n2", "n3"], "the scheduler's own candidates"
    assert "nominatedNode" not in cycle["postFilter"]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (victims(n1=[]), 'expected at least one victim pod on node "n1"'),
        (victims(n1=["c1"]), "claims to preempt pod (UID: default/c1) on node: n1, but the pod is not found"),
        (victims(n9=["a"]), 'nodeinfo not found for node name "n9"'),
    ],
)
def test_victims_that_do_not_exist_are_an_error(answer: Any, message: str) -> None:
    with serving(preempt=lambda args: answer) as server:
        rule = extender(server, preemptVerb="preempt")
        refused, ignored = (trace({**rule, "ignorable": i}, objects=crowded()) for i in (False, True))
    assert refused["postFilter"]["code"] == "Error"
    assert message in refused["postFilter"]["message"]
    assert "nominatedNode" not in refused["postFilter"]
    assert ignored["postFilter"]["code"] == ("Unschedulable" if answer == victims(n1=[]) else "Success")


def test_an_extender_binds_instead_of_the_plugins() -> None:
    with serving(bind=lambda args: {"Error": ""}) as server:
        events = list(simulate(scenario_of([extender(server, bindVerb="bind")]), allow_extenders=True))
    (bind,) = [e for e in events if e["kind"] == "point.finished" and e["point"] == "Bind"]
    assert bind["plugins"] == [{"plugin": "Extender", "code": "Success"}]
    assert server.sent("bind") == [
        {"PodName": "p", "PodNamespace": "default", "PodUID": "default/p", "Node": "n1"}
    ]
    end = events[-1]
    assert end["kind"] == "run.finished"
    assert end["placed"] == 1


def test_a_pod_that_could_not_be_bound_stays_pending() -> None:
    with serving(bind=lambda args: {"Error": "the API server said no"}) as server:
        rule = extender(server, bindVerb="bind")
        refused, ignored = trace(rule), trace({**rule, "ignorable": True})
    assert "selected" not in refused
    assert refused["reserve"] == {"code": "Error", "reasons": ["the API server said no"]}
    assert ignored["selected"] == "n1", "the plugins bind if an ignorable extender fails"


def closed_port() -> str:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{reserved.getsockname()[1]}"


def test_a_refused_connection_ends_the_cycle_unless_the_extender_is_ignorable() -> None:
    rule = {"urlPrefix": closed_port(), "filterVerb": "filter"}
    refused, ignored = trace(rule), trace({**rule, "ignorable": True})
    assert refused["error"].startswith(f'Post "{rule["urlPrefix"]}/filter": ')
    assert "refused" in refused["error"]
    assert refused["feasible"] == []
    assert "postFilter" not in refused
    assert ignored["selected"] == "n1"
    assert "refused" in ignored["extenders"][0]["error"]


def test_an_answer_after_the_timeout_is_an_error() -> None:
    with serving() as server:
        server.held = True
        rule = extender(server, filterVerb="filter", httpTimeout="50ms")
        refused, ignored = trace(rule), trace({**rule, "ignorable": True})
    assert refused["error"].endswith("timed out")
    assert ignored["selected"] == "n1"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "code 404"),
        (lambda args: {"Error": "out of order"}, "out of order"),
        (lambda args: b"<html>", "the answer is not JSON"),
        (lambda args: [1], "expected an object, got list"),
        (lambda args: {"Nodes": {"items": "n1"}}, "expected a list, got str"),
        (lambda args: {"Nodes": {"items": [{"metadata": {"name": 1}}]}}, "expected a string, got int"),
        (lambda args: {"FailedNodes": ["n1"]}, "expected an object, got list"),
        (lambda args: {"Nodes": {"items": [{"metadata": {"name": "n9"}}]}}, 'claims a filtered node "n9"'),
    ],
)
def test_unusable_answers_are_errors(answer: Any, message: str) -> None:
    answers = {} if answer is None else {"filter": answer}
    with serving(**answers) as server:
        rule = extender(server, filterVerb="filter")
        refused, ignored = trace(rule), trace({**rule, "ignorable": True})
    assert message in refused["error"]
    assert ignored["selected"] == "n1"


def test_a_nominated_node_must_pass_the_extenders_too() -> None:
    nominated = {**POD, "status": {"nominatedNodeName": "n1"}}
    with serving(filter=pass_only("n2", "n3")) as server:
        cycle = trace(extender(server, filterVerb="filter"), objects=[*NODES, nominated])
    assert cycle["nominatedNodeTried"] == {"node": "n1", "fits": False}
    assert cycle["feasible"] == ["n2", "n3"]
    assert [len(args["Nodes"]["items"]) for args in server.sent("filter")] == [1, 3]


def test_any_event_brings_back_a_pod_that_an_extender_rejected() -> None:
    def only_after_the_other(args: Any) -> Any:
        if args["Pod"]["metadata"]["name"] == "p" and len(server.sent("filter")) == 1:
            return {}
        return {"Nodes": args["Nodes"]}

    other = make_pod("other")
    with serving(filter=only_after_the_other) as server:
        events = list(
            simulate(
                scenario_of([extender(server, filterVerb="filter")], *NODES, POD, other), allow_extenders=True
            )
        )
    (moved,) = [e for e in events if e["kind"] == "queue.moved"]
    assert moved["moved"][0]["pod"] == "default/p"
    assert moved["moved"][0]["hints"] == {"Extender": "Queue"}
    assert [e["pod"] for e in events if e["kind"] == "cycle.finished"] == [
        "default/p",
        "default/other",
        "default/p",
    ]
    end = events[-1]
    assert end["kind"] == "run.finished"
    assert end["placed"] == 2


def test_a_cycle_is_replayed_from_the_log_without_calling_extenders() -> None:
    scores = [{"Host": "n3", "Score": 10}]
    with serving(
        filter=pass_only("n1", "n3"), prioritize=lambda args: scores, bind=lambda args: {}
    ) as server:
        rule = extender(server, filterVerb="filter", prioritizeVerb="prioritize", weight=1, bindVerb="bind")
        scenario = scenario_of([rule], *NODES, POD, make_pod("q"))
        events = list(simulate(scenario, allow_extenders=True))
    request_count = len(server.requests)
    finished = json.loads(json.dumps([e for e in events if e["kind"] == "cycle.finished"]))
    for n, event in enumerate(finished):
        replayed = Recording(scenario, finished).cycle(n).trace()
        assert replayed["selected"] == event["node"] == "n3"
        assert replayed["extenders"] == event["extenders"]
        assert replayed["feasible"] == ["n1", "n3"]
    assert request_count == len(server.requests) == 6


def test_extenders_are_off_unless_they_are_allowed() -> None:
    with serving(filter=pass_only("n1")) as server:
        scenario = scenario_of([extender(server, filterVerb="filter")])
        with pytest.raises(InvalidInput) as raised:
            list(simulate(scenario))
    (error,) = raised.value.errors
    assert error.path == "extenders"
    assert "--allow-extenders" in error.message
    assert server.requests == []


def test_the_command_allows_them(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(filter=pass_only("n2")) as server:
        file = tmp_path / "cluster.yaml"
        file.write_text(yaml.safe_dump_all([*NODES, POD, config_of(extender(server, filterVerb="filter"))]))
        assert main(["simulate", str(file)]) == 2
        assert "--allow-extenders" in capsys.readouterr().err
        assert main(["simulate", "--allow-extenders", str(file)]) == 0
    assert capsys.readouterr().out == "default/p -> n2\n"
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("fields", "path", "message"),
    [
        ({"urlPrefix": "file:///etc/passwd"}, "[0].urlPrefix", "must be an address"),
        ({"urlPrefix": ""}, "[0].urlPrefix", "must be set"),
        ({"prioritizeVerb": "p"}, "[0].weight", "must be greater than 0 with a prioritizeVerb, got 0"),
        ({"httpTimeout": "5"}, "[0].httpTimeout", "must be a duration such as 500ms or 5s, got 5"),
        ({"httpTimeout": "-5s"}, "[0].httpTimeout", "must be a duration"),
        (
            {"managedResources": [{"name": "cpu"}]},
            "[0].managedResources[0].name",
            "must be an extended resource",
        ),
        ({"managedResources": [GPU, GPU]}, "", "must not manage a resource twice"),
        ({"tlsConfig": {"keyData": "x"}}, "[0].tlsConfig.keyData", "use keyFile"),
    ],
)
def test_invalid_fields_of_an_extender_are_reported(fields: Manifest, path: str, message: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        scenario_of([{"urlPrefix": "http://localhost", **fields}])
    (error,) = raised.value.errors
    assert error.path == f"extenders{path}"
    assert message in error.message


def test_only_one_extender_may_bind() -> None:
    binding = {"urlPrefix": "http://localhost", "bindVerb": "bind"}
    with pytest.raises(InvalidInput, match="must have only one bindVerb"):
        scenario_of([binding, binding])
