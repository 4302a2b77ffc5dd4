"""What a call to an extender fails with: apart from the call itself, which loads http and ssl."""

from __future__ import annotations


class ExtenderError(Exception):
    """The extender gave no usable answer."""
