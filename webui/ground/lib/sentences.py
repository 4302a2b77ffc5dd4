"""Sentences of the engine in the language of who asks, also those that are kept meanwhile."""

from __future__ import annotations

import json

from django.utils.translation import gettext

from scheduler_core import Sentence

_BEGINNING = '{"template": '  # of a stored sentence, and of no other text


def spoken(text: str) -> str:
    """Return a sentence in the current language; any other text is what it is."""
    return text.translated(gettext) if isinstance(text, Sentence) else text


def to_stored(sentence: Sentence) -> str:
    """Return a sentence in the form stored in the database, to be translated for each later reader."""
    return json.dumps(_parts(sentence), ensure_ascii=False)


def from_stored(text: str) -> str:
    """Return what was kept in the current language; texts of before sentences were kept as they are."""
    return spoken(_sentence(json.loads(text))) if text.startswith(_BEGINNING) else text


def _parts(sentence: Sentence) -> dict[str, object]:
    operands = {
        name: _parts(value) if isinstance(value, Sentence) else str(value)
        for name, value in sentence.operands.items()
    }
    return {"template": sentence.template, "operands": operands}


def _sentence(parts: dict[str, object]) -> Sentence:
    template, operands = parts["template"], parts["operands"]
    assert isinstance(template, str)
    assert isinstance(operands, dict)
    return Sentence(
        template,
        {name: _sentence(value) if isinstance(value, dict) else value for name, value in operands.items()},
    )
