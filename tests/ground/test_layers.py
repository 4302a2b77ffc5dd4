from __future__ import annotations

import tomllib
from graphlib import TopologicalSorter

import grimp
import pytest
from importlinter.application.use_cases import lint_imports
from importlinter.configuration import configure

from tests.services.folder import ROOT


def test_nothing_imports_upwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by way of the command's module: it configures logging, which switches all other loggers off."""
    configure()
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(ROOT)
    assert lint_imports(cache_dir=None)


@pytest.mark.parametrize("package", ["scheduler_core", "webui"])
def test_no_ring_of_files(package: str) -> None:
    """Imports for types and those of a package's `__init__` count; raises CycleError, which names the ring."""
    graph = grimp.build_graph(package, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 100
    TopologicalSorter(imports).prepare()


def test_features_without_a_place_are_imported_by_no_other() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    (layers,) = (c["layers"] for c in contracts if c.get("containers") == ["webui.features"])
    placed = {name for layer in layers for name in layer.split(" | ")}
    graph = grimp.build_graph("webui", cache_dir=None)
    features = graph.find_children("webui.features")
    assert len(features) > 10
    graph_of_features = {feature: graph.find_descendants(feature) | {feature} for feature in features}
    wrong = {
        f"{above} imports {below}"
        for below in features
        if below.rpartition(".")[2] not in placed
        for above in features - {below}
        for module in graph_of_features[below]
        if graph.find_modules_that_directly_import(module) & graph_of_features[above]
    }
    assert wrong == set()


# Where a reader looks for something: what Django, Celery or the router takes, or the one place of its kind.
PLACES = {
    "api",
    "apps",
    "celery",
    "consumers",
    "forms",
    "job",
    "models",
    "settings",
    "tasks",
    "urls",
    "views",
}
SMALL = 40  # lines that are not blank
APART = {
    "webui.features.live.following.login": "imports the official client, when a cluster is followed",
    "webui.features.live.following.plugin": "a program that nothing of ours is loaded for",
}
KINDS = {"webui.features.learn.pictures"}  # folders of modules that are one kind each


def test_no_small_module_serves_one_other_alone() -> None:
    """It belongs into that one, unless a framework finds it by its name or in the settings."""
    graph = grimp.build_graph("webui", cache_dir=None)
    settings = (ROOT / "webui" / "config" / "settings.py").read_text(encoding="utf-8")
    small = {}
    for module in graph.modules:
        path = ROOT / f"{module.replace('.', '/')}.py"
        importers = graph.find_modules_that_directly_import(module)
        folder, _, name = module.rpartition(".")
        if (
            path.exists()
            and len(importers) == 1
            and name not in PLACES
            and folder not in KINDS
            and module not in APART
        ):
            lines = sum(bool(line.strip()) for line in path.read_text(encoding="utf-8").splitlines())
            if lines < SMALL and f'"{module}.' not in settings:
                small[module] = (lines, *importers)
    assert small == {}
