"""The fields and limits that a browser needs to filter a cluster before it sends it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja import Router, Schema

from scheduler_core import (
    EXPORTED_KINDS,
    KIND_GROUPS,
    harmless_fields,
    imported_fields,
    spoken_wordings,
)

router = Router(tags=["scenarios"])


class LimitsOut(Schema):
    bytes: int
    objects: int


class FieldsOut(Schema):
    """`kinds` are trees of fields with a role at each leaf; `harmless` names fields that identify nobody.

    `groups` are the API groups of Kubernetes' kinds; `exported` has apiVersion and kind of the objects in each field of
    an export of kube-scheduler-simulator. `wordings` are what other programs than the scheduler say of pods, with
    placeholders in braces.
    """

    kinds: dict[str, Any]
    groups: dict[str, list[str]]
    exported: dict[str, list[str]]
    harmless: list[str]
    wordings: list[str]
    limits: LimitsOut


@router.get("/import/fields", response=FieldsOut)
def import_fields(request: HttpRequest) -> FieldsOut:
    """Return the allow-list of scheduling fields, for filtering a dump before it is sent."""
    limits = LimitsOut(bytes=settings.SCENARIO_MAX_BYTES, objects=settings.SCENARIO_MAX_OBJECTS)
    return FieldsOut(
        kinds=dict(imported_fields()),
        groups={kind: list(groups) for kind, groups in KIND_GROUPS.items()},
        exported={field: list(names) for field, names in EXPORTED_KINDS.items()},
        harmless=list(harmless_fields()),
        wordings=spoken_wordings(),
        limits=limits,
    )
