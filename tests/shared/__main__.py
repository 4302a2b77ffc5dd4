"""Renew what the engine gives in run.json."""

from __future__ import annotations

import json

from scheduler_core import Scenario, simulate

from . import FOLDER, shared


def main() -> None:
    run = shared("run")
    scenario = Scenario.from_content(run["content"])
    run |= {"cluster": scenario.cluster(), "events": list(simulate(scenario))}
    (FOLDER / "run.json").write_text(_lines(run), encoding="utf-8")


def _lines(run: dict[str, object]) -> str:
    """A line for each entry, and for each object and event, so that a change is readable."""
    parts = [f"{json.dumps(name)}: {_listed(value)}" for name, value in run.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _listed(value: object) -> str:
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"  {json.dumps(item)}" for item in value) + "\n]"
    return json.dumps(value)


if __name__ == "__main__":
    main()
