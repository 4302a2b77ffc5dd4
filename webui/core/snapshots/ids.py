"""Names and ids of snapshots: SHA-256 digests written in an alphabet of 28 symbols."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

# No vowels (no words by accident), no look-alikes (0 1 i l o u).
ALPHABET = "23456789bcdfghjkmnpqrstvwxyz"
FULL_LENGTH = 54  # symbols that 256 bits need
PUBLIC_LENGTH = 10
UNLISTED_LENGTH = 16


def encode(digest: bytes) -> str:
    """Write a SHA-256 digest as 54 symbols, the most significant first."""
    number = int.from_bytes(digest)
    symbols = []
    for _ in range(FULL_LENGTH):
        number, symbol = divmod(number, len(ALPHABET))
        symbols.append(ALPHABET[symbol])
    return "".join(reversed(symbols))


def full_name(document: bytes) -> str:
    """Return the name of a document: its encoded SHA-256."""
    return encode(hashlib.sha256(document).digest())


def candidates(name: str, length: int) -> Iterator[str]:
    """Yield ever longer prefixes of a name, from `length` on: the next is for a collision with other content."""
    return (name[:end] for end in range(length, FULL_LENGTH + 1))
