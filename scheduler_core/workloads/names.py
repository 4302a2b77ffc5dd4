"""Names, hashes and uids in the forms that the controllers give them, but always the same for the same input.

Mirrors SafeEncodeString of apimachinery/pkg/util/rand, names.SimpleNameGenerator of apiserver/pkg/storage/names and
controller.ComputeHash @ v1.34.1. A cluster's own hash and suffix differ: it hashes Go's memory and draws at random.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Container

from scheduler_core.objects.parsing import Manifest

_ALPHABET = "bcdfghjklmnpqrstvwxz2456789"
_SUFFIX_LENGTH = 5
_LONGEST_BASE = 63 - _SUFFIX_LENGTH


def safe_encode(text: str) -> str:
    return "".join(_ALPHABET[ord(c) % len(_ALPHABET)] for c in text)


def template_hash(template: Manifest) -> str:
    """`pod-template-hash`: a 32-bit number in decimal, safely encoded."""
    written = json.dumps(template, sort_keys=True, default=str).encode()
    return safe_encode(str(int.from_bytes(hashlib.sha256(written).digest()[:4])))


def generated_name(base: str, seed: str, taken: Container[str]) -> str:
    """generateName: the base and five characters, not one of the names that are taken."""
    attempt = 0
    while True:
        digest = hashlib.sha256(f"{seed}/{attempt}".encode()).digest()
        name = base[:_LONGEST_BASE] + safe_encode(digest[:_SUFFIX_LENGTH].decode("latin-1"))
        if name not in taken:
            return name
        attempt += 1


def uid_of(kind: str, namespace: str, name: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{kind}/{namespace}/{name}"))
