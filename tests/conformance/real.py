"""What a real control plane did: etcd, kube-apiserver, kube-controller-manager and kube-scheduler v1.36.2.

`data/real/` has a JSON object a line: `admission` (sets of objects with what was stored of each, or why it was
refused), `decisions` (pods that come one after another) and `plays` (steps of day two, each play several times: pods
by node after the start and after each step, and the lowest number of ready pods meanwhile).
"""

from __future__ import annotations

import gzip
import json
from typing import Any

from tests.conformance.vectors import DATA

Json = dict[str, Any]
RECORDED_UNDER = "1.36"


def read_real(topic: str) -> list[Json]:
    """Return the recordings of a topic."""
    with gzip.open(DATA / "real" / f"{topic}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
