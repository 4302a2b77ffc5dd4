from __future__ import annotations

from django.db.models import QuerySet
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

    @staticmethod
    def resolve_snapshot(case: GalleryCase) -> str:
        return case.snapshot_id


@router.get("/gallery", response=list[CaseOut])
def list_cases(request: HttpRequest) -> QuerySet[GalleryCase]:
    """List the worked examples in teaching order."""
    return GalleryCase.objects.all()
