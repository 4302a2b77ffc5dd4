"""Whether a key opens anything. Rooms above this one have what keys open, and answer for it."""

from __future__ import annotations

from django.dispatch import Signal

# Sent with `key`, as the request has it. A receiver returns whether the key opens something of its room.
asked = Signal()


def opens_something(key: str) -> bool:
    """Return whether the key opens a draft or a link."""
    return any(answer for _, answer in asked.send(sender=None, key=key))
