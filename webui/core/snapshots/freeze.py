"""Turn a scenario into a snapshot. Equal content has the same name, and therefore the same link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson
from django.db import IntegrityError, transaction

from scheduler_core import Scenario, content_text
from webui.core.snapshots import ids
from webui.core.snapshots.document import Document
from webui.core.snapshots.models import Snapshot, Tombstone

WRITTEN_MAX = 1_000_000  # characters; shorter sources stay as they are, comments included


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotContent:
    """The content of a snapshot. The nonce prevents others from finding out whether a cluster was ever shared."""

    title: str
    source: str
    scenario: Scenario
    kubernetes_version: str
    seed: int | None
    nonce: str | None  # None: public
    forked_from: str | None = None

    def document(self) -> bytes:
        """Return the canonical JSON that the snapshot's name is the hash of."""
        content = self.scenario.content()
        is_text_of_content = len(self.source) > WRITTEN_MAX and self.source == content_text(content)
        document: Document = {
            # The oldest schema that can say it: equal content keeps its link.
            "schema": 3 if is_text_of_content else 2,
            "title": self.title,
            "source": None if is_text_of_content else self.source,
            "content": content,
            "kubernetes_version": self.kubernetes_version,
            "seed": self.seed,
            "nonce": self.nonce,
            # Equal public content has one link, regardless of what it was forked from.
            "forked_from": self.forked_from if self.nonce else None,
        }
        return canonical(document)


def canonical(value: Any) -> bytes:
    """Return JSON with sorted keys and no spaces, in UTF-8."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def freeze(content: SnapshotContent) -> Snapshot:
    """Return the snapshot of this content, creating it if there is none; in a transaction.

    Until that ends nobody retires the snapshot, so that the caller may keep it.
    """
    document = content.document()
    name = ids.full_name(document)
    existing = Snapshot.objects.select_for_update(no_key=True).filter(name=name).first()
    return existing or _create(content, name, document.decode())


def _create(content: SnapshotContent, name: str, document: str) -> Snapshot:
    is_public = content.nonce is None
    for candidate in ids.candidates(name, ids.PUBLIC_LENGTH if is_public else ids.UNLISTED_LENGTH):
        if Tombstone.objects.filter(pk=candidate).exists():
            continue
        snapshot = Snapshot(
            id=candidate,
            name=name,
            document=document,
            visibility=Snapshot.Visibility.PUBLIC if is_public else Snapshot.Visibility.UNLISTED,
            title=content.title,
            kubernetes_version=content.kubernetes_version,
            seed=content.seed,
            summary=content.scenario.summary(),
        )
        try:
            with transaction.atomic():
                snapshot.save()
        except IntegrityError:
            # Either another request just stored the same content, or other content has this prefix as its id.
            existing = Snapshot.objects.select_for_update(no_key=True).filter(name=name).first()
            if existing is not None:
                return existing
        else:
            return snapshot
    raise AssertionError("two documents with one SHA-256")
