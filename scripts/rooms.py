"""The rooms of the page: which folder of static/js may import which. `python -m scripts.rooms` says what is wrong.

Every import counts: those at the top of a module, `await import()`, the address of a worker, and types in JSDoc.
Declarations (.d.ts) hold nothing but types and stand below everything.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent / "static" / "js"

Rooms = Mapping[str, set[str]]

# From below to above: a folder stands after all that it imports. A new folder needs a line, unless it is a page that
# imports no more than PAGE, and that no other folder imports.
PAGE = ("lib", "net", "model", "parts")
ROOMS: Rooms = {
    ".": set(),  # the theme before the first paint; no module imports it
    "wording": set(),  # the engine's sentences, which `make types` writes
    "lib": {"vendor"},
    "net": {"lib"},
    "model": {"lib"},
    "model/sweeps": set(),
    "parts": {"lib", "model"},
    "parts/lint": {"lib", "wording"},
    "plugins": {"lib", "model", "parts"},
    "import": {"lib", "net", "vendor"},
    "share": {"lib", "net"},
    "pages/glossary": {"lib", "model", "parts"},
    "pages/messages": {"lib", "net", "import"},
    "pages/present": {"lib", "share"},
    "pages/notes": {"lib", "net"},
    "pages/gallery": {"lib", "net", "import", "share"},
    "pages/samples": {"lib", "net", "import"},
    "pages/learn/pictures": {"lib"},
    "pages/learn": {"lib", "net", "share", "pages/learn/pictures"},
    "pages/compare": {"lib", "net", "model", "parts", "plugins"},
    "pages/whatif": {"lib", "net", "model", "parts", "share", "wording"},
    "pages/whatif/capacity": {"lib", "net", "model", "parts", "pages/whatif"},
    "pages/lint": {"lib", "net", "parts/lint"},
    "pages/byhand": {"lib", "net", "parts", "plugins"},
    "pages/answer/queue": {"lib", "net", "pages/whatif", "wording"},
    "pages/answer": {
        "lib", "net", "model", "parts", "share", "pages/whatif", "pages/answer/queue", "wording",
    },
    "pages/upgrade": {"lib", "net", "parts", "wording"},
    "pages/live": {
        "lib", "net", "model", "parts", "parts/lint", "pages/answer", "pages/answer/queue", "wording",
    },
    "pages/daytwo": {"lib", "net", "model", "parts", "import"},
    "pages/sweeps/core": {"lib", "net", "model", "model/sweeps"},
    "pages/sweeps/kinds": {"lib", "model", "model/sweeps", "pages/sweeps/core"},
    "pages/sweeps": {
        "lib", "net", "model", "model/sweeps", "parts", "pages/sweeps/core", "pages/sweeps/kinds",
    },
    "editor/document": {"lib", "net"},
    "editor/forms": {"lib", "net", "parts", "model", "plugins", "editor/document"},
    "editor": {"lib", "net", "import", "parts", "parts/lint", "editor/document", "editor/forms"},
    "pages/workbench/core": {"lib", "net", "model", "plugins"},
    "pages/workbench/facts": {"lib", "model", "parts", "plugins", "pages/whatif", "pages/workbench/core"},
    "pages/workbench/facts/kinds": {
        "lib", "model", "parts", "plugins", "pages/workbench/core", "pages/workbench/facts",
    },
    "pages/workbench/map": {"lib", "model", "parts", "plugins", "pages/workbench/core", "pages/workbench/facts"},
    "pages/workbench/wholerun": {
        "lib", "net", "model", "parts", "pages/workbench/core", "pages/workbench/facts",
        "pages/workbench/map",
    },
    "pages/workbench/event": {"lib", "net", "model", "import", "pages/workbench/core"},
    "pages/workbench/gang": {"lib", "net", "model", "parts", "pages/workbench/core"},
    "pages/workbench/kueue": {"lib", "net", "model", "plugins", "pages/answer/queue", "pages/workbench/core"},
    "pages/workbench/stages": {
        "lib", "model", "parts", "plugins", "pages/workbench/core", "pages/workbench/facts",
        "pages/workbench/map", "pages/workbench/wholerun", "pages/workbench/event", "pages/workbench/gang",
        "pages/workbench/kueue",
    },
    "pages/workbench/stories": {"lib", "model", "parts", "plugins"},
    "pages/workbench/why": {
        "lib", "model", "parts", "plugins", "pages/whatif", "pages/workbench/core", "pages/workbench/facts",
        "pages/workbench/facts/kinds", "pages/workbench/stories",
    },
    "pages/workbench/expect": {"lib", "model", "pages/workbench/core"},
    "pages/workbench/editing": {
        "lib", "net", "model", "parts", "editor", "editor/document", "pages/workbench/core",
        "pages/workbench/map",
    },
    "pages/workbench/frame": {
        "lib", "net", "model", "parts", "plugins", "pages/compare", "editor", "share", "pages/workbench/core",
        "pages/workbench/facts", "pages/workbench/map", "pages/workbench/editing",
    },
    "pages/workbench": {
        "lib", "net", "model", "pages/workbench/core", "pages/workbench/map", "pages/workbench/wholerun",
        "pages/workbench/stages", "pages/workbench/event", "pages/workbench/kueue", "pages/workbench/why",
        "pages/workbench/expect", "pages/workbench/editing", "pages/workbench/frame", "pages/learn", "pages/notes",
    },
    "pages/embed": {"lib", "pages/workbench/core"},
}  # fmt: skip

# Folders that are one room with all that is within them: a large plugin is a folder.
WHOLE = ("plugins",)

# Arrows between folders that should go, as (above, below), each with what would take it away.
DEBTS: Mapping[tuple[str, str], str] = {}

IMPORTED = re.compile(
    r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.[^"']+)["']|\bnew URL\(["'](\./[^"']+\.js)["']"""
)


