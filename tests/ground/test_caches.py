"""What a process keeps belongs to all its threads: it has to be a value, which nobody can change."""

from __future__ import annotations

import ast
import enum
import importlib
import pickle
import re
import types
import typing
from collections import abc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Any

import orjson
import pytest
from pydantic import BaseModel

from scheduler_core import (
    ClusterObjects,
    Recording,
    Scenario,
    causes,
    clusters_by_name,
    kueue_walk,
    load,
    on_cluster,
    overview,
    queue_answer,
)
from scheduler_core.contract import CycleFinished
from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from tests.services.folder import ROOT
from tests.webui.clusters import DEPLOYMENT
from webui.features.gallery.cases import read_cases

# What is kept though it is no value, by function, variable or type, and why that is well.
SHARED = {
    "scheduler_core.autoscaling.dumps.providers._table": "the file, as it is read",
    "scheduler_core.kubernetes.cel.functions.METHODS": "complete when its module is imported",
    "scheduler_core.kubernetes.cel.patterns._compiled": "RE2 matches in several threads",
    "scheduler_core.kubernetes.cel.selector._environment": "cel-cpp compiles in several threads",
    "scheduler_core.kubernetes.cel.wire.Const.value": "a number or a text",
    "scheduler_core.kubernetes.source.fields._table": "the file, as it is read",
    "scheduler_core.kubernetes.source.fields.imported_fields": "parts of that file",
    "scheduler_core.kubernetes.objects.reading.ManifestField": "arguments of plugins, which the default has none of",
    "scheduler_core.queueing.admitting.settling.Settled": "part of a scenario",
    "scheduler_core.simulation.run.scenario.Scenario": "test_a_scenario_is_only_read",
    "scheduler_core.controlplane.sample_clusters.placing.ClusterObjects": "test_a_sample_cluster_is_only_read",
    "webui.core.accounts.oidc._registered": "Authlib's client, made for the threads of a server",
    "webui.core.jobs.kinds.KINDS": "complete when all features are imported",
    "webui.core.jobs.kinds._tasks": "complete when all features are imported",
    "webui.core.runs.cycles.Exclusive": "one thread at a time has what it holds",
    "webui.features.learn.lessons.Change.value": "goes into the text of a cluster",
    "webui.features.learn.lessons.Task.goal": "goes into the text of a cluster",
    "webui.features.sweeps.decoded._kept": "a process of a worker does one piece at a time",
    "webui.ground.lib.rates.Counters": "counts for all threads",
    "webui.ground.lib.rates.Windows": "counts for all threads",
    "django.utils.functional.Promise": "a text in the language of its reader",
    "limits.limits.RateLimitItem": "a number and a time",
    "markdown_it.main.MarkdownIt": "parses in several threads: what it reads is in a state of its own",
    "PIL.ImageFont.FreeTypeFont": "measures in several threads",
    "PIL.ImageFont.ImageFont": "measures in several threads",
    "redis.client.Redis": "its connections are a pool",
}
DECORATORS = ("cache", "lru_cache", "cached_in_production")
FILLED = ("dict", "list", "set", "OrderedDict", "defaultdict", "deque", "Counter")
READ_ONLY = (tuple, frozenset, abc.Mapping, abc.Sequence, abc.Set, typing.Union, types.UnionType)
VALUES = (
    str,
    bytes,
    int,
    float,
    Fraction,
    IPv4Address,
    IPv6Address,
    re.Pattern,
    types.NoneType,
    types.ModuleType,
    type,
    enum.Enum,
)


Kept = tuple[str, Any]
"""The name of a function whose results are kept, or of a variable that is filled; and the type of what is kept."""


def kept_in(module: str, text: str) -> Iterator[Kept]:
    tree = ast.parse(text)
    annotations = dict(_annotations(tree))
    names = vars(importlib.import_module(module)) if annotations else {}
    for name, annotation in annotations.items():
        whole = f"{module}.{name}"
        yield whole, object if whole in SHARED else eval(annotation, names)


def _annotations(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(map(_keeps, node.decorator_list)):
            yield node.name, ast.unparse(node.returns) if node.returns else "object"
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.annotation, ast.Subscript):
            container, of = ast.unparse(node.annotation.value), node.annotation.slice
            is_empty = node.value is not None and ast.unparse(node.value) in ("{}", "[]", f"{container}()")
            if container in FILLED and is_empty:
                yield ast.unparse(node.target), ast.unparse(of.elts[-1] if isinstance(of, ast.Tuple) else of)


