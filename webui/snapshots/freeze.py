"""Turns a scenario into a snapshot. The same content has the same name, and so the same link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson
from django.db import IntegrityError, transaction

from scheduler_core import Scenario
from webui.snapshots import ids
from webui.snapshots.document import CURRENT, Document
from webui.snapshots.models import Snapshot, Tombstone


@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    """What goes into a snapshot. A nonce keeps others from testing whether a cluster was ever shared."""

    title: str
    source: str
    scenario: Scenario
    kubernetes_version: str
    seed: int | None
    nonce: str | None  # None: public
    forked_from: str | None = None

    def document(self) -> bytes:
        document: Document = {
            "schema": CURRENT,
            "title": self.title,
            "source": self.source,
            "content": self.scenario.content(),
            "kubernetes_version": self.kubernetes_version,
            "seed": self.seed,
            "nonce": self.nonce,
            # Public content is the same, and has the same link, whoever came to it and from where.
            "forked_from": self.forked_from if self.nonce else None,
        }
        return canonical(document)


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no spaces, in UTF-8."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def freeze(frozen: Frozen) -> Snapshot:
    """The snapshot of this content: a new one, or the one that exists."""
    document = frozen.document()
    name = ids.full_name(document)
    existing = Snapshot.objects.filter(name=name).first()
    return existing or _create(frozen, name, document.decode())


def _create(frozen: Frozen, name: str, document: str) -> Snapshot:
    public = frozen.nonce is None
    for candidate in ids.candidates(name, ids.PUBLIC_LENGTH if public else ids.UNLISTED_LENGTH):
        if Tombstone.objects.filter(pk=candidate).exists():
            continue
        snapshot = Snapshot(
            id=candidate,
            name=name,
            document=document,
            visibility=Snapshot.Visibility.PUBLIC if public else Snapshot.Visibility.UNLISTED,
            title=frozen.title,
            kubernetes_version=frozen.kubernetes_version,
            seed=frozen.seed,
            summary=frozen.scenario.summary(),
        )
        try:
            with transaction.atomic():
                snapshot.save()
        except IntegrityError:
            # Either somebody else froze the same content just now, or the prefix belongs to other content.
            same = Snapshot.objects.filter(name=name).first()
            if same is not None:
                return same
        else:
            return snapshot
    raise AssertionError("two documents with one SHA-256")
