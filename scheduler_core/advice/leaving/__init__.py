"""Why nodes stay, and which of them go."""

from __future__ import annotations

from .leaving import Drain, LeavingInquiry, drained

__all__ = ["Drain", "LeavingInquiry", "drained"]
