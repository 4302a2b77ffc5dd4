"""Fields that Kubernetes does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.parts import is_part
from scheduler_core.advice.lint.rule import Finding, Fix, Path, Rule
from scheduler_core.kubernetes.objects.unknown_fields import unknown_fields
from scheduler_core.kubernetes.source import Operation, object_name, value_at

_MEANT = re.compile(r"did you mean (\S+)\?$")
_STEP = re.compile(r"[^.\[\]]+|\[\d{1,9}\]")


def _unknown_field(linted: LintInput) -> Iterator[Finding]:
    refused = {(error.object, error.path) for error in linted.errors}
    manifests = {object_name(manifest): manifest for manifest in linted.manifests}
    for warning in unknown_fields(manifest for manifest in linted.manifests if not is_part(manifest)):
        if (warning.object, warning.path) in refused:
            continue
        path: Path = tuple(int(s[1:-1]) if s.startswith("[") else s for s in _STEP.findall(warning.path))
        match = _MEANT.search(warning.message)
        value = value_at(manifests.get(warning.object), path)
        fix = None
        if match and value is not None:
            renamed = (*path[:-1], match.group(1))
            fix = Fix(
                (
                    Operation("set", warning.object, renamed, value),
                    Operation("remove", warning.object, path),
                ),
                {"meant": match.group(1)},
            )
        yield Finding(warning.object, path, {"field": str(path[-1])}, fix=fix)


RULES = (
    Rule(
        "unknown-field",
        "warning",
        "Kubernetes has no such field",
        "{field} is not a field of this object: the API server drops it, so its setting never takes effect.",
        "Without strict validation a misspelt or misplaced field is dropped, so its setting never takes effect.",
        _unknown_field,
        "Rename to {meant}",
    ),
)
