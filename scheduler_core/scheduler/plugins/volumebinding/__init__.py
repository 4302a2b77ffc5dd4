"""The VolumeBinding plugin."""

from __future__ import annotations

from .plugin import VolumeBinding

__all__ = ["VolumeBinding"]
