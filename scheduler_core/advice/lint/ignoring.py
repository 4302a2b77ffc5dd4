"""Findings that the texts ask to ignore, by a comment or by an annotation.

A comment `# lint-ignore: rule-a, rule-b` at the end of the line of a finding, or on the line above, ignores these rules
there; without names it ignores all. The annotation `schedscope/lint-ignore` of an object or of its pod template, with
names or "*", ignores them in the whole object.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.source import value_at

ANNOTATION = "schedscope/lint-ignore"
_COMMENT = re.compile(r"#\s*lint-ignore(?::(?P<names>[\w\-,\s]*)|\s*)$")
_ANNOTATED = (
    ("metadata",),
    ("spec", "template", "metadata"),
    ("spec", "jobTemplate", "spec", "template", "metadata"),
)


class Ignoring:
    """What the texts ask to ignore; `manifests` are their objects by name."""

    def __init__(self, sources: Sequence[str], manifests: Mapping[str, Manifest]) -> None:
        self._lines = [source.split("\n") if "lint-ignore" in source else [] for source in sources]
        self._manifests = manifests

    def ignores(self, rule: str, object_name: str, source: int, line: int | None) -> bool:
        """Return whether a finding of a rule is ignored; `line` is from 1."""
        return self._by_annotation(rule, object_name) or (
            line is not None and (self._by_comment(rule, source, line - 1))
        )

    def _by_comment(self, rule: str, source: int, row: int) -> bool:
        lines = self._lines[source]
        own = lines[row : row + 1]
        above = [text for text in lines[max(row - 1, 0) : row] if text.lstrip().startswith("#")]
        matches = [match for text in (*own, *above) if (match := _COMMENT.search(text))]
        return any(_names(match.group("names"), rule) for match in matches)

    def _by_annotation(self, rule: str, object_name: str) -> bool:
        manifest = self._manifests.get(object_name)
        values = (value_at(manifest, (*path, "annotations", ANNOTATION)) for path in _ANNOTATED)
        return any(isinstance(value, str) and value and _names(value, rule) for value in values)


def _names(text: str | None, rule: str) -> bool:
    """Return whether a list of rules names this one; an empty list and "*" name all."""
    names = [name.strip() for name in (text or "").split(",") if name.strip()]
    return not names or "*" in names or rule in names
