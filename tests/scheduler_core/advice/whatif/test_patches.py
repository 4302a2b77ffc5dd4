"""The commands of repairs as an API server would take them: a dump's pods have much that their templates have not."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from typing import Any

import pytest

from scheduler_core import Recording, Scenario
from scheduler_core.contract import Repair
from tests.builders import (
    Manifest,
    affinity,
    make_deployment,
    make_node,
    make_pod,
    spread,
    with_labels,
    with_status,
)
from tests.scheduler_core.advice.whatif.asking import is_of, repairs_of

REVISION = {"pod-template-hash": "6d4cf"}
MERGED = {"key": "pod-template-hash", "operator": "In", "values": ["6d4cf"]}
OWN = {"key": "team", "operator": "Exists"}
FILLED_IN = [
    {
        "key": f"node.kubernetes.io/{key}",
        "operator": "Exists",
        "effect": "NoExecute",
        "tolerationSeconds": 300,
    }
    for key in ("not-ready", "unreachable")
]
TAINTED = make_node("n1", zone="a", taints=[{"key": "sku", "value": "gpu", "effect": "NoSchedule"}])


def owned_by(kind: str, name: str) -> list[Manifest]:
    return [{"apiVersion": "apps/v1", "kind": kind, "name": name, "uid": name, "controller": True}]


def made_from(deployment: Manifest, **spec: Any) -> list[Manifest]:
    """Return the ReplicaSet of a Deployment, and its pending pod as an API server prints it."""
    template = deployment["spec"]["template"]
    labels = {**template["metadata"]["labels"], **REVISION}
    meta = {"namespace": "default", "labels": labels}
    filled_in = {
        "priority": 0,
        "preemptionPolicy": "PreemptLowerPriority",
        "tolerations": [*template["spec"].get("tolerations", ()), *FILLED_IN],
    }
    return [
        {
            "apiVersion": "apps/v1",
            "kind": "ReplicaSet",
            "metadata": {**meta, "name": "web-6d4cf", "ownerReferences": owned_by("Deployment", "web")},
            "spec": {
                "replicas": 1,
                "selector": {"matchLabels": labels},
                "template": {**template, "metadata": {"labels": labels}},
            },
        },
        {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {
                **meta,
                "name": "p",
                "uid": "p",
                "ownerReferences": owned_by("ReplicaSet", "web-6d4cf"),
            },
            "spec": {**template["spec"], **filled_in, **spec},
        },
    ]


def patched(deployment: Manifest, repair: Repair) -> Manifest:
    """Return a Deployment after a JSON patch (RFC 6902), which adds no parents and replaces only what is there."""
    found = re.search(r"^kubectl patch deployment web .* -p '(.*)'$", repair["patch"], re.MULTILINE)
    assert found, repair["patch"]
    result = deepcopy(deployment)
    for entry in json.loads(found[1]):
        *steps, last = [step.replace("~1", "/").replace("~0", "~") for step in entry["path"].split("/")[1:]]
        at: Any = result
        for step in steps:
            at = at[int(step)] if isinstance(at, list) else at[step]
        if isinstance(at, list) and last == "-":
            at.append(entry["value"])
            continue
        place = int(last) if isinstance(at, list) else last
        if entry["op"] == "remove":
            del at[place]
        else:
            assert entry["op"] == "add" or at[place] is not None
            at[place] = entry["value"]
    return result


def of_kind(repairs: list[Repair], kind: str) -> Repair:
    return next(repair for repair in repairs if is_of(repair, kind))


def is_placed(*objects: Manifest) -> bool:
    """Return whether the pods that the controllers make of these objects have nodes at the end of a run."""
    recording = Recording.of(Scenario.from_content({"objects": list(objects)}))
    return len(recording.placements) == len(recording.scenario.objects.pods) > 0


@pytest.mark.parametrize("known", [True, False], ids=["with its workloads", "pods and nodes alone"])
@pytest.mark.parametrize("own", [[], [OWN]], ids=["no toleration before", "one before"])
def test_a_toleration(known: bool, own: list[Manifest]) -> None:
    deployment = make_deployment("web", 1, {"tolerations": own} if own else {})
    replica_set, pod = made_from(deployment)
    workloads = [deployment, replica_set] if known else []
    made = patched(deployment, of_kind(repairs_of(TAINTED, pod, *workloads), "toleration"))
    assert [t["key"] for t in made["spec"]["template"]["spec"]["tolerations"]] == [
        *(t["key"] for t in own),
        "sku",
    ]
    assert is_placed(TAINTED, made)


def test_a_priority() -> None:
    deployment = make_deployment(
        "web", 1, {"containers": [{"name": "c", "resources": {"requests": {"cpu": "3"}}}]}
    )
    node, low = make_node("n1"), make_pod("low", node="n1", requests={"cpu": "3"})
    repair = of_kind(repairs_of(node, low, made_from(deployment)[1]), "priority")
    assert patched(deployment, repair)["spec"]["template"]["spec"]["priorityClassName"] == "above-0"


def test_devices_of_which_as_many_are_the_limit() -> None:
    resources = {key: {"cpu": "1", "nvidia.com/gpu": "2"} for key in ("requests", "limits")}
    deployment = make_deployment("web", 1, {"containers": [{"name": "c", "resources": resources}]})
    node = with_status(make_node("n1"), allocatable={"cpu": "4", "pods": "9", "nvidia.com/gpu": "1"})
    made = patched(deployment, of_kind(repairs_of(node, made_from(deployment)[1]), "request"))
    resources = made["spec"]["template"]["spec"]["containers"][0]["resources"]
    assert resources["requests"]["nvidia.com/gpu"] == resources["limits"]["nvidia.com/gpu"] == "1"
    assert resources["limits"]["cpu"] == "1"


def test_a_term_with_the_revision_that_the_api_server_merged() -> None:
    own = affinity("kubernetes.io/hostname", anti=True, app="web")
    (term,) = own["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
    term["matchLabelKeys"] = [*REVISION]
    merged = deepcopy(own)
    (term,) = merged["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
    term["labelSelector"]["matchExpressions"] = [MERGED]
    deployment = make_deployment("web", 2, {"affinity": own})
    running = with_labels(make_pod("running", node="n1", app="web"), REVISION)
    repair = of_kind(
        repairs_of(make_node("n1"), running, made_from(deployment, affinity=merged)[1]),
        "anti-affinity preferred",
    )
    made = patched(deployment, repair)
    assert "6d4cf" not in json.dumps(made)
    assert is_placed(make_node("n1"), make_node("n2"), made)


def test_a_constraint_with_the_revision_that_the_api_server_merged() -> None:
    own = spread("zone", matchLabelKeys=[*REVISION])
    merged = {**own, "labelSelector": {**own["labelSelector"], "matchExpressions": [MERGED]}}
    deployment = make_deployment("web", 1, {"topologySpreadConstraints": [own]})
    running = with_labels(make_pod("running", node="n2", app="web"), REVISION)
    nodes = [make_node("n1", zone="a", unschedulable=True), make_node("n2", zone="b")]
    pod = made_from(deployment, topologySpreadConstraints=[merged])[1]
    made = patched(deployment, of_kind(repairs_of(*nodes, running, pod), "spread field"))
    [constraint] = made["spec"]["template"]["spec"]["topologySpreadConstraints"]
    assert constraint["labelSelector"] == own["labelSelector"]


def test_nothing_is_removed_of_what_is_replaced_as_a_whole() -> None:
    own = affinity("kubernetes.io/hostname", anti=True, app="web")
    deployment = make_deployment("web", 1, {"affinity": own})
    running = make_pod("running", node="n1", app="web")
    repairs = repairs_of(make_node("n1"), running, made_from(deployment)[1])
    repair = next(repair for repair in repairs if "preferredDuring" in repair["patch"])
    assert '"remove"' not in repair["patch"]
    (term,) = own["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
    preferred = [{"weight": 100, "podAffinityTerm": term}]
    assert patched(deployment, repair)["spec"]["template"]["spec"]["affinity"] == {
        "podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": preferred}
    }
