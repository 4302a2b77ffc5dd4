"""The vectors of a version: `python -m tests.conformance.recorder --kubernetes TREE --version v1.36.3 [FILE…]`.

Without files the scenarios are those of the nearest recorded version, see `scenarios.py`. Each is recorded
twice; what comes out otherwise is listed in the line's `orderDependent`. With `--compare` the engine answers
too, and nothing is written but what differs.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from tests.conformance.recorder.build import build
from tests.conformance.recorder.compared import differing
from tests.conformance.recorder.scenarios import scenario_of_case, scenarios_for

Json = dict[str, Any]
SHOWN = 3


def record(program: Path, version: str, lines: Iterable[Json]) -> Iterator[Json]:
    """Yield each line with the version, and with the nodeOrder and the trace that its scheduler gives.

    A scenario that the version cannot run has an `error` in their place.
    """
    vectors = list(lines)
    for line, first, again in zip(vectors, _run(program, vectors), _run(program, vectors), strict=True):
        about: Json = {key: line[key] for key in ("id", "file", "tags") if key in line}
        recorded: Json = {"kubernetes": version, **about, "scenario": line["scenario"]}
        if "error" in first:
            yield {**recorded, "error": first["error"]}
            continue
        undetermined = sorted(_undetermined(first["trace"], again["trace"]))
        recorded |= {"nodeOrder": first["nodeOrder"], "trace": first["trace"]}
        yield {**recorded, "orderDependent": undetermined} if undetermined else recorded


def _run(program: Path, lines: list[Json]) -> Iterator[Json]:
    text = "".join(json.dumps({"scenario": line["scenario"]}) + "\n" for line in lines)
    command = ["nice", "-n", "15", str(program)]
    done = subprocess.run(
        command, input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True
    )
    return (json.loads(answer) for answer in done.stdout.splitlines())


def _undetermined(first: list[Json], again: list[Json]) -> Iterator[str]:
    """Yield CYCLE/KEY of what two recordings have otherwise."""
    for number, (one, other) in enumerate(zip(first, again, strict=True)):
        yield from (f"{number}/{key}" for key in {**one, **other} if one.get(key) != other.get(key))


def main() -> int:
    """Return 1 if the engine differs from what was recorded, which only `--compare` finds."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.recorder", description=__doc__)
    parser.add_argument("--kubernetes", type=Path, required=True, help="a source tree, see README.md here")
    parser.add_argument("--version", required=True, help="its release, such as v1.36.3")
    parser.add_argument("--build", type=Path, default=Path(".venv/.recorder"), help="folder of what is built")
    parser.add_argument("--compare", action="store_true", help="answer too, and print differences")
    parser.add_argument("--case", help="a case of the gallery, by its slug")
    parser.add_argument("--most", type=int, help="so many scenarios at most")
    parser.add_argument("files", nargs="*", type=Path, help="scenarios, one JSON object a line, also gzipped")
    options = parser.parse_args()
    program = build(options.kubernetes, options.build / options.version)
    lines = [line for file in options.files for line in _read(file)]
    if options.case:
        try:
            lines.append(scenario_of_case(options.case))
        except KeyError:
            parser.error(f"--case must be the slug of a case of the gallery, got {options.case!r}")
    lines = lines or list(scenarios_for(options.version))
    recorded = record(program, options.version, islice(lines, options.most))
    return _compare(recorded) if options.compare else _write(recorded)


def _read(path: Path) -> Iterator[Json]:
    with (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8") as lines
    ):
        yield from (json.loads(line) for line in lines if line.strip())


def _write(lines: Iterable[Json]) -> int:
    for line in lines:
        print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
    return 0


def _compare(lines: Iterable[Json]) -> int:
    equal = total = 0
    for line in lines:
        total += 1
        differs = differing(line)
        equal += not differs
        if differs:
            print(line["scenario"].get("name"), *differs[:SHOWN], sep="\n  ")
    print(f"{equal} of {total} scenarios equal")
    return int(equal != total)


if __name__ == "__main__":
    sys.exit(main())
