"""`make types`: the JSON Schema of the open form of an explanation, from its types in Python and their docstrings."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from scheduler_core.advice.explanation import FORMAT, PodExplanation
from scheduler_core.advice.explanation import contract as types
from scripts.types import docs_of
from scripts.written import ROOT, write_or_check

FOLDER = ROOT / "schemas"


JsonSchema = dict[str, Any]


def schema() -> JsonSchema:
    """Return the schema, of the dialect 2020-12. Keys that it does not list are allowed: a format may get more."""
    generated = TypeAdapter(PodExplanation).json_schema()
    definitions = generated.pop("$defs")
    described = {name: _described(name, definition) for name, definition in sorted(definitions.items())}
    return {
        "$schema": GenerateJsonSchema.schema_dialect,
        "$id": f"urn:{re.sub('[./]', ':', FORMAT)}",
        **_described("PodExplanation", generated),
        "$defs": described,
    }


def _described(name: str, definition: JsonSchema) -> JsonSchema:
    """Return a definition with the docstrings of its type in place of Pydantic's titles."""
    docs = docs_of(getattr(types, name))
    properties = {
        key: {"description": docs[key], **_untitled(value)} if key in docs else _untitled(value)
        for key, value in definition["properties"].items()
    }
    return {
        "title": name,
        "description": docs[""],
        "type": "object",
        "properties": {key: _one_line(value) for key, value in properties.items()},
        "required": definition["required"],
    }


def _untitled(value: JsonSchema) -> JsonSchema:
    return {key: part for key, part in value.items() if key != "title"}


def _one_line(value: JsonSchema) -> JsonSchema:
    return (
        {**value, "description": " ".join(value["description"].split())} if "description" in value else value
    )


def main(arguments: list[str]) -> int:
    path = FOLDER / f"{FORMAT.partition('.')[2].replace('/', '-')}.json"
    text = f"{json.dumps(schema(), indent=2)}\n"
    return write_or_check({path: text}, arguments, source="Python says", make="types")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
