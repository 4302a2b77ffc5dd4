from __future__ import annotations

import pytest
from importlinter.cli import lint_imports

from tests.services.live import ROOT


def test_nothing_imports_upwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True) == 0
