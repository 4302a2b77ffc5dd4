"""Extenders, asked over HTTP: what they are sent, and what their answers do to a cycle."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from typing import Any

import pytest
import yaml

from scheduler_core import InvalidInput, Scenario, replay, simulate
from scheduler_core.__main__ import main
from scheduler_core.explain.trace import cycle_trace
from scheduler_core.run.simulation import Simulation
from tests.builders import Manifest, make_node, make_pod, with_spec
from tests.scheduler_core.framework.extender_server import ExtenderServer, serving

NODES = [make_node(name) for name in ("n1", "n2", "n3")]
POD = make_pod("p", app="web")
GPU = {"name": "example.com/gpu", "ignoredByScheduler": True}

Event = dict[str, Any]


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


def run(*extenders: Manifest, objects: list[Manifest] | None = None) -> list[Event]:
    """The ends of the cycles."""
    events = simulate(scenario_of(list(extenders), *(objects or ())), allow_extenders=True)
    return [e for e in events if e["kind"] == "cycle.finished"]


def trace(*extenders: Manifest, objects: list[Manifest] | None = None) -> dict[str, Any]:
    """The trace of the first cycle of the pod p."""
    scenario = scenario_of(list(extenders), *(objects or ()))
    record = Simulation(scenario, allow_extenders=True).attempt("default/p")
    return cycle_trace(record)  # type: ignore[arg-type]


def keep(*names: str, **results: Any) -> Callable[[Any], Any]:
    """Lets these nodes pass, as an extender does that was sent nodes."""

    def answer(args: Any) -> Any:
        items = [node for node in args["Nodes"]["items"] if node["metadata"]["name"] in names]
        return {"Nodes": {"items": items}, **results}

    return answer


def test_filter_is_sent_the_pod_and_the_nodes_that_passed_the_plugins() -> None:
    cordoned = make_node("cordoned", unschedulable=True)
    with serving(filter=keep("n2")) as server:
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


def test_an_extender_that_knows_the_nodes_is_sent_names() -> None:
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
    answer = keep(FailedNodes=failed, FailedAndUnresolvableNodes={"n2": "no driver", "n3": "no driver"})
    with serving(filter=answer) as server:
        found = trace(extender(server, filterVerb="filter"), objects=[*NODES, *low, POD])
    assert found["feasible"] == []
    assert "filter" not in found, "the plugins let all nodes pass"
    assert found["fitError"].startswith("0/3 nodes are available: 1 no device, 2 no driver.")
    assert list(found["postFilter"]["candidates"]) == ["n1"], "preemption looks where it may help"
    assert found["extenders"] == [
        {
            "extender": server.url,
            "verb": "filter",
            "nodes": [],
            "failed": {"n1": "no device"},
            "unresolvable": {"n2": "no driver", "n3": "no driver"},
        }
    ]


def test_extenders_are_asked_in_turn_about_what_is_left() -> None:
    with serving(filter=keep("n1", "n2")) as first, serving(filter=keep("n2")) as second:
        last = extender(first, filterVerb="filter", ignorable=True)
        (finished,) = run(last, extender(second, filterVerb="filter"))
    assert finished["node"] == "n2"
    assert len(second.sent("filter")[0]["Nodes"]["items"]) == 3, "the one that may be ignored comes last"
    assert len(first.sent("filter")[0]["Nodes"]["items"]) == 1


def test_nobody_is_asked_about_no_nodes() -> None:
    with serving(filter=keep()) as first, serving(filter=keep("n1")) as second:
        run(extender(first, filterVerb="filter"), extender(second, filterVerb="filter"))
    assert second.requests == []


def test_priorities_are_weighted_and_scaled() -> None:
    scores = [{"Host": "n1", "Score": 1}, {"Host": "n3", "Score": 4}, {"Host": "elsewhere", "Score": 9}]
    with serving(prioritize=lambda args: scores) as server:
        found = trace(extender(server, prioritizeVerb="prioritize", weight=5))
    plugins = trace()["total"]
    assert found["total"] == {"n1": plugins["n1"] + 50, "n2": plugins["n2"], "n3": plugins["n3"] + 200}
    assert found["selected"] == "n3"
    assert found["extenders"] == [
        {
            "extender": server.url,
            "verb": "prioritize",
            "scores": {"n1": 1, "n3": 4, "elsewhere": 9},
            "weight": 5,
        }
    ]


def test_a_single_node_is_not_prioritized() -> None:
    with serving(filter=keep("n1"), prioritize=lambda args: []) as server:
        run(extender(server, filterVerb="filter", prioritizeVerb="prioritize", weight=1))
    assert [path.rpartition("/")[2] for path, _ in server.requests] == ["filter"]


def test_an_extender_that_fails_to_prioritize_gives_no_points() -> None:
    with serving(prioritize=lambda args: b"no JSON") as server:
        found = trace(extender(server, prioritizeVerb="prioritize", weight=1))
    assert found["selected"] == "n1"
    assert found["total"] == trace()["total"]
    assert found["extenders"][0]["error"].endswith("the answer is no JSON")


@pytest.mark.parametrize("by_name", [True, False])
def test_only_pods_that_request_a_managed_resource_concern_an_extender(by_name: bool) -> None:
    plain = make_pod("plain")
    wanting = make_pod("wanting", requests={"example.com/gpu": "1"})
    limited = with_spec(
        make_pod("limited"), initContainers=[{"name": "i", "resources": {"limits": {"example.com/gpu": "1"}}}]
    )
    with serving(filter=lambda args: {"NodeNames": ["n2"], "Nodes": {"items": [NODES[1]]}}) as server:
        rule = extender(server, filterVerb="filter", managedResources=[GPU], nodeCacheCapable=by_name)
        finished = run(rule, objects=[*NODES, plain, wanting, limited])
    asked = [args["Pod"]["metadata"]["name"] for args in server.sent("filter")]
    assert asked == ["wanting", "limited"]
    assert [e["node"] for e in finished] == ["n1", "n2", "n2"], "and no node has to have it"


def test_a_managed_resource_that_the_scheduler_counts_too() -> None:
    wanting = make_pod("p", requests={"example.com/gpu": "1"})
    with serving(filter=keep("n2")) as server:
        rule = extender(server, filterVerb="filter", managedResources=[{"name": "example.com/gpu"}])
        found = trace(rule, objects=[*NODES, wanting])
    assert server.requests == []
    assert "3 Insufficient example.com/gpu" in found["fitError"]


def crowded() -> list[Manifest]:
    """Three full nodes with pods of low priority, two on n3, and the pod p that needs room."""
    places = [("a", "n1", "4"), ("b", "n2", "4"), ("c1", "n3", "2"), ("c2", "n3", "2")]
    low = [make_pod(name, node=node, requests={"cpu": cpu}, priority=0) for name, node, cpu in places]
    return [*NODES, *low, make_pod("p", requests={"cpu": "4"}, priority=10)]


def victims(**nodes: list[str]) -> dict[str, Any]:
    """Victims by uid, which is the key of pods without one."""
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
    shown, absent = ("NodeNameToMetaVictims", "NodeNameToVictims")[:: 1 if cached else -1]
    assert args[absent] is None
    assert sorted(args[shown]) == ["n1", "n2", "n3"]
    assert args[shown]["n1"]["NumPDBViolations"] == 0
    (pod,) = args[shown]["n1"]["Pods"]
    if cached:
        assert pod == {"UID": "default/a"}
    else:
        assert (pod["metadata"]["name"], pod["spec"]["nodeName"]) == ("a", "n1")


def test_preempt_may_leave_no_candidate() -> None:
    with serving(preempt=lambda args: {}) as server:
        found = trace(extender(server, preemptVerb="preempt"), objects=crowded())
    assert found["fitError"].endswith("preemption: no candidate node for preemption")
    assert sorted(found["postFilter"]["candidates"]) == ["n1", "n2", "n3"], "what the scheduler found itself"
    assert "nominatedNode" not in found["postFilter"]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (victims(n1=[]), 'expected at least one victim pod on node "n1"'),
        (victims(n1=["c1"]), "claims to preempt pod (UID: default/c1) on node: n1, but the pod is not found"),
        (victims(n9=["a"]), 'nodeinfo not found for node name "n9"'),
    ],
)
def test_victims_that_are_not_there(answer: Any, message: str) -> None:
    with serving(preempt=lambda args: answer) as server:
        rule = extender(server, preemptVerb="preempt")
        refused, ignored = (trace({**rule, "ignorable": i}, objects=crowded()) for i in (False, True))
    assert refused["postFilter"]["code"] == "Error"
    assert message in refused["postFilter"]["message"]
    assert "nominatedNode" not in refused["postFilter"]
    assert ignored["postFilter"]["code"] == ("Unschedulable" if answer == victims(n1=[]) else "Success")


def test_bind_takes_the_place_of_the_plugins() -> None:
    with serving(bind=lambda args: {"Error": ""}) as server:
        events = list(simulate(scenario_of([extender(server, bindVerb="bind")]), allow_extenders=True))
    (bind,) = [e for e in events if e["kind"] == "point.finished" and e["point"] == "Bind"]
    assert bind["plugins"] == [{"plugin": "Extender", "code": "Success"}]
    assert server.sent("bind") == [
        {"PodName": "p", "PodNamespace": "default", "PodUID": "default/p", "Node": "n1"}
    ]
    assert events[-1]["placed"] == 1


def test_a_pod_that_could_not_be_bound_stays_pending() -> None:
    with serving(bind=lambda args: {"Error": "the API server said no"}) as server:
        rule = extender(server, bindVerb="bind")
        refused, ignored = trace(rule), trace({**rule, "ignorable": True})
    assert "selected" not in refused
    assert refused["reserve"] == {"code": "Error", "reasons": ["the API server said no"]}
    assert ignored["selected"] == "n1", "the plugins bind what an extender that may be ignored did not"


def closed_port() -> str:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{reserved.getsockname()[1]}"


def test_refused_connections_end_the_cycle_unless_the_extender_may_be_ignored() -> None:
    rule = {"urlPrefix": closed_port(), "filterVerb": "filter"}
    refused, ignored = trace(rule), trace({**rule, "ignorable": True})
    assert refused["error"].startswith(f'Post "{rule["urlPrefix"]}/filter": ')
    assert "refused" in refused["error"]
    assert refused["feasible"] == []
    assert "postFilter" not in refused
    assert ignored["selected"] == "n1"
    assert "refused" in ignored["extenders"][0]["error"]


def test_an_answer_that_comes_too_late() -> None:
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
        (lambda args: b"<html>", "the answer is no JSON"),
        (lambda args: [1], "must have an object"),
        (lambda args: {"Nodes": {"items": "n1"}}, "must have a list"),
        (lambda args: {"Nodes": {"items": [{"metadata": {"name": 1}}]}}, "must have a string"),
        (lambda args: {"FailedNodes": ["n1"]}, "must have an object"),
        (lambda args: {"Nodes": {"items": [{"metadata": {"name": "n9"}}]}}, 'claims a filtered node "n9"'),
    ],
)
def test_answers_that_are_of_no_use(answer: Any, message: str) -> None:
    answers = {} if answer is None else {"filter": answer}
    with serving(**answers) as server:
        rule = extender(server, filterVerb="filter")
        refused, ignored = trace(rule), trace({**rule, "ignorable": True})
    assert message in refused["error"]
    assert ignored["selected"] == "n1"


def test_a_nominated_node_must_pass_the_extenders_too() -> None:
    nominated = {**POD, "status": {"nominatedNodeName": "n1"}}
    with serving(filter=keep("n2", "n3")) as server:
        found = trace(extender(server, filterVerb="filter"), objects=[*NODES, nominated])
    assert found["nominatedNodeTried"] == {"node": "n1", "fits": False}
    assert found["feasible"] == ["n2", "n3"]
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
    assert events[-1]["placed"] == 2


def test_a_cycle_is_replayed_from_the_log_and_nobody_is_asked_again() -> None:
    scores = [{"Host": "n3", "Score": 10}]
    with serving(filter=keep("n1", "n3"), prioritize=lambda args: scores, bind=lambda args: {}) as server:
        rule = extender(server, filterVerb="filter", prioritizeVerb="prioritize", weight=1, bindVerb="bind")
        scenario = scenario_of([rule], *NODES, POD, make_pod("q"))
        events = list(simulate(scenario, allow_extenders=True))
    asked = len(server.requests)
    finished = json.loads(json.dumps([e for e in events if e["kind"] == "cycle.finished"]))
    for n, event in enumerate(finished):
        again = replay(scenario, finished, n).trace()
        assert again["selected"] == event["node"] == "n3"
        assert again["extenders"] == event["extenders"]
        assert again["feasible"] == ["n1", "n3"]
    assert asked == len(server.requests) == 6


def test_extenders_are_off_unless_they_are_allowed() -> None:
    with serving(filter=keep("n1")) as server:
        scenario = scenario_of([extender(server, filterVerb="filter")])
        with pytest.raises(InvalidInput) as caught:
            list(simulate(scenario))
    (error,) = caught.value.errors
    assert error.path == "extenders"
    assert "--allow-extenders" in error.message
    assert server.requests == []


def test_the_command_allows_them(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(filter=keep("n2")) as server:
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
        ({"prioritizeVerb": "p"}, "[0].weight", "must be greater than 0 with a prioritizeVerb, is 0"),
        ({"httpTimeout": "5"}, "[0].httpTimeout", "must be a duration such as 500ms or 5s, is 5"),
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
def test_what_a_configuration_must_not_say(fields: Manifest, path: str, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        scenario_of([{"urlPrefix": "http://localhost", **fields}])
    (error,) = caught.value.errors
    assert error.path == f"extenders{path}"
    assert message in error.message


def test_only_one_extender_may_bind() -> None:
    binding = {"urlPrefix": "http://localhost", "bindVerb": "bind"}
    with pytest.raises(InvalidInput, match="must have only one bindVerb"):
        scenario_of([binding, binding])
