"""Pod garbage collection: pods of nodes that are gone.

Mirrors gcOrphaned of pkg/controller/podgc/gc_controller.go @ v1.34.1.
"""

from __future__ import annotations

from typing import Final

# A pod of an unknown node is looked at again after the quarantine, at one of the checks that come every 20 s.
QUARANTINE_SECONDS: Final = 40.0
CHECK_SECONDS: Final = 20.0


def collected_at(node_gone_at: float) -> float:
    """Return when the pods of a node are deleted that went at a time: the first check after the quarantine."""
    first_check = (node_gone_at // CHECK_SECONDS + 1) * CHECK_SECONDS
    return first_check + QUARANTINE_SECONDS
