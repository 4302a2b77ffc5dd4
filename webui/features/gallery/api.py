from __future__ import annotations

from django.http import HttpRequest
from ninja import Router, Schema

from webui.core.runs.picture import Picture
from webui.features.gallery.models import GalleryCase

router = Router(tags=["gallery"])


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


@router.get("/gallery", response=list[CaseOut])
def list_cases(request: HttpRequest) -> list[CaseOut]:
    """List the worked examples in teaching order."""
    return [CaseOut.of(case) for case in GalleryCase.objects.all()]
