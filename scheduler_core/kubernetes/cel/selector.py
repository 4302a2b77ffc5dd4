"""Selectors of devices: parsed and checked by the library of the language, evaluated here.

Mirrors staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go @ v1.34.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from types import ModuleType
from typing import Any

from scheduler_core import allowance
from scheduler_core.extras import ExtraMissing, required

from .evaluation import evaluator
from .functions import KUBERNETES
from .overload import TEXTS, Overload
from .patterns import check_pattern
from .scope import Evaluator, evaluate
from .values import CelError, Domains, Quantity
from .wire import Call, Const, Expr, UnsupportedExpression, parts, read_checked


def invalid_patterns(tree: Expr, expression: str) -> list[str]:
    """Return the errors of the patterns that are no regular expressions, each with its picture."""
    return [shown_at(pattern.at, "invalid matches argument", expression) for pattern in _invalid(tree)]


def _invalid(expr: Expr) -> Iterator[Const]:
    # The first argument: of matches(text, pattern) that is the text, as upstream has it.
    if isinstance(expr, Call) and expr.function == "matches" and isinstance(expr.arguments[0], Const):
        try:
            check_pattern(expr.arguments[0].value)
        except CelError:
            yield expr.arguments[0]
    for part in parts(expr):
        yield from _invalid(part)


def shown_at(at: int, message: str, expression: str) -> str:
    """Return an error with line and column, from 1, the line, and a mark below the place."""
    line_start = expression[:at].rpartition("\n")[2]
    number = expression.count("\n", 0, at) + 1
    line = (line_start + expression[at:].partition("\n")[0]).replace("\t", " ")
    column = len(line_start)
    dots = "".join("." if character.isascii() else "．" for character in line[:column])
    mark = "^" if line[column : column + 1].isascii() else "＾"
    return f"ERROR: <input>:{number}:{column + 1}: {message}\n | {line}\n | {dots}{mark}"


# `device` is declared field by field, since the library has no type like kubernetes.DRADevice.
_UNKNOWN_FIELD = re.compile(r"undeclared reference to 'device\.(\w+)[^']*' \(in container ''\)")
_UNDEFINED = r"undefined field '\1'"
_ERROR = re.compile(r"ERROR: <input>:(\d+):(\d+): (.*)")
# These macros copy what they are called on, so that each in a chain doubles the expression.
_COPYING = re.compile(r"\bopt(?:Flat)?Map\b")
_MAX_COPYING = 8
_KUBERNETES_TYPES = ("kubernetes.Quantity", "kubernetes.Semver", "kubernetes.URL", "net.IP", "net.CIDR")


@dataclass(frozen=True, slots=True)
class DeviceValues:
    """What a selector knows of a device: attributes and capacity by qualified name, which may lack the domain."""

    driver: str
    attributes: Mapping[str, Any]
    capacity: Mapping[str, str]
    allows_multiple: bool = False

    def variables(self) -> Mapping[str, Any]:
        """Return the variables of an expression; the domain of a name without one is the driver."""
        capacity = {name: Quantity.parsed(amount) for name, amount in self.capacity.items()}
        return {
            "device.driver": self.driver,
            "device.allowMultipleAllocations": self.allows_multiple,
            "device.attributes": _by_domain(self.attributes, self.driver),
            "device.capacity": _by_domain(capacity, self.driver),
        }


def _by_domain(values: Mapping[str, Any], driver: str) -> Domains:
    domains: dict[str, dict[str, object]] = {}
    for name, value in values.items():
        domain, slash, identifier = name.partition("/")
        domains.setdefault(domain if slash else driver, {})[identifier if slash else name] = value
    return Domains(domains)


@dataclass(frozen=True, slots=True)
class CompiledSelector:
    """A selector; `error` is why it could not be compiled, in the words of cel-go.

    It is not `read` where the library of the language is not installed: then `error` says that.
    """

    expression: str
    error: str = ""
    _evaluate: Evaluator | None = None
    read: bool = True

    @property
    def problem(self) -> tuple[tuple[int, int] | None, str]:
        """The first error without its picture of the expression: line and column, from 1, if it has a place."""
        match = _ERROR.search(self.error)
        return ((int(match[1]), int(match[2])), match[3]) if match else (None, self.error)

    def matches(self, variables: Mapping[str, Any]) -> bool:
        """Return whether the device with these variables is selected; raise CelError."""
        allowance.check()
        assert self._evaluate is not None
        result = evaluate(self._evaluate, variables)
        if not isinstance(result, bool):
            raise CelError(f"type conversion error from '{type(result).__name__}' to 'bool'")
        return result


@lru_cache(maxsize=4096)
def compile_selector(expression: str) -> CompiledSelector:
    """Return the compiled expression, which may have an error."""
    try:
        return CompiledSelector(expression, _evaluate=_program(expression))
    except _InvalidSelector as error:
        return CompiledSelector(expression, str(error))
    except ExtraMissing as error:
        return CompiledSelector(expression, str(error), read=False)


class _InvalidSelector(Exception):
    """The expression is refused, with the text of Kubernetes or cel-go."""


def _program(expression: str) -> Evaluator:
    try:
        return evaluator(_checked(expression))
    except CelError as error:
        raise _InvalidSelector(f"program instantiation failed: {error}") from None


def _checked(expression: str) -> Expr:
    """Return the tree of an expression that compiles; raise _InvalidSelector."""
    if len(_COPYING.findall(expression)) > _MAX_COPYING:
        problem = f"more than {_MAX_COPYING} uses of optMap() and optFlatMap() are not simulated"
        raise _InvalidSelector(f"compilation failed: {problem}")
    try:
        compiled = _environment().compile(expression)
        tree = read_checked(compiled.serialize())
    except RuntimeError as error:
        text = str(error).removeprefix("INVALID_ARGUMENT: ").removesuffix(" [INVALID_ARGUMENT]")
        raise _InvalidSelector(f"compilation failed: {_UNKNOWN_FIELD.sub(_UNDEFINED, text)}") from None
    except UnsupportedExpression as error:
        raise _InvalidSelector(f"compilation failed: {error}") from None
    if errors := invalid_patterns(tree, expression):
        raise _InvalidSelector("compilation failed: " + "\n".join(errors))
    kind = compiled.return_type().name()
    if kind not in ("BOOL", "DYN"):
        raise _InvalidSelector(f"must evaluate to bool or the unknown type, not {kind.lower()}")
    return tree


@lru_cache(maxsize=4096)
def checked_expression(expression: str) -> Expr | None:
    """Return the tree of an expression, None if it does not compile."""
    return None if compile_selector(expression).error else _checked(expression)


@cache
def _library(module: str) -> ModuleType:
    """Return a module of the language's library; raise ExtraMissing."""
    use = "selectors of devices need the language CEL (cel-expr-python)"
    return required(f"cel_expr_python.{module}", "devices", use)


