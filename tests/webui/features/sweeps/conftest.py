from __future__ import annotations

import pytest

from tests.webui.conftest import Visitor
from tests.webui.features.sweeps.deliveries import CLUSTER


@pytest.fixture
def link(alice: Visitor) -> str:
    return str(alice.run(alice.draft(CLUSTER))["snapshot"])
