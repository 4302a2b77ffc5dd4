"""Why a pod has its node or none, in the open form that other programs read."""

from __future__ import annotations

from .contract import FORMAT, PodExplanation
from .explanation import explanation, repaired_explanation

__all__ = ["FORMAT", "PodExplanation", "explanation", "repaired_explanation"]
