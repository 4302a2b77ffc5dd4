"""Nodes added: how many of which shape until no pod is pending."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from scheduler_core.advice.scaling.templates import new_node
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.node import HOSTNAME, Node
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.scenario import Scenario, ScenarioContent

from .bounds import MOST_ADDED_NODES, MOST_SHAPES
from .contract import CapacitySweep, SweepShape
from .counting import CellSums, Detail
from .fields import numbers_of, seeds_of
from .kind import Kind
from .study import VariantStudy, axis_of, has_room, subject_of

# Their controllers make a pod for each node.
_PER_NODE = "DaemonSet"


class CapacityStudy(VariantStudy):
    """A cell for each shape and count."""

    def __init__(self, scenario: Scenario, specification: CapacitySweep) -> None:
        super().__init__()
        self._scenario = scenario
        self._shapes, self._counts = specification["shapes"], specification["counts"]
        self._models = [_model(scenario, shape, i) for i, shape in enumerate(self._shapes)]
        self.axes = [
            axis_of("shape", [shape["name"] for shape in self._shapes]),
            axis_of("count", self._counts),
        ]
        self.subject = subject_of(scenario)
        self.detail = Detail(
            self.subject.workload_numbers,
            per_workload=has_room(self.cells, len(self.subject.workloads())),
        )

    def count(self, cell: int, seed: int, point: int, sums: CellSums) -> int:
        """Count the pods of the scenario; those that a DaemonSet adds with its nodes are not among them."""
        runs = self.runs(cell)
        ending = runs.run(seed)
        numbers = self.subject.numbers
        counted = [numbers[pod.key] for pod in runs.pods if pod.key in numbers]
        sums.add(point, ending.of(runs.pods, numbers), np.array(counted, dtype=np.int64))
        return ending.decisions

    def variant(self, cell: int) -> Scenario:
        shape, count = self.position(cell)
        taken = {node.name for node in self._scenario.objects.nodes}
        names = _new_names(self._shapes[shape]["name"], self._counts[count], taken)
        return with_nodes(self._scenario, [new_node(self._models[shape], name, {}) for name in names])


def with_nodes(scenario: Scenario, manifests: list[Manifest]) -> Scenario:
    """Return the scenario with further nodes, after the others.

    Only these are read, unless a DaemonSet makes pods for them, or Kueue counts their room.
    """
    if not manifests:
        return scenario
    content = scenario.content()
    content["objects"] = [*content["objects"], *manifests]
    if scenario.queued or any(kind_of(manifest) == _PER_NODE for manifest in scenario.manifests):
        return _read(content, scenario)
    added = _read({**content, "objects": manifests}, scenario).objects
    objects = replace(
        scenario.objects,
        nodes=[*scenario.objects.nodes, *added.nodes],
        manifests={**scenario.objects.manifests, **added.manifests},
    )
    return replace(scenario, objects=objects, manifests=content["objects"])


def _read(content: ScenarioContent, scenario: Scenario) -> Scenario:
    return Scenario.from_content(content, name=scenario.name, version=scenario.version)


def _model(scenario: Scenario, shape: SweepShape, number: int) -> Manifest:
    """Return the manifest that new nodes of a shape are made of; raise InvalidInput for an unknown node."""
    if "allocatable" in shape:
        allocatable: Mapping[str, Any] = {"pods": "110", **shape["allocatable"]}
        return {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": shape["name"], "labels": {HOSTNAME: shape["name"]}},
            "status": {"allocatable": dict(allocatable)},
        }
    node = next((m for m in scenario.manifests if _is_node(m, shape["node"])), None)
    if node is None:
        message = worded("must be the name of a node of the scenario, got {value}", value=repr(shape["node"]))
        raise InvalidInput.of(f"sweep.shapes[{number}].node", message)
    return node


def _is_node(manifest: Manifest, name: str) -> bool:
    return kind_of(manifest) == Node.__name__ and (manifest.get("metadata") or {}).get("name") == name


def _new_names(shape: str, count: int, taken: set[str]) -> list[str]:
    """Return names that no node has: the shape with a number from 1."""
    names: list[str] = []
    number = 0
    while len(names) < count:
        number += 1
        if (name := f"{shape}-{number}") not in taken:
            names.append(name)
    return names


def _read_specification(at: ManifestField) -> CapacitySweep:
    shapes = [_shape(shape) for shape in at.children("shapes")]
    if not shapes:
        at.problem("shapes", worded("must have at least one shape: add {name: large, node: NAME_OF_A_NODE}"))
    if len(shapes) > MOST_SHAPES:
        at.problem(
            "shapes",
            worded(
                "must be at most {most}, got {count}: take fewer",
                most=MOST_SHAPES,
                count=len(shapes),
            ),
        )
    names = [shape["name"] for shape in shapes]
    if len(set(names)) < len(names):
        at.problem("shapes", worded("must have distinct names: rename all but one of those that are equal"))
    counts = numbers_of(at, "counts", 0, MOST_ADDED_NODES)
    return {"kind": "capacity", "shapes": shapes, "counts": counts, "seeds": seeds_of(at)}


def _shape(at: ManifestField) -> SweepShape:
    shape: SweepShape = {"name": at.name("name")}
    if at.has("node") == at.has("allocatable"):
        at.problem(
            "", worded("must have either node, the name of a node to copy, or allocatable, its amounts")
        )
    if at.has("node"):
        shape["node"] = at.name("node")
    if at.has("allocatable"):
        shape["allocatable"] = dict(at.quantities("allocatable"))
    return shape


KIND: Kind[CapacitySweep] = Kind(
    ("shapes", "counts"),
    _read_specification,
    lambda scenarios, specification: CapacityStudy(scenarios[0], specification),
    cells=lambda specification: len(specification["shapes"]) * len(specification["counts"]),
)
