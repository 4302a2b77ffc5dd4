"""Names of snapshots: SHA-256 written with 28 symbols."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

# No vowels (no words by accident), no look-alikes (0 1 i l o u).
ALPHABET = "23456789bcdfghjkmnpqrstvwxyz"
FULL_LENGTH = 54  # symbols that 256 bits need
PUBLIC_LENGTH = 10
UNLISTED_LENGTH = 16


def encode(digest: bytes) -> str:
    """The whole digest, most significant symbol first."""
    number = int.from_bytes(digest)
    symbols = []
    for _ in range(FULL_LENGTH):
        number, symbol = divmod(number, len(ALPHABET))
        symbols.append(ALPHABET[symbol])
    return "".join(reversed(symbols))


def full_name(document: bytes) -> str:
    return encode(hashlib.sha256(document).digest())


def candidates(name: str, length: int) -> Iterator[str]:
    """Ever longer prefixes: the next one is for a collision with other content."""
    return (name[:end] for end in range(length, FULL_LENGTH + 1))
