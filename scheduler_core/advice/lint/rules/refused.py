"""What the API server, or its admission, refuses: these pods would not exist."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from scheduler_core.advice.lint.input import LintInput
from scheduler_core.advice.lint.parts import is_part
from scheduler_core.advice.lint.rule import Finding, Fix, Path, Rule
from scheduler_core.advice.lint.similar import similar
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.pod import BUILT_IN_PRIORITIES
from scheduler_core.kubernetes.objects.reading import InputError
from scheduler_core.kubernetes.source import Operation, object_name, value_at

_STEP = re.compile(r"[^.\[\]]+|\[\d{1,9}\]")
_TWICE = "is already used by an object of this kind"
_REPEATED = "must not repeat topologyKey"
_UNRENDERED = re.compile(r"\{\{|\$\{|\$\(")
_WEIGHT = 100


def _path(text: str) -> Path:
    """Return the steps of a path without label keys, which may contain dots."""
    return tuple(int(s[1:-1]) if s.startswith("[") else s for s in _STEP.findall(text))


def _rule_of(error: InputError, manifest: Manifest) -> str:
    if _UNRENDERED.search(error.message) or is_part(manifest):
        return "built-by-a-tool"
    if error.path.endswith(".weight"):
        return "term-without-weight"
    if error.message.startswith(_REPEATED):
        return "duplicate-constraint"
    return "refused-by-api-server"


def _errors(linted: LintInput, rule: str) -> Iterator[InputError]:
    seen: set[tuple[str, str, str]] = set()
    manifests = {object_name(m): m for m in linted.manifests}
    for error in linted.errors:
        if error.message.startswith(_TWICE) and _is_alternative(linted, error.object, manifests):
            continue
        key = (error.object, error.path, error.message)
        nameless = error.object.partition(" ")[0] if error.object.endswith("/") else error.object
        if _rule_of(error, manifests.get(nameless, {})) == rule and key not in seen:
            seen.add(key)
            yield error


def _is_alternative(linted: LintInput, name: str, manifests: Mapping[str, Manifest]) -> bool:
    """Return whether an object of the same name is in another text, or made of such a one."""
    return name in linted.alternatives or (name not in manifests and bool(linted.alternatives))


def _term_without_weight(linted: LintInput) -> Iterator[Finding]:
    for error in _errors(linted, "term-without-weight"):
        path = _path(error.path)
        manifest = next((m for m in linted.manifests if object_name(m) == error.object), {})
        weight = value_at(manifest, path)
        operations = (Operation("set", error.object, path, _WEIGHT),)
        operands = {"weight": "absent" if weight is None else str(weight)}
        yield Finding(error.object, path, operands, fix=Fix(operations, {"weight": _WEIGHT}))


def _duplicate_constraint(linted: LintInput) -> Iterator[Finding]:
    for error in _errors(linted, "duplicate-constraint"):
        path = _path(error.path)
        manifest = next((m for m in linted.manifests if object_name(m) == error.object), {})
        constraint = value_at(manifest, path) or {}
        operands = {
            "key": str(constraint.get("topologyKey")),
            "unsatisfiable": str(constraint.get("whenUnsatisfiable")),
        }
        yield Finding(error.object, path, operands, fix=Fix((Operation("remove", error.object, path),)))


def _refused(linted: LintInput) -> Iterator[Finding]:
    for error in _errors(linted, "refused-by-api-server"):
        yield Finding(error.object, _path(error.path), {"problem": error.message})


def _built_by_a_tool(linted: LintInput) -> Iterator[Finding]:
    named: set[str] = set()
    for error in _errors(linted, "built-by-a-tool"):
        if error.object not in named:
            named.add(error.object)
            yield Finding(error.object, _path(error.path))


def _priority_class_missing(linted: LintInput) -> Iterator[Finding]:
    objects = linted.scenario.objects
    existing = {*objects.priorities, *BUILT_IN_PRIORITIES}
    for workload in linted.workloads:
        name = workload.spec.get("priorityClassName")
        if (
            not isinstance(name, str)
            or not name
            or name in existing
            or workload.spec.get("priority") is not None
        ):
            continue
        meant = similar(name, existing)
        operations = workload.operations("set", ("priorityClassName",), meant) if meant else ()
        yield Finding(
            workload.object,
            workload.path("priorityClassName"),
            {"name": name},
            None if meant or linted.has_own_nodes else "note",
            pods=len(workload.pods),
            fix=Fix(operations, {"meant": meant}) if meant else None,
        )


def _refused_by_admission(linted: LintInput) -> Iterator[Finding]:
    objects = linted.scenario.objects
    maker = {f"Pod {key}": made_by for made_by, keys in objects.expanded.items() for key in keys}
    names = {object_name(m) for m in linted.manifests}
    refused: dict[tuple[str, str], list[str]] = {}
    for refusal in linted.scenario.admitted.refusals:
        if refusal.cause.by != "Priority":
            made_by = maker.get(refusal.object, refusal.object)
            plain = made_by.replace(" default/", " ")
            name = next((spelling for spelling in (made_by, plain) if spelling in names), made_by)
            of_any_pod = refusal.message.replace(refusal.object.rpartition("/")[2], "")
            refused.setdefault((name, of_any_pod), []).append(refusal.message)
    for (name, _), messages in refused.items():
        yield Finding(name, (), {"problem": messages[0]}, pods=len(messages))


RULES = (
    Rule(
        "term-without-weight",
        "error",
        "The API server rejects this pod",
        "A preferred term needs a weight from 1 to 100: it is {weight}.",
        "Preferred terms of node affinity, pod affinity and pod anti-affinity each have a weight; a "
        "missing one is read as 0, which is rejected.",
        _term_without_weight,
        "weight: {weight}",
    ),
    Rule(
        "duplicate-constraint",
        "error",
        "The API server rejects duplicate constraints",
        "Another constraint also has {key} and {unsatisfiable}.",
        "A pod has at most one topology spread constraint for each pair of topologyKey and whenUnsatisfiable.",
        _duplicate_constraint,
        "Remove the second one",
    ),
    Rule(
        "refused-by-api-server",
        "error",
        "The API server rejects this object",
        "The value {problem}.",
        "Everything else that validation rejects: the object would not be created, so nothing else is "
        "reported about it.",
        _refused,
    ),
    Rule(
        "built-by-a-tool",
        "note",
        "A tool must complete this object first",
        "It is a fragment that a tool completes, such as a Kustomize patch or an unrendered template.",
        "As it is, the API server would reject it. Lint the output of kubectl kustomize or helm template.",
        _built_by_a_tool,
    ),
    Rule(
        "priority-class-missing",
        "error",
        "This priority class does not exist",
        "No PriorityClass in the input is named {name}: the API server rejects the pods.",
        "Admission resolves priorityClassName when a pod is created. A dump must contain the cluster's "
        "priority classes.",
        _priority_class_missing,
        "priorityClassName: {meant}",
        needs_nodes=True,
    ),
    Rule(
        "refused-by-admission",
        "error",
        "Admission rejects these pods",
        "The pods would not be created: {problem}",
        "Quotas, limit ranges, missing runtime classes and the other admission plugins that a cluster runs by default.",
        _refused_by_admission,
    ),
)
