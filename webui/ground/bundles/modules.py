"""The modules of the page, read as a bundle needs them.

Only the style of `static/js` is supported: named exports at their declaration, imports of relative files, no cycles;
and of libraries the list of exports at the end.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from django.contrib.staticfiles import finders

from webui.ground.bundles.minify import Stripped, strip

IMPORT = re.compile(r'^import (?:(?:\* as (\w+)|(\{[^}]*\})) from )?"(\.[^"]+)";$', re.MULTILINE)
LATER = re.compile(r'\bawait import\("(\.[^"]+)"\)')
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) ([\w$]+))", re.MULTILINE)
EXPORT_LIST = re.compile(r"\bexport ?\{([^}]*)\};?\s*\Z")
UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@dataclass(frozen=True)
class Module:
    name: str  # of the static file
    source: str

    @cached_property
    def imports(self) -> tuple[str, ...]:
        """The modules that it needs at once."""
        return tuple(_name(self.name, match[3]) for match in IMPORT.finditer(self.source))

    @cached_property
    def later(self) -> tuple[str, ...]:
        """The modules that it asks for by `await import()`."""
        return tuple(_name(self.name, match[1]) for match in LATER.finditer(self.source))

    @cached_property
    def exports(self) -> tuple[str, ...]:
        """The properties of an object that holds them."""
        listed = EXPORT_LIST.search(self.source)
        names = listed[1].split(",") if listed else EXPORT.findall(self.source)
        return tuple(":".join(reversed(name.split(" as "))) for name in map(str.strip, names))

    @cached_property
    def body(self) -> Stripped:
        """The statements of a function that makes the exports; its lines are those of the file."""
        body = IMPORT.sub(self._needs, self.source)
        body = LATER.sub(lambda match: f'await _later("{_name(self.name, match[1])}")', body)
        body = EXPORT_LIST.sub("", EXPORT.sub("", body)).replace(
            "import.meta.url", f'_addressOf("{self.name}")'
        )
        unknown = UNKNOWN.search(body)
        if unknown:
            raise ValueError(f"{self.name}: {unknown[0]!r} cannot be bundled: use named imports and exports")
        try:
            return strip(body)
        except ValueError as error:
            raise ValueError(f"{self.name}: {error}") from error

    def _needs(self, match: re.Match[str]) -> str:
        namespace, names, path = match.groups()
        exports = f'_need("{_name(self.name, path)}");'
        if names:
            return f"const {names.replace(' as ', ': ')} = {exports}"
        return f"const {namespace} = {exports}" if namespace else exports


Modules = Mapping[str, Module]


def reached(entries: Iterable[str]) -> Modules:
    """Return the entries and all that they import, by name and in its order: neighbours compress well."""
    modules: dict[str, Module] = {}
    names = list(entries)
    for name in names:  # grows during the iteration
        if name not in modules:
            modules[name] = module(name)
            names += modules[name].imports
    return dict(sorted(modules.items()))


def parts(main: Modules, without: tuple[str, ...] = ()) -> Mapping[str, Modules]:
    """Return what `await import()` adds to `main`, by the name of the module that is asked for.

    Those whose names start with `without` are left out.
    """
    modules_of: dict[str, Modules] = {}
    scripts = [main]
    for script in scripts:  # grows during the iteration
        for name in [name for module in script.values() for name in module.later]:
            if name not in main and name not in modules_of and not name.startswith(without):
                modules_of[name] = {key: part for key, part in reached([name]).items() if key not in main}
                scripts.append(modules_of[name])
    return modules_of


def module(name: str) -> Module:
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(f"there is no static file {name}")
    return Module(name, Path(path).read_text(encoding="utf-8"))


def _name(module: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), path))
