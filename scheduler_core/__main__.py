"""The command `schedscope`, also as a plugin of kubectl. What a command does is in the module of its name in `cli/`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from .cli.commands import COMMANDS
from .extras import ExtraMissing

_DESCRIPTION = "Shows why Kubernetes puts a pod where it does, or nowhere, and what would change that."
_MODULE = "python -m scheduler_core"


def main(arguments: Sequence[str] | None = None, name: str | None = None) -> int:
    """Run the command that the arguments name; return 0 if all is in order, 1 if not, 2 for what cannot be read."""
    arguments = sys.argv[1:] if arguments is None else arguments
    parser = _parser(arguments, name or _MODULE)
    if not arguments:
        parser.print_help()
        return 0
    options = parser.parse_args(arguments)
    return _run(options)


def installed() -> int:
    """Run the command by the name under which it is installed, as kubectl spells it for its plugin."""
    return main(name=Path(sys.argv[0]).stem.replace("kubectl-", "kubectl "))


def _parser(arguments: Sequence[str], name: str) -> argparse.ArgumentParser:
    """Return the parser, with the arguments of the command that is asked for: the others are not imported."""
    parser = argparse.ArgumentParser(prog=name, description=_DESCRIPTION)
    parser.set_defaults(program=name)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    asked = next((argument for argument in arguments if not argument.startswith("-")), None)
    for command_name, command in COMMANDS.items():
        subparser = commands.add_parser(command_name, help=command.help, description=command.help)
        if command_name == asked:
            command.load().add_arguments(subparser)
    return parser


def _run(options: argparse.Namespace) -> int:
    from .kubernetes.objects.reading import InvalidInput

    try:
        code = COMMANDS[options.command].load().run(options)
        sys.stdout.flush()
        return 2 if getattr(options, "left_out", False) else code
    except BrokenPipeError:  # whoever reads has seen enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (InvalidInput, ExtraMissing, OSError) as error:
        for line in error.errors if isinstance(error, InvalidInput) else [error]:
            print(line, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
