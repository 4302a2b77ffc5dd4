"""A repair of a template says what its controller makes of it: a rollout, or nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import Manifest, make_node, make_pod
from tests.scheduler_core.advice.whatif.asking import notes_of, repairs_of

NODE = make_node("n1", cpu="4")
LARGE = {"cpu": "8"}
STAYS = "{kind} web replaces no pod by itself: delete web-2 after the change."
WAITS = "StatefulSet web waits for web-0 and does not replace it: delete it after the change."


def pod_of(kind: str, name: str, **fields: Any) -> Manifest:
    owner = {"apiVersion": "apps/v1", "kind": kind, "name": "web", "uid": "web", "controller": True}
    pod = make_pod(name, **fields)
    return {**pod, "metadata": {**pod["metadata"], "ownerReferences": [owner]}}


def workload(kind: str, **spec: Any) -> Manifest:
    template = {
        "metadata": {"labels": {"app": "web"}},
        "spec": {"containers": [{"name": "c", "image": "app:1", "resources": {"requests": LARGE}}]},
    }
    return {
        "apiVersion": "apps/v1",
        "kind": kind,
        "metadata": {"name": "web", "namespace": "default", "uid": "web"},
        "spec": {
            "replicas": 3,
            "selector": {"matchLabels": {"app": "web"}},
            "serviceName": "web",
            "template": template,
            **spec,
        },
    }


def said(kind: str, running: int, **spec: Any) -> list[str]:
    """Return the notes of the smaller request of a pod that waits beside so many that run."""
    others = [pod_of(kind, f"web-{n}", node="n1", requests={"cpu": "1"}) for n in range(running)]
    waiting = pod_of(kind, f"web-{running}", requests=LARGE)
    objects = [NODE, workload(kind, **{"replicas": running + 1, **spec}), *others, waiting]
    (repair,) = [
        repair
        for repair in repairs_of(*objects, pod=f"default/web-{running}")
        if repair["changes"][0].startswith("request cpu") and len(repair["changes"]) == 1
    ]
    return [note for note in notes_of(repair) if not note.startswith("The largest node")]


@pytest.mark.parametrize("kind", ["DaemonSet", "StatefulSet"])
def test_a_rollout_replaces_all_pods_if_some_run(kind: str) -> None:
    rollout = f"A rollout replaces all 3 pods of {kind} web, 2 of them running."
    spec = {"podManagementPolicy": "Parallel"} if kind == "StatefulSet" else {}
    assert said(kind, 2, **spec) == [rollout]


def test_a_rollout_is_not_said_where_no_pod_runs() -> None:
    assert said("StatefulSet", 0, podManagementPolicy="Parallel") == []


def test_a_stateful_set_waits_for_a_pod_that_is_not_ready() -> None:
    assert said("StatefulSet", 0) == [WAITS]
    assert len(said("StatefulSet", 1)) == 2


@pytest.mark.parametrize(
    ("kind", "spec"),
    [
        ("ReplicaSet", {}),
        ("StatefulSet", {"updateStrategy": {"type": "OnDelete"}}),
        ("DaemonSet", {"updateStrategy": {"type": "OnDelete"}}),
    ],
)
def test_what_replaces_no_pods_says_so(kind: str, spec: dict[str, Any]) -> None:
    assert said(kind, 2, **spec) == [STAYS.format(kind=kind)]


def test_it_is_said_once_and_not_of_changes_of_the_cluster() -> None:
    waiting = pod_of("StatefulSet", "web-0", requests={"cpu": "8", "memory": "64Gi"})
    waiting["spec"]["nodeSelector"] = {"disk": "ssd"}
    repairs = repairs_of(NODE, waiting, pod="default/web-0")
    of_pod = [
        r for r in repairs if any(operation["object"].startswith("Pod") for operation in r["operations"])
    ]
    others = [r for r in repairs if r not in of_pod]
    assert of_pod and others
    assert {notes_of(repair).count(WAITS) for repair in of_pod} == {1}
    assert all(WAITS not in notes_of(repair) for repair in others)
