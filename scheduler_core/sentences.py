"""Sentences for people: templates in registries, English only, which `wording.py` lists for the page."""

from __future__ import annotations

import re
from collections.abc import Mapping

Template = str | tuple[str, str]
"""A sentence with operands in braces; of two, the forms for one and for many by the operand `n`."""

_OPERAND = re.compile(r"\{(\w+)\}")


def filled(template: Template, operands: Mapping[str, object]) -> str:
    """Return a sentence with its operands; raise KeyError if one is missing. Other braces stay."""
    if not isinstance(template, str):
        template = template[str(operands["n"]) != "1"]
    return _OPERAND.sub(lambda match: str(operands[match[1]]), template)


def filled_with(template: str, operand: object) -> str:
    """Return a sentence that has one operand at most, whatever its name."""
    return _OPERAND.sub(lambda _: str(operand), template)
