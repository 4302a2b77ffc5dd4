"""Pictures of links, drawn once a process: messengers ask for the picture of a link for each of its readers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from django.utils.translation import get_language

from webui.core.runs.models import Run
from webui.core.snapshots.models import Snapshot
from webui.features.exports.files import Params

KEPT_BYTES = 32_000_000

Key = tuple[object, ...]


class Pictures:
    """Drawn pictures up to a number of bytes; the ones that were asked for last stay."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._pictures: OrderedDict[Key, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, key: Key, draw: Callable[[], bytes]) -> bytes:
        """Return the picture under this key, drawn if there is none."""
        with self._lock:
            if key in self._pictures:
                self._pictures.move_to_end(key)
                return self._pictures[key]
        picture = draw()
        with self._lock:
            self._bytes += len(picture) - len(self._pictures.pop(key, b""))
            self._pictures[key] = picture
            while self._bytes > self._most_bytes:
                self._bytes -= len(self._pictures.popitem(last=False)[1])
        return picture


pictures = Pictures(KEPT_BYTES)


def picture_key(snapshot: Snapshot, run: Run, kind: str, params: Params) -> Key:
    """Return what a picture of an ended run depends on."""
    return (snapshot.pk, run.pk, kind, get_language(), params.get("pod"), params.get("attempt"))
