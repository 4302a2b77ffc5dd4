"""`lsp`: serves `lsp_server` to an editor, for which the package of the protocol is needed."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from scheduler_core.controlplane.sample_clusters import clusters_by_name, find_cluster
from scheduler_core.kubernetes.versions import find_version

from .extras import extra, require_files


def add_lsp(commands: Any) -> argparse.ArgumentParser:
    """Add the command to the subparsers and return it."""
    command: argparse.ArgumentParser = commands.add_parser(
        "lsp",
        help="serve findings and their fixes to an editor on stdin and stdout (Language Server Protocol)",
    )
    command.add_argument(
        "files", nargs="*", metavar="FILE", help="manifests that texts are linted with, such as a cluster's"
    )
    command.add_argument(
        "--on",
        choices=tuple(clusters_by_name()),
        help="apply the rules about nodes to workloads without nodes, on this sample cluster",
    )
    return command


def run_lsp(options: argparse.Namespace, read: Callable[[str], str]) -> int:
    """Answer until the editor exits; raise InvalidInput without the package `pygls`, or for stdin."""
    require_files(options.files)
    with extra("lsp"):
        from .lsp_server import Linting, make_server
    version = None if options.kubernetes_version is None else find_version(options.kubernetes_version)
    cluster = None if options.on is None else find_cluster(options.on)
    make_server(Linting(lambda: [read(name) for name in options.files], cluster, version)).start_io()
    return 0
