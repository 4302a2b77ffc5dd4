"""Manifests of the kinds that admission reads, and what it made of them."""

from __future__ import annotations

import json
from typing import Any

from scheduler_core import Recording, Scenario, load
from scheduler_core.controlplane.admission import DEFAULT_POLICY, AdmissionPolicy
from tests.builders import Manifest


def make(kind: str, name: str, *, api: str = "v1", namespace: str = "", **fields: Any) -> Manifest:
    """Return an object; `annotations` and `uid` go to its metadata."""
    metadata: Manifest = {"name": name}
    if namespace:
        metadata["namespace"] = namespace
    metadata.update({key: fields.pop(key) for key in ("annotations", "uid") if key in fields})
    return {"apiVersion": api, "kind": kind, "metadata": metadata, **fields}


def admitted(*manifests: Manifest, policy: AdmissionPolicy = DEFAULT_POLICY) -> Scenario:
    return load(json.dumps(list(manifests)), admission=policy)


def placements(*manifests: Manifest, policy: AdmissionPolicy = DEFAULT_POLICY) -> dict[str, str]:
    """Return the nodes of the pods after the run, by their names."""
    placed = Recording.of(admitted(*manifests, policy=policy)).placements
    return {key.partition("/")[2]: node for key, node in placed.items()}


def filled(scenario: Scenario, by: str) -> dict[str, list[str]]:
    """Return the objects of each fill-in of a plugin or controller, by its text."""
    return {str(f): names for f, names in scenario.admitted.fill_ins.items() if f.cause.by == by}


def refusals(*manifests: Manifest) -> dict[str, str]:
    """Return the API server's answers by the name of the refused object."""
    return {r.name: r.message for r in admitted(*manifests).admitted.refusals}
