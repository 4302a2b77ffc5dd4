"""The lesson of docs/lessons.md, with its cluster."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[4]
CLUSTER = (
    (ROOT / "webui/features/learn/lessons/three-one-zero.yaml")
    .read_text(encoding="utf-8")
    .split("\n---\n", 1)[1]
)
LESSON = (ROOT / "docs/lessons.md").read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0]
SOURCE = f"{CLUSTER.rstrip()}\n---\n{LESSON}"
