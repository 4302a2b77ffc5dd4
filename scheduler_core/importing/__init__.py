"""Bringing objects of a cluster in: what of them scheduling reads, and nothing else."""

from __future__ import annotations

from .fields import HARMLESS, KINDS
from .filtering import Filtered, keep

__all__ = ["HARMLESS", "KINDS", "Filtered", "keep"]
