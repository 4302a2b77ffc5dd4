"""`save`: what scheduling reads of a live cluster, as manifests in a file."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from scheduler_core.kubernetes.source.pseudonyms import pseudonymise
from scheduler_core.sentences import counted

from .handing_on import write_manifests
from .kubectl.cluster import read_live
from .kubectl.flags import add_kubectl_flags
from .live import report_unread
from .terminal import Progress, Terminal


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "file",
        metavar="FILE",
        help="- for stdout; JSON if the name ends in .json or the output is large, otherwise YAML",
    )
    command.add_argument(
        "--pseudonyms",
        action="store_true",
        help="replace names and label values with pseudonyms, which does not change answers",
    )
    add_kubectl_flags(command)


def run(options: argparse.Namespace) -> int:
    """Write the objects, say on stderr how many, and return 0; raise KubectlError."""
    progress = Progress()
    cluster = read_live(options, progress)
    manifests = pseudonymise(cluster.manifests)[0] if options.pseudonyms else cluster.manifests
    progress(f"writing {counted(len(manifests), 'object')}")
    write_manifests(options.file, manifests)
    progress.end()
    kinds = Counter(str(manifest["kind"]) for manifest in manifests)
    print("kept: " + ", ".join(f"{count} {kind}" for kind, count in kinds.items()), file=sys.stderr)
    report_unread(cluster, Terminal())
    return 0
