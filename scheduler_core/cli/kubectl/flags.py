"""The options of kubectl that are passed on to it: which cluster, as whom, and which objects."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

# What every call gets, with the names of the values for --help; "" for a switch.
_CONNECTION: Final = {
    "context": "NAME",
    "kubeconfig": "FILE",
    "cluster": "NAME",
    "user": "NAME",
    "as": "USER",
    "as-group": "GROUP",
    "as-uid": "UID",
    "server": "URL",
    "certificate-authority": "FILE",
    "client-certificate": "FILE",
    "client-key": "FILE",
    "tls-server-name": "NAME",
    "insecure-skip-tls-verify": "",
    "request-timeout": "DURATION",
    "cache-dir": "FOLDER",
}
_REPEATED: Final = ("as-group",)


def add_kubectl_flags(command: argparse.ArgumentParser) -> None:
    """Add kubectl's options to a command, in a group of their own."""
    group = command.add_argument_group("kubectl", "passed on to kubectl, which reads the cluster")
    group.add_argument("-n", "--namespace", metavar="NAME", help="default: the context's namespace")
    group.add_argument("-A", "--all-namespaces", action="store_true", help="pods of all namespaces")
    group.add_argument("-l", "--selector", metavar="LABELS", help="only pods with these labels")
    for name, value in _CONNECTION.items():
        if not value:
            group.add_argument(f"--{name}", action="store_true")
        elif name in _REPEATED:
            group.add_argument(f"--{name}", action="append", default=[], metavar=value)
        else:
            group.add_argument(f"--{name}", metavar=value)


def connection_flags(options: argparse.Namespace) -> list[str]:
    """Return the options that say which cluster is read, and as whom, as kubectl takes them."""
    return list(_given(options))


def _given(options: argparse.Namespace) -> Iterator[str]:
    for name in _CONNECTION:
        value = getattr(options, name.replace("-", "_"), None)
        if value is True:
            yield f"--{name}"
        elif isinstance(value, list):
            yield from (f"--{name}={one}" for one in value)
        elif value:
            yield f"--{name}={value}"
