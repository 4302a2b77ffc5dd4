"""What a snapshot's document holds, and how the older forms of it are read: a link made once opens forever.

A form that was ever stored is never forgotten: a step to the next one is added here, and a document of each form is
kept in tests/webui/snapshots/forms. Documents are not rewritten, for their names are their bytes' hashes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import orjson
from typing_extensions import TypedDict

from scheduler_core.contract import ScenarioContent

CURRENT = 2


class Document(TypedDict):
    schema: int
    title: str
    source: str
    content: ScenarioContent  # objects and configuration, as the engine reads them
    kubernetes_version: str
    seed: int | None
    nonce: str | None
    forked_from: str | None  # since 2


def _from_1(document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "schema": 2, "forked_from": None}


STEPS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _from_1}


class UnknownSchema(ValueError):
    """The document was written by a newer version of the program."""


def read(text: str) -> Document:
    document: dict[str, Any] = orjson.loads(text)
    while document["schema"] != CURRENT:
        step = STEPS.get(document["schema"])
        if step is None:
            raise UnknownSchema(f"schema {document['schema']}, and this program knows up to {CURRENT}")
        document = step(document)
    return cast("Document", document)
