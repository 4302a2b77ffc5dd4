"""`manage.py sweep`, in this process and on a worker."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.webui.features.sweeps.deliveries import CLUSTER


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cluster.yaml"
    path.write_text(CLUSTER)
    return path


def sweep(*arguments: object) -> tuple[str, str]:
    """Return what the command writes to stdout and stderr."""
    output, errors = StringIO(), StringIO()
    call_command("sweep", *map(str, arguments), stdout=output, stderr=errors)
    return output.getvalue(), errors.getvalue()


def test_a_table_and_the_progress(file: Path) -> None:
    output, errors = sweep(file, "--seeds", 20, "--here")
    head, row = output.splitlines()
    assert head.split() == ["kind", "namespace", "name", "pods", "node1", "node2", "pending"]
    assert row.split()[:4] == ["Pod", "default", "web-0", "3"]
    assert errors.startswith("20/20 runs, ")


@pytest.mark.parametrize(
    "specification", ["sweep: {kind: seeds, seeds: 20}", '{"kind": "seeds", "seeds": 20}']
)
def test_a_specification_is_a_file(file: Path, tmp_path: Path, specification: str) -> None:
    (tmp_path / "sweep.yaml").write_text(specification)
    written, _ = sweep(file, "--sweep", tmp_path / "sweep.yaml", "--here", "--output", "csv")
    assert written == sweep(file, "--seeds", 20, "--here", "--output", "csv")[0]
    assert written.startswith("kind,namespace,name,pods,node1,node2,pending\nPod,default,web-0,3,")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seeds", 0], "sweep.seeds must be from 1"),
        (["--sweep", "nowhere.yaml"], "No such file"),
    ],
)
def test_what_cannot_be_read_is_said_with_exit_code_2(file: Path, arguments: list[Any], message: str) -> None:
    with pytest.raises(CommandError, match=message) as raised:
        sweep(file, *arguments, "--here")
    assert raised.value.returncode == 2


@pytest.mark.usefixtures("worker")
def test_workers_give_the_same(file: Path) -> None:
    arguments = (file, "--seeds", 20, "--output", "json")
    on_workers, _ = sweep(*arguments)
    assert json.loads(on_workers)["evaluated"] == 20
    assert on_workers == sweep(*arguments, "--here")[0]
