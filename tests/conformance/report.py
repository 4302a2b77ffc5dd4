"""How many recorded scenarios the engine answers equally: `python -m tests.conformance.report` writes the figures.

They go to the page's `results.json` and to the marked sentence of the README; nobody types them. With the name of
a recording (docs/recordings.md) it compares that one alone, and writes nothing.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from scheduler_core.kubernetes.versions import BASE
from tests.conformance import queueing
from tests.conformance.comparison import SHOWN, Comparison, compare, differing
from tests.conformance.vectors import recordings

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "webui" / "features" / "conformance" / "results.json"
README = ROOT / "README.md"
MARKED = re.compile(r"(<!-- conformance -->\n).*?(\n<!-- /conformance -->)", re.DOTALL)

Figures = dict[str, Any]


def report(comparisons: Iterable[Comparison]) -> Figures:
    """Per version, the base first: the files with their figures, the sums, and in how many cycles a key occurs."""
    by_version: dict[str, list[Comparison]] = {}
    for comparison in comparisons:
        by_version.setdefault(comparison.recording.version, []).append(comparison)
    return {"versions": [_version(name, of_version) for name, of_version in by_version.items()]}


def _version(name: str, comparisons: list[Comparison]) -> Figures:
    by_file: dict[str, list[Comparison]] = {}
    for comparison in comparisons:
        by_file.setdefault(comparison.recording.topic, []).append(comparison)
    keys = sum((comparison.keys for comparison in comparisons), Counter[str]())
    return {
        "version": name,
        "files": [{"file": file, **_sums(part)} for file, part in by_file.items()],
        "total": _sums(comparisons),
        "keys": dict(sorted(keys.items())),
    }


def _sums(comparisons: list[Comparison]) -> dict[str, int]:
    return {
        "scenarios": len(comparisons),
        "equal": sum(not comparison.differences for comparison in comparisons),
        "cycles": sum(comparison.cycles for comparison in comparisons),
        "equal_cycles": sum(comparison.equal_cycles for comparison in comparisons),
    }


def as_text(figures: Figures) -> str:
    return json.dumps(figures, indent=1) + "\n"


def sentence(figures: Figures) -> str:
    """Return the figures as the README words them."""
    versions = [f"{version['version']}: {_counted(version['total'])}" for version in figures["versions"]]
    return (
        "Compared with recordings of the real scheduler, in every key of the trace:\n"
        + ";\n".join(versions)
        + "."
    )


def _counted(total: dict[str, int]) -> str:
    return (
        f"{total['equal']:,} of {total['scenarios']:,} scenarios equal "
        f"({total['equal_cycles']:,} of {total['cycles']:,} scheduling cycles)"
    )


def with_sentence(readme: str, figures: Figures) -> str:
    """The README with its marked sentence replaced."""
    text, count = MARKED.subn(lambda marks: marks[1] + sentence(figures) + marks[2], readme)
    if count != 1:
        raise ValueError("the README must have one <!-- conformance --> … <!-- /conformance -->")
    return text


def compare_file(path: Path) -> int:
    """Print the differences between a recording and the engine's answers; return 1 if there are any."""
    equal = total = 0
    for row in _lines(path):
        name = row["scenario"].get("name", f"line {total + 1}")
        if "recording" in row:  # of Kueue
            found = list(queueing.compare(path.name, row).differences)
        else:
            found = differing(row, row.get("kubernetes", BASE.name))
        total += 1
        equal += not found
        if found:
            print(name, *found[:SHOWN], sep="\n  ")
    print(f"{equal} of {total} scenarios equal")
    return int(equal != total)


def _lines(path: Path) -> Iterator[Any]:
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open() as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def main() -> int:
    """0 when everything is equal; otherwise the differences are printed."""
    comparisons = [compare(recording) for recording in recordings()]
    figures = report(comparisons)
    RESULTS.write_text(as_text(figures), encoding="utf-8")
    README.write_text(with_sentence(README.read_text(encoding="utf-8"), figures), encoding="utf-8")
    print(sentence(figures))
    different = [comparison for comparison in comparisons if comparison.differences]
    for comparison in different:
        print(comparison.recording, *comparison.differences, sep="\n  ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(compare_file(Path(sys.argv[1])) if sys.argv[1:] else main())
