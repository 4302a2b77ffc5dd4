from __future__ import annotations

from ninja import Schema

from webui.core.runs.picture import Picture
from webui.features.gallery.models import GalleryCase


class CaseOut(Schema):
    slug: str
    title: str
    topic: str
    level: int
    question: str
    story: str
    answer: str
    message: str
    unlike: str
    misconception: str
    fix: str
    differs: str
    origin: str
    infamous: bool
    outcome: str
    picture: Picture
    snapshot: str

    @classmethod
    def of(cls, case: GalleryCase) -> CaseOut:
        fields = set(cls.model_fields) - {"snapshot"}
        return cls(snapshot=case.snapshot_id, **{name: getattr(case, name) for name in fields})
