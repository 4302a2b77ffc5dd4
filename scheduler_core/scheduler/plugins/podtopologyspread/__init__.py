"""PodTopologySpread."""

from __future__ import annotations

from .plugin import PodTopologySpread

__all__ = ["PodTopologySpread"]
