"""What says nothing about the cluster changes nothing: the order of pods, of labels, and objects of no interest."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.cli.trace import trace_scenario
from tests.builders import Manifest, make_pod
from tests.scheduler_core.clusters import clusters


def trace(objects: list[Manifest]) -> list[Any]:
    for pod in objects:
        if pod["kind"] == "Pod":
            # Among victims of equal importance the order of the input decides.
            pod["spec"]["preemptionPolicy"] = "Never"
    names = sorted(p["metadata"]["name"] for p in objects if p["metadata"]["name"].startswith("new-"))
    answered = trace_scenario({"objects": objects, "schedule": [f"default/{name}" for name in names]})
    return [answered["nodeOrder"], answered["trace"]]


def shuffled(objects: list[Manifest], rng: Random) -> list[Manifest]:
    """The nodes in their order, everything else in any other; the keys of each mapping as well."""
    nodes = [o for o in objects if o["kind"] == "Node"]
    others = [o for o in objects if o["kind"] != "Node"]
    rng.shuffle(others)
    position = rng.randint(0, len(others))
    return [reordered(o, rng) for o in (*others[:position], *nodes, *others[position:])]


def reordered(value: Any, rng: Random) -> Any:
    if isinstance(value, list):
        return [reordered(v, rng) for v in value]
    if not isinstance(value, dict):
        return value
    keys = list(value)
    rng.shuffle(keys)
    return {key: reordered(value[key], rng) for key in keys}


@given(clusters(), st.integers(0, 2**32))
def test_the_order_of_what_has_no_order(content: dict[str, Any], seed: int) -> None:
    objects = content["objects"]
    assert trace(shuffled(objects, Random(seed))) == trace(objects)


@given(clusters())
def test_objects_that_the_scheduler_does_not_look_at(content: dict[str, Any]) -> None:
    objects = content["objects"]
    finished = make_pod("done", node="n0", app="web")
    finished["status"] = {"phase": "Succeeded"}
    elsewhere = make_pod("elsewhere", node="no-such-node", app="web")
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}}
    assert trace([*objects, finished, elsewhere, secret]) == trace(objects)


@given(clusters())
def test_annotations_and_env_of_pods(content: dict[str, Any]) -> None:
    plain = trace(content["objects"])
    for number, each in enumerate(content["objects"]):
        each["metadata"]["annotations"] = {"note": str(number)}
        if each["kind"] == "Pod":
            each["spec"]["containers"][0]["env"] = [{"name": "N", "value": str(number)}]
    assert trace(content["objects"]) == plain
