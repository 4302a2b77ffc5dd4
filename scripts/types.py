"""`make types`: what the page has from Python, the types of answers in TypeScript and the engine's sentences.

TypedDicts and schemas become interfaces under their own names; their docstrings, and those of their fields, comments.
`AnswerTo` is what the API answers to a path. Each registry of sentences becomes a module that exports `WORDING`.
"""

from __future__ import annotations

import ast
import builtins
import datetime
import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import types
import typing
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import django
import numpy as np
from pydantic import BaseModel
from typing_extensions import get_original_bases, is_typeddict

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.typeddict import OtherKeys
from scripts.written import ROOT, write_or_check

FOLDER = ROOT / "static" / "js"
FILES = {"scheduler_core": "engine.d.ts", "webui": "api.d.ts"}
WIDTH = 100

SCALARS: dict[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
    uuid.UUID: "string",
    datetime.datetime: "string",
}
COLUMN = """\
/** An array in the columns of a cycle; of booleans, 1 and 0. */
export type Column = Int8Array | Int16Array | Int32Array | Float64Array;
"""


@dataclass
class Writer:
    """Writes declarations by package and name, each with all that it is made of.

    `aliases` are the package and the name of unions and literals, by what they look like.
    """

    aliases: dict[str, tuple[str, str]]
    declarations: dict[str, dict[str, str]] = field(
        default_factory=lambda: {package: {} for package in FILES}
    )

    def type(self, annotation: Any) -> str:
        """How a type is written where it is used."""
        if (alias := self.aliases.get(repr(annotation))) is not None:
            return self.declare(*alias, lambda: self.alias(alias[1], annotation))
        return self.expanded(annotation)

    def declare(self, package: str, name: str, text: Callable[[], str]) -> str:
        declared = self.declarations[package]
        if name not in declared:
            declared[name] = ""  # a type may hold itself
            declared[name] = text()
        return name

    def alias(self, name: str, annotation: Any) -> str:
        return f"export type {name} = {self.expanded(annotation)};\n"

    def expanded(self, annotation: Any) -> str:
        if annotation in SCALARS:
            return SCALARS[annotation]
        if is_interface(annotation):
            package = annotation.__module__.partition(".")[0]
            return self.declare(package, annotation.__name__, lambda: self.interface(annotation))
        return self.generic(typing.get_origin(annotation), *typing.get_args(annotation))

    def generic(self, origin: Any, *arguments: Any) -> str:
        match origin:
            case typing.Annotated:
                return self.annotated(*arguments)
            case typing.Literal:
                return " | ".join(json.dumps(value) for value in arguments)
            case typing.Union | types.UnionType:
                return " | ".join(self.type(argument) for argument in arguments)
            case np.ndarray:
                return "Column"
            case builtins.list:
                return f"({self.type(arguments[0])})[]"
            case builtins.dict:
                return f"Record<{self.type(arguments[0])}, {self.type(arguments[1])}>"
        raise TypeError(f"no TypeScript for {origin} of {arguments}")

    def annotated(self, annotation: Any, *metadata: Any) -> str:
        others = [self.type(mark.type) for mark in metadata if isinstance(mark, OtherKeys)]
        return " & ".join([self.type(annotation), *(f"{{ [key: string]: {other} }}" for other in others)])

    def interface(self, cls: Any) -> str:
        bases = [self.type(base) for base in get_original_bases(cls) if is_interface(base)]
        extends = f" extends {', '.join(bases)}" if bases else ""
        docs = docs_of(cls)
        lines = [comment(docs.get("", "")), f"export interface {cls.__name__}{extends} {{\n"]
        for name, (annotation, required) in own_fields(cls).items():
            lines.append(comment(docs.get(name, "")))
            lines.append(f"{json.dumps(name)}{'' if required else '?'}: {self.type(annotation)};\n")
        return "".join([*lines, "}\n"])

    def text(self, package: str) -> str:
        """All declarations of a package, by name, and what they import of the others."""
        own = self.declarations[package]
        text = "\n".join(own[name] for name in sorted(own))
        used = set(re.findall(r"\w+", text))
        imports = [
            f'import type {{ {", ".join(sorted(used & others.keys()))} }} from "./{file.removesuffix(".d.ts")}.js";\n'
            for other, file in FILES.items()
            if other != package and used & (others := self.declarations[other]).keys()
        ]
        return "\n".join(["// Written by `make types` from the types in Python.\n", *imports, text])


