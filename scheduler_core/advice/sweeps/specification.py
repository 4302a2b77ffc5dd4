"""From the JSON of a specification to a checked one; every error has the path, the expectation and the fix."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems, quoted

from .bounds import MOST_CELLS, MOST_POINTS
from .contract import SweepSpecification
from .kinds import KINDS


def read_sweep(document: object) -> SweepSpecification:
    """Return a specification with its defaults filled in; raise InvalidInput. Paths begin with "sweep"."""
    problems = Problems()
    if not isinstance(document, dict):
        problems.add(
            "sweep", f"must be a mapping such as {{kind: seeds, seeds: 100}}, got {quoted(document)}"
        )
        raise InvalidInput(problems.errors())
    at = ManifestField(document, "sweep", problems)
    name = at.text("kind")
    kind = next((kind for known, kind in KINDS.items() if known == name), None)
    if kind is None:
        at.problem("kind", f"must be one of {', '.join(KINDS)}; got {quoted(at.raw('kind'))}")
        raise InvalidInput(problems.errors())
    fields = ("kind", "seeds", *kind.fields)
    for key in document:
        if key not in fields:
            at.problem(str(key), f"is not a field of a sweep of kind {name}: use {', '.join(fields)}")
    specification: SweepSpecification = kind.read(at)
    if not problems.entries:
        check_points(kind.cells(specification), specification["seeds"], problems)
    if problems.entries:
        raise InvalidInput(problems.errors())
    return specification


def check_points(cells: int, seeds: int, problems: Problems) -> None:
    """Report too many cells, or too many points."""
    if cells > MOST_CELLS:
        problems.add("sweep", f"must have at most {MOST_CELLS:,} cells, got {cells:,}: take fewer values")
    if cells * seeds > MOST_POINTS:
        message = f"must have at most {MOST_POINTS:,} runs, got {cells:,} cells of {seeds:,} seeds"
        problems.add("sweep.seeds", f"{message}: take at most {MOST_POINTS // cells:,} seeds")
