"""Kueue on the manifests of a cluster: which jobs start, and with which pods, before the scheduler looks."""

from __future__ import annotations

from .admitting import Queued, admit_workloads
from .shown import queueing_fill_ins

__all__ = ["Queued", "admit_workloads", "queueing_fill_ins"]
