"""Which nodes Cluster Autoscaler removes after a run, and why the others stay."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.advice.leaving import LeavingInquiry
from scheduler_core.advice.leaving.contract import LeavingNode
from tests.builders import Manifest, make_pod, with_spec
from tests.scheduler_core.advice.descheduler.builders import recorded, replica
from tests.scheduler_core.advice.leaving.test_karpenter import budget
from tests.scheduler_core.advice.scaling.test_groups import LARGE, pool, status

SPARE = [status("large", "spare"), pool("large", "n1", **LARGE), pool("spare", "n2", **LARGE)]


def left(*objects: Manifest, groups: list[Manifest] = SPARE) -> LeavingNode:
    """What becomes of the node n1."""
    inquiry = LeavingInquiry(recorded(*groups, *objects))
    list(inquiry.steps())
    (answer,) = inquiry.answers()
    assert (answer["autoscaler"], answer["done"], answer["total"]) == ("cluster-autoscaler", 2, 2)
    return next(node for node in answer["nodes"] if node["node"] == "n1")


def annotated(manifest: Manifest, **annotations: str) -> Manifest:
    manifest["metadata"]["annotations"] = annotations
    return manifest


def small(**fields: Any) -> Manifest:
    return replica("p", "n1", requests={"cpu": "1"}, **fields)


def of_system(pod: Manifest) -> Manifest:
    pod["metadata"]["namespace"] = "kube-system"
    return pod


EMPTY_DIR = {"volumes": [{"name": "v", "emptyDir": {}}]}
SAFE = {"cluster-autoscaler.kubernetes.io/safe-to-evict": "true"}
UNSAFE = {"cluster-autoscaler.kubernetes.io/safe-to-evict": "false"}

# pods on n1: what keeps the node, in plain words and in the program's; none if it goes
KEPT: dict[str, tuple[list[Manifest], tuple[str, str, str] | None]] = {
    "nothing on it": ([], None),
    "a small pod": ([small()], None),
    "exactly half": ([replica("p", "n1", requests={"cpu": "4"})], None),
    "more than half": (
        [replica("p", "n1", requests={"cpu": "5"})],
        ("utilization", "62 % of its cpu is requested, more than 50 %", "NotUnderutilized"),
    ),
    "a pod without controller": (
        [make_pod("p", node="n1")],
        ("pod", "default/p has no controller that makes it again", "BlockedByPod: NotReplicated (default/p)"),
    ),
    "such a pod that may go": ([annotated(make_pod("p", node="n1"), **SAFE)], None),
    "local storage": (
        [with_spec(small(), **EMPTY_DIR)],
        ("pod", "default/p has local storage", "BlockedByPod: LocalStorageRequested (default/p)"),
    ),
    "local storage that may go": ([annotated(with_spec(small(), **EMPTY_DIR), **SAFE)], None),
    "an annotation of a pod": (
        [annotated(small(), **UNSAFE)],
        (
            "pod",
            "an annotation of default/p asks that it is not moved",
            "BlockedByPod: NotSafeToEvictAnnotation (default/p)",
        ),
    ),
    "an annotation for Karpenter": ([annotated(small(), **{"karpenter.sh/do-not-disrupt": "true"})], None),
    "a pod of kube-system": (
        [of_system(small())],
        (
            "pod",
            "kube-system/p is of kube-system, without a disruption budget",
            "BlockedByPod: UnmovableKubeSystemPod (kube-system/p)",
        ),
    ),
    "a budget": (
        [small(), budget()],
        (
            "pod",
            "a disruption budget does not let default/p go now",
            "BlockedByPod: NotEnoughPdb (default/p)",
        ),
    ),
    "no place": (
        [with_spec(small(), nodeSelector={"kubernetes.io/hostname": "n1"})],
        ("no-place", "there is no place for default/p on other nodes", "NoPlaceToMovePods (default/p)"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", KEPT)
def test_what_becomes_of_a_node(case: str) -> None:
    pods, kept = KEPT[case]
    found = left(*pods)
    if kept is None:
        assert (found["verdict"], found["kind"], found["says"]) == ("goes", None, "")
        assert found["text"] == (
            "at most half of it is requested, and its pods fit elsewhere: it goes after ten minutes"
        )
    else:
        assert (found["verdict"], found["kind"], found["text"], found["says"]) == ("stays", *kept)


def test_an_annotation_of_the_node() -> None:
    key = "cluster-autoscaler.kubernetes.io/scale-down-disabled"
    kept = annotated(pool("large", "n1", **LARGE), **{key: "true"})
    found = left(groups=[SPARE[0], kept, SPARE[2]])
    assert (found["kind"], found["says"]) == ("annotation", "ScaleDownDisabledAnnotation")


def test_a_group_at_its_minimum() -> None:
    told = status("large", "spare")
    told["data"]["status"] = told["data"]["status"].replace('"minSize": 0', '"minSize": 1')
    found = left(groups=[told, *SPARE[1:]])
    assert (found["kind"], found["text"]) == ("minimum", "group large is at its minimum: 1 of 1")
    assert found["says"] == "NodeGroupMinSizeReached"


def test_of_a_node_with_gpus_these_count() -> None:
    nodes = [status("large", "spare"), pool("large", "n1", **LARGE), pool("spare", "n2", **LARGE)]
    for node in nodes[1:]:
        node["status"]["allocatable"]["nvidia.com/gpu"] = "2"
    idle = replica("p", "n1", requests={"cpu": "7"})
    busy = replica("q", "n1", requests={"nvidia.com/gpu": "2"})
    assert left(idle, groups=nodes)["verdict"] == "goes"
    assert left(busy, groups=nodes)["text"] == "100 % of its nvidia.com/gpu is requested, more than 50 %"


def test_without_an_autoscaler_nothing_is_asked() -> None:
    assert not LeavingInquiry(recorded(*SPARE[1:]))
