"""A repair that is tried gives the run that its manifests give when they are written, read and run from the start."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from scheduler_core import (
    NO_ADMISSION,
    AllowanceSpent,
    Inquiry,
    Recording,
    Scenario,
    SearchLimits,
    Trying,
    load,
    repaired_source,
    within,
)
from scheduler_core.advice.whatif.patching import patched
from scheduler_core.advice.whatif.repair import operation_of_json
from scheduler_core.advice.whatif.tried import renamed
from scheduler_core.allowance import Allowance
from scheduler_core.contract import Repair
from tests.builders import make_node, make_pod

from .test_gallery import CASES, FIXES, OTHERWISE

ZONE = "topology.kubernetes.io/zone"
LIMITS = SearchLimits(attempts=300, runs=3)
SAMPLE = 6  # repairs of a case, those of different kinds first


def pending_repairs(recording: Recording) -> list[Repair]:
    """The repairs of the first pending pod: one of each kind first, as many as are looked at."""
    pod = next((e["pod"] for e in recording.finished if e["pod"] not in recording.placements), None)
    if pod is None:
        return []
    *_, answer = Inquiry(recording, pod, limits=LIMITS).answers()
    by_kind = sorted(answer["repairs"], key=kinds_of)
    firsts = [next(group) for _, group in groupby(by_kind, kinds_of)]
    return [*firsts, *(repair for repair in answer["repairs"] if repair not in firsts)][:SAMPLE]


def kinds_of(repair: Repair) -> tuple[str, ...]:
    return tuple(sorted(f"{o['op']} {o['object'].partition(' ')[0]}" for o in repair["operations"]))


def try_out(recording: Recording, repair: Repair) -> Trying:
    trying = Trying(recording, repair["operations"])
    for _ in trying.steps():
        pass
    return trying


def places(before: Scenario, recording: Recording) -> dict[str, str]:
    """The nodes of the pods by the names that they have without the repair."""
    names = renamed(before, recording.scenario)
    return {names.get(key, key): node for key, node in recording.placements.items()}


def as_written(scenario: Scenario, repair: Repair) -> Recording:
    """The run of the manifests' text with the repair made, read with the policy of the scenario."""
    source = repaired_source(scenario, repair["operations"], [])
    return Recording.of(load(source, admission=scenario.admission, version=scenario.version), seed=7)


@pytest.mark.parametrize("case", sorted((*FIXES, *OTHERWISE)))
def test_what_is_tried_is_the_run_of_the_repaired_manifests(case: str) -> None:
    source = (CASES / f"{case}.yaml").read_text(encoding="utf-8").split("\n---\n", 1)[1]
    recording = Recording.of(load(source, admission=NO_ADMISSION).under_release("1.34"), seed=7)
    repairs = pending_repairs(recording)
    assert repairs
    for repair in repairs:
        made = try_out(recording, repair).made
        written = as_written(recording.scenario, repair)
        assert places(recording.scenario, made) == places(recording.scenario, written), repair["changes"]


DUMP = """
apiVersion: v1
kind: Node
metadata: {name: n1, labels: {kubernetes.io/hostname: n1}}
spec: {unschedulable: true}
status: {allocatable: {cpu: "8", memory: 16Gi, pods: "20"}, conditions: [{type: Ready, status: "True"}]}
---
apiVersion: v1
kind: Node
metadata: {name: n2, labels: {kubernetes.io/hostname: n2}}
status: {allocatable: {cpu: "2", memory: 16Gi, pods: "20"}, conditions: [{type: Ready, status: "False"}]}
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 1000
---
apiVersion: v1
kind: LimitRange
metadata: {name: least, namespace: limited}
spec: {limits: [{type: Container, defaultRequest: {cpu: "1"}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: old, namespace: shop, labels: {app: old}}
spec: {nodeName: n2, containers: [{name: c, image: "old:1", resources: {requests: {cpu: "1"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: alone, namespace: NAMESPACE}
spec: {priorityClassName: high, containers: [{name: c, image: "old:1", resources: {requests: {cpu: "1"}}}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 4
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, image: "web:1", resources: {requests: {cpu: "1"}}}]}
"""


