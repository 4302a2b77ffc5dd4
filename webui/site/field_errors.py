"""What is wrong with a field of a request, in words of ours: Pydantic's are in English alone."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

_REQUIRED = _("is required")
_TEXT = _("must be a text")
_WHOLE = _("must be a whole number")
_NUMBER = _("must be a number")
_EITHER = _("must be true or false")
_LIST = _("must be a list")
_OBJECT = _("must be an object with fields")
_ONE_OF = _("must be one of {expected}")
_UUID = _("must be a UUID")

SAID = {
    "missing": _REQUIRED,
    "extra_forbidden": _("is not known: remove it"),
    "string_type": _TEXT,
    "string_too_short": _("must have {min_length} or more characters"),
    "string_too_long": _("must have at most {max_length} characters"),
    "string_pattern_mismatch": _("must match {pattern}"),
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "greater_than": _("must be greater than {gt}"),
    "greater_than_equal": _("must be at least {ge}"),
    "less_than": _("must be less than {lt}"),
    "less_than_equal": _("must be at most {le}"),
    "bool_type": _EITHER,
    "bool_parsing": _EITHER,
    "list_type": _LIST,
    "tuple_type": _LIST,
    "too_short": _("must have {min_length} or more items"),
    "too_long": _("must have at most {max_length} items"),
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "literal_error": _ONE_OF,
    "enum": _ONE_OF,
    "union_tag_not_found": _REQUIRED,
    "union_tag_invalid": _ONE_OF,
    "uuid_type": _UUID,
    "uuid_parsing": _UUID,
}
"""What is said, by Pydantic's name of the error, with the values of its context."""


def said(error: dict[str, Any]) -> str:
    """Return the message of an error of Pydantic in the current language; that of a validator of ours is its own."""
    context = dict(error.get("ctx", {}))
    if expected := context.get("expected", context.get("expected_tags")):
        # Pydantic lists in English: 'a', 'b' or 'c'
        context["expected"] = str(expected).replace("' or '", "', '")
    if template := SAID.get(error["type"]):
        return str(template).format(**context)
    message = str(error["msg"]).removeprefix("Value error, ")
    return message[:1].lower() + message[1:]
