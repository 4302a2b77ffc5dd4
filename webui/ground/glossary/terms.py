"""The words that the pages explain, with their links; `terms.yaml` is the one place that holds them.

`lines.csv` has the lines of their sources, a column per tag of kubernetes/kubernetes that was read.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import yaml
from django.utils.translation import gettext

from scheduler_core import DEFAULT_VERSION, KUBERNETES_VERSIONS, RECORDED
from webui.ground.lib.caching import cached_in_production

FILE = Path(__file__).parent / "terms.yaml"
LINES_FILE = Path(__file__).parent / "lines.csv"
DOCS = "https://kubernetes.io/docs/"
KEPS = "https://github.com/kubernetes/enhancements/tree/master/keps/sig-scheduling/"
SOURCES = "https://github.com/kubernetes/kubernetes/blob/"


def _lines() -> dict[str, dict[str, int]]:
    """Return the line of a term's source, by tag and term."""
    with LINES_FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    tags = [tag for tag in rows[0] if tag != "term"]
    return {tag: {row["term"]: int(row[tag]) for row in rows if row[tag]} for tag in tags}


def _tag(release: str) -> str:
    """Return the tag of the recorded scheduler, else one whose lines are there, else the first of the release."""
    read = (tag for tag in LINES if tag.startswith(f"v{release}."))
    return RECORDED.get(release) or next(read, f"v{release}.0")


LINES = _lines()
TAGS = {release: _tag(release) for release in KUBERNETES_VERSIONS}


@dataclass(frozen=True, slots=True)
class Term:
    """A word with its definition in English.

    `english` is its name, None for an identifier of Kubernetes, which is the same in every language.
    `sources` has paths of kubernetes/kubernetes by the first release that has them; None ends a path. `at` is
    the text of the line there.
    """

    id: str
    kind: str
    english: str | None
    text: str
    docs: str | None
    kep: str | None
    sources: Mapping[str, str | None]
    at: str | None

    @property
    def name(self) -> str:
        """The name in the current language."""
        return gettext(self.english) if self.english else self.id

    def source(self, release: str = DEFAULT_VERSION) -> str | None:
        """Return the URL of the source line at the tag of a release, None if the release does not have it.

        Where the number of the line is not there, the browser looks for its text.
        """
        paths = [path for first, path in self.sources.items() if _number(first) <= _number(release)]
        if not paths or not paths[-1]:
            return None
        tag = TAGS[release]
        line = LINES.get(tag, {}).get(self.id)
        place = f"L{line}" if line else f":~:text={quote(self.at or '', safe='')}"
        return f"{SOURCES}{tag}/{paths[-1]}#{place}"

    def json(self) -> dict[str, object]:
        """Return the term for the scripts, in the current language, without what it lacks."""
        sources = [[first, path] for first, path in self.sources.items()]
        lines = {tag: of_tag[self.id] for tag, of_tag in LINES.items() if self.id in of_tag}
        values = {"docs": self.docs, "kep": self.kep, "sources": sources, "at": self.at, "lines": lines}
        return {
            "kind": self.kind,
            "name": self.name,
            "text": gettext(self.text),
            **{key: value for key, value in values.items() if value},
        }


@cached_in_production
def terms() -> tuple[Term, ...]:
    """Return all terms, in the order of the file."""
    return tuple(_term(entry) for entry in yaml.safe_load(FILE.read_text(encoding="utf-8")))


def _term(entry: Mapping[str, Any]) -> Term:
    source = entry.get("source") or {}
    return Term(
        entry["id"],
        entry["kind"],
        entry.get("name"),
        entry["text"],
        _below(DOCS, entry.get("docs")),
        _below(KEPS, entry.get("kep")),
        {next(iter(TAGS)): source} if isinstance(source, str) else source,
        entry.get("at"),
    )


def _below(base: str, path: str | None) -> str | None:
    return f"{base}{path}" if path else None


def _number(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split("."))