@cache
def _environment() -> Any:
    """Return the declarations: the variable `device`, the functions of Kubernetes, and extensions of the language."""
    cel, bindings, optional = map(_library, ("cel", "ext.ext_bindings", "ext.ext_optional"))
    types = _types()
    by_domain = {
        "attributes": cel.Type.Map(cel.Type.STRING, cel.Type.DYN),
        "capacity": cel.Type.Map(cel.Type.STRING, types["kubernetes.Quantity"]),
    }
    fields = {name: cel.Type.Map(cel.Type.STRING, values) for name, values in by_domain.items()}
    fields |= {"driver": cel.Type.STRING, "allowMultipleAllocations": cel.Type.BOOL}
    by_name = groupby(sorted(KUBERNETES, key=lambda o: o.name), key=lambda o: o.name)
    return cel.NewEnv(
        variables={f"device.{name}": kind for name, kind in fields.items()},
        functions=[cel.FunctionDecl(name, [_declared(o, types) for o in group]) for name, group in by_name],
        extensions=[bindings.ExtBindings(), optional.ExtOptional()],
    )


def _types() -> dict[str, object]:
    cel = _library("cel")
    simple = {
        "string": cel.Type.STRING,
        "int": cel.Type.INT,
        "bool": cel.Type.BOOL,
        "double": cel.Type.DOUBLE,
        "dyn": cel.Type.DYN,
        "list": cel.Type.List(cel.Type.DYN),
        TEXTS: cel.Type.List(cel.Type.STRING),
        "map": cel.Type.Map(cel.Type.STRING, cel.Type.List(cel.Type.STRING)),
    }
    return simple | {name: cel.Type.AbstractType(name) for name in _KUBERNETES_TYPES}


def _declared(overload: Overload, types: Mapping[str, Any]) -> Any:
    cel = _library("cel")
    return cel.Overload(
        f"{overload.name}({','.join(overload.parameters)})",
        return_type=types[overload.result],
        parameters=[types[parameter] for parameter in overload.parameters],
        is_member=overload.member,
        impl=overload.call,
    )
