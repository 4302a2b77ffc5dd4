"""The commands: the module of each, imported on demand, and its line in the list of commands."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast


class CommandModule(Protocol):
    """What the module of a command has."""

    def add_arguments(self, command: argparse.ArgumentParser, /) -> None: ...

    def run(self, options: argparse.Namespace, /) -> int: ...


@dataclass(frozen=True, slots=True)
class Command:
    """A command by the name of its module in this folder, with a line for the list of all."""

    module: str
    help: str

    def load(self) -> CommandModule:
        return cast(CommandModule, import_module(f"{__package__}.{self.module}"))


COMMANDS: Mapping[str, Command] = {
    "why": Command(
        "why", "read a cluster through kubectl: why pods are pending, and which changes would place them"
    ),
    "fit": Command(
        "fit", "read a cluster through kubectl: would these pods fit now, how many more, what is missing"
    ),
    "node": Command("node", "read a cluster through kubectl: why a node can or cannot go, and what holds it"),
    "upgrade": Command(
        "upgrade", "read a cluster through kubectl: which pods would other versions place differently"
    ),
    "save": Command("save", "read a cluster through kubectl: save what scheduling uses to a file"),
    "open": Command("open", "read a cluster through kubectl: step through its scheduling in a browser"),
    "simulate": Command("simulate", "schedule the pending pods of manifests or dumps"),
    "explain": Command("explain", "print why pods are pending as JSON for other programs"),
    "whatif": Command("whatif", "show what it would take to place a pending pod, or most pending pods"),
    "capacity": Command("capacity", "show how many more pods fit, which nodes to add, or which to remove"),
    "descheduler": Command(
        "descheduler", "show which running pods the descheduler would evict, and where they would land"
    ),
    "lint": Command(
        "lint", "find constraints without the intended effect and other problems; exit 1 with findings"
    ),
    "lsp": Command(
        "lsp", "serve findings and their fixes to an editor on stdin and stdout (Language Server Protocol)"
    ),
    "mcp": Command(
        "mcp", "serve read-only tools for assistants on stdin and stdout (Model Context Protocol)"
    ),
    "play": Command(
        "play", "play the steps (steps:) of manifests on a simulated clock, and judge the results"
    ),
    "compare": Command("compare", "show what differs between two versions, cycle by cycle, or among many"),
    "repro": Command(
        "repro", "write a folder that repeats a run on a real control plane and compares the results"
    ),
    "explain-message": Command(
        "explained_message", "explain a FailedScheduling message, or another program's message about a pod"
    ),
    "trace": Command("trace", "read scenarios as JSON lines from stdin, write their traces to stdout"),
    "karpenter": Command(
        "karpenter",
        "read scenarios of NodePools as JSON lines from stdin, write what Karpenter decides to stdout",
    ),
    "bench": Command("bench", "measure how many pods of a workload are scheduled per second"),
}
