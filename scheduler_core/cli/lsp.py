"""`lsp`: serves `lsp_server` to an editor, for which the package of the protocol is needed."""

from __future__ import annotations

import argparse

from scheduler_core.controlplane.sample_clusters import clusters_by_name, find_cluster
from scheduler_core.extras import needing

from .input import add_version, read, refuse_stdin, version_of


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "files", nargs="*", metavar="FILE", help="manifests to lint texts together with, such as a cluster's"
    )
    command.add_argument(
        "--on",
        choices=tuple(clusters_by_name()),
        help="apply the rules about nodes to workloads without nodes, on this sample cluster",
    )
    add_version(command)


def run(options: argparse.Namespace) -> int:
    """Answer until the editor exits; raise InvalidInput without the package `pygls`, or for stdin."""
    refuse_stdin(options.files)
    with needing("lsp", "lsp speaks to editors through pygls"):
        from .lsp_server import Linting, make_server
    cluster = None if options.on is None else find_cluster(options.on)
    make_server(
        Linting(lambda: [read(name) for name in options.files], cluster, version_of(options))
    ).start_io()
    return 0
