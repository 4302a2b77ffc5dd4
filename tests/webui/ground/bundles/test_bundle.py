"""The script of a page: all of its modules, kept by browsers for good; what cannot be bundled is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from webui.ground.bundles.bundle import PAGES, bundle, script

SOURCES = {
    "page.js": 'import { count as counted } from "./lib/count.js";\ncounted();\n',
    "lib/count.js": "let n = 0;\n\nexport function count() {\n  n += 1;\n}\n",
    "lazy.js": 'import * as all from "./lib/count.js";\n\nconst x = async () => (await import("./page.js")).x;\n',
}


@pytest.fixture
def modules(settings: Settings, tmp_path: Path) -> Path:
    settings.STATICFILES_DIRS = [tmp_path]
    for name, source in SOURCES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(source)
    return tmp_path


def names(text: str) -> list[str]:
    return re.findall(r'^"(\S+)": \(\) =>', text, re.MULTILINE)


def test_a_module_comes_once_with_all_it_imports(modules: Path) -> None:
    text = script(["page.js", "lib/count.js"])
    assert names(text) == ["page.js", "lib/count.js"]
    assert 'const { count: counted } = _need("lib/count.js");' in text
    assert "return { count };" in text


def test_what_is_loaded_later_comes_along_unless_it_is_left_out(modules: Path) -> None:
    assert names(script(["lazy.js"])) == ["lazy.js", "lib/count.js", "page.js"]
    assert 'await _later("page.js")' in script(["lazy.js"])
    assert names(script(["lazy.js"], without="page")) == ["lazy.js", "lib/count.js"]


@pytest.mark.parametrize(
    "line", ["export default 1;", 'export { a } from "./page.js";', 'import a from "./page.js";']
)
def test_what_is_written_otherwise_is_refused_by_name(modules: Path, line: str) -> None:
    (modules / "odd.js").write_text(f"{line}\n")
    with pytest.raises(ValueError, match=re.escape(f"odd.js: {line!r} cannot be bundled")):
        script(["odd.js"])


def test_a_file_that_is_missing_is_named(modules: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"lib/gone\.js"):
        (modules / "odd.js").write_text('import "./lib/gone.js";\n')
        script(["odd.js"])


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_its_script_under_an_address_that_names_the_contents(
    client: Client, page: str
) -> None:
    current = client.get(bundle(page).url)
    assert current.status_code == 200
    assert "immutable" in current["Cache-Control"]
    former = client.get(f"/scripts/{page}-0123456789abcdef.js")
    assert former.content == current.content
    assert former["Cache-Control"] == "no-store"


def test_there_is_no_other_script(client: Client) -> None:
    assert client.get("/scripts/nothing-0123456789abcdef.js").status_code == 404
