"""The action's steps run as its file says, and the hook names a command that there is."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.services.folder import ROOT

MANIFESTS = ROOT / "tests" / "scheduler_core" / "advice" / "lint"
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
INPUT = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")


def step(name: str) -> dict[str, Any]:
    return next(dict(step) for step in ACTION["runs"]["steps"] if step["name"] == name)


@pytest.fixture
def runner(tmp_path: Path) -> Path:
    """The folder of a runner in which the step Install has made its environment, with this checkout."""
    command = tmp_path / "schedscope" / "bin" / "schedscope"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scheduler_core "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return tmp_path


def lint(runner: Path, **inputs: str) -> tuple[subprocess.CompletedProcess[str], str]:
    """Run the step Lint with these inputs, and the defaults of the others; return it and its outputs."""
    given = {name: entry.get("default", "") for name, entry in ACTION["inputs"].items()} | {
        name.replace("_", "-"): value for name, value in inputs.items()
    }
    own = {
        name: INPUT.sub(lambda match: given[match[1]], value) for name, value in step("Lint")["env"].items()
    }
    outputs = runner / "outputs"
    outputs.touch()
    environment = {
        **os.environ,
        **own,
        "RUNNER_TEMP": str(runner),
        "GITHUB_OUTPUT": str(outputs),
        "PYTHONPATH": str(ROOT),
    }
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step("Lint")["run"]]
    done = subprocess.run(
        command, cwd=MANIFESTS, env=environment, capture_output=True, text=True, check=False
    )
    return done, outputs.read_text(encoding="utf-8")


def test_findings_fail_the_step_are_printed_and_are_there_as_sarif(runner: Path) -> None:
    done, outputs = lint(runner, files="sho*.yaml cluster.yaml")
    assert (done.returncode, done.stderr) == (1, "")
    assert "selector-misses-own-pods" in done.stdout
    name, _, path = outputs.strip().partition("=")
    log = json.loads(Path(path).read_text(encoding="utf-8"))
    assert (name, len(log["runs"][0]["results"])) == ("sarif", 3)


def test_findings_do_not_fail_the_step_if_that_is_asked_for(runner: Path) -> None:
    assert lint(runner, files="shop.yaml", fail_on_findings="false")[0].returncode == 0


def test_files_that_cannot_be_read_fail_the_step_in_any_case(runner: Path) -> None:
    done, outputs = lint(runner, files="absent.yaml", fail_on_findings="false")
    assert (done.returncode, outputs) == (2, "")


def test_inputs_are_not_read_as_code(runner: Path) -> None:
    done, _ = lint(runner, files="shop.yaml; touch broken", cluster="three-zones")
    assert done.returncode == 2
    assert not (MANIFESTS / "broken").exists()


def test_the_hook_runs_the_command_of_the_package() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert hook["entry"].split()[0] in scripts
    assert hook["language"] == "python"