def complaints(
    scripts: Path = SCRIPTS, rooms: Rooms = ROOMS, debts: Mapping[tuple[str, str], str] = DEBTS
) -> Iterator[str]:
    """What is wrong with the modules below `scripts`, each as a line; nothing when all is well."""
    imports: dict[str, set[str]] = {}
    for path in sorted(scripts.rglob("*.js")):
        name = path.relative_to(scripts).as_posix()
        imports[name] = {os.path.relpath(target, scripts) for target in _targets(path)}
        yield from (f"{name} imports {gone}, which does not exist"
                    for gone in sorted(imports[name]) if not (scripts / gone).is_file())  # fmt: skip
    allowed = {(room, below) for room, all_below in rooms.items() for below in all_below} | set(debts)
    arrows = {
        (_room(name), _room(imported)): (name, imported)
        for name, paths in imports.items()
        for imported in paths
    }
    new = {_room(name) for name in imports} - set(rooms)
    pages = {room for room in new if re.fullmatch(r"pages/[^/]+", room)}
    for room in sorted(new - pages):
        yield f"{room} is a new folder: give it a line in ROOMS"
    for arrow, (name, imported) in sorted(arrows.items()):
        is_page = arrow[0] in pages and arrow[1] in PAGE
        if arrow[0] != arrow[1] and arrow not in allowed and not is_page:
            yield f"{name} imports {imported}: {arrow[0]} may not import {arrow[1]}"
    for above, below in sorted(allowed - set(arrows)):
        yield f"nothing in {above} imports {below} any more: take it from the list"
    yield from _rings("files", imports)
    yield from _rings(
        "folders", {room: {below for above, below in allowed if above == room} for room in rooms}
    )
    yield from _upward(rooms)


def _targets(path: Path) -> Iterator[str]:
    for match in IMPORTED.finditer(path.read_text(encoding="utf-8")):
        target = os.path.normpath(path.parent / (match[1] or match[2]))
        if not Path(target).with_suffix(".d.ts").is_file():
            yield target


def _room(name: str) -> str:
    if name.startswith("../vendor/"):
        return "vendor"
    folder = Path(name).parent
    return next((room for room in WHOLE if folder.is_relative_to(room)), folder.as_posix())


def _rings(what: str, arrows: Rooms) -> Iterator[str]:
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        yield f"a ring of {what}: {' → '.join(reversed(error.args[1]))}"


def _upward(rooms: Rooms) -> Iterator[str]:
    placed = {"vendor"}
    for room, below in rooms.items():
        yield from (
            f"{room} stands before {room_below}, which it imports" for room_below in sorted(below - placed)
        )
        placed.add(room)


if __name__ == "__main__":
    wrong = list(complaints())
    sys.exit("\n".join(wrong) or 0)
