from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def django_db_modify_db_settings(postgres: None) -> None:
    """pytest-django asks for this before it makes the test database. A conftest overrides it, a plugin does not."""
