"""The script of a page: all of its modules, kept by browsers for good; what cannot be bundled is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from webui.ground.bundles.bundle import PAGES, bundle, script
from webui.ground.bundles.modules import parts, reached

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
    return re.findall(r'^"(\S+)":\(\)=>', text, re.MULTILINE)


def test_a_module_comes_once_with_all_it_imports(modules: Path) -> None:
    text = script(["page.js", "lib/count.js"])
    assert names(text) == ["lib/count.js", "page.js"]
    assert 'const{count:counted}=_need("lib/count.js");' in text
    assert "return{count}}" in text


def test_a_library_may_list_its_exports_at_its_end(modules: Path) -> None:
    (modules / "library.js").write_text("function a(){}const b=1;export{a as first,b};\n")
    assert "function a(){}const b=1;\nreturn{first:a,b}}" in script(["library.js"])


def test_one_script_has_what_is_loaded_later_unless_it_is_left_out(modules: Path) -> None:
    assert names(script(["lazy.js"])) == ["lazy.js", "lib/count.js", "page.js"]
    assert 'await _later("page.js")' in script(["lazy.js"])
    assert names(script(["lazy.js"], without=("page",))) == ["lazy.js", "lib/count.js"]


def test_what_is_loaded_later_is_a_part_with_what_the_script_lacks(modules: Path) -> None:
    main = reached(["lazy.js"])
    assert list(main) == ["lazy.js", "lib/count.js"]
    assert {name: list(added) for name, added in parts(main).items()} == {"page.js": ["page.js"]}


def test_a_part_may_ask_for_further_parts(modules: Path) -> None:
    (modules / "first.js").write_text('export const f = async () => (await import("./second.js")).x;\n')
    (modules / "second.js").write_text('export const g = async () => (await import("./lazy.js")).x;\n')
    added = parts(reached(["first.js"]))
    assert {name: list(part) for name, part in added.items()} == {
        "second.js": ["second.js"],
        "lazy.js": ["lazy.js", "lib/count.js"],
        "page.js": ["lib/count.js", "page.js"],
    }


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


def test_the_script_of_a_page_names_the_address_of_each_part(client: Client) -> None:
    built = bundle("workbench")
    assert {"js/editor/editor.js", "js/share/share.js", "js/import/dialog.js"} <= set(built.parts)
    text = built.script.body.plain.decode()
    for name, part in built.parts.items():
        assert f'"{name}":"{part.url}"' in text
        answer = client.get(part.url)
        assert "immutable" in answer["Cache-Control"]
        assert answer["Content-Type"].startswith("text/javascript")
        assert name in names(answer.content.decode())


def test_a_part_of_an_earlier_version_is_gone_its_modules_would_not_fit_the_page(client: Client) -> None:
    assert client.get("/scripts/workbench/js/share/share-0123456789abcdef.js").status_code == 404
    assert client.get("/scripts/workbench/js/share/share-0123456789abcdef.js.map").status_code == 404


def test_whoever_reads_a_link_waits_for_no_more_than_200_kilobytes() -> None:
    assert max(len(bundle(page).script.body.compressed) for page in PAGES) <= 200_000


@pytest.mark.parametrize("name", ["nothing", "workbench/nothing", "workbench/js/lib/dom"])
def test_there_is_no_other_script(client: Client, name: str) -> None:
    assert client.get(f"/scripts/{name}-0123456789abcdef.js").status_code == 404
