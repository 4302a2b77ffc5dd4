"""The cases as files: a header document, then the source as its reader will see it.

A case's place in the gallery is its place in `order.txt`.
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
    """A case file that does not have its form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    title: str  # a few words: what the case is about
    question: str
    topic: str
    level: int  # 1 first steps, 2 some knowledge, 3 for experts
    story: str
    answer: str
    misconception: str = ""
    fix: str = ""
    differs: str = ""  # what documents say, and what was recorded
    origin: str = ""
    infamous: bool = False
    ask: str = ""  # what is to be predicted: a pod, or "placed"; empty: see webui.gallery.prediction


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    slug: str
    position: int
    header: Header
    source: str
    digest: str


def read_cases(folder: Path = FOLDER) -> Iterator[Case]:
    slugs = (folder / "order.txt").read_text(encoding="utf-8").split()
    for position, slug in enumerate(slugs):
        yield _read(folder / f"{slug}.yaml", position)


def _read(path: Path, position: int) -> Case:
    text = path.read_text(encoding="utf-8")
    head, separator, source = text.partition(SEPARATOR)
    if not separator:
        raise BadCase(f"{path.name}: a line --- must stand between the header and the source")
    try:
        header = Header(**yaml.load(head, Loader=yaml.CSafeLoader))
    except (TypeError, yaml.YAMLError) as error:
        raise BadCase(f"{path.name}: {error}") from error
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Case(slug=path.stem, position=position, header=header, source=source, digest=digest)
