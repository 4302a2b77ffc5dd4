"""What a rule is, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from scheduler_core.kubernetes.source import Operation
from scheduler_core.sentences import Template

from .contract import LintConsequence, Severity
from .input import LintInput

Path = tuple[str | int, ...]
Operands = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of the text; `operands` go into the sentence of the rule's fix."""

    operations: tuple[Operation, ...]
    operands: Operands = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule finds at a path of an object. Without a `severity` it has that of its rule.

    `within` is a line and a column of the value, both from 1, if the finding is about a part of a text.
    """

    object: str
    path: Path
    operands: Operands = field(default_factory=dict)
    severity: Severity | None = None
    pods: int = 0
    fix: Fix | None = None
    consequence: LintConsequence | None = None
    within: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its sentences, in which operands stand in braces, and its check.

    `message` may have a form for one and one for many, by the operand `n`. `about` says why it matters, for the
    documentation. A rule that `needs_nodes` is applied to inputs with a cluster; findings of one that is a
    `last_resort` are dropped for objects in which another rule finds an error.
    """

    name: str
    severity: Severity
    title: str
    message: Template
    about: str
    check: Callable[[LintInput], Iterator[Finding]]
    fix: str = ""
    needs_nodes: bool = False
    last_resort: bool = False