@pytest.mark.parametrize("namespace", ["shop", "limited"])
@pytest.mark.parametrize("prefix", ["alone", "web"])
def test_what_admission_and_controllers_make_of_manifests_is_tried_too(namespace: str, prefix: str) -> None:
    recording = Recording.of(load(DUMP.replace("NAMESPACE", namespace)), seed=7)
    pods = [pod for pod in recording.scenario.objects.pods if pod.name.startswith(prefix)]
    *_, answer = Inquiry(recording, pods[0].key, limits=LIMITS).answers()
    assert len(answer["repairs"]) > 1
    for repair in answer["repairs"]:
        made, written = try_out(recording, repair).made, as_written(recording.scenario, repair)
        assert places(recording.scenario, made) == places(recording.scenario, written), repair["changes"]
        assert made.placements


def crowded(*, priority: int = 0) -> list[dict[str, Any]]:
    """Pods that wait before and after the one that fits nowhere, on nodes that some of them fill."""
    nodes = [make_node(f"n{i}", cpu="4") for i in range(3)]
    for node, zone in zip(nodes, "aab", strict=True):
        node["metadata"]["labels"][ZONE] = zone
    nodes[2]["spec"] = {"taints": [{"key": "batch", "effect": "NoSchedule"}]}
    pods = [make_pod(f"p{i}", requests={"cpu": "1"}) for i in range(9)]
    pods[4] = make_pod("big", requests={"cpu": "6"})
    pods[4]["spec"]["priority"] = priority
    return [*nodes, *pods]


def test_cycles_before_the_change_acts_are_taken_from_the_recording() -> None:
    recording = Recording.of(Scenario.from_content({"objects": crowded()}), seed=7)
    before = recording.attempts("default/big")[0]["cycle"]
    of_pod = {"Pod default/big"}
    repair = next(r for r in pending_repairs(recording) if {o["object"] for o in r["operations"]} == of_pod)
    trying = Trying(recording, repair["operations"])
    assert trying._first_cycle == before > 0
    for _ in trying.steps():
        pass
    assert trying.made.finished[:before] == recording.finished[:before]
    assert trying.made.placements == as_written(recording.scenario, repair).placements


def test_a_pod_that_comes_earlier_in_the_queue_acts_from_the_start() -> None:
    recording = Recording.of(Scenario.from_content({"objects": crowded()}), seed=7)
    operations: Any = [
        {"op": "set", "object": "Pod default/big", "path": ["spec", "priority"], "value": 100},
        {
            "op": "set",
            "object": "Pod default/big",
            "path": ["spec", "containers", 0, "resources", "requests", "cpu"],
            "value": "4",
        },
    ]
    trying = Trying(recording, operations)
    for _ in trying.steps():
        pass
    made = patched(recording.scenario, [operation_of_json(operation) for operation in operations])
    whole = Recording.of(made.scenario, seed=7)
    assert trying.made.finished == whole.finished
    assert trying.made.finished[0]["pod"] == "default/big"


def test_the_answer_says_how_far_it_is_and_what_it_comes_to() -> None:
    objects = [make_node("n1", cpu="1"), *(make_pod(f"p{i}", requests={"cpu": "1"}) for i in range(3))]
    recording = Recording.of(Scenario.from_content({"objects": objects}))
    node: Any = {"op": "create", "object": "", "path": [], "value": make_node("n2", cpu="1")}
    trying = Trying(recording, [node])
    seen = [trying.answer() for _ in trying.steps()]
    assert [(answer["placed"], answer["pods"], answer["before"]) for answer in seen][:3] == [
        (1, 3, 1),
        (2, 3, 1),
        (2, 3, 1),
    ]
    end = seen[-1]["end"]
    assert "end" not in seen[0]
    assert end["causes"]["pending"] == 1
    assert [node["name"] for node in end["added"]] == ["n2"]
    assert end["nodes"]["names"] == ["n1", "n2"]
    assert end["nodes"]["resources"]["pods"]["after"] == [1, 1]
    assert end["moved"] == [{"pod": "default/p1", "before": None, "after": "n2"}]
    assert (end["moved_count"], end["evicted"]) == (1, 0)


def test_an_allowance_ends_a_trial() -> None:
    recording = Recording.of(Scenario.from_content({"objects": crowded()}))
    node: Any = {"op": "create", "object": "", "path": [], "value": make_node("n9", cpu="8")}
    with within(Allowance(seconds=0)), pytest.raises(AllowanceSpent):
        for _ in Trying(recording, [node]).steps():
            pass
