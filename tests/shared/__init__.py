"""What the server and the page must agree on: rules with cases that a pytest and a node test both read.

`run.json` holds a scenario, its first cluster and its log as the engine gives them (`python -m tests.shared` renews
both), and by hand what a reader is to make of them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def shared(name: str) -> Any:
    """Read a file of cases: `shared("run")`."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
