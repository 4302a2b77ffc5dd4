"""Manifests as people write them, with random mistakes and unusual YAML."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from tests.builders import make_node, make_pod, spread
from tests.dumps import dumped_node, dumped_pod

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "fuzzed"
WORDS: dict[str, Any] = json.loads((FOLDER / "words.json").read_text(encoding="utf-8"))
SNIPPETS: list[str] = WORDS["snippets"]
_AMOUNT = re.compile(r"""(?:cpu|memory|pods|storage|gpu|maxSkew|replicas|priority|weight)"?: *"?([\w.+-]+)""")
_NUMBER = re.compile(r"""[ "']([0-9][\w.]*)""")


@cache
def corpus() -> tuple[str, ...]:
    """Return the texts that mutations begin with: manifests, Lists and dumps in YAML and JSON, and odd ones."""
    cases = sorted((ROOT / "webui/features/gallery/cases").glob("*.yaml"))[::4]
    # The first document of a case describes it.
    sources = (path.read_text(encoding="utf-8").partition("\n---\n")[2] for path in cases)
    return (*common(), (FOLDER / "odd.yaml").read_text(encoding="utf-8"), *sources)


@cache
def common() -> tuple[str, ...]:
    """Return manifests as kubectl writes them, and as people mostly do."""
    workloads = sorted((ROOT / "tests/scheduler_core/controlplane/sample_clusters/workloads").glob("*.yaml"))
    small = [
        make_node("n1", zone="a"),
        make_node("n2", zone="b", taints=[{"key": "a", "value": "b", "effect": "NoSchedule"}]),
        make_pod("p1", node="n1", requests={"cpu": "1", "memory": "1Gi"}, app="web"),
        make_pod("p2", app="web", spread=[spread("zone")], priority=5),
    ]
    nodes = [{"kind": "Node", **node} for node in (dumped_node("n1"), dumped_node("n2", zone="b"))]
    dump = [*nodes, *({"kind": "Pod", **pod} for pod in (dumped_pod("p1", on="n1"), dumped_pod("p2")))]
    dump_list = {"apiVersion": "v1", "kind": "List", "items": small}
    return (
        *(path.read_text(encoding="utf-8") for path in workloads),
        yaml.safe_dump_all(small),
        yaml.safe_dump(dump_list),
        json.dumps(dump_list, indent=2),
        json.dumps({"kind": "List", "items": dump}),
        yaml.safe_dump({"kind": "List", "items": dump}),
    )


def mutated(random: Random, most: int = 4) -> str:
    """Return one of the texts, or some lines of it, with up to so many changes of its characters."""
    text = random.choice(corpus())
    if random.random() < 0.4:  # most of these are read and run
        for _ in range(random.randint(1, 3)):
            text = random.choice(_MILD_CHANGES)(random, text)
        return text
    if random.random() < 0.5:
        lines = text.split("\n")
        first = random.randrange(len(lines))
        text = "\n".join(lines[first : first + random.randint(1, 60)])
    for _ in range(random.randint(0, most)):
        text = random.choice(_CHANGES)(random, text)
    return text


def _inserted(random: Random, text: str) -> str:
    at = random.randint(0, len(text))
    return text[:at] + random.choice(SNIPPETS) + text[at:]


def _shortened(random: Random, text: str) -> str:
    at = random.randint(0, len(text))
    return text[:at] + text[at + random.randint(1, 8) :]


def _value_replaced(random: Random, text: str) -> str:
    """Return the text with another value after one of its colons."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    key, colon, _ = lines[at].partition(": ")
    lines[at] = f"{key}{colon}{random.choice(SNIPPETS)}"
    return "\n".join(lines)


def _quantity_replaced(random: Random, text: str) -> str:
    """Return the text with an unusual quantity instead of one of its amounts, else of any number."""
    amounts = list(_AMOUNT.finditer(text)) or list(_NUMBER.finditer(text))
    if not amounts:
        return _value_replaced(random, text)
    amount = random.choice(amounts)
    quantity: str = random.choice(WORDS["quantities"])
    return text[: amount.start(1)] + quantity + text[amount.end(1) :]


def _value_swapped(random: Random, text: str) -> str:
    """Return the text with the value of one line instead of that of another line with the same key."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    key, colon, _ = lines[at].partition(": ")
    same = [line for line in lines if colon and line.strip("- ").startswith(f"{key.strip('- ')}: ")]
    if same:
        lines[at] = f"{key}{colon}{random.choice(same).partition(': ')[2]}"
    return "\n".join(lines)


def _line_changed(random: Random, text: str) -> str:
    """Return the text with a line twice, elsewhere, indented otherwise, or without it."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    indented = " " * random.randint(0, 6) + lines[at].lstrip()
    lines[at : at + 1] = random.choice(([lines[at], random.choice(lines)], [indented], []))
    return "\n".join(lines)


_CHANGES = (
    *(_inserted, _shortened, _value_replaced, _value_replaced, _quantity_replaced),
    *(_line_changed, _line_changed, _line_changed),
)
_MILD_CHANGES = (_quantity_replaced, _quantity_replaced, _value_swapped, _value_swapped, _line_changed)
