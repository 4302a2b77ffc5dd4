"""What the engine answers beside a recorded line."""

from __future__ import annotations

import json
from typing import Any

from scheduler_core.cli.trace import trace_scenario
from scheduler_core.kubernetes.versions import find_version
from tests.conformance.comparison import differences, leave_out_undetermined


def differing(recorded: dict[str, Any]) -> list[str]:
    """Return where the engine answers a recorded line otherwise."""
    if "error" in recorded:
        return [recorded["error"].splitlines()[0]]
    answered: Any = trace_scenario(recorded["scenario"], find_version(recorded["kubernetes"]))
    row = json.loads(json.dumps(recorded))
    leave_out_undetermined(row, answered)
    order = differences(row["nodeOrder"], answered["nodeOrder"], "nodeOrder")
    return [*order, *differences(row["trace"], answered["trace"], "trace")]
