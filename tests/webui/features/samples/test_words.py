"""What is said of a workload."""

from __future__ import annotations

from scheduler_core import load, workload_facts
from webui.features.samples.words import recognised

POD = """\
apiVersion: v1
kind: Pod
metadata: {name: db}
spec: {containers: [{name: db, image: x, resources: {requests: {cpu: 2000m, memory: 8192Mi}}}]}
"""


def test_requests_are_in_the_notation_of_manifests() -> None:
    (facts,) = workload_facts(load(POD).objects)
    assert ("Each requests", "cpu 2, memory 8Gi") in recognised(facts).rows
