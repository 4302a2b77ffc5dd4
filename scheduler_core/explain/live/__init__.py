"""A running cluster: its decisions computed again as they happen, and its pending pods by cause."""

from __future__ import annotations

from .moment import live_content, live_nodes

__all__ = ["live_content", "live_nodes"]
