"""`mcp`: serves the tools of `mcp_server`, which need the package of the protocol."""

from __future__ import annotations

import argparse

from scheduler_core.extras import needing

from .input import add_version, read, refuse_stdin, version_of


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "files", nargs="+", metavar="FILE", help="YAML or JSON, read again for each question"
    )
    add_version(command)


def run(options: argparse.Namespace) -> int:
    """Answer until stdin ends; raise InvalidInput without the package `mcp`, or for stdin."""
    refuse_stdin(options.files)
    with needing("mcp", "mcp speaks to assistants through the protocol's own package"):
        from .mcp_server import serve
    serve(options, read, version_of(options))
    return 0
