"""The words that the pages explain, with their links; `terms.yaml` is the one place that holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from django.utils.translation import gettext

from scheduler_core import DEFAULT_VERSION, KUBERNETES_VERSIONS, RECORDED
from webui.lib.caching import cached_in_production

FILE = Path(__file__).parent / "terms.yaml"
DOCS = "https://kubernetes.io/docs/"
KEPS = "https://github.com/kubernetes/enhancements/tree/master/keps/sig-scheduling/"
SOURCES = "https://github.com/kubernetes/kubernetes/blob/"

# The tag of each release: that of the recorded scheduler, else the first of the release.
TAGS = {release: RECORDED.get(release, f"v{release}.0") for release in KUBERNETES_VERSIONS}


@dataclass(frozen=True, slots=True)
class Term:
    """A word with its definition in English.

    `english` is its name, None for an identifier of Kubernetes, which is the same in every language.
    `sources` has paths of kubernetes/kubernetes by the first release that has them; None ends a path.
    """

    id: str
    kind: str
    english: str | None
    text: str
    docs: str | None
    kep: str | None
    sources: Mapping[str, str | None]

    @property
    def name(self) -> str:
        """The name in the current language."""
        return gettext(self.english) if self.english else self.id

    def source(self, release: str = DEFAULT_VERSION) -> str | None:
        """Return the URL of the source at the tag of a release, None if the release does not have it."""
        paths = [path for first, path in self.sources.items() if _number(first) <= _number(release)]
        return f"{SOURCES}{TAGS[release]}/{paths[-1]}" if paths and paths[-1] else None

    def json(self) -> dict[str, Any]:
        """Return the term for the scripts, in the current language, without what it lacks."""
        sources = [[first, path] for first, path in self.sources.items()]
        values = {"docs": self.docs, "kep": self.kep, "sources": sources}
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
    )


def _below(base: str, path: str | None) -> str | None:
    return f"{base}{path}" if path else None


def _number(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split("."))
