"""What each reason means in plain words: `kinds.yaml` has an entry a kind, in the order of the checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import yaml

from .language import Language
from .patterns import Wordings

PATH: Final = Path(__file__).with_name("kinds.yaml")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of reasons, as `kinds.yaml` has it."""

    name: str
    group: str
    about: str
    waiting: str
    label: str
    commands: list[str]
    title: str = ""
    one: str = ""
    many: str = ""
    plugin: str = ""
    reasons: list[str] = field(default_factory=list)
    case: str | None = None

    def title_for(self, count: int, resources: str, language: Language) -> str:
        """Return what the kind says of a number of nodes. `resources` lists those that are short."""
        text = language.ngettext(self.one, self.many, count) if self.one else language.gettext(self.title)
        return text.format(n=f"{count:,}", resources=resources)


*KINDS, OTHER = (Kind(**kind) for kind in yaml.load(PATH.read_text(encoding="utf-8"), yaml.CSafeLoader))

_KIND_BY_WORDING: Final = Wordings((words, kind) for kind in KINDS for words in kind.reasons)


def kind_of(reason: str) -> tuple[Kind, Mapping[str, str]]:
    """Return the kind of a reason in its current wording, with the values of its placeholders."""
    return _KIND_BY_WORDING.find(reason) or (OTHER, {})
