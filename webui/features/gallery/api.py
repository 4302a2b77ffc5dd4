from __future__ import annotations

from django.http import HttpRequest
from ninja import Router

from webui.features.gallery.models import GalleryCase
from webui.features.gallery.schemas import CaseOut

router = Router(tags=["gallery"])


@router.get("/gallery", response=list[CaseOut])
def list_cases(request: HttpRequest) -> list[CaseOut]:
    """List the worked examples in teaching order."""
    return [CaseOut.of(case) for case in GalleryCase.objects.all()]
