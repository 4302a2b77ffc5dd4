"""Sentences for people: English templates with operands, of which others are made in other languages.

Those of a registry have a kind, by which the page finds them (`wording.py`); a `Sentence` brings its template along.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Self

Template = str | tuple[str, str]
"""A sentence with operands in braces; of two, the forms for one and for many by the operand `n`."""

_OPERAND = re.compile(r"\{(\w+)\}")


class Sentence(str):
    """A sentence in English that remembers its template and its operands, for readers of other languages."""

    __slots__ = ("operands", "template")
    template: str
    operands: Mapping[str, object]

    def __new__(cls, template: str, operands: Mapping[str, object]) -> Self:
        sentence = super().__new__(cls, filled(template, operands))
        sentence.template, sentence.operands = template, operands
        return sentence

    def __reduce__(self) -> tuple[type[Sentence], tuple[str, Mapping[str, object]]]:
        return Sentence, (self.template, self.operands)

    def translated(self, translate: Callable[[str], str]) -> str:
        """Return the sentence with its template, and those of its operands, put through `translate`."""
        operands = {
            name: value.translated(translate) if isinstance(value, Sentence) else value
            for name, value in self.operands.items()
        }
        return filled(translate(self.template), operands)


def worded(template: str, **operands: object) -> Sentence:
    """Return a sentence of a literal, which `make messages` collects, and its operands; KeyError if one is missing."""
    return Sentence(template, operands)


def counted(count: int, noun: str) -> str:
    """Return a count with its noun, in English alone, as commands print it: `1 pod`, `2 pods`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def listed(sentences: Sequence[str], between: str = ", ") -> Sentence:
    """Return sentences, or names, one after the other."""
    parts = {f"part{number}": part for number, part in enumerate(sentences)}
    return Sentence(between.join(f"{{{name}}}" for name in parts), parts)


def either(names: Sequence[str]) -> Sentence:
    """Return names of which one is meant, at least one: a, or b."""
    *others, last = names
    return worded("{names} or {name}", names=either(others), name=last) if others else verbatim(last)


def verbatim(text: str) -> Sentence:
    """Return what is the same in every language, names and what Kubernetes says; a sentence stays one."""
    return text if isinstance(text, Sentence) else Sentence("{text}", {"text": text})


def filled(template: Template, operands: Mapping[str, object]) -> str:
    """Return a sentence with its operands; raise KeyError if one is missing. Other braces stay."""
    if not isinstance(template, str):
        template = template[str(operands["n"]) != "1"]
    return _OPERAND.sub(lambda match: str(operands[match[1]]), template)


def filled_with(template: str, operand: object) -> str:
    """Return a sentence that has one operand at most, whatever its name."""
    return _OPERAND.sub(lambda _: str(operand), template)
