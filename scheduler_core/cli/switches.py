"""Options of `simulate` and `trace` about what the scheduler does."""

from __future__ import annotations

import argparse

from scheduler_core.kubernetes.versions import DOCUMENTED_NAMESPACE_SELECTOR


def add_switches(command: argparse.ArgumentParser) -> None:
    """Add the options to the command."""
    command.add_argument(
        "--documented-namespace-selector",
        action="store_true",
        help="let pod affinity follow the documentation where v1.34 and v1.35 do not (NotIn, DoesNotExist)",
    )
    command.add_argument(
        "--allow-extenders", action="store_true", help="call the extenders of the configuration over HTTP"
    )


def switches_of(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the switches of the version that are asked for."""
    return (DOCUMENTED_NAMESPACE_SELECTOR,) if options.documented_namespace_selector else ()
