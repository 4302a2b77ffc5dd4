"""Names, hashes and uids in the forms of the controllers, but deterministic.

Mirrors SafeEncodeString of apimachinery/pkg/util/rand, names.SimpleNameGenerator of apiserver/pkg/storage/names and
controller.ComputeHash @ v1.34.1. A cluster's hashes and suffixes differ: they depend on Go's memory and on chance.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections import defaultdict
from collections.abc import Container, Iterable
from typing import Any

from scheduler_core.allowance import each
from scheduler_core.kubernetes.objects.kinds import kind_of
from scheduler_core.kubernetes.objects.parsing import Manifest

_ALPHABET = "bcdfghjklmnpqrstvwxz2456789"
_SUFFIX_LENGTH = 5
_LONGEST_BASE = 63 - _SUFFIX_LENGTH


def safe_encode(text: str) -> str:
    return "".join(_ALPHABET[ord(c) % len(_ALPHABET)] for c in text)


def template_hash(template: Manifest) -> str:
    """Return the value of `pod-template-hash`: a 32-bit decimal number, safely encoded."""
    encoded = json.dumps(template, sort_keys=True, default=str).encode()
    return safe_encode(str(int.from_bytes(hashlib.sha256(encoded).digest()[:4])))


def generated_name(base: str, seed: str, existing: Container[str]) -> str:
    """Return the base and five characters, as generateName does; none of the existing names."""
    attempt = 0
    while True:
        digest = hashlib.sha256(f"{seed}/{attempt}".encode()).digest()
        name = base[:_LONGEST_BASE] + safe_encode(digest[:_SUFFIX_LENGTH].decode("latin-1"))
        if name not in existing:
            return name
        attempt += 1


def with_names(manifests: Iterable[Any]) -> list[Any]:
    """Return the manifests; those with generateName alone get a name, as from the API server."""
    listed = list(manifests)
    names: dict[tuple[str, str], set[str]] = defaultdict(set)
    for manifest in each(listed):
        names[_scope(manifest)].add(str(_metadata(manifest).get("name")))
    return [_named(manifest, names[_scope(manifest)]) for manifest in each(listed)]


def _named(manifest: Any, existing: set[str]) -> Any:
    meta = _metadata(manifest)
    base = meta.get("generateName")
    if meta.get("name") or not isinstance(base, str) or not base:
        return manifest
    name = generated_name(base, f"{base}/{len(existing)}", existing)
    existing.add(name)
    return {**manifest, "metadata": {**meta, "name": name}}


def _scope(manifest: Any) -> tuple[str, str]:
    return kind_of(manifest), str(_metadata(manifest).get("namespace") or "default")


def _metadata(manifest: Any) -> Manifest:
    meta = manifest.get("metadata") if isinstance(manifest, dict) else None
    return meta if isinstance(meta, dict) else {}


def uid_of(kind: str, namespace: str, name: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{kind}/{namespace}/{name}"))
