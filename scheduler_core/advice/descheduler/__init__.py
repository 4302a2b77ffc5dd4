"""The descheduler: which running pods it would evict, and where the scheduler would put them. Approximate."""

from __future__ import annotations

from .afterplay import descheduler_after_steps, descheduling_of
from .policies import DEFAULT_POLICIES, POLICIES
from .rounds import descheduler

__all__ = [
    "DEFAULT_POLICIES",
    "POLICIES",
    "descheduler",
    "descheduler_after_steps",
    "descheduling_of",
]