def _keeps(decorator: ast.expr) -> bool:
    name, _, arguments = ast.unparse(decorator).partition("(")
    return name.rpartition(".")[2] in DECORATORS or (name == "answer" and "kept=" in arguments)


def changeable(kind: Any, seen: tuple[Any, ...] = ()) -> Iterator[str]:
    """Yield what of a type somebody could change."""
    origin, arguments = typing.get_origin(kind) or kind, typing.get_args(kind)
    name = f"{origin.__module__}.{origin.__qualname__}" if isinstance(origin, type) else str(origin)
    if kind in seen or name in SHARED or origin in (typing.Literal, abc.Callable):
        return
    if origin in READ_ONLY:
        for argument in arguments:
            yield from changeable(argument, (*seen, kind)) if argument is not ... else ()
    elif not (isinstance(origin, type) and issubclass(origin, VALUES)):
        members = dict(_fixed_members(origin)) if isinstance(origin, type) else {}
        if not members:
            yield name
        for member, inner in members.items():
            if f"{name}.{member}" not in SHARED:
                found = changeable(inner, (*seen, kind))
                yield from (f"{origin.__name__}.{member}: {changed}" for changed in found)


def _fixed_members(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield the members of a type whose members cannot be set."""
    hints = typing.get_type_hints(kind)
    if issubclass(kind, BaseModel):
        yield from ((name, hints[name]) for name in kind.model_fields if kind.model_config.get("frozen"))
    elif is_dataclass(kind):
        is_frozen = kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
        yield from ((field.name, hints[field.name]) for field in fields(kind) if is_frozen)
    elif issubclass(kind, tuple):
        yield from hints.items()


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_what_is_kept_is_a_value() -> None:
    paths = [path for folder in ("scheduler_core", "webui") for path in (ROOT / folder).rglob("*.py")]
    texts = [(module_of(path), path.read_text(encoding="utf-8")) for path in paths]
    kept = [entry for module, text in texts for entry in kept_in(module, text)]
    assert len(kept) > 60
    found = {name: list(changeable(kind)) for name, kind in kept if name not in SHARED}
    assert {name: problems for name, problems in found.items() if problems} == {}


@pytest.mark.parametrize(
    ("kept", "problem"),
    [
        ("@cache\ndef scene() -> Scene: ...", "webui.features.learn.scene.Scene"),
        (
            "@lru_cache(maxsize=8)\ndef run() -> Recording: ...",
            "scheduler_core.explain.view.recording.Recording",
        ),
        ("@functools.cache\ndef turns() -> tuple[Turn, ...]: ...", "Turn.recording: "),
        ("@cached_in_production\ndef names() -> list[str]: ...", "builtins.list"),
        ("@cache\ndef anything(): ...", "builtins.object"),
        (
            "_kept: OrderedDict[str, Recording] = OrderedDict()",
            "scheduler_core.explain.view.recording.Recording",
        ),
    ],
)
def test_what_moves_is_found(kept: str, problem: str) -> None:
    [(_, kind)] = kept_in(
        "webui.features.learn.scenes", f"from webui.features.learn.turn import Turn\n{kept}"
    )
    assert next(changeable(kind)).startswith(problem)


def answers(scenario: Scenario, finished: list[CycleFinished]) -> bytes:
    run = Recording(scenario, finished)
    pods = dict.fromkeys(event["pod"] for event in finished)
    walks = [kueue_walk(scenario, pod) for pod in pods] if scenario.queued else []
    return orjson.dumps([overview(run), causes(run), queue_answer(scenario), walks])


def test_a_scenario_is_only_read() -> None:
    with ThreadPoolExecutor(2) as threads:
        for case in read_cases():
            scenario = load(case.source).under_release(case.header.release)
            finished = Recording.of(scenario).finished
            alone = answers(scenario, finished)
            without_queues = replace(
                scenario, queued=None
            )  # Kueue's run has functions, which no pickle takes
            content = pickle.dumps(without_queues)
            together = threads.map(answers, [scenario] * 2, [finished] * 2)
            assert [*together] == [alone] * 2, case.slug
            assert pickle.dumps(without_queues) == content, case.slug


def test_a_sample_cluster_is_only_read() -> None:
    for cluster in clusters_by_name().values():
        objects = ClusterObjects.of_sample(cluster)
        on_cluster([DEPLOYMENT], objects, NO_LIMITS)
        assert objects == ClusterObjects.of_sample(cluster)
