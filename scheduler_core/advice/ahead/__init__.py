"""What lies ahead of a running cluster: what lint says of it, and single losses that would leave pods pending."""

from __future__ import annotations

from .ahead import LOOKS, live_news, look_ahead, too_large

__all__ = ["LOOKS", "live_news", "look_ahead", "too_large"]
