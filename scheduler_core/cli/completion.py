"""What the shell's completion of kubectl asks for: commands, pods, nodes, as `kubectl_complete-schedscope`.

kubectl calls the program of that name with the words that were typed, the last one unfinished, and reads a completion a
line, then a number that says what the shell adds (cobra's ShellCompDirective, 4: no names of files).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Final

from .commands import COMMANDS
from .kubectl.program import Kubectl, KubectlError

_NO_FILES: Final = ":4"
_FILES: Final = ":0"
# Commands with names of the cluster: what is listed, and with which prefix.
_LISTED: Final = {
    "why": (("pods", ""), ("deployments.apps", "deploy/"), ("statefulsets.apps", "sts/")),
    "node": (("nodes", ""),),
}
_WITH_FILES: Final = (
    "fit",
    "save",
    "simulate",
    "whatif",
    "lint",
    "capacity",
    "play",
    "compare",
    "descheduler",
)
_TAKES_VALUE: Final = ("-n", "--namespace", "--context", "--kubeconfig", "--as", "--cluster", "--user")


def main() -> int:
    """Print the completions of the words on the command line."""
    print(*complete(sys.argv[1:]), sep="\n")
    return 0


def complete(words: Sequence[str]) -> Iterator[str]:
    """Yield the completions of the last word, then the directive."""
    *typed, last = words or [""]
    flags, plain = _flags(typed)
    if not plain:
        yield from (f"{name}\t{command.help}" for name, command in COMMANDS.items() if name.startswith(last))
        yield _NO_FILES
        return
    if last.startswith("-") or plain[0] in _WITH_FILES:
        yield _FILES
        return
    for resource, prefix in _LISTED.get(plain[0], ()):
        yield from (name for known in _names(resource, flags) if (name := prefix + known).startswith(last))
    yield _NO_FILES


def _flags(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Divide words into those that are kubectl's own options, with their values, and the others."""
    flags: list[str] = []
    plain: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in _TAKES_VALUE:
            flags += [word, next(rest, "")]
        elif word.startswith(tuple(f"{name}=" for name in _TAKES_VALUE if name.startswith("--"))):
            flags.append(word)
        elif not word.startswith("-"):
            plain.append(word)
    return flags, plain


def _names(resource: str, flags: Sequence[str]) -> list[str]:
    """Return the names of the objects, none if they cannot be read: a completion does not complain."""
    try:
        output = Kubectl()("get", resource, "--output=name", "--request-timeout=5s", *flags)
    except KubectlError:
        return []
    return [line.partition("/")[2] for line in output.text.decode().split()]
