"""Read the case files: a header document, then the source as readers see it.

`order.txt` determines the order of the cases in the gallery.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

FOLDER = Path(__file__).parent / "cases"
SEPARATOR = "\n---\n"


class BadCase(ValueError):
    """A case file is malformed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    title: str  # a few words
    question: str
    topic: str
    level: int  # 1 to 3, see webui.features.gallery.topics.LEVELS
    story: str
    answer: str
    message: str = (
        ""  # of the report that the case rebuilds; its run gives it letter by letter, but for `unlike`
    )
    unlike: str = ""  # what the run writes otherwise
    misconception: str = ""
    fix: str = ""
    differs: str = ""  # where documentation and recording disagree
    origin: str = ""
    infamous: bool = False
    release: str = "1.34"  # of the scheduler that recorded the case, or that has what it shows
    changed: str = ""  # the release from which on it ends otherwise; if empty, the default version is tried
    ask: str = ""  # what to predict: a pod or "placed"; if empty, see webui.features.gallery.prediction


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    slug: str
    position: int
    header: Header
    source: str
    digest: str


def read_cases(folder: Path = FOLDER) -> Iterator[Case]:
    """Yield the cases in the order of `order.txt`. Raise BadCase for a malformed file."""
    slugs = (folder / "order.txt").read_text(encoding="utf-8").split()
    for position, slug in enumerate(slugs):
        yield _read(folder / f"{slug}.yaml", position)


def _read(path: Path, position: int) -> Case:
    text = path.read_text(encoding="utf-8")
    head, separator, source = text.partition(SEPARATOR)
    if not separator:
        raise BadCase(f"{path.name}: header and source must be separated by a line ---")
    try:
        header = Header(**yaml.load(head, Loader=yaml.CSafeLoader))
    except (TypeError, yaml.YAMLError) as error:
        raise BadCase(f"{path.name}: {error}") from error
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Case(slug=path.stem, position=position, header=header, source=source, digest=digest)
