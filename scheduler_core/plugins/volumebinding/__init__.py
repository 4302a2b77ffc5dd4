"""VolumeBinding."""

from __future__ import annotations

from .plugin import VolumeBinding

__all__ = ["VolumeBinding"]
