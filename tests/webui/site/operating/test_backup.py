"""What was stored is the same after a backup and its restoration into an empty database."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import CommandError, call_command

from tests.webui.conftest import Visitor
from webui.core.runs.models import Run
from webui.site.models import Timetable
from webui.site.operating.backup import models

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
    User.objects.get().user_permissions.set(Permission.objects.filter(codename="view_run"))
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
    assert User.objects.get().has_perm("runs.view_run")
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


def test_a_worker_may_look_at_its_timetable_meanwhile(file: Path) -> None:
    empty_database()
    Timetable.claim("prune", every=timedelta(hours=1))
    call_command("restore", file)
    assert Run.objects.exists()


def test_a_database_with_rows_is_not_overwritten(file: Path) -> None:
    stored = rows()
    with pytest.raises(CommandError, match=r"the database is not empty \(.*runs.Run"):
        call_command("restore", file)
    assert rows() == stored


def test_nobody_else_may_read_it(file: Path) -> None:
    file.chmod(0o644)
    before = os.umask(0)
    try:
        call_command("backup", file, verbosity=0)
    finally:
        os.umask(before)
    assert file.stat().st_mode & 0o777 == 0o600
    assert [*file.parent.iterdir()] == [file]


def refused(file: Path, reason: str) -> None:
    """The file is not restored into an empty database, which stays empty."""
    empty_database()
    with pytest.raises(CommandError, match=reason) as error:
        call_command("restore", file)
    assert "The database is as it was. Copy the file again" in str(error.value)
    assert not any(rows().values())


def lines_of(file: Path) -> list[bytes]:
    return gzip.decompress(file.read_bytes()).splitlines(keepends=True)


def test_a_file_that_is_cut_off_is_refused(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])
    refused(file, "damaged or no backup of SchedScope: Compressed file ended")


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_bit_that_changed_is_refused(file: Path, share: float) -> None:
    content = bytearray(file.read_bytes())
    content[int(share * len(content))] ^= 4
    file.write_bytes(content)
    empty_database()
    with pytest.raises(CommandError, match="damaged"):
        call_command("restore", file)
    assert not any(rows().values())


Rows = list[dict[str, Any]]


def written_with(
    file: Path, change: Callable[[Rows], None], of_head: Callable[[dict[str, Any]], None] = lambda head: None
) -> None:
    """Write the file anew, as a faulty program would have written it."""
    head, *rows = [json.loads(line) for line in lines_of(file)]
    of_head(head)
    change(rows)
    with gzip.open(file, "wt", encoding="utf-8") as output:
        for row in (head, *rows):
            output.write(json.dumps(row) + "\n")


def first(rows: Rows, model: str) -> dict[str, Any]:
    return next(row for row in rows if row["model"] == model)


def no_such_field(rows: Rows) -> None:
    first(rows, "runs.run")["fields"]["colour"] = "red"


def no_such_value(rows: Rows) -> None:
    first(rows, "runs.run")["fields"]["created"] = "yesterday"


def no_such_model(rows: Rows) -> None:
    first(rows, "runs.run")["model"] = "runs.walk"


def twice(rows: Rows) -> None:
    rows.insert(rows.index(user := first(rows, "auth.user")) + 1, user)


def without_what_it_names(rows: Rows) -> None:
    rows.remove(first(rows, "sharing.snapshot"))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (no_such_field, r"line \d+ cannot be restored: Run has no field named 'colour'"),
        (no_such_value, r"line \d+ cannot be restored: .*yesterday.* value has an invalid"),
        (no_such_model, r"line \d+ cannot be restored: Invalid model identifier: runs.walk"),
        (twice, r"lines \d+ to \d+ cannot be restored: (UNIQUE constraint failed|duplicate key value)"),
        (without_what_it_names, r"a row refers to one that is not there: .*(snapshot)"),
    ],
)
def test_a_row_that_cannot_be_stored_is_named(
    file: Path, change: Callable[[Rows], None], reason: str
) -> None:
    written_with(file, change)
    refused(file, reason)


def test_the_line_is_that_of_the_row(file: Path) -> None:
    written_with(file, no_such_field)
    line = next(number for number, text in enumerate(lines_of(file), start=1) if b'"colour"' in text)
    refused(file, f"line {line} cannot be restored")


def test_a_file_of_another_version_is_named(file: Path) -> None:
    written_with(file, lambda rows: None, lambda head: head["migrations"].append("runs.9999_later"))
    empty_database()
    with pytest.raises(CommandError, match=r"made by another version: .*runs\.9999_later"):
        call_command("restore", file)


def test_what_is_no_backup_is_said(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("kind: Pod")
    with pytest.raises(CommandError, match="no backup of SchedScope"):
        call_command("restore", text)
    with pytest.raises(CommandError, match="No such file"):
        call_command("restore", tmp_path / "missing")
