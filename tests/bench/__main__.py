"""`make bench`: tables of what was measured, and bench.json. `python -m tests.bench growth memory` runs two of them."""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from . import machine
from .sections import SECTIONS, measured


def main() -> None:
    names = [section.name for section in SECTIONS]
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"{', '.join(names)}; all without any")
    parser.add_argument("--output", type=Path, default=Path("bench.json"))
    options = parser.parse_args()
    if unknown := set(options.sections) - set(names):
        parser.error(f"unknown sections: {', '.join(sorted(unknown))}")
    results = {"machine": machine.facts(), "sections": {}}
    print("\n".join(f"{name}: {value}" for name, value in results["machine"].items()), flush=True)
    for name in names:
        if name in (options.sections or names):
            # In a process of its own: its memory is not that of others, nor its database.
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
                results["sections"][name] = alone.submit(measured, name).result()
            options.output.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
