"""What it would take to place a pod: changes of it, of the cluster or of the configuration, each verified."""

from __future__ import annotations

from .answer import Inquiry, SearchLimits, documents, remedied_operations
from .capacity import CapacityInquiry, how_many_more, nodes_to_add
from .change import DEFAULT_COSTS
from .removal import RemovalInquiry, nodes_that_could_go
from .templates import with_template
from .tried import Trying
from .wholerun import RunInquiry, best_changes, costly_facts

__all__ = [
    "DEFAULT_COSTS",
    "CapacityInquiry",
    "Inquiry",
    "RemovalInquiry",
    "RunInquiry",
    "SearchLimits",
    "Trying",
    "best_changes",
    "costly_facts",
    "documents",
    "how_many_more",
    "nodes_that_could_go",
    "nodes_to_add",
    "remedied_operations",
    "with_template",
]
