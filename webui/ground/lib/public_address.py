"""Addresses of this site that anybody with the link can read: where a room may go, and what a course may list."""

from __future__ import annotations

import re
from typing import Annotated

from django.utils.translation import gettext
from pydantic import AfterValidator, StringConstraints

MOST_ADDRESS = 2_000  # characters
_PUBLIC = re.compile(
    r"/(x|learn|cases|examples|glossary|message|conformance)(/(?!\.+/)[\w.~+,:-]+)*/(\?[^#\s\\]*)?"
)


def public(address: str) -> str:
    """Return the address; raise ValueError for any other."""
    if address != "/" and not _PUBLIC.fullmatch(address):
        raise ValueError(
            gettext(
                "must be the address of a run, a lesson or a case on this site, such as /x/abc/?pod=web-0"
            )
        )
    return address


Address = Annotated[str, StringConstraints(min_length=1, max_length=MOST_ADDRESS), AfterValidator(public)]
