"""Collects the messages of the sources into the catalogues of webui/ground/language/locale, and compiles these.

The sentences of the engine's registries (`scheduler_core/wording.py`) are among those of the page's scripts.
A message that the sources no longer have goes; a new one waits there, empty, for its translation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import yaml
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from scheduler_core.sentences import filled_with
from scheduler_core.wording import WORDING
from webui.features.gallery.origin import translatable
from webui.ground.language.compiling import LOCALE, compile_catalogue

ROOT = Path(__file__).resolve().parent.parent
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "worded": None,
}
TEXT = r'"(?:[^"\\\n]|\\.)*"'
LITERAL = rf"\s*({TEXT}(?:\s*\+\s*{TEXT})*)\s*"  # a long message stands on several lines
CALL = re.compile(rf"(?<![\w.$])(tn?)\({LITERAL}(?:,{LITERAL})?")
WORDS_OF_CASES = ("title", "question", "story", "answer", "unlike", "misconception", "fix", "differs")
WORDS_OF_LESSONS = ("title", "ask", "keep", "caption", "label", "says", "text", "because")
COMMENT = re.compile(r"^\s*(//|/?\*).*$", re.MULTILINE)
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


def from_script(fileobj: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Babel's own reader passes over calls within calls, of which sentences are made."""
    text = COMMENT.sub("", fileobj.read().decode())
    for call in CALL.finditer(text):
        literals = [_joined(literal) for literal in call.group(2, 3) if literal]
        name, message = ("ngettext", tuple(literals)) if call[1] == "tn" else ("gettext", literals[0])
        yield text.count("\n", 0, call.start()) + 1, name, message, []


def _joined(literal: str) -> str:
    return "".join(json.loads(text) for text in re.findall(TEXT, literal))


def from_template(fileobj: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Django rewrites a template as Python, in which everything but the messages is crossed out."""
    text = templatize(fileobj.read().decode(), origin=getattr(fileobj, "name", None))
    python = INDENTATION.sub("", text).encode()
    yield from extract_python(BytesIO(python), keywords, comment_tags, options)


def from_terms(fileobj: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Read the names and definitions of the glossary; what has no name is called by its identifier everywhere."""
    for term in yaml.safe_load(fileobj):
        yield from ((1, "gettext", term[key], []) for key in ("name", "text") if key in term)


def from_lessons(fileobj: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Read what a lesson says: the first document of its file, under the keys that are words for people."""
    header = next(yaml.safe_load_all(fileobj))
    for text in _said(header):
        yield 1, "gettext", text, []


def _said(part: Any) -> Iterator[str]:
    if isinstance(part, list):
        for text in part:
            yield from _said(text)
    elif isinstance(part, Mapping):
        for key, value in part.items():
            if key in WORDS_OF_LESSONS and isinstance(value, str):
                yield value
            elif key != "changes" or any("label" in change for change in value):
                yield from _said(value)


def from_cases(fileobj: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Read the words of a case's header, the name of its origin included, and its captions.

    The message is the scheduler's, and the rest of the source is code.
    """
    header, *source = yaml.load_all(fileobj, Loader=yaml.CSafeLoader)
    lessons = [document["lesson"] for document in source if document and "lesson" in document]
    words = [header[key] for key in WORDS_OF_CASES if header.get(key)]
    for text in (*words, *translatable(header.get("origin", "")), *_said(lessons)):
        yield 1, "gettext", text, []


def from_kinds(fileobj: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Read what is said of each kind of reasons of a FailedScheduling message, of other messages and of taints."""
    for kind in yaml.safe_load(fileobj):
        yield from (
            (1, "gettext", kind[key], [])
            for key in ("title", "about", "waiting", "label", "cause")
            if key in kind
        )
        if "one" in kind:
            yield 1, "ngettext", (kind["one"], kind["many"]), []


def from_engine() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """Yield the module in which the page has a sentence of the engine's, and the sentence."""
    for registry, entries in WORDING.items():
        for entry in entries.values():
            for template in entry.values() if isinstance(entry, Mapping) else (entry,):
                if not isinstance(template, str) or filled_with(template, ""):
                    yield f"static/js/wording/{registry}.js", template


# Sentences of the engine that the page puts into words; those of the rest of it, but for its commands, the server.
SAID_BY_PAGE = (
    "simulation/expectations/*_facts.py",
    "simulation/expectations/expectation.py",
    "simulation/expectations/finding.py",
    "explain/checks/*.py",
)
SAID_BY_COMMANDS = "cli/**.py"

# Each catalogue with where its messages stand.
CATALOGUES: dict[str, list[tuple[str, list[tuple[str, Any]]]]] = {
    "djangojs": [
        ("static/js", [("**.js", from_script)]),
        ("scheduler_core", [(path, "python") for path in ("sentences.py", *SAID_BY_PAGE)]),
    ],
    "django": [
        (
            "scheduler_core",
            [
                *((path, "ignore") for path in (*SAID_BY_PAGE, SAID_BY_COMMANDS)),
                ("explain/messages/*.yaml", from_kinds),
                ("**.py", "python"),
            ],
        ),
        (
            "webui",
            [
                ("**/migrations/**", "ignore"),
                ("ground/glossary/terms.yaml", from_terms),
                ("features/learn/lessons/*.yaml", from_lessons),
                ("features/gallery/cases/*.yaml", from_cases),
                ("**.html", from_template),
                ("**.py", "python"),
            ],
        ),
    ],
}


def messages(domain: str) -> Catalog:
    """What the sources say, in no language yet."""
    catalog = Catalog(project="SchedScope", charset="utf-8", fuzzy=False)
    for folder, methods in CATALOGUES[domain]:
        extracted = extract_from_dir(ROOT / folder, methods, keywords=KEYWORDS, strip_comment_tags=True)
        for name, _, message, comments, context in extracted:
            catalog.add(message, locations=[(f"{folder}/{name}", 1)], auto_comments=comments, context=context)
    for path, sentence in from_engine() if domain == "djangojs" else ():
        catalog.add(sentence, locations=[(path, 1)])
    return catalog


def locales() -> list[str]:
    return sorted(path.name for path in LOCALE.iterdir())


def catalogue_path(locale: str, domain: str) -> Path:
    return LOCALE / locale / "LC_MESSAGES" / f"{domain}.po"


def read(locale: str, domain: str) -> Catalog:
    path = catalogue_path(locale, domain)
    if not path.exists():
        return Catalog(locale=locale, project="SchedScope", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=locale, domain=domain)


def renew(locale: str, domain: str) -> int:
    """Brings a catalogue up to date, and says how many messages wait for a translation."""
    catalogue = read(locale, domain)
    catalogue.update(messages(domain), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    path = catalogue_path(locale, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=110, include_lineno=False, omit_header=False, sort_by_file=True)
    compile_catalogue(path)
    return sum(map(waits, catalogue))


def waits(message: Message) -> bool:
    """Return whether a message has no translation, or lacks one of its plural forms."""
    forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return bool(message.id) and not all(forms)


def main() -> None:
    for locale in locales():
        for domain in CATALOGUES:
            print(f"{locale}/{domain}: {renew(locale, domain)} messages wait for their translation")


if __name__ == "__main__":
    main()
