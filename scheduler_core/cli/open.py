"""`open`: a live cluster in a browser, at a link of a server or as an offline page."""

from __future__ import annotations

import argparse

from .input import add_seed
from .live import add_live, hand_on, read_scenario, report_unread
from .shown import Shown
from .terminal import Progress, Terminal


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_seed(command)
    add_live(command, outputs=())


def run(options: argparse.Namespace) -> int:
    """Open what was read and return 0; raise KubectlError, InvalidInput and ExtraMissing."""
    progress = Progress()
    live = read_scenario(options, progress)
    progress.end()
    options.open = True
    hand_on(options, Shown(live.scenario, options.seed))
    report_unread(live.cluster, Terminal.of_stdout(), live.left_out)
    return 0
