"""DynamicResources: nodes whose devices satisfy the resource claims of a pod."""

from __future__ import annotations

from .plugin import DynamicResources

__all__ = ["DynamicResources"]
