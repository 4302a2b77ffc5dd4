"""The X-ray of claims over the recorded scenarios: it finds what the allocator finds, and names what it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest

from scheduler_core.kubernetes.versions import find_version
from scheduler_core.scheduler.cycle.cycle import CycleRecord
from scheduler_core.scheduler.plugins.dynamicresources import DynamicResources
from scheduler_core.scheduler.plugins.dynamicresources.allocation import DeviceState
from scheduler_core.simulation.run.scenario import Scenario
from scheduler_core.simulation.run.simulation import Simulation
from tests.conformance.vectors import CLAIM_TOPICS, Recording, recorded, recordings

ONE_IN = 24
SAMPLE = [r for r in recordings() if r.topic in CLAIM_TOPICS and crc32(str(r).encode()) % ONE_IN == 0]


@pytest.mark.parametrize("recording", SAMPLE, ids=str)
def test_the_search_that_is_shown_is_the_allocators(recording: Recording) -> None:
    for record in cycles(recording):
        for plugin in record.framework.profile.filter:
            if isinstance(plugin, DynamicResources):
                check(plugin, record)


def cycles(recording: Recording) -> Iterator[CycleRecord]:
    """The cycles, each as it is before its outcome is applied."""
    scenario, version = recorded(recording)["scenario"], find_version(recording.version)
    parsed = Scenario.from_content(scenario, name="", version=version, workloads=False)
    simulation = Simulation(parsed, version)
    for pod in scenario["schedule"]:
        record = simulation.compute(pod)
        if isinstance(record, CycleRecord):
            yield record
        simulation.attempt(pod)


def check(plugin: DynamicResources, record: CycleRecord) -> None:
    state = record.state.get(DeviceState)
    if state is None or not state.claims:
        return
    verdicts = plugin.filter(record.state, record.pod, slice(None))
    for index in range(len(record.framework.handle.snapshot)):
        xray: Any = plugin.node_claims(record.state, record.pod, index)
        status = verdicts.status(index)
        assert (xray["verdict"] == "fits", xray["message"]) == (status.ok, status.message)
        allocations = state.by_node[index].allocations if index in state.by_node else ()
        taken = {device.id for allocation in allocations for device in allocation.devices}
        assert taken_in(xray) == (taken if status.ok else taken_in(xray))
        assert all("clause" in s for s in xray["search"]["steps"] if s["outcome"] in ("refused", "error"))
        steps = plugin.explain_filter(record.state, record.pod, index)
        assert all(step["ok"] for step in steps) == status.ok


def taken_in(xray: Any) -> set[tuple[str, str, str]]:
    """The devices that are marked as taken, none of which fails a clause by itself."""
    taken = [
        (device, cell)
        for row in xray["rows"]
        for device, cell in zip(xray["devices"], row["cells"], strict=True)
        if cell["taken"]
    ]
    assert not any(cell["failing"] for _, cell in taken)
    return {(device["driver"], device["pool"], device["name"]) for device, _ in taken}
