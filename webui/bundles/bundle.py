"""All modules of a page in one script: 180 small files are a request each, and a first visit waits for all of them.

A module becomes a function that is called when another first needs what it exports, in the order that the browser would
evaluate them. What `await import()` names comes along and is evaluated when it is asked for. This takes only what the
modules of `static/js` are written in: named exports at their declaration, imports of relative files, no cycles.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse

from webui.bundles.source_map import Place, source_map
from webui.lib.body import Body
from webui.lib.caching import kept

EVERYWHERE = ("js/lib/shell.js", "js/import/anywhere.js")
WORKBENCH = "js/workbench/workbench.js"
PAGES = {
    "plain": EVERYWHERE,
    "gallery": (*EVERYWHERE, "js/gallery/gallery.js"),
    "case": (*EVERYWHERE, "js/gallery/case.js"),
    "compare": (*EVERYWHERE, "js/compare/compare.js"),
    "workbench": (*EVERYWHERE, WORKBENCH),
    "embed": (*EVERYWHERE, WORKBENCH, "js/embed/embed.js"),
}

IMPORT = re.compile(r'^import (?:(?:\* as (\w+)|(\{[^}]*\})) from )?"(\.[^"]+)";$', re.MULTILINE)
LATER = re.compile(r'\bawait import\("(\.[^"]+)"\)')
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) ([\w$]+))", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

SCRIPT = Template("""\
const _modules = {
$modules
};
const _made = new Map();
const _need = (name) => _made.get(name) ?? _made.set(name, _modules[name]()).get(name);
const _later = async (name) => _need(name);
const _addressOf = (name) => new URL("$static" + name, location.href).href;
$entries
""")


@dataclass(frozen=True)
class Bundle:
    page: str
    body: Body
    source_map: Body

    @property
    def url(self) -> str:
        return reverse("bundle", args=[self.page, self.body.digest])


@kept
def bundle(page: str) -> Bundle:
    """The script of one of `PAGES`, which names its source map."""
    modules = dict(_modules(PAGES[page], ()))
    mapped = Body(source_map([static(name) for name in modules], _places(modules)))
    address = reverse("source_map", args=[page, mapped.digest])
    text = f"{_script(modules, PAGES[page])}//# sourceMappingURL={address}\n"
    return Bundle(page, Body(text.encode()), mapped)


def script(entries: Iterable[str], without: str | tuple[str, ...] = ()) -> str:
    """The entries and all they need; parts that are loaded later are left out if their names begin with `without`."""
    return _script(dict(_modules(entries, without)), entries)


def _script(modules: Mapping[str, str], entries: Iterable[str]) -> str:
    return SCRIPT.substitute(
        modules="\n".join(_function(name, source) for name, source in modules.items()),
        static=static(""),
        entries="\n".join(f'_need("{entry}");' for entry in entries),
    )


def _places(modules: Mapping[str, str]) -> Iterator[Place | None]:
    """The place of each line of the script, up to the last module: `SCRIPT` and `_function` put lines around them."""
    yield None
    for number, source in enumerate(modules.values()):
        yield None
        yield from ((number, line) for line in range(source.count("\n")))
        yield from (None, None)


def _modules(entries: Iterable[str], without: str | tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Names and sources, each once."""
    names = list(entries)
    for name in names:  # it grows meanwhile
        source = _source(name)
        yield name, source
        now = (imported[3] for imported in IMPORT.finditer(source))
        later = (loaded[1] for loaded in LATER.finditer(source))
        named = [_name(name, each) for each in now]
        named += [each for each in (_name(name, each) for each in later) if not each.startswith(without)]
        names += [each for each in dict.fromkeys(named) if each not in names]


def _function(name: str, source: str) -> str:
    exported = ", ".join(EXPORT.findall(source))
    body = IMPORT.sub(lambda found: _needs(name, found), source)
    body = LATER.sub(lambda found: f'await _later("{_name(name, found[1])}")', body)
    body = EXPORT.sub("", body).replace("import.meta.url", f'_addressOf("{name}")')
    unknown = UNKNOWN.search(body)
    if unknown:
        raise ValueError(f"{name}: {unknown[0]!r} cannot be bundled: write it as other modules do")
    return f'"{name}": () => {{\n{body}return {{ {exported} }};\n}},'


def _needs(name: str, found: re.Match[str]) -> str:
    whole, names, path = found.groups()
    needed = f'_need("{_name(name, path)}");'
    if names:
        return f"const {names.replace(' as ', ': ')} = {needed}"
    return f"const {whole} = {needed}" if whole else needed


def _name(module: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), path))


def _source(name: str) -> str:
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(f"{name} is not among the static files")
    return Path(path).read_text(encoding="utf-8")
