from __future__ import annotations

from datetime import datetime
from typing import Literal

from django.http import HttpRequest
from ninja import Schema
from pydantic import Field

from webui.core.runs.schemas import Visibility
from webui.core.snapshots import keepers
from webui.core.snapshots.models import Snapshot
from webui.core.snapshots.retire import unkept_variants
from webui.ground.lib.fields import Seed, Title


class SharingOut(Schema):
    """Visibility and expiry of a link. `mine`: the caller may change them.

    `variants`: how many variants others ran that end with it, told to those who may change it.
    """

    visibility: Visibility
    expires: datetime | None
    mine: bool
    variants: int

    @classmethod
    def of(cls, request: HttpRequest, snapshot: Snapshot) -> SharingOut:
        visibility: Visibility = "public" if snapshot.visibility == Snapshot.Visibility.PUBLIC else "unlisted"
        mine = keepers.is_keeper(request, snapshot)
        variants = unkept_variants(snapshot).count() if mine else 0
        return cls(visibility=visibility, expires=snapshot.expires, mine=mine, variants=variants)


class SharingIn(Schema, extra="forbid"):
    days: Literal[7, 30] | None  # null: never expires


class KeyOut(Schema):
    key: str


class ShareIn(Schema, extra="forbid"):
    title: Title | None = None
    visibility: Visibility = "unlisted"


class VariantIn(Schema, extra="forbid"):
    kubernetes_version: str | None = None
    seed: Seed | None = None
    as_pending: str | None = Field(
        default=None, description="A running pod, as namespace/name, to try again as if it were pending"
    )


class GoneOut(Schema):
    gone: bool  # false: someone else shared the same content
    variants: int  # that others ran, and that are gone with it
