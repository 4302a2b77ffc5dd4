"""The objects of a cluster as they are kept: reduced to what scheduling reads, as text, by their names."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import orjson

from scheduler_core import LiveSaid, keep_scheduling_fields
from scheduler_core.contract import Manifest
from webui.core.scenarios.live_cluster import RESOURCES
from webui.features.live.following.answers import part, plain
from webui.features.live.history import Objects

MOST_OBJECTS = 300_000  # twice the pods that Kubernetes supports
MOST_BYTES = 2**30  # of all objects as they are kept
MOST_BYTES_OF_AN_OBJECT = 3 * 2**20  # an API server takes no more
MOST_SAID = 100  # objects that are left out, in the log
LONGEST_MESSAGE = 32_768  # as of conditions that say so
_NAME = re.compile(r"(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9._:-]*[A-Za-z0-9])?", re.DOTALL)
_NAMESPACE = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_NAMESPACED = frozenset(resource.kind for resource in RESOURCES if resource.namespaced)

Rename = Callable[[Manifest], Manifest]

logger = logging.getLogger(__name__)


class TooManyObjects(Exception):
    """The cluster has more than can be followed."""

    def __str__(self) -> str:
        return f"the cluster has more than {MOST_OBJECTS:,} objects, or {MOST_BYTES // 10**6:,} MB of them"


class OddObject(Exception):
    """An object as no API server has one."""


@dataclass(frozen=True, slots=True)
class Update:
    """An object as it is kept from now on, None if it is gone, and what the scheduler says of it."""

    key: str
    manifest: Manifest | None
    text: bytes | None
    said: LiveSaid | None = None


@dataclass(slots=True)
class Tracking:
    """What is kept of each object. `rename` gives objects other names, so that nobody sees theirs.

    `left_out` are the objects that cannot be read, by name, with a digest of what there is of each. Raises
    TooManyObjects.
    """

    rename: Rename | None = None
    objects: Objects = field(default_factory=dict)
    left_out: dict[str, bytes] = field(default_factory=dict)
    _said: dict[str, LiveSaid] = field(default_factory=dict)
    _bytes: int = 0

    def changed(self, manifest: Manifest, *, gone: bool) -> Update | None:
        """Take an object as it is now; return None if nothing that matters has changed."""
        return self._taken(manifest, gone=gone)[1]

    def listed(self, kind: str, manifests: Iterable[Manifest]) -> Iterator[Update]:
        """Take all objects of a kind; yield what is otherwise than before, what is gone last."""
        gone = {key for key in (*self.objects, *self.left_out) if key.startswith(f"{kind} ")}
        for manifest in manifests:
            key, update = self._taken(manifest)
            gone.discard(key)
            if update:
                yield update
        for key in sorted(gone):
            if update := self._removed(key):
                yield update

    def said(self, key: str) -> LiveSaid | None:
        """Return what the scheduler says of a pod, by its name here."""
        return self._said.get(key)

    def leave_out(self, update: Update, reason: str) -> Update:
        """Take back an object that the engine cannot read; return what that changes."""
        self._drop(update.key)
        self._note(update.key, update.text, reason)
        return Update(update.key, None, None)

    def _taken(self, manifest: Manifest, *, gone: bool = False) -> tuple[str, Update | None]:
        """Take an object; return the name by which it is kept or left out, and what has changed."""
        key, is_named = self._named(manifest)
        if gone:
            return key, self._removed(key)
        try:
            if not is_named:
                raise OddObject("it has no name, or one that no object has")
            kept = self._reduced(manifest)
            if kept is None:
                return key, None
            update = Update(key, kept, _json(kept), self._said_of(manifest))
        except Exception as error:  # whatever an object is, the others go on
            former = self._drop(key)
            self._note(key, None, str(error) or type(error).__name__)
            return key, former
        if self._is_known(update):
            return key, None
        self._keep(update)
        return key, update

    def _named(self, manifest: Manifest) -> tuple[str, bool]:
        """Return what an object is kept by, and whether that is a name."""
        meta = part(manifest, "metadata")
        bare = {word: meta[word] for word in ("namespace", "name") if meta.get(word) is not None}
        named = {"kind": manifest.get("kind"), "metadata": bare}
        if not _has_name(named):
            return f"{manifest.get('kind')} {plain(bare)}", False
        if self.rename:  # to what may be longer
            named = self.rename(named)
        return key_of(named), _has_name(named)

    def _is_known(self, update: Update) -> bool:
        if left_out := self.left_out.get(update.key):
            return left_out == _digest(update.text or b"")
        return self.objects.get(update.key) == update.text and self._said.get(update.key) == update.said

    def _keep(self, update: Update) -> None:
        key, text = update.key, update.text or b""
        self.left_out.pop(key, None)
        self._bytes += len(text) - len(self.objects.get(key, b""))
        self.objects[key] = text
        if update.said is None:
            self._said.pop(key, None)
        else:
            self._said[key] = update.said
        self._check_size()

    def _removed(self, key: str) -> Update | None:
        """Let an object be gone; return None if there was none."""
        self.left_out.pop(key, None)
        return self._drop(key)

    def _drop(self, key: str) -> Update | None:
        self._said.pop(key, None)
        text = self.objects.pop(key, None)
        if text is None:
            return None
        self._bytes -= len(text)
        return Update(key, None, None)

    def _note(self, key: str, text: bytes | None, reason: str) -> None:
        """Note that an object is left out, and say it of the first ones."""
        if key not in self.left_out and len(self.left_out) < MOST_SAID:
            logger.warning("%s is left out: %s", key, plain(reason))
        self.left_out[key] = _digest(text or b"")
        self._check_size()

    def _check_size(self) -> None:
        if len(self.objects) + len(self.left_out) > MOST_OBJECTS or self._bytes > MOST_BYTES:
            raise TooManyObjects

    def _reduced(self, manifest: Manifest) -> Manifest | None:
        kept = keep_scheduling_fields([manifest]).manifests
        if not kept:
            return None
        fields = {key: value for key, value in kept[0].items() if value is not None}
        return self.rename(_without_words(fields)) if self.rename else fields

    def _said_of(self, manifest: Manifest) -> LiveSaid | None:
        said = said_of(manifest)
        if said is not None and self.rename:  # texts of others hold names that cannot be told from words
            return LiveSaid(said.reason, "", sha256(said.message.encode()).hexdigest())
        return said


def _has_name(manifest: Manifest) -> bool:
    """Return whether an object of this kind may have this name, and this namespace."""
    meta = manifest["metadata"]
    name, namespace = meta.get("name"), meta.get("namespace")
    if manifest["kind"] in _NAMESPACED:
        is_placed = isinstance(namespace, str) and _NAMESPACE.fullmatch(namespace) is not None
    else:
        is_placed = namespace is None
    return is_placed and isinstance(name, str) and _NAME.fullmatch(name) is not None


def _digest(text: bytes) -> bytes:
    return sha256(text).digest()


def _json(manifest: Manifest) -> bytes:
    """Return the JSON of an object in no more memory than it needs: that of orjson keeps the buffer it grew in."""
    text = memoryview(orjson.dumps(manifest)).tobytes()
    if len(text) > MOST_BYTES_OF_AN_OBJECT:
        raise OddObject(f"scheduling reads {len(text):,} bytes of it")
    return text


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
            message = str(condition.get("message", ""))[:LONGEST_MESSAGE]
            return LiveSaid(str(condition.get("reason", "")), message)
    return None
