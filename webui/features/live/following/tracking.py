"""The objects of a cluster as they are kept: reduced to what scheduling reads, as text, by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import orjson

from scheduler_core import LiveSaid, keep_scheduling_fields
from scheduler_core.contract import Manifest
from webui.features.live.history import Objects

Rename = Callable[[Manifest], Manifest]


@dataclass(frozen=True, slots=True)
class Update:
    """An object as it is kept from now on, None if it is gone, and what the scheduler says of it."""

    key: str
    manifest: Manifest | None
    text: bytes | None
    said: LiveSaid | None = None


@dataclass(slots=True)
class Tracking:
    """What is kept of each object. `rename` gives objects other names, so that nobody sees theirs."""

    rename: Rename | None = None
    objects: Objects = field(default_factory=dict)
    _said: dict[str, LiveSaid] = field(default_factory=dict)

    def changed(self, manifest: Manifest, *, gone: bool) -> Update | None:
        """Take an object as it is now; return None if nothing that matters has changed."""
        kept = self._reduced(manifest)
        if kept is None:
            return None
        key = key_of(kept)
        if gone:
            self._said.pop(key, None)
            return Update(key, None, None) if self.objects.pop(key, None) is not None else None
        return self._kept(kept, manifest)

    def _kept(self, kept: Manifest, manifest: Manifest) -> Update | None:
        key, text, said = key_of(kept), orjson.dumps(kept), said_of(manifest)
        if said is not None and self.rename:  # texts of others hold names that cannot be told from words
            said = LiveSaid(said.reason, "", sha256(said.message.encode()).hexdigest())
        if self.objects.get(key) == text and self._said.get(key) == said:
            return None
        self.objects[key] = text
        if said is None:
            self._said.pop(key, None)
        else:
            self._said[key] = said
        return Update(key, kept, text, said)

    def listed(self, kind: str, manifests: Iterable[Manifest]) -> Iterator[Update]:
        """Take all objects of a kind; yield what is otherwise than before, what is gone last."""
        gone = {key for key in self.objects if key.startswith(f"{kind} ")}
        for manifest in manifests:
            kept = self._reduced(manifest)
            if kept is None:
                continue
            gone.discard(key_of(kept))
            if update := self._kept(kept, manifest):
                yield update
        for key in sorted(gone):
            del self.objects[key]
            self._said.pop(key, None)
            yield Update(key, None, None)

    def said(self, key: str) -> LiveSaid | None:
        """Return what the scheduler says of a pod, by its name here."""
        return self._said.get(key)

    def _reduced(self, manifest: Manifest) -> Manifest | None:
        kept = keep_scheduling_fields([manifest]).manifests
        if not kept:
            return None
        return self.rename(_without_words(kept[0])) if self.rename else kept[0]


def _without_words(manifest: Manifest) -> Manifest:
    """Return a Workload without what Kueue says of it, which has names in it; others as they are."""
    if manifest.get("kind") != "Workload":
        return manifest
    status = manifest.get("status", {})
    conditions = [{k: v for k, v in c.items() if k != "message"} for c in status.get("conditions") or ()]
    return {**manifest, "status": {**status, "conditions": conditions}}


def key_of(manifest: Manifest) -> str:
    """Return the name of an object: "Pod default/web-0", "Node a"."""
    meta = manifest.get("metadata", {})
    namespace = meta.get("namespace")
    name = f"{namespace}/{meta.get('name')}" if namespace else meta.get("name")
    return f"{manifest.get('kind')} {name}"


def said_of(manifest: Manifest) -> LiveSaid | None:
    """Return what the scheduler says of a pod that waits, None if it says nothing."""
    if manifest.get("kind") != "Pod" or manifest.get("spec", {}).get("nodeName"):
        return None
    conditions: list[dict[str, Any]] = manifest.get("status", {}).get("conditions") or []
    for condition in conditions:
        if condition.get("type") == "PodScheduled" and condition.get("status") == "False":
            return LiveSaid(str(condition.get("reason", "")), str(condition.get("message", "")))
    return None
