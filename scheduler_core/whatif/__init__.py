"""What it would take to place a pod: changes of it, of the cluster or of the configuration, each verified."""

from __future__ import annotations

from .answer import Inquiry, SearchLimits, documents
from .capacity import how_many_more, nodes_that_could_go, nodes_to_add
from .change import DEFAULT_COSTS
from .wholerun import best_changes, costly_facts

__all__ = [
    "DEFAULT_COSTS",
    "Inquiry",
    "SearchLimits",
    "best_changes",
    "costly_facts",
    "documents",
    "how_many_more",
    "nodes_that_could_go",
    "nodes_to_add",
]
