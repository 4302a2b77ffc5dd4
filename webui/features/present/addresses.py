"""Which addresses of this site a room may go to: pages that anybody with the link can read, and nothing else."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from webui.features.present import limits

_PUBLIC = re.compile(
    r"/(x|learn|cases|examples|glossary|message|conformance)(/(?!\.+/)[\w.~%+,:-]+)*/(\?[^#\s\\]*)?"
)


def _public(address: str) -> str:
    if address != "/" and not _PUBLIC.fullmatch(address):
        raise ValueError(
            "must be the address of a run, a lesson or a case on this site, such as /x/abc/?pod=web-0"
        )
    return address


Address = Annotated[
    str, StringConstraints(min_length=1, max_length=limits.MOST_ADDRESS), AfterValidator(_public)
]
