"""`manage.py replay`: a cycle of a run in a shell."""

from __future__ import annotations

import io
import json
import uuid

import pytest
from django.core.management import CommandError, call_command

from tests.webui.conftest import Visitor


@pytest.fixture
def run(alice: Visitor) -> str:
    return str(alice.run(alice.draft())["id"])


def replayed(*arguments: str) -> str:
    output = io.StringIO()
    call_command("replay", *arguments, stdout=output)
    return output.getvalue()


def test_code_is_executed_with_the_cycle(run: str, capsys: pytest.CaptureFixture[str]) -> None:
    replayed(run, "0", "-c", "print(run.pk, cycle.n, record.pod.key, view['trace']['selected'])")
    assert capsys.readouterr().out == f"{run} 0 default/web-1 node2\n"


def test_the_view_is_written_as_the_api_gives_it(run: str, alice: Visitor) -> None:
    assert json.loads(replayed(run, "0", "--json")) == alice.get(f"/api/runs/{run}/cycles/0/view").json()


@pytest.mark.parametrize(
    ("cycle", "complaint"), [("1", "cycle: not found"), ("-1", "cycle: not found"), ("x", "invalid int")]
)
def test_a_cycle_that_there_is_not(run: str, cycle: str, complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint):
        replayed(run, cycle)


@pytest.mark.django_db
def test_a_run_that_there_is_not() -> None:
    with pytest.raises(CommandError, match="There is no run"):
        replayed(str(uuid.uuid4()), "0")
