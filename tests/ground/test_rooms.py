from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.rooms import complaints

Tree = Callable[..., Path]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Makes modules: `tree(**{"lib/a": "its text"})`."""

    def make(**modules: str) -> Path:
        for name, text in modules.items():
            path = tmp_path / f"{name}.js"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path

    return make


def test_the_page_is_in_order() -> None:
    assert list(complaints()) == []


@pytest.mark.parametrize(
    "line",
    [
        'import { a } from "../lib/a.js";',
        'import "../lib/a.js";',
        'const later = async () => (await import("../lib/a.js")).a;',
        '/** @param {import("../lib/a.js").A} a */',
        'new Worker(new URL("./../lib/a.js", import.meta.url));',
    ],
)
def test_every_way_to_import_counts(tree: Tree, line: str) -> None:
    scripts = tree(**{"lib/a": "", "net/b": line})
    assert list(complaints(scripts, {"lib": set(), "net": {"lib"}})) == []
    assert list(complaints(scripts, {"lib": set(), "net": set()})) == [
        "net/b.js imports lib/a.js: net may not import lib"
    ]


def test_declarations_may_be_read_by_all(tree: Tree) -> None:
    scripts = tree(**{"lib/a": '/** @import { A } from "../types/a.js" */'})
    assert list(complaints(scripts, {"lib": set()})) != []
    (scripts / "types").mkdir()
    (scripts / "types" / "a.d.ts").write_text("export type A = string;")
    assert list(complaints(scripts, {"lib": set()})) == []


def test_a_debt_is_allowed_until_it_is_paid(tree: Tree) -> None:
    rooms: dict[str, set[str]] = {"lib": set(), "net": set()}
    scripts = tree(**{"lib/a": "", "net/b": 'import "../lib/a.js";'})
    assert list(complaints(scripts, rooms, {("net", "lib"): "why"})) == []
    tree(**{"net/b": ""})
    assert list(complaints(scripts, rooms, {("net", "lib"): "why"})) == [
        "nothing in net imports lib any more: take it from the list"
    ]


def test_a_new_folder_needs_a_line(tree: Tree) -> None:
    assert list(complaints(tree(**{"lib/deep/a": ""}), {})) == [
        "lib/deep is a new folder: give it a line in ROOMS"
    ]


def test_a_page_needs_no_line_for_what_every_page_may_import(tree: Tree) -> None:
    line = 'import "../../{}/a.js";'
    modules = {"lib/a": "", "import/a": "", "pages/new/new": line.format("lib")}
    rooms: dict[str, set[str]] = {"lib": set(), "import": set()}
    assert list(complaints(tree(**modules), rooms)) == []
    assert list(complaints(tree(**{"pages/new/new": line.format("import")}), rooms)) == [
        "pages/new/new.js imports import/a.js: pages/new may not import import"
    ]


def test_a_plugin_may_be_a_folder(tree: Tree) -> None:
    scripts = tree(**{"plugins/registry": 'import "./large/plugin.js";', "plugins/large/plugin": ""})
    assert list(complaints(scripts, {"plugins": set()})) == []


def test_rings_are_named(tree: Tree) -> None:
    scripts = tree(**{"lib/a": 'import "../net/b.js";', "net/b": '/** @type {import("../lib/a.js").A} */'})
    assert list(complaints(scripts, {"lib": {"net"}, "net": {"lib"}})) == [
        "a ring of files: lib/a.js → net/b.js → lib/a.js",
        "a ring of folders: lib → net → lib",
        "lib stands before net, which it imports",
    ]


def test_an_import_of_nothing_is_told(tree: Tree) -> None:
    assert list(complaints(tree(**{"lib/a": 'import "./gone.js";'}), {"lib": set()})) == [
        "lib/a.js imports lib/gone.js, which does not exist"
    ]
