"""Asking a cluster: the whole command, with a kubectl that has the server's answers in files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from .clusters import cluster
from .tables import Row

SIZES = ((1_000, 10_000, 10.0), (5_000, 50_000, 30.0))  # nodes, pods, seconds that a person waits at most
TOO_LARGE = 40  # cores
KUBECTL = """#!/bin/sh
cd "$(dirname "$0")"
case "$1 $2" in
  "api-resources "*) echo "pods nodes namespaces" ;;
  "get --raw=/api/v1/pods") cat pods ;;
  "get --raw=/api/v1/nodes") cat nodes ;;
  "get "*) echo '{"kind": "List", "items": []}' ;;
  *) echo '{}' ;;
esac
"""


def rows() -> Iterator[Row]:
    for nodes, pods, target in SIZES:
        with TemporaryDirectory() as folder:
            _record(Path(folder), cluster(nodes, pods=pods, waiting=10))
            for asked in (["why", "new-00", "-n", "default"], ["why", "-A"]):
                start = perf_counter()
                environment = {**os.environ, "KUBECTL": str(Path(folder, "kubectl"))}
                command = [sys.executable, "-m", "scheduler_core", *asked]
                subprocess.run(command, env=environment, check=False, capture_output=True)
                seconds = round(perf_counter() - start, 1)
                yield {
                    "nodes": nodes,
                    "pods": pods,
                    "asked": " ".join(asked),
                    "seconds": seconds,
                    "target_s": target,
                }


def _record(folder: Path, listed: dict[str, Any]) -> None:
    """Write the server's lists, in which the pods that wait are too large for any node, and the kubectl."""
    items = listed["items"]
    for item in items:
        if item["metadata"]["name"].startswith("new-"):
            item["spec"]["containers"][0]["resources"]["requests"]["cpu"] = str(TOO_LARGE)
        if item["kind"] == "Pod":
            item["metadata"]["namespace"] = "default"
    for kind in ("Pod", "Node"):
        own = [item for item in items if item["kind"] == kind]
        text = json.dumps({"kind": f"{kind}List", "apiVersion": "v1", "items": own})
        Path(folder, f"{kind.lower()}s").write_text(text, encoding="utf-8")
    program = Path(folder, "kubectl")
    program.write_text(KUBECTL, encoding="utf-8")
    program.chmod(0o755)
