"""InterPodAffinity."""

from .plugin import InterPodAffinity

__all__ = ["InterPodAffinity"]