# ---- types ----


def is_interface(annotation: Any) -> bool:
    """Whether it is a TypedDict or a schema of ours."""
    if not isinstance(annotation, type) or annotation.__module__.partition(".")[0] not in FILES:
        return False
    return is_typeddict(annotation) or issubclass(annotation, BaseModel)


def own_fields(cls: Any) -> dict[str, tuple[Any, bool]]:
    """The fields that no base has so, each with whether it is always there.

    A request may leave out what has a default.
    """
    bases = [base for base in get_original_bases(cls) if is_interface(base)]
    inherited = {
        name
        for base in bases
        for name in names(base)
        if annotation_of(base, name) == annotation_of(cls, name)
    }
    if issubclass(cls, BaseModel):
        is_request = cls.model_config.get("extra") == "forbid"
        fields = {
            name: (info.annotation, info.is_required() or not is_request)
            for name, info in cls.model_fields.items()
        }
    else:
        hints = typing.get_type_hints(cls, include_extras=True)
        fields = {name: unwrapped(hint) for name, hint in hints.items()}
    return {name: typed for name, typed in fields.items() if name not in inherited}


def names(cls: Any) -> list[str]:
    return list(cls.model_fields if issubclass(cls, BaseModel) else cls.__annotations__)


def annotation_of(cls: Any, name: str) -> Any:
    return cls.model_fields[name].annotation if issubclass(cls, BaseModel) else cls.__annotations__.get(name)


def unwrapped(hint: Any) -> tuple[Any, bool]:
    if typing.get_origin(hint) is typing.NotRequired:
        return typing.get_args(hint)[0], False
    return hint, True


def module_values() -> Iterator[tuple[str, str, Any]]:
    """The package, the name and the value of all that our modules name."""
    for package in FILES:
        for module in sorted(name for name in sys.modules if name.startswith(f"{package}.")):
            for name, value in list(vars(sys.modules[module]).items()):
                yield package, name, value


def named_types() -> dict[str, tuple[str, str]]:
    """The package and the name of unions, literals and annotated types that have one."""
    origins: dict[str, tuple[str, str]] = {}
    for package, name, value in module_values():
        if typing.get_origin(value) in (types.UnionType, typing.Union, typing.Literal) or is_marked(value):
            origins.setdefault(repr(value), (package, name))
    return origins


def is_marked(value: Any) -> bool:
    """An annotated interface or union; annotated text is text."""
    return typing.get_origin(value) is typing.Annotated and value.__origin__ not in SCALARS


# ---- comments ----


def docs_of(cls: type) -> dict[str, str]:
    """The docstring of a class under "", and those of its fields by name."""
    docs = docs_in(cls.__module__).get(cls.__name__, {})
    return {name: doc.replace("None", "null") for name, doc in docs.items()}


@cache
def docs_in(module: str) -> dict[str, dict[str, str]]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: dict(field_docs(node)) for node in tree.body if isinstance(node, ast.ClassDef)}


def field_docs(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    yield "", ast.get_docstring(node) or ""
    for before, after in zip(node.body, node.body[1:], strict=False):
        match before, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(doc))):
                yield name, inspect.cleandoc(doc)


def comment(doc: str) -> str:
    paragraphs = [textwrap.wrap(part, WIDTH) for part in doc.split("\n\n") if part]
    lines = [line for part in paragraphs for line in ("", *part)][1:]
    if len(lines) < 2:
        return f"/** {lines[0]} */\n" if lines else ""
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


# ---- the API ----


def answers(paths: Manifest) -> str:
    """What each method of a path answers; the longest paths come first, as a parameter stands for any text."""
    pairs = [
        (f"{method.upper()} {re.sub('{.*?}', '${string}', path.removeprefix('/api'))}", answer(operation))
        for path, operations in paths.items()
        for method, operation in operations.items()
    ]
    pairs.sort(key=lambda pair: (-len(pair[0].replace("${string}", "")), pair[0]))
    return "".join(
        ["type Answers = [\n", *(f"[`{pattern}`, {text}],\n" for pattern, text in pairs), "];\n", ANSWER_TO]
    )


def answer(operation: Manifest) -> str:
    response = next(response for status, response in operation["responses"].items() if int(status) < 300)
    return referred(response["content"]["application/json"]["schema"]) if "content" in response else "null"


