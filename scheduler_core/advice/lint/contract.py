"""The types of a lint report as JSON."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from scheduler_core.kubernetes.typeddict import TypedDict

Severity = Literal["error", "warning", "note"]
Situation = Literal["create", "rollout", "evict"]


class LintRun(TypedDict):
    """What became of the pods: `old` are those of the former revision that are left, `domains` pods by domain."""

    placed: int
    pending: int
    old: int
    domains: dict[str, int]


class LintConsequence(TypedDict):
    """Two runs of the engine, as written and with the fix.

    create: the pods are created, or placed anew if all have a node. rollout: a rolling update. evict: `placed` of
    the pods may be evicted. `key` is the topology key of the domains, "" without domains.
    """

    situation: Situation
    pods: int
    key: str
    written: LintRun
    fixed: LintRun | None


class LintOperation(TypedDict):
    """An operation on the source, as the API of drafts takes it."""

    op: str
    object: str
    path: list[str | int]
    value: NotRequired[Any]


class LintFix(TypedDict):
    """A change of the text: what it says, and its operations in order."""

    text: str
    operands: dict[str, str | int]
    operations: list[LintOperation]


class LintFinding(TypedDict):
    """One finding. `source` is the number of the text, from 0; lines and columns are from 1, null if unknown.

    `message` is `operands` in the sentence of the rule. `pods` counts the pods concerned. `consequence` is null for
    pods that would not exist, and where no run was made.
    """

    rule: str
    severity: Severity
    title: str
    message: str
    operands: dict[str, str | int]
    object: str
    path: str
    source: int
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    pods: int
    consequence: LintConsequence | None
    fix: LintFix | None


class LintReport(TypedDict):
    """The findings in the order of the texts.

    `cluster` is the sample cluster that consequences are shown on if the input has no nodes, else "". `node_rules`
    says whether rules about nodes were applied. `ignored` counts findings that comments or annotations ignore.
    """

    findings: list[LintFinding]
    ignored: int
    nodes: int
    objects: int
    cluster: str
    node_rules: bool
