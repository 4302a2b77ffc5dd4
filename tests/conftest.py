from __future__ import annotations

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

# A process of tests holds a million objects and more. Going through them as often as Python does by itself took a
# fifth to a third of the processor time.
gc.set_threshold(50_000, 20, 50)

# How long an example takes says more about the machine than about the code.
settings.register_profile("schedscope", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("schedscope")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(postgres: None) -> None:
    """pytest-django asks for this before it makes the test database. A conftest overrides it, a plugin does not."""


def pytest_xdist_auto_num_workers() -> int:
    """One more than the processors: tests that start, watch and end processes leave them idle as they wait.

    Each has a database, a server and a browser of its own, which cost as much as a hundred tests.
    """
    return (os.cpu_count() or 1) + 1
