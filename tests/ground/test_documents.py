"""The documents for engineers name files that exist, in lines and cells that can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services.folder import ROOT

DOCUMENTS = [ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs/life").glob("*.md"))]
BASES = [ROOT, *(ROOT / name for name in ("scheduler_core", "webui", "static/js"))]
LINE, CELL = 120, 200  # characters

CODE = re.compile(r"`([^`\s]+)`")
FENCED = re.compile(r"^```.*?^```$|^    .*?$", re.DOTALL | re.MULTILINE)
SECTION = re.compile(r"^#+ .*$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
FILE = re.compile(r"(?:[\w.-]+/)*[\w.-]+\.(?:css|csv|html|js|json|md|mo|po|py|toml|txt|ts|yaml|gz)")
FOLDER = re.compile(r"(?:[\w.-]+/)+")
# Written by whoever adds something, or the name of a format.
OTHERS = {"package.json", "bench.json"}

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


def at_a_base(name: str) -> Path | None:
    return next((base / name for base in BASES if (base / name).exists()), None)


def missing(text: str) -> Iterator[str]:
    """Yield the paths of a text that lead nowhere; a bare name is in a folder that its section has named before."""
    for section in SECTION.split(FENCED.sub("", text)):
        folders: list[Path] = []
        for name in CODE.findall(section):
            if name in OTHERS or not (FILE.fullmatch(name) or FOLDER.fullmatch(name)):
                continue
            beside = (folder / name for folder in reversed(folders) if (folder / name).exists())
            path = at_a_base(name) or next(beside, None)
            if path is None:
                yield name
            else:
                folders.append(path if path.is_dir() else path.parent)


@each_document
def test_what_it_names_exists(document: Path) -> None:
    assert list(missing(document.read_text(encoding="utf-8"))) == []


@each_document
def test_its_links_lead_to_files(document: Path) -> None:
    links = LINK.findall(document.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (document.parent / link).exists()] == []


@each_document
def test_its_lines_and_cells_are_short(document: Path) -> None:
    lines = document.read_text(encoding="utf-8").splitlines()
    cells = [cell for line in lines if line.startswith("|") for cell in line.split("|")]
    assert [line for line in lines if len(line) > LINE and not line.startswith("|")] == []
    assert [cell for cell in cells if len(cell.strip()) > CELL] == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("`scheduler_core/cli/` and `core/runs/feed.py`, `log.py` beside it", []),
        ("`net/api.js` and `static/js/net/`", []),
        ("`runs/feed.py`", ["runs/feed.py"]),
        ("`core/runs/feed.py`\n\n## Next\n\n`log.py`", ["log.py"]),
        ("`pages/gone/`", ["pages/gone/"]),
        ("`a/<name>.py`, `/api/steps` and\n\n    `runs/feed.py`\n", []),
    ],
)
def test_a_path_that_leads_nowhere_is_told(text: str, wrong: list[str]) -> None:
    assert list(missing(text)) == wrong
