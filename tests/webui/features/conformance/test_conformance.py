"""The page that says how well the engine follows the real scheduler."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.test import Client

from webui.features.conformance.texts import FILES, KEYS
from webui.features.conformance.views import RESULTS, versions

FIGURES = json.loads(RESULTS.read_text(encoding="utf-8"))["versions"]


@pytest.fixture(scope="module")
def words() -> str:
    """The page as it reads, without its marks."""
    answer = Client().get("/conformance/")
    assert answer.status_code == 200
    text = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return unescape(re.sub(r"\s+", " ", text))


@pytest.mark.parametrize("figures", FIGURES, ids=lambda figures: figures["version"])
def test_it_has_the_committed_sums_of_each_version(words: str, figures: dict[str, dict[str, int]]) -> None:
    total = figures["total"]
    assert f"{figures['version']} {total['equal']:,} of {total['scenarios']:,} scenarios equal" in words
    assert f"{total['equal_cycles']:,} of {total['cycles']:,} scheduling cycles" in words


@pytest.mark.parametrize("file", FIGURES[0]["files"], ids=lambda file: file["file"])
def test_it_has_the_committed_figures_of_each_file(words: str, file: dict[str, int | str]) -> None:
    row = (
        f"{file['file']} {FILES[str(file['file'])]} {file['equal']} / {file['scenarios']} {file['cycles']:,}"
    )
    assert row in words


def test_it_has_a_row_for_every_key_that_was_recorded(words: str) -> None:
    for name, cycles in FIGURES[0]["keys"].items():
        assert f"{name} {KEYS[name]} {cycles:,}" in words


def test_every_file_and_key_of_any_version_is_described() -> None:
    assert {file["file"] for version in versions() for file in version["files"]} == set(FILES)
    assert {key for version in versions() for key in version["keys"]} <= set(KEYS)


@pytest.mark.django_db
def test_the_first_page_links_to_it() -> None:
    assert Client().get("/").content.decode().count('href="/conformance/"') == 1


def test_it_can_only_be_read() -> None:
    assert Client().post("/conformance/").status_code == 405
