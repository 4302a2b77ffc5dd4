from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def unspent_limits(settings: Settings, tmp_path: Path) -> None:
    """Each test counts from zero, without a broker."""
    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock"
