"""The document of a snapshot, and the steps that read older schemas: a link opens for as long as it exists.

Every schema that was ever stored stays readable: add a step to the next schema here, and a document of each schema
to tests/webui/core/snapshots/forms. Documents are never rewritten, because a snapshot's name is the hash of its bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import orjson
from typing_extensions import TypedDict

from scheduler_core.contract import ScenarioContent

CURRENT = 3
Stored = dict[str, Any]  # a document of any schema


class Document(TypedDict):
    schema: int
    title: str
    source: str | None  # since 3 None if it is the text of the content, which a large dump is stored as
    content: ScenarioContent  # objects and configuration, as the engine reads them
    kubernetes_version: str
    seed: int | None
    nonce: str | None
    forked_from: str | None  # since 2


def _from_1(document: Stored) -> Stored:
    return {**document, "schema": 2, "forked_from": None}


def _from_2(document: Stored) -> Stored:
    return {**document, "schema": 3}


STEPS: dict[int, Callable[[Stored], Stored]] = {1: _from_1, 2: _from_2}


class UnknownSchema(ValueError):
    """A newer version of the program wrote the document."""


def read(text: str) -> Document:
    """Parse a stored document and convert it to the current schema. Raise UnknownSchema for a newer one."""
    document: Stored = orjson.loads(text)
    while document["schema"] != CURRENT:
        step = STEPS.get(document["schema"])
        if step is None:
            raise UnknownSchema(f"schema must be at most {CURRENT}, got {document['schema']}")
        document = step(document)
    return cast("Document", document)
