"""Every sentence of the pages can be read in Chinese, and nothing is kept that no page says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message

from scripts.messages import CATALOGUES, ROOT, locales, messages, read, waits
from tests.webui.english import english

PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}")
CALL_WITHOUT_A_LITERAL = re.compile(r"(?<![\w.$])tn?\((?!\s*\")[^)]*\)")


@cache
def sources(domain: str) -> Catalog:
    return messages(domain)


def texts(value: object) -> list[str]:
    return [str(text) for text in value] if isinstance(value, (list, tuple)) else [str(value or "")]


def ids(catalogue: Catalog) -> set[object]:
    return {message.id for message in catalogue if message.id}


each_catalogue = pytest.mark.parametrize(
    ("locale", "domain"), [(locale, domain) for locale in locales() for domain in CATALOGUES]
)


@each_catalogue
def test_every_message_is_in_the_catalogue_and_no_other(locale: str, domain: str) -> None:
    catalogue_ids, source_ids = ids(read(locale, domain)), ids(sources(domain))
    assert source_ids - catalogue_ids == set(), "run make messages, then translate them"
    assert catalogue_ids - source_ids == set(), "run make messages to remove unused ones"


@each_catalogue
def test_every_message_is_translated(locale: str, domain: str) -> None:
    waiting = [
        message.id for message in read(locale, domain) if message.id and not all(texts(message.string))
    ]
    assert waiting == []


@each_catalogue
def test_a_translation_has_the_names_of_its_message(locale: str, domain: str) -> None:
    def differs(message: Message) -> bool:
        placeholders = {name for text in texts(message.id) for name in PLACEHOLDER.findall(text)}
        return any(text and set(PLACEHOLDER.findall(text)) != placeholders for text in texts(message.string))

    wrong = [
        (message.id, message.string) for message in read(locale, domain) if message.id and differs(message)
    ]
    assert wrong == []


def test_every_message_of_the_scripts_is_a_literal() -> None:
    offending = {}
    for path in sorted((ROOT / "static/js").rglob("*.js")):
        code = re.sub(r"^\s*(//|/?\*).*$", "", path.read_text(), flags=re.MULTILINE)
        calls = CALL_WITHOUT_A_LITERAL.findall(code)
        if calls and path.name != "i18n.js":
            offending[path.name] = calls
    assert offending == {}


REFUSING = {"Problem", "TooMany", "Refused", "invalid"}


def refusals(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield what a module gives as the message of a refusal."""
    for node in ast.walk(tree):
        match node:
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and key.value == "message":
                        yield value
            case ast.Call(func=ast.Name(id=name), args=args) if name in REFUSING:
                yield from args
            case ast.Assign(targets=[ast.Name(id="message")], value=value):
                yield value


def literal(value: ast.expr) -> str:
    """Return the words of a literal or an f-string, "" for anything else."""
    parts = value.values if isinstance(value, ast.JoinedStr) else [value]
    return "…".join(str(part.value) for part in parts if isinstance(part, ast.Constant))


def test_no_refusal_of_the_server_is_english_alone() -> None:
    for path in sorted((ROOT / "webui").rglob("*.py")):
        bare = [literal(value) for value in refusals(ast.parse(path.read_text()))]
        assert [text for text in bare if english(text)] == [], f"{path}: use gettext or worded"


@pytest.mark.parametrize(
    ("translation", "is_waiting"),
    [("", True), ("x", False), (("",), True), (("x", ""), True), (("x",), False)],
)
def test_a_plural_without_a_form_waits_for_its_translation(
    translation: str | tuple[str, ...], is_waiting: bool
) -> None:
    name = "pod" if isinstance(translation, str) else ("pod", "pods")
    assert waits(Message(name, translation)) is is_waiting
