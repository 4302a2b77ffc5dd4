"""Bundle all modules of a page into one script: a first visit would wait for 180 small files, one request each.

A module becomes a function that is called when another first needs its exports, in the order in which the browser
would evaluate them. The modules named in `await import()` are included and evaluated on demand. Only the style of
`static/js` is supported: named exports at their declaration, imports of relative files, no cycles.
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

from webui.ground.bundles.source_map import Place, source_map
from webui.ground.lib.body import Body
from webui.ground.lib.caching import cached_in_production

EVERYWHERE = ("js/lib/shell.js", "js/import/anywhere.js", "js/pages/glossary/card.js")
OF_A_RUN = (*EVERYWHERE, "js/share/runheader.js")
WORKBENCH = "js/pages/workbench/workbench.js"
PAGES = {
    "plain": EVERYWHERE,
    "run": OF_A_RUN,
    "gallery": (*EVERYWHERE, "js/pages/gallery/gallery.js"),
    "case": (*EVERYWHERE, "js/pages/gallery/case.js"),
    "answer": (*OF_A_RUN, "js/pages/answer/answer.js"),
    "glossary": (*EVERYWHERE, "js/pages/glossary/page.js"),
    "try-on": (*EVERYWHERE, "js/pages/samples/samples.js"),
    "message": (*EVERYWHERE, "js/pages/messages/messages.js"),
    "compare": (*OF_A_RUN, "js/pages/compare/compare.js"),
    "repairs": (*OF_A_RUN, "js/pages/whatif/whatif.js"),
    "lint": (*OF_A_RUN, "js/pages/lint/lint.js"),
    "capacity": (*OF_A_RUN, "js/pages/whatif/capacity/capacity.js"),
    "upgrade": (*OF_A_RUN, "js/pages/upgrade/upgrade.js"),
    "daytwo": (*OF_A_RUN, "js/pages/daytwo/daytwo.js"),
    "sweeps": (*OF_A_RUN, "js/pages/sweeps/sweeps.js"),
    "workbench": (*EVERYWHERE, WORKBENCH),
    "embed": (*EVERYWHERE, WORKBENCH, "js/pages/embed/embed.js"),
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


@cached_in_production
def bundle(page: str) -> Bundle:
    """Return the script of one of `PAGES`, with its source map."""
    modules = dict(_modules(PAGES[page], ()))
    mapped = Body(source_map([static(name) for name in modules], _places(modules)))
    address = reverse("source_map", args=[page, mapped.digest])
    text = f"{_script(modules, PAGES[page])}//# sourceMappingURL={address}\n"
    return Bundle(page, Body(text.encode()), mapped)


def script(entries: Iterable[str], without: str | tuple[str, ...] = ()) -> str:
    """Return a script of the entries and all they import; leave out lazy modules whose names start with `without`."""
    return _script(dict(_modules(entries, without)), entries)


def _script(modules: Mapping[str, str], entries: Iterable[str]) -> str:
    return SCRIPT.substitute(
        modules="\n".join(_function(name, source) for name, source in modules.items()),
        static=static(""),
        entries="\n".join(f'_need("{entry}");' for entry in entries),
    )


def _places(modules: Mapping[str, str]) -> Iterator[Place | None]:
    """Yield the source place of each line up to the last module; None for lines of `SCRIPT` and `_function`."""
    yield None
    for number, source in enumerate(modules.values()):
        yield None
        yield from ((number, line) for line in range(source.count("\n")))
        yield from (None, None)


def _modules(entries: Iterable[str], without: str | tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the name and source of each module once."""
    names = list(entries)
    for name in names:  # grows during the iteration
        source = _source(name)
        yield name, source
        imports = (imported[3] for imported in IMPORT.finditer(source))
        lazy_imports = (loaded[1] for loaded in LATER.finditer(source))
        needed = [_name(name, path) for path in imports]
        needed += [
            lazy for lazy in (_name(name, path) for path in lazy_imports) if not lazy.startswith(without)
        ]
        names += [module for module in dict.fromkeys(needed) if module not in names]


def _function(name: str, source: str) -> str:
    exported = ", ".join(EXPORT.findall(source))
    body = IMPORT.sub(lambda match: _needs(name, match), source)
    body = LATER.sub(lambda match: f'await _later("{_name(name, match[1])}")', body)
    body = EXPORT.sub("", body).replace("import.meta.url", f'_addressOf("{name}")')
    unknown = UNKNOWN.search(body)
    if unknown:
        raise ValueError(f"{name}: {unknown[0]!r} cannot be bundled: use named imports and exports")
    return f'"{name}": () => {{\n{body}return {{ {exported} }};\n}},'


def _needs(name: str, match: re.Match[str]) -> str:
    namespace, names, path = match.groups()
    exports = f'_need("{_name(name, path)}");'
    if names:
        return f"const {names.replace(' as ', ': ')} = {exports}"
    return f"const {namespace} = {exports}" if namespace else exports


def _name(module: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), path))


def _source(name: str) -> str:
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(f"there is no static file {name}")
    return Path(path).read_text(encoding="utf-8")
