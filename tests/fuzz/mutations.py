"""Manifests as people write them, with random mistakes and unusual YAML."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from random import Random

import yaml

from tests.builders import make_node, make_pod, spread
from tests.dumps import dumped_node, dumped_pod

ROOT = Path(__file__).resolve().parent.parent.parent
SNIPPETS = (
    *(
        "|",
        "|-",
        "|+",
        "|2",
        ">",
        ">-",
        "&a",
        "*a",
        "<<: *a",
        "<<: [*a]",
        "!!str",
        "!!int x",
        "!",
        "!!set {a}",
    ),
    *(
        "'",
        '"',
        "''",
        '""',
        "'it''s'",
        "\\n",
        "\\u0041",
        "\\ud800",
        "- ",
        "- - x",
        "-",
        "-x",
        "? x",
        "?",
        ": ",
    ),
    *("{a: b}", "{a: 1, b: [x, y]}", "{", "}", "[", "]", "{}", "[]", "{a: }", "{a}", "[,]", "[a b]", ","),
    *(
        "\t",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "  ",
        "    ",
        "\n---\n",
        "\n--- \n",
        "--- a",
        "\n...\n",
        "%YAML 1.1",
    ),
    *(
        "#",
        " # c",
        "%",
        "@",
        "`",
        "=",
        "<<",
        "a: b: c",
        "x:y",
        "key: value",
        "key:",
        "  - k: v\n",
        "'a': b",
        '"a": b',
    ),
    *(
        "~",
        "null",
        "yes",
        "0x",
        "1_0",
        "+.inf",
        ".nan",
        "25%",
        "0",
        "-1",
        "1e400",
        "9" * 30,
        "9E",
        "0.0000000001",
    ),
    *("é", "\x85", "\ufeff", "\u2028", "\0", "\ud800", "\N{GRINNING FACE}", "true", "1", "x" * 300),
)
QUANTITIES = (
    *(
        "1e30",
        "-1",
        "-0",
        "0",
        "1e-30",
        "1n",
        "NaN",
        "Infinity",
        "1e400",
        "1E18",
        "999999999Ei",
        "100Ei",
        "8Ei",
    ),
    *(
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "9223372036854775807m",
        "1e3",
        "1.5",
    ),
    *(
        "0.0000000001",
        "1Ki",
        "7Ei",
        "1.000000000000000000001",
        "2147483648",
        "18446744073709551616",
        "1_000",
        "0x10",
    ),
)
_AMOUNT = re.compile(r"""(?:cpu|memory|pods|storage|gpu|maxSkew|replicas|priority|weight)"?: *"?([\w.+-]+)""")
_NUMBER = re.compile(r"""[ "']([0-9][\w.]*)""")
CONFIG_MAP = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  nginx.conf: |
    server {
      listen 80;

    }
  one: |-
    x: y
  single: 'it'
  double: "tab\\tquote\\"\\n"
  numbers: [1, 0x1F, 1e3, "x", {a: b}]
  empty: {}
  nested:
  -
    b: c
  - &x {q: 1}
  - <<: *x
    z: 3
---
# only a comment
---
kind: List
items:
- kind: Node
  metadata: {name: n1, labels: {a: "1"}}
"""


@cache
def corpus() -> tuple[str, ...]:
    """Return the texts that mutations begin with: manifests, Lists and dumps in YAML and JSON, and odd ones."""
    cases = sorted((ROOT / "webui/features/gallery/cases").glob("*.yaml"))[::4]
    # The first document of a case describes it.
    return (*common(), CONFIG_MAP, *(path.read_text().partition("\n---\n")[2] for path in cases))


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
    dump = [dumped_node("n1"), dumped_node("n2", zone="b"), dumped_pod("p1", on="n1"), dumped_pod("p2")]
    dump_list = {"apiVersion": "v1", "kind": "List", "items": small}
    return (
        *(path.read_text() for path in workloads),
        yaml.safe_dump_all(small),
        yaml.safe_dump(dump_list),
        json.dumps(dump_list, indent=2),
        json.dumps({"kind": "List", "items": [{"kind": _kind(item), **item} for item in dump]}),
        yaml.safe_dump({"kind": "List", "items": [{"kind": _kind(item), **item} for item in dump]}),
    )


def _kind(item: dict[str, object]) -> str:
    return "Pod" if "containers" in str(item) else "Node"


def mutated(random: Random, most: int = 4) -> str:
    """Return one of the texts, or some lines of it, with up to so many changes of its characters."""
    text = random.choice(corpus())
    if random.random() < 0.4:  # most of these are read and run
        for _ in range(random.randint(1, 3)):
            text = random.choice(_MILD_CHANGES)(random, text)
        return text
    if random.random() < 0.5:
        text = _excerpt(random, text)
    for _ in range(random.randint(0, most)):
        text = random.choice(_CHANGES)(random, text)
    return text


def _excerpt(random: Random, text: str) -> str:
    lines = text.split("\n")
    first = random.randrange(len(lines))
    return "\n".join(lines[first : first + random.randint(1, 60)])


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
    return text[: amount.start(1)] + random.choice(QUANTITIES) + text[amount.end(1) :]


def _value_swapped(random: Random, text: str) -> str:
    """Return the text with the value of one line instead of that of another line with the same key."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    key, colon, _ = lines[at].partition(": ")
    same = [line for line in lines if colon and line.strip("- ").startswith(f"{key.strip('- ')}: ")]
    if same:
        lines[at] = f"{key}{colon}{random.choice(same).partition(': ')[2]}"
    return "\n".join(lines)


def _line_copied(random: Random, text: str) -> str:
    lines = text.split("\n")
    lines.insert(random.randrange(len(lines)), random.choice(lines))
    return "\n".join(lines)


def _line_moved(random: Random, text: str) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    lines[at] = " " * random.randint(0, 6) + lines[at].lstrip()
    return "\n".join(lines)


def _line_removed(random: Random, text: str) -> str:
    lines = text.split("\n")
    del lines[random.randrange(len(lines))]
    return "\n".join(lines)


_CHANGES = (
    *(_inserted, _shortened, _value_replaced, _value_replaced, _quantity_replaced),
    *(_line_copied, _line_moved, _line_removed),
)
_MILD_CHANGES = (_quantity_replaced, _quantity_replaced, _value_swapped, _value_swapped, _line_removed)
