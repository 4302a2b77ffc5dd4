"""kubectl as a program: one call, its output, and its refusals."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

# kubectl's line for a list that it may not read, with the resource as "replicasets.apps" or "pods".
_FORBIDDEN: Final = re.compile(
    r"^Error from server \(Forbidden\): ([\w.-]+) is forbidden: (.*)$", re.MULTILINE
)


class KubectlError(OSError):
    """kubectl is missing, or reads nothing; the text is its own."""


@dataclass(frozen=True, slots=True)
class Output:
    """What a call printed, and its exit code."""

    text: bytes
    errors: str
    code: int

    def forbidden(self) -> Iterator[tuple[str, str]]:
        """Yield the resources that were refused, each with the server's words."""
        yield from _FORBIDDEN.findall(self.errors)

    def complaint(self) -> str:
        """Return what kubectl says is wrong, without what it merely warns of."""
        lines = [
            line for line in self.errors.splitlines() if line and not line.startswith(("WARNING", "Warning"))
        ]
        return "\n".join(lines[-3:]) or f"kubectl ended with {self.code}"


@dataclass(frozen=True, slots=True)
class Kubectl:
    """kubectl with the options that say which cluster, and as whom. KUBECTL names another program."""

    flags: tuple[str, ...] = ()

    def __call__(self, *arguments: str) -> Output:
        """Return the output of a call, whatever its exit code; raise KubectlError where there is no kubectl."""
        program = os.environ.get("KUBECTL") or "kubectl"
        try:
            ended = subprocess.run(
                [program, *arguments, *self.flags], capture_output=True, stdin=subprocess.DEVNULL, check=False
            )
        except FileNotFoundError:
            message = f"{program} was not found: install kubectl, or set KUBECTL to its path"
            raise KubectlError(message) from None
        return Output(ended.stdout, ended.stderr.decode(errors="replace"), ended.returncode)
