"""Every reason that the scheduler's own code and the recorded schedulers give is explained."""

from __future__ import annotations

import ast
import gzip
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import scheduler_core
from scheduler_core import explain_message
from scheduler_core.explain.compare.event_text import parse
from scheduler_core.explain.compare.wordings import recognize
from scheduler_core.explain.messages.meanings import OTHER, kind_of
from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS

SOURCES = Path(scheduler_core.__file__).parent / "scheduler"
DATA = Path(__file__).parents[3] / "conformance/data"
REJECTIONS = {"unresolvable", "unschedulable", "ClaimProblem", "NodeFailure"}
ERRORS = {"failure", "AllocationError", "SelectorError", "BindError", "BindingFailed"}
NOT_OF_FILTERS = (  # of PostFilter, which come behind those of the filters
    *("preemption: ", "deallocation of", "deletion of", "still not", "no new claims"),
    *("No preemption victims", "Preemption is not helpful"),
)
MESSAGE = re.compile(r'"(0/\d+ nodes are available: (?:[^"\\]|\\.)*)"')


def texts(node: ast.expr, constants: dict[str, str]) -> Iterator[str]:
    """Yield the texts that an argument can be, with x for what is filled in; none for one that is computed."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
    elif isinstance(node, ast.Name) and node.id in constants:
        yield constants[node.id]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        yield from texts(node.func.value, constants)
    elif isinstance(node, ast.Tuple):
        for elt in node.elts:
            yield from texts(elt, constants)


@cache
def trees() -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES.rglob("*.py")]


def given(names: set[str]) -> Iterator[str]:
    """Yield the texts with which any of these functions is called in the sources of the scheduler."""
    constants = {
        target.id: node.value.value
        for tree in trees()
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                for argument in node.args:
                    yield from (re.sub(r"\{\w+\}", "x", text) for text in texts(argument, constants))


def not_found(kind: str) -> str:
    return f'{kind} "x" not found'


REASONS = sorted(
    {
        *(t for t in given(REJECTIONS) if len(t) > 8 and not t.startswith(NOT_OF_FILTERS)),
        *(
            not_found(kind)
            for kind in ("persistentvolumeclaim", "persistentvolume", "storageclass.storage.k8s.io")
        ),
        *(v.taint_reason.format(key="gpu", value="x") for v in KUBERNETES_VERSIONS.values()),
        *(v.node_affinity_reason for v in KUBERNETES_VERSIONS.values()),
        *(v.once_pod_reason for v in KUBERNETES_VERSIONS.values()),
    }
)


def kinds(reason: str) -> set[str]:
    """Return the kinds of points that explain a reason, alone or, as a reason of all nodes, in a message."""
    try:
        return {point["kind"] for point in explain_message(reason)["points"]}
    except scheduler_core.InvalidInput:
        explained = explain_message(f"0/3 nodes are available: 3 {reason}.")
        return {point["kind"] for point in explained["points"]}


def test_the_sources_are_read() -> None:
    assert len(REASONS) >= 35
    assert "node(s) didn't match Pod's required features" in REASONS


@pytest.mark.parametrize(
    "reason", [r.replace("satisfy x", "satisfy plugin(s) [NodeAffinity]") for r in REASONS]
)
def test_each_rejection_is_explained(reason: str) -> None:
    assert "other" not in kinds(reason)


@pytest.mark.parametrize("reason", sorted({text for text in given(ERRORS) if len(text) > 8}))
def test_each_error_is_explained(reason: str) -> None:
    explained = explain_message(f'running "X" filter plugin: {reason}')
    assert explained["speaker"] == "kube-scheduler"
    assert explained["points"][-1]["kind"] == "plugin-error"


def test_each_clause_of_the_recorded_schedulers_is_explained() -> None:
    messages = {
        match[1].replace('\\"', '"')
        for path in DATA.rglob("*.jsonl.gz")
        for match in MESSAGE.finditer(gzip.decompress(path.read_bytes()).decode())
    }
    reasons = {recognize(clause.reason).words for text in messages for clause in parse(text).clauses}
    assert len(messages) >= 3000
    assert sorted(reason for reason in reasons if kind_of(reason)[0] is OTHER) == []
