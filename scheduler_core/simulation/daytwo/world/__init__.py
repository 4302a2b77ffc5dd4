"""The cluster of a play: its pods, nodes, workloads and other objects, and what may be done to each."""

from __future__ import annotations

from .world import World

__all__ = ["World"]
