"""The fields and limits that a browser needs to filter a cluster before it sends it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja import Router, Schema

from scheduler_core import HARMLESS_FIELDS, SCHEDULING_FIELDS

router = Router(tags=["scenarios"])


class LimitsOut(Schema):
    bytes: int
    objects: int


class FieldsOut(Schema):
    """`kinds` are trees of fields with a role at each leaf; `harmless` names fields that identify nobody."""

    kinds: dict[str, Any]
    harmless: list[str]
    limits: LimitsOut


@router.get("/import/fields", response=FieldsOut)
def import_fields(request: HttpRequest) -> FieldsOut:
    """Return the allow-list of scheduling fields, for filtering a dump before it is sent."""
    limits = LimitsOut(bytes=settings.SCENARIO_MAX_BYTES, objects=settings.SCENARIO_MAX_OBJECTS)
    return FieldsOut(kinds=SCHEDULING_FIELDS, harmless=list(HARMLESS_FIELDS), limits=limits)
