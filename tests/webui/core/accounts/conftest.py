from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Django's own hash is slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def unspent_limits(settings: Settings, tmp_path: Path) -> None:
    """Each test counts from zero, without a broker."""
    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock"
