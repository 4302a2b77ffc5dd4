"""What is in the repository, and what must never get into it."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.services.folder import ROOT

REQUIRED = (
    ".ci/run",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "SECURITY.md",
    "THIRD-PARTY-NOTICES.md",
    "deploy/Containerfile",
    "docs/workbench.png",
    "manage.py",
    "pyproject.toml",
    "requirements-dev.lock",
    "requirements-uv.lock",
    "requirements.lock",
)
# Written so that this file does not hold what it looks for.
REGISTRIES = re.compile(r"py[p]i\.org|python[h]osted|np[m]js|deb\.d[e]bian|/simpl[e]/", re.IGNORECASE)
MACHINE_PATHS = re.compile(r"(?<![\w.])/(wor[k]|roo[t]|hom[e])/\w")
COMMENT = re.compile(r"\s*(?:/\*\*|\*|//) ")
PINNED = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)


def files() -> list[Path]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    return [ROOT / name for name in listing.stdout.split("\0") if name and (ROOT / name).is_file()]


def texts() -> dict[str, str]:
    contents = {}
    for path in files():
        try:
            contents[str(path.relative_to(ROOT))] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return contents


@pytest.mark.parametrize("name", REQUIRED)
def test_it_has(name: str) -> None:
    assert (ROOT / name).is_file()


@pytest.mark.parametrize("pattern", [REGISTRIES, MACHINE_PATHS], ids=["registry", "path"])
def test_no_file_names(pattern: re.Pattern[str]) -> None:
    matches = {name: match.group() for name, text in texts().items() if (match := pattern.search(text))}
    assert matches == {}


def test_comments_of_the_page_end_at_110_columns() -> None:
    """oxfmt lays out code alone."""
    long = [
        f"{name}:{number}"
        for name, text in texts().items()
        if name.endswith(".js") and not name.startswith("static/vendor/")
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > 110 and COMMENT.match(line)
    ]
    assert long == []


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_the_lock_holds_what_the_project_asks_for(lock: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    requirements = project["project"]["dependencies"] + extras["cluster"] + extras["devices"]
    requirements += extras["server"]
    requirements.remove("schedscope[cluster,devices]")
    if lock == "requirements-dev.lock":
        requirements = requirements + project["dependency-groups"]["dev"]
    pinned: dict[str, list[str]] = {}
    for name, version in PINNED.findall((ROOT / lock).read_text()):
        pinned.setdefault(name, []).append(version)
    for requirement in map(Requirement, requirements):
        versions = pinned.get(requirement.name.lower(), [])
        assert any(requirement.specifier.contains(version) for version in versions), requirement


def test_both_locks_agree() -> None:
    runtime = set(PINNED.findall((ROOT / "requirements.lock").read_text()))
    everything = set(PINNED.findall((ROOT / "requirements-dev.lock").read_text()))
    assert runtime <= everything
