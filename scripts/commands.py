"""Writes what every command answers to `--help` into docs/commands.md, between its two marks."""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from contextlib import redirect_stdout
from textwrap import wrap

import django
from django.core.management import get_commands, load_command_class
from django.core.management.base import DjangoHelpFormatter

from scheduler_core.cli.commands import COMMANDS
from scripts.written import ROOT, write_or_check

PAGE = ROOT / "docs" / "commands.md"
FIRST, LAST = "<!-- commands -->\n", "<!-- /commands -->\n"
WIDTH = 110
BRACKETS = re.compile(r"\[[^][]*\]")
ENGINE = tuple(COMMANDS)
# Without those for engineers, such as `replay`.
SITE = (
    "import_cluster",
    "follow",
    "sweep",
    "up",
    "serve",
    "work",
    "load_gallery",
    "backup",
    "restore",
    "prune",
    "retire_expired",
)


def engine_help(command: str) -> str:
    """Return what `python -m scheduler_core COMMAND --help` prints; without a command, the list of all."""
    from scheduler_core.__main__ import main

    printed = io.StringIO()
    with redirect_stdout(printed):
        try:
            main([*command.split(), "--help"])
        except SystemExit:
            return printed.getvalue()
    raise AssertionError(f"{command} --help does not exit")


def site_help(command: str) -> str:
    """Return what `python manage.py COMMAND --help` prints, without the options that every command of Django has."""
    parser = load_command_class(get_commands()[command], command).create_parser("python manage.py", command)
    for action in parser._actions:
        if DjangoHelpFormatter.show_last.intersection(action.option_strings):
            action.help = argparse.SUPPRESS
    return parser.format_help()


def section(name: str, text: str) -> str:
    """Return the help under a heading. The usage is laid out here: each version of Python does it otherwise."""
    usage, _, rest = text.partition("\n\n")
    whole = BRACKETS.sub(lambda option: option[0].replace(" ", "\0"), " ".join(usage.split()))
    lines = wrap(whole, WIDTH, subsequent_indent=" " * 7, break_on_hyphens=False)
    return "\n".join([f"### `{name}`", "", "```text", *lines, "", rest.rstrip(), "```", ""]).replace(
        "\0", " "
    )


def commands() -> str:
    """Return the generated part of the page."""
    os.environ |= {"COLUMNS": str(WIDTH + 2), "NO_COLOR": "1"}  # argparse leaves two columns free
    return "\n".join(
        [
            "## python -m scheduler_core\n",
            *(section(name, engine_help(name)) for name in ENGINE),
            "## python manage.py\n",
            *(section(name, site_help(name)) for name in SITE),
        ]
    )


def main(arguments: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webui.config.settings")
    django.setup()
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(FIRST)
    _, _, after = rest.partition(LAST)
    text = f"{before}{FIRST}\n{commands()}\n{LAST}{after}"
    return write_or_check({PAGE: text}, arguments, source="the commands say", make="commands")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
