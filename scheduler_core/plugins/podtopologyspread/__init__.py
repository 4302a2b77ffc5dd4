"""PodTopologySpread."""

from .plugin import PodTopologySpread

__all__ = ["PodTopologySpread"]
