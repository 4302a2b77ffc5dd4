"""Irrelevant input does not change the trace: the order of pods and of keys, unrelated objects, annotations."""

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
            # Ties among victims of equal importance are broken by the order of the input.
            pod["spec"]["preemptionPolicy"] = "Never"
    names = sorted(p["metadata"]["name"] for p in objects if p["metadata"]["name"].startswith("new-"))
    traced = trace_scenario({"objects": objects, "schedule": [f"default/{name}" for name in names]})
    return [traced["nodeOrder"], traced["trace"]]


def shuffled(objects: list[Manifest], rng: Random) -> list[Manifest]:
    """Return the objects with the nodes in their order, everything else and the keys of mappings in random order."""
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
def test_the_order_of_pods_and_keys_does_not_matter(content: dict[str, Any], seed: int) -> None:
    objects = content["objects"]
    assert trace(shuffled(objects, Random(seed))) == trace(objects)


@given(clusters())
def test_finished_and_unrelated_objects_do_not_matter(content: dict[str, Any]) -> None:
    objects = content["objects"]
    finished = make_pod("done", node="n0", app="web")
    finished["status"] = {"phase": "Succeeded"}
    elsewhere = make_pod("elsewhere", node="no-such-node", app="web")
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}}
    assert trace([*objects, finished, elsewhere, secret]) == trace(objects)


@given(clusters())
def test_annotations_and_environment_variables_do_not_matter(content: dict[str, Any]) -> None:
    expected = trace(content["objects"])
    for number, manifest in enumerate(content["objects"]):
        manifest["metadata"]["annotations"] = {"note": str(number)}
        if manifest["kind"] == "Pod":
            manifest["spec"]["containers"][0]["env"] = [{"name": "N", "value": str(number)}]
    assert trace(content["objects"]) == expected
