"""What the documents say of commands is what the commands take."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core.management import get_commands

from scripts.commands import ENGINE, SITE, engine_help, site_help
from tests.services.folder import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# A command in a line of code, up to a comment, a pipe or the end of the code.
ENGINE_CALL = re.compile(r"(?:python -m scheduler_core|kubectl schedscope) ([a-z][\w-]*)([^\n`#|\]]*)")
SITE_CALL = re.compile(r"manage\.py (\w+)([^\n`#|&;\]]*)")
OPTION = re.compile(r"--[a-z][\w-]*")
# Without a page: for engineers, and Django's own.
NOT_FOR_USERS = {"replay", "offline_page", "migrate"}


def calls() -> Iterator[tuple[str, str, str]]:
    """Yield document, command and arguments of each call that the documents show."""
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8").partition("<!-- commands -->")[0]
        for pattern in (ENGINE_CALL, SITE_CALL):
            yield from ((path.name, match[1], match[2]) for match in pattern.finditer(text))


def test_every_command_has_its_help_on_the_page() -> None:
    listed = re.findall(r"^    ([a-z][\w-]*)", engine_help(""), re.MULTILINE)
    assert list(ENGINE) == listed
    ours = {name for name, application in get_commands().items() if str(application).startswith("webui")}
    assert set(SITE) == ours - NOT_FOR_USERS


@pytest.mark.parametrize(("document", "command", "arguments"), sorted(set(calls())))
def test_a_call_names_what_there_is(document: str, command: str, arguments: str) -> None:
    if command in ENGINE:
        text = engine_help(command)
    else:
        assert command in get_commands(), document
        text = site_help(command)
    assert set(OPTION.findall(arguments)) <= set(OPTION.findall(text))
