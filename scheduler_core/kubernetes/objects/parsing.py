"""From text to plain values: the documents of a YAML or JSON text, restricted to what JSON can express."""

from __future__ import annotations

from typing import Any

from scheduler_core import allowance
from scheduler_core.sentences import worded

from . import block_yaml, json_text
from .event_yaml import EventReader
from .json_text import Reduce
from .limits import Limits
from .reading import TooLarge

Manifest = dict[str, Any]
"""An object as somebody wrote it, or a mapping inside one: nothing is known of its values."""


def documents(source: str, limits: Limits, reduce: Reduce | None = None) -> list[Any]:
    """Return the documents of a text, checking depth and aliases; raise InvalidInput or TooLarge.

    With `reduce` the items of a List in JSON are reduced as they are decoded.
    """
    if json_text.is_json(source):
        try:
            return json_text.values(source, limits.depth, reduce)
        except (ValueError, RecursionError):
            pass  # flow-style YAML begins alike, and YAML's errors have a line
    return _yaml_documents(source, limits)


def _yaml_documents(source: str, limits: Limits) -> list[Any]:
    block_reader, full_reader = block_yaml.BlockReader(limits.depth), EventReader(limits)
    try:
        texts = block_yaml.split(source)
    except block_yaml.NotPlain:
        return list(full_reader.documents(source))
    if len(texts) > limits.objects:
        raise TooLarge.of(
            "",
            worded(
                "the input has more than {limit} documents, which is the limit",
                limit=f"{limits.objects:,}",
            ),
        )
    values: list[Any] = []
    for line, text in texts:
        allowance.check()
        try:
            values.append(block_reader.read(text))
        except block_yaml.NotPlain:
            values += full_reader.documents(text, line)
    return values
