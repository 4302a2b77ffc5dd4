"""Which scenarios a version is recorded with: those that the nearest recorded version could run.

What a version lacks is left out of the recordings or rewritten there (`matchLabelKeys` before v1.31), so the
scenarios come from the recordings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scheduler_core import load
from scheduler_core.kubernetes.versions import BASE, RECORDED
from scheduler_core.kubernetes.versions.change import numbers
from tests.conformance.vectors import CLAIM_TOPICS, recorded, recordings
from webui.features.gallery.cases import read_cases


def scenarios_for(version: str) -> Iterator[dict[str, Any]]:
    """Yield lines with `file` and `scenario`, of the newest recorded version that is not newer."""
    known = [name for name in RECORDED.values() if numbers(name)[:2] <= numbers(version)[:2]]
    nearest = max(known, key=numbers, default=BASE.name)
    for recording in recordings():
        if recording.version == nearest and recording.topic not in CLAIM_TOPICS:
            row = recorded(recording)
            yield {"file": recording.topic, "scenario": row["scenario"], "tags": row.get("tags", [])}


def scenario_of_case(slug: str) -> dict[str, Any]:
    """Return the line of a case of the gallery, its slug as `id`; raise KeyError for an unknown one."""
    case = {case.slug: case for case in read_cases()}[slug]
    loaded = load(case.source)
    content = loaded.content()
    pending = [pod.key for pod in loaded.objects.pods if not pod.node_name]
    scenario = {
        "name": slug,
        "config": content.get("config"),
        "objects": content["objects"],
        "schedule": pending,
    }
    return {"id": slug, "scenario": scenario}
