"""From the JSON of a specification to a checked one; every error has the path, the expectation and the fix."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField, Problems, quoted
from scheduler_core.sentences import worded

from .bounds import MOST_CELLS, MOST_POINTS
from .contract import SweepSpecification
from .kinds import KINDS


def read_sweep(document: object) -> SweepSpecification:
    """Return a specification with its defaults filled in; raise InvalidInput. Paths begin with "sweep"."""
    problems = Problems()
    if not isinstance(document, dict):
        problems.add(
            "sweep",
            worded(
                "must be a mapping such as {kind: seeds, seeds: 100}, got {value}",
                value=quoted(document),
            ),
        )
        raise InvalidInput(problems.errors())
    at = ManifestField(document, "sweep", problems)
    name = at.text("kind")
    kind = next((kind for known, kind in KINDS.items() if known == name), None)
    if kind is None:
        at.problem(
            "kind",
            worded(
                "must be one of {names}; got {value}", names=", ".join(KINDS), value=quoted(at.raw("kind"))
            ),
        )
        raise InvalidInput(problems.errors())
    fields = ("kind", "seeds", *kind.fields)
    for key in document:
        if key not in fields:
            at.problem(
                str(key),
                worded(
                    "is not a field of a sweep of kind {name}: use {fields}",
                    name=name,
                    fields=", ".join(fields),
                ),
            )
    specification: SweepSpecification = kind.read(at)
    if not problems.entries:
        check_points(kind.cells(specification), specification["seeds"], problems)
    if problems.entries:
        raise InvalidInput(problems.errors())
    return specification


def check_points(cells: int, seeds: int, problems: Problems) -> None:
    """Report too many cells, or too many points."""
    if cells > MOST_CELLS:
        problems.add(
            "sweep",
            worded(
                "must have at most {most} cells, got {count}: take fewer values",
                most=f"{MOST_CELLS:,}",
                count=f"{cells:,}",
            ),
        )
    if cells * seeds > MOST_POINTS:
        message = worded(
            "must have at most {most} runs, got {cells} × {seeds} (cells × seeds)",
            most=f"{MOST_POINTS:,}",
            cells=f"{cells:,}",
            seeds=f"{seeds:,}",
        )
        problems.add(
            "sweep.seeds",
            worded("{message}: take at most {most} seeds", message=message, most=f"{MOST_POINTS // cells:,}"),
        )
