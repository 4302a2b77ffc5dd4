"""The history of a cluster as it is stored: whole states, and between them the changes, each a line.

Objects are named "Kind namespace/name" and kept as JSON text, so that nothing is decoded that is not asked for.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.translation import gettext

from webui.features.live.models import Changes, FollowedCluster, State
from webui.ground.lib.errors import Problem

LEVEL = 6
Objects = dict[str, bytes]
"""The JSON of the objects by their names, in the order in which they came."""


@dataclass(frozen=True, slots=True)
class Change:
    """An object as it is from now on, None if it is gone; `at` is when that was heard, in seconds since 1970."""

    at: float
    key: str
    manifest: bytes | None


def pack_state(objects: Objects) -> bytes:
    """Return a state as it is stored."""
    packing = zlib.compressobj(LEVEL)
    parts = [packing.compress(b"%s\t%s\n" % (key.encode(), text)) for key, text in objects.items()]
    return b"".join((*parts, packing.flush()))


def unpack_state(stored: bytes) -> Objects:
    """Return a state from its stored form."""
    objects: Objects = {}
    for line in zlib.decompress(stored).split(b"\n"):
        key, _, text = line.partition(b"\t")
        if key:
            objects[key.decode()] = text
    return objects


def pack_changes(changes: Iterable[Change]) -> bytes:
    """Return changes as they are stored."""
    lines = (b"%.6f\t%s\t%s" % (change.at, change.key.encode(), change.manifest or b"") for change in changes)
    return zlib.compress(b"\n".join(lines), LEVEL)


def unpack_changes(stored: bytes) -> Iterator[Change]:
    """Yield changes from their stored form."""
    for line in zlib.decompress(stored).split(b"\n"):
        at, key, text = line.split(b"\t", 2)
        yield Change(float(at), key.decode(), text or None)


def apply(objects: Objects, change: Change) -> None:
    """Let a change happen."""
    if change.manifest is None:
        objects.pop(change.key, None)
    else:
        objects[change.key] = change.manifest


def objects_at(cluster: FollowedCluster, position: int) -> Objects:
    """Return the objects before the change of this number. Raise Problem (410) if that is no longer, or not, kept."""
    state = State.objects.filter(cluster=cluster, position__lte=position).order_by("-position").first()
    if state is None:
        raise Problem(
            410, [{"path": "moment", "message": gettext("is no longer stored: choose a later one")}]
        )
    objects, reached = unpack_state(bytes(state.objects_text)), state.position
    rows = Changes.objects.filter(cluster=cluster, after__gte=state.position, after__lt=position)
    for row in rows.order_by("after"):
        if row.after != reached:
            break
        for change in unpack_changes(bytes(row.lines)):
            if reached == position:
                return objects
            apply(objects, change)
            reached += 1
    if reached != position:
        raise Problem(410, [{"path": "moment", "message": gettext("is not stored: choose another one")}])
    return objects


def position_at(cluster: FollowedCluster, at: datetime) -> int:
    """Return the last position not after a time. Raise Problem (410) if nothing is kept of it."""
    state = State.objects.filter(cluster=cluster, at__lte=at).order_by("-at", "-position").first()
    if state is None:
        raise Problem(
            410,
            [{"path": "at", "message": gettext("is earlier than the stored history: choose a later time")}],
        )
    position: int = state.position
    for row in Changes.objects.filter(cluster=cluster, after__gte=position).order_by("after"):
        if row.after != position:
            break
        for change in unpack_changes(bytes(row.lines)):
            if datetime.fromtimestamp(change.at, UTC) > at:
                return position
            position += 1
    return position
