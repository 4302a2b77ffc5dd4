"""Edit a source without storing it: its outline, and the lines that operations change."""

from __future__ import annotations

from typing import Any, Literal

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Router, Schema
from pydantic import Field

from scheduler_core import (
    DEFAULT_VERSION,
    KUBERNETES_VERSIONS,
    MAX_OPERATIONS,
    Operation,
    apply_operations,
    default_plugins,
    read_outline,
)
from webui.ground.lib.errors import ErrorsOut, Problem, engine_refusals

router = Router(tags=["scenarios"])


class OperationIn(Schema, extra="forbid"):
    op: Literal["set", "add", "remove", "delete", "copy", "create", "uncordon"]
    object: str = Field(default="", description='Named as in errors: "Pod default/web-0", "Node n1"')
    path: list[str | int] = Field(default_factory=list, max_length=60)
    value: Any = None


class EditIn(Schema, extra="forbid"):
    source: str
    operations: list[OperationIn] = Field(max_length=MAX_OPERATIONS)


class EditOut(Schema):
    from_line: int
    to_line: int
    text: str


class EditedOut(Schema):
    edits: list[EditOut]


class OutlineIn(Schema, extra="forbid"):
    source: str
    object: str = Field(default="", description="The object whose manifest to return")


class EntryOut(Schema):
    object: str
    kind: str
    namespace: str
    name: str
    line: int
    end_line: int
    labels: dict[str, str]
    node: str
    owner: str
    count: int | None
    taints: int
    unschedulable: bool


class DeviceNamesOut(Schema):
    """Names of attributes and capacities of devices by domain, which is their driver's if they have none."""

    attributes: dict[str, list[str]]
    capacity: dict[str, list[str]]


class OutlineOut(Schema):
    objects: list[EntryOut]
    labels: dict[str, dict[str, list[str]]]
    devices: DeviceNamesOut
    manifest: Any


class PluginOut(Schema):
    name: str
    weight: int


class PluginsOut(Schema):
    plugins: list[PluginOut]


@router.get("/plugins", response=PluginsOut)
def list_plugins(request: HttpRequest) -> PluginsOut:
    """Return the plugins of the default profile in order. A plugin with weight 0 does not score."""
    weights = default_plugins(KUBERNETES_VERSIONS[DEFAULT_VERSION])
    return PluginsOut(plugins=[PluginOut(name=name, weight=weight) for name, weight in weights.items()])


@router.post("/edit", response={200: EditedOut, 413: ErrorsOut, 422: ErrorsOut})
def edit_source(request: HttpRequest, body: EditIn) -> EditedOut:
    """Apply the operations; return the changed line ranges (0-based). Comments, order and quotes stay."""
    _check_size(body.source)
    operations = [
        Operation(op=item.op, object=item.object, path=tuple(item.path), value=item.value)
        for item in body.operations
    ]
    with engine_refusals():
        return EditedOut.model_validate(apply_operations(body.source, operations))


@router.post("/outline", response={200: OutlineOut, 413: ErrorsOut, 422: ErrorsOut})
def outline_source(request: HttpRequest, body: OutlineIn) -> OutlineOut:
    """Return the objects of a source with their lines, the labels in use, and the manifest of one object."""
    _check_size(body.source)
    return OutlineOut.model_validate(read_outline(body.source, body.object))


def _check_size(source: str) -> None:
    if (size := len(source.encode())) > settings.SCENARIO_MAX_BYTES:
        message = gettext("the input has %(size)s bytes; the limit is %(limit)s") % {
            "size": f"{size:,}",
            "limit": f"{settings.SCENARIO_MAX_BYTES:,}",
        }
        raise Problem(413, [{"path": "source", "message": message}])
