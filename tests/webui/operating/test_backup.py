"""What was stored is the same after a backup and its restoration into an empty database."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.webui.conftest import Visitor
from webui.operating.backup import models
from webui.runs.models import Run

pytestmark = pytest.mark.django_db(transaction=True)


def rows() -> dict[str, list[dict[str, object]]]:
    return {model._meta.label: [*model._base_manager.order_by("pk").values()] for model in models()}


def empty_database() -> None:
    call_command("flush", interactive=False, verbosity=0)


@pytest.fixture
def file(alice: Visitor, tmp_path: Path) -> Path:
    """A backup of a draft with a run and of an account."""
    alice.client.post(
        "/account/sign-up/", {"username": "ann", "password1": "four score 7", "password2": "four score 7"}
    )
    alice.run(alice.draft())
    path = tmp_path / "backup.gz"
    call_command("backup", path, verbosity=0)
    return path


def test_everything_comes_back(alice: Visitor, file: Path) -> None:
    stored = rows()
    (run,) = Run.objects.all()
    log = alice.get(f"/api/runs/{run.pk}/events").content
    empty_database()
    assert rows() != stored
    call_command("restore", file)
    assert rows() == stored
    assert alice.get(f"/api/runs/{run.pk}/events").content == log
    assert {label for label, values in stored.items() if values} >= {
        "auth.User",
        "runs.Run",
        "runs.RunEvent",
        "scenarios.Scenario",
        "sharing.Snapshot",
    }


def test_new_rows_are_numbered_after_the_restored_ones(alice: Visitor, file: Path) -> None:
    empty_database()
    call_command("restore", file)
    alice.run(alice.draft(title="Another"))


def test_a_database_with_rows_is_not_overwritten(file: Path) -> None:
    stored = rows()
    with pytest.raises(CommandError, match=r"the database is not empty \(.*runs.Run"):
        call_command("restore", file)
    assert rows() == stored


@pytest.mark.parametrize("cut", ["end", "middle"])
def test_a_damaged_file_changes_nothing(file: Path, cut: str) -> None:
    content = file.read_bytes()
    if cut == "end":
        lines = gzip.decompress(content).splitlines(keepends=True)
        file.write_bytes(gzip.compress(b"".join(lines[:-1])))
    else:
        file.write_bytes(content[: len(content) // 2])
    empty_database()
    with pytest.raises(CommandError, match=r"damaged|cut off"):
        call_command("restore", file)
    assert not any(rows().values())


def test_a_file_of_another_version_is_named(file: Path) -> None:
    text = gzip.decompress(file.read_bytes()).decode()
    file.write_bytes(gzip.compress(text.replace("runs.0001_", "runs.0000_", 1).encode()))
    empty_database()
    with pytest.raises(CommandError, match=r"made by another version: .*runs\.0000_"):
        call_command("restore", file)


def test_what_is_no_backup_is_said(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("kind: Pod")
    with pytest.raises(CommandError, match="no backup of SchedScope"):
        call_command("restore", text)
    with pytest.raises(CommandError, match="No such file"):
        call_command("restore", tmp_path / "missing")
