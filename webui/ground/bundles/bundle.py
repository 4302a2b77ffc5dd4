"""Bundle the modules of a page into one script: a first visit would wait for 300 small files, one request each.

A module becomes a function that is called when another first needs its exports, in the order in which the browser
would evaluate them. What `await import()` asks for is a part: a script of its own with the modules that the page's
script does not have, fetched when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import Template

import orjson
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from webui.ground.bundles.modules import Module, Modules, parts, reached
from webui.ground.lib.body import Body
from webui.ground.lib.caching import cached_in_production

EVERYWHERE = (
    "js/lib/shell.js",
    "js/import/anywhere.js",
    "js/pages/glossary/card.js",
    "js/pages/present/hook.js",
)
OF_A_RUN = (*EVERYWHERE, "js/share/runheader.js")
WORKBENCH = "js/pages/workbench/workbench.js"
# A view of a run begins with the module of its name.
VIEWS = {
    path.stem: (*OF_A_RUN, f"js/pages/{path.stem}/{path.name}")
    for path in sorted((settings.BASE_DIR / "static" / "js" / "pages").glob("*/*.js"))
    if path.stem == path.parent.name
}
PAGES = VIEWS | {
    "plain": EVERYWHERE,
    "run": OF_A_RUN,
    "home": (*EVERYWHERE, "js/pages/gallery/home.js"),
    "cases": (*EVERYWHERE, "js/pages/gallery/cases.js"),
    "case": (*EVERYWHERE, "js/pages/gallery/case.js"),
    "learn": (*EVERYWHERE, "js/pages/learn/path.js"),
    "course": (*EVERYWHERE, "js/pages/learn/course.js"),
    "byhand": (*EVERYWHERE, "js/pages/byhand/byhand.js"),
    "lesson": (*EVERYWHERE, "js/pages/learn/lesson.js"),
    "glossary": (*EVERYWHERE, "js/pages/glossary/page.js"),
    "try-on": (*EVERYWHERE, "js/pages/samples/samples.js"),
    "message": (*EVERYWHERE, "js/pages/messages/messages.js"),
    "repairs": (*OF_A_RUN, "js/pages/whatif/whatif.js"),
    "capacity": (*OF_A_RUN, "js/pages/whatif/capacity/capacity.js"),
    "live": (*EVERYWHERE, "js/pages/live/live.js"),
    "live-node": (*EVERYWHERE, "js/pages/live/node.js"),
    "live-clusters": (*EVERYWHERE, "js/pages/live/clusters.js"),
    "workbench": (*EVERYWHERE, WORKBENCH),
    "embed": (*EVERYWHERE, WORKBENCH, "js/pages/embed/embed.js"),
}

# Lines up to the modules have no source.
SCRIPT = Template("""\
const _modules = {
$modules
};
const _parts = $parts;
const _made = new Map();
const _need = (name) => _made.get(name) ?? _made.set(name, _modules[name]()).get(name);
const _later = async (name) => {
  if (_parts[name]) Object.assign(_modules, (await import(_parts[name])).modules(_need, _later, _addressOf));
  return _need(name);
};
const _addressOf = (name) => new URL("$static" + name, location.href).href;
$entries
""")
PART = Template("""\
export const modules = (_need, _later, _addressOf) => ({
$modules
});
""")


@dataclass(frozen=True)
class Script:
    """A file with its source map; `name` is "workbench", or "workbench/js/editor/editor" for a part."""

    name: str
    body: Body
    source_map: Body

    @property
    def url(self) -> str:
        return reverse("bundle", args=[self.name, self.body.digest])


@dataclass(frozen=True)
class Bundle:
    script: Script
    parts: Mapping[str, Script]  # by the name of the module that is asked for

    @property
    def url(self) -> str:
        return self.script.url


@cached_in_production
def bundle(page: str) -> Bundle:
    """Return the script of one of `PAGES`, with what it may ask for later."""
    modules = reached(PAGES[page])
    later = {
        name: _with_map(f"{page}/{name.removesuffix('.js')}", added, PART.substitute(modules=_written(added)))
        for name, added in parts(modules).items()
    }
    addresses = {name: part.url for name, part in later.items()}
    return Bundle(_with_map(page, modules, _script(modules, PAGES[page], addresses)), later)


def script(entries: Iterable[str], without: tuple[str, ...] = ()) -> str:
    """Return one script of the entries and all they need, now and later.

    Modules that are asked for later and whose names start with `without` are left out.
    """
    modules = dict(reached(entries))
    for added in parts(modules, without).values():
        modules |= added
    return _script(modules, entries, {})


def _script(modules: Modules, entries: Iterable[str], addresses: Mapping[str, str]) -> str:
    return SCRIPT.substitute(
        modules=_written(modules),
        parts=orjson.dumps(addresses).decode(),
        static=static(""),
        entries="\n".join(f'_need("{entry}");' for entry in entries),
    )


def _with_map(name: str, modules: Modules, text: str) -> Script:
    mapped = Body(source_map([static(module) for module in modules], _places(modules.values())))
    address = reverse("source_map", args=[name, mapped.digest])
    return Script(name, Body(f"{text}//# sourceMappingURL={address}\n".encode()), mapped)


def _places(modules: Iterable[Module]) -> Iterator[list[Place]]:
    """Yield the places of each line up to the last module, as `_written` and the templates lay them out."""
    yield []
    for number, module in enumerate(modules):
        yield []
        yield from ([(column, number, line) for column, line in segments] for segments in module.body.lines)
        yield []


def _written(modules: Modules) -> str:
    return "\n".join(
        f'"{name}":()=>{{\n{module.body.text}\nreturn{{{",".join(module.exports)}}}}},'
        for name, module in modules.items()
    )


# ---- source maps (https://tc39.es/ecma426/): the source file and line of each piece of a bundle ---------------

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

Place = tuple[int, int, int]  # column of the script, index of the source, line in it, all from 0


def source_map(sources: list[str], lines: Iterable[Iterable[Place]]) -> bytes:
    """Return the map of a script as JSON. `lines` has the places in `sources` (URLs) of each line."""
    mappings = ";".join(_segments(lines))
    return orjson.dumps({"version": 3, "sources": sources, "names": [], "mappings": mappings})


def _segments(lines: Iterable[Iterable[Place]]) -> Iterator[str]:
    """Yield the segments of each line: column, source, source line and column, each relative to the one before."""
    source = line = 0
    for places in lines:
        column, segments = 0, []
        for place in places:
            segments.append("".join(map(_vlq, (place[0] - column, place[1] - source, place[2] - line, 0))))
            column, source, line = place
        yield ",".join(segments)


def _vlq(number: int) -> str:
    """Encode an integer in groups of five bits, lowest first; the first bit is the sign."""
    remaining = abs(number) << 1 | (number < 0)
    digits = []
    while True:
        remaining, digit = remaining >> 5, remaining & 31
        digits.append(BASE64[digit | (32 if remaining else 0)])
        if not remaining:
            return "".join(digits)
