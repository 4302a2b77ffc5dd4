"""The picture and the figures of a question: named nodes, taints, who waits, the counts, and no answer."""

from __future__ import annotations

from scheduler_core import NO_ADMISSION, Recording, load
from webui.features.gallery.cases import read_cases
from webui.features.gallery.question import Question, question
from webui.features.gallery.topics import QUEUES

# Without those of Kueue, whose pods are there only once it has admitted their jobs.
SOURCES = {case.slug: case.source for case in read_cases() if case.header.topic != QUEUES}


def asked(slug: str, pod: str = "") -> Question:
    run = Recording.of(load(SOURCES[slug], admission=NO_ADMISSION))
    return question(run.scenario, run.finished, pod)


def test_nodes_have_their_names_pods_and_zones_and_who_waits_is_apart() -> None:
    of_first = asked("spread-one-constraint", "default/mypod")
    zones = of_first["scene"]["zones"]
    assert {zone["name"]: [node["label"] for node in zone["nodes"]] for zone in zones} == {
        "zoneA": ["node1", "node2"],
        "zoneB": ["node3", "node4"],
    }
    assert [len(node["marks"]) for zone in zones for node in zone["nodes"]] == [1, 1, 1, 0]
    assert [group["label"] for group in of_first["scene"]["waiting"]] == ["mypod"]
    assert of_first["spread"] == {
        "minimum": 1,
        "max_skew": 1,
        "domains": [{"value": "zoneA", "count": 2}, {"value": "zoneB", "count": 1}],
    }
    assert of_first["rule"].startswith("topologySpreadConstraints:\n- maxSkew: 1\n")


def test_taints_are_hatched_and_pods_of_one_name_wait_together() -> None:
    scene = asked("control-plane-empty-domain")["scene"]
    tainted = [node["name"] for zone in scene["zones"] for node in zone["nodes"] if node["tainted"]]
    assert tainted == ["control-plane"]
    assert [(group["label"], len(group["dots"])) for group in scene["waiting"]] == [("7 × web", 7)]


def test_apps_have_shapes_of_their_own() -> None:
    zones = asked("existing-required-pulls")["scene"]["zones"]
    assert len({mark for zone in zones for node in zone["nodes"] for mark in node["marks"]}) > 1


def test_many_nodes_have_no_labels() -> None:
    scene = asked("sampling-all-nodes")["scene"]
    assert scene["is_large"]
    assert {node["label"] for zone in scene["zones"] for node in zone["nodes"]} == {""}


def test_no_question_tells_where_a_pod_lands() -> None:
    for slug, source in list(SOURCES.items())[::8]:
        pods = load(source, admission=NO_ADMISSION).objects.pods
        running = sum(bool(pod.node_name) and not pod.finished for pod in pods)
        nodes = [node for zone in asked(slug)["scene"]["zones"] for node in zone["nodes"]]
        assert sum(len(node["marks"]) + node["more"] for node in nodes) == running, slug