def referred(schema: Manifest) -> str:
    """The schema of an answer: one by name, a list of them, or one of several."""
    if "anyOf" in schema:
        return " | ".join(map(referred, schema["anyOf"]))
    if "items" in schema:
        return f"({referred(schema['items'])})[]"
    return str(schema["$ref"]).rpartition("/")[2]


ANSWER_TO = """
type Lookup<Key, Pairs> = Pairs extends [[infer Pattern, infer Answer], ...infer Rest]
  ? Key extends Pattern ? Answer : Lookup<Key, Rest>
  : unknown;

/** What the API answers to a method of a path, which may have a query. */
export type AnswerTo<Method extends string, Path extends string> = Path extends `${infer Bare}?${string}`
  ? AnswerTo<Method, Bare>
  : Lookup<`${Method} ${Path}`, Answers>;
"""


# ---- sentences ----


def wording() -> dict[str, str]:
    """Return the modules of the engine's sentences by path."""
    from scheduler_core.wording import WORDING

    return {
        f"wording/{registry}.js": f"// Written by `make types` from the engine's registries.\n\n"
        f"/** @type {{{shape(sentences)}}} */\n"
        f"export const WORDING = {literal(sentences)};\n"
        for registry, sentences in WORDING.items()
    }


def literal(value: object) -> str:
    """Return nested dicts and lists of sentences as JavaScript, with long sentences in parts that fit on a line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(literal, value)) + "]"
    parts = re.findall(r".{1,95}(?: |$)", value) if isinstance(value, str) and len(value) > 96 else [value]
    return " + ".join(json.dumps(part, ensure_ascii=False) for part in parts)


def pools() -> dict[str, str]:
    """Return the module of the labels that name pools of nodes, by path."""
    from scheduler_core.kubernetes.objects.nodegroups import GROUP_LABELS

    head = "// Written by `make types` from the engine's table.\n\n"
    return {"model/poolkeys.js": f"{head}export const POOL_KEYS = {json.dumps(GROUP_LABELS)};\n"}


def shape(value: object) -> str:
    """Return the type of nested dicts of templates; dicts beside each other have the same."""
    if isinstance(value, dict) and all(isinstance(item, dict) for item in value.values()):
        leaves = (leaf for item in value.values() for leaf in item.values())
        return f"Record<string, {shape(dict(enumerate(leaves)))}>"
    if isinstance(value, dict):
        parts = {shape(item) for item in value.values()}
        wide = "Record<string, string | string[]>"  # holds what those of one kind hold
        narrow = {"Record<string, string>", "Record<string, string[]>"} if wide in parts else set()
        return f"Record<string, {' | '.join(sorted(parts - narrow))}>"
    return "string" if isinstance(value, str) else "string[]"


# ---- what is written ----


def declarations() -> dict[str, str]:
    """Return the files of the types by path."""
    from scheduler_core import contract
    from webui.site.api import api

    described = api.get_openapi_schema()
    writer = Writer(named_types())
    writer.declarations["scheduler_core"]["Column"] = COLUMN
    writer.declarations["webui"]["Answers"] = answers(described["paths"])
    for _, value in sorted(vars(contract).items()):
        if is_interface(value) or repr(value) in writer.aliases:
            writer.type(value)
    schemas = {name: value for _, name, value in module_values() if is_interface(value)}
    for name in described["components"]["schemas"]:
        writer.type(schemas[name])
    return {f"types/{file}": writer.text(package) for package, file in FILES.items()}


def laid_out(texts: dict[str, str]) -> dict[str, str]:
    """Return the texts as oxfmt writes them, by path."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: Path(folder) / name for name in texts}
        for name, path in paths.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(texts[name], encoding="utf-8")
        formatter = Path(sys.executable).parent / "oxfmt"
        command = map(str, (formatter, "--config", ROOT / ".oxfmtrc.json", *paths.values()))
        subprocess.run([*command], check=True, capture_output=True)
        return {name: path.read_text(encoding="utf-8") for name, path in paths.items()}


def main(arguments: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webui.config.settings")
    django.setup()
    texts = {FOLDER / name: text for name, text in laid_out(declarations() | wording() | pools()).items()}
    return write_or_check(texts, arguments, source="Python says", make="types")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
