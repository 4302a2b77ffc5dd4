from __future__ import annotations

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
