"""The catalogues are compiled where they are used, when their texts have changed."""

from __future__ import annotations

import gettext
import os
from pathlib import Path

import pytest

from webui.ground.language import compiling
from webui.ground.language.compiling import check_catalogues, compile_stale, stale_catalogues

TEXT = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "node"\nmsgstr "%s"\n'


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "zh_Hans" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.write_text(TEXT % "节点", encoding="utf-8")
    return path


def compiled(text: Path) -> str:
    with text.with_suffix(".mo").open("rb") as file:
        return gettext.GNUTranslations(file).gettext("node")


def test_texts_are_compiled_once_and_after_each_change(text: Path, tmp_path: Path) -> None:
    assert compile_stale(tmp_path) == [text]
    assert compiled(text) == "节点"
    assert compile_stale(tmp_path) == []
    text.write_text(TEXT % "结点", encoding="utf-8")
    os.utime(text, (later := text.with_suffix(".mo").stat().st_mtime + 1, later))
    assert compile_stale(tmp_path) == [text]
    assert compiled(text) == "结点"
    assert sorted(path.suffix for path in text.parent.iterdir()) == [".mo", ".po"]


def test_a_check_warns_about_texts_that_are_not_compiled(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check_catalogues() == []
    monkeypatch.setattr(compiling, "stale_catalogues", lambda: stale_catalogues(tmp_path))
    (warning,) = check_catalogues()
    assert "zh_Hans/django.po is not compiled" in warning.msg
