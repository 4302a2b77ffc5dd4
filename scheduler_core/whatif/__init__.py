"""What it would take to place a pod: changes of it, of the cluster or of the configuration, each verified."""

from __future__ import annotations

from .answer import Inquiry, SearchLimits, documents
from .change import DEFAULT_COSTS

__all__ = ["DEFAULT_COSTS", "Inquiry", "SearchLimits", "documents"]
