"""`mcp`: serves the tools of `mcp_server`, which need the package of the protocol."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from scheduler_core.kubernetes.versions import find_version

from .extras import extra, require_files


def add_mcp(commands: Any) -> argparse.ArgumentParser:
    """Add the command to the subparsers and return it."""
    command: argparse.ArgumentParser = commands.add_parser(
        "mcp", help="serve read-only tools for assistants on stdin and stdout (Model Context Protocol)"
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="YAML or JSON, read anew for each question")
    return command


def run_mcp(options: argparse.Namespace, read: Callable[[str], str]) -> int:
    """Answer until stdin ends; raise InvalidInput without the package `mcp`, or for stdin."""
    require_files(options.files)
    with extra("mcp"):
        from .mcp_server import serve
    version = None if options.kubernetes_version is None else find_version(options.kubernetes_version)
    serve(options, read, version)
    return 0
