"""Opportunistic batching: the next pod of the same signature is tried on the next best node of the list before."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Recording, Scenario
from scheduler_core.explain.view.trace import cycle_trace
from scheduler_core.kubernetes.versions import find_version
from scheduler_core.simulation.run.simulation import Simulation
from tests.builders import make_node, make_pod

Json = dict[str, Any]
V1_34, V1_35 = find_version("1.34"), find_version("1.35")
NO_DEFAULT_CONSTRAINTS = [
    {"name": "PodTopologySpread", "args": {"defaultingType": "List", "defaultConstraints": []}},
]


def scenario(*pods: Json, plugin_config: list[Json] | None = None) -> Scenario:
    """Four nodes of which each takes one pod; the larger, the better."""
    nodes = [make_node(f"n{i}", cpu=f"{1500 + 100 * i}m") for i in range(4)]
    config = {
        "apiVersion": "kubescheduler.config.k8s.io/v1",
        "kind": "KubeSchedulerConfiguration",
        "profiles": [{"pluginConfig": NO_DEFAULT_CONSTRAINTS if plugin_config is None else plugin_config}],
    }
    return Scenario.from_content({"objects": [*nodes, *pods], "config": config}, version=V1_35)


def one_per_node(name: str, **options: Any) -> Json:
    return make_pod(name, requests={"cpu": "1", "memory": "1Gi"}, **options)


def hints(content: Scenario, version: str = "1.35") -> list[str | None]:
    return [event.get("node_hint") for event in Recording.of(content, kubernetes_version=version).finished]


PODS = [one_per_node(name) for name in ("a", "b", "c")]


def test_equal_pods_take_the_next_node_of_the_first_list() -> None:
    simulation = Simulation(scenario(*PODS), V1_35)
    first, second, third = (cycle_trace(simulation.attempt(f"default/{p}")) for p in "abc")  # type: ignore[arg-type]
    assert first["total"]["n3"] > first["total"]["n2"] > first["total"]["n1"]
    assert "nodeHint" not in first
    assert (second["nodeHint"], second["selected"]) == ("n2", "n2")
    assert (third["nodeHint"], third["selected"]) == ("n1", "n1")
    assert not {"filter", "score", "total"} & third.keys()


def test_the_only_node_that_fits_is_shown_with_all_answers() -> None:
    simulation = Simulation(scenario(*PODS, one_per_node("d")), V1_35)
    *_, last = (cycle_trace(simulation.attempt(f"default/{p}")) for p in "abcd")  # type: ignore[arg-type]
    assert last["nodeHint"] == "n0"
    assert sorted(last["filter"]) == ["n1", "n2", "n3"]
    assert last["total"].keys() == {"n0"}


def test_v1_34_has_no_hints() -> None:
    assert hints(scenario(*PODS), "1.34") == [None, None, None]


@pytest.mark.parametrize(
    ("pods", "plugin_config"),
    [
        pytest.param(PODS, [], id="default constraints"),
        pytest.param([one_per_node("a"), one_per_node("b", app="other")], None, id="labels"),
        pytest.param(
            [make_pod("a", requests={"cpu": "10m"}), make_pod("b", requests={"cpu": "10m"})], None, id="room"
        ),
    ],
)
def test_no_hint_without_an_equal_pod_before_that_filled_its_node(
    pods: list[Json], plugin_config: list[Json] | None
) -> None:
    assert not any(hints(scenario(*pods, plugin_config=plugin_config)))


def test_labels_do_not_matter_if_no_terms_of_running_pods_do() -> None:
    ignoring = [{"name": "InterPodAffinity", "args": {"ignorePreferredTermsOfExistingPods": True}}]
    pods = one_per_node("a"), one_per_node("b", app="other")
    assert hints(scenario(*pods, plugin_config=NO_DEFAULT_CONSTRAINTS + ignoring)) == [None, "n2"]


def test_a_pod_between_makes_the_list_useless() -> None:
    other = make_pod("b", requests={"cpu": "20m"})
    assert hints(scenario(one_per_node("a"), other, one_per_node("c"))) == [None, None, None]


def test_a_recorded_cycle_is_computed_again_with_its_hint() -> None:
    recording = Recording.of(scenario(*PODS), kubernetes_version="1.35")
    cycle: Any = recording.cycle(2)
    assert cycle.result.hinted_node == "n1"
    assert cycle.result.only_hint_was_tried
