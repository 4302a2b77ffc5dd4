"""Why no new node came: what Karpenter and Cluster Autoscaler decide about pods that no node takes."""

from __future__ import annotations

from .scaling import Scaling, scaling_of

__all__ = ["Scaling", "scaling_of"]
