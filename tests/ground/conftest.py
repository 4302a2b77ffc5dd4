from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ground.launcher import Launcher, launched_on_filled


@pytest.fixture(scope="session")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Launcher]:
    """What `make run` starts where nothing is set: SQLite, a broker of its own."""
    with launched_on_filled(tmp_path_factory.mktemp("up")) as launcher:
        yield launcher
