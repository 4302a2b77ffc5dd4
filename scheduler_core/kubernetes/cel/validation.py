"""What is refused of an expression whose types agree: patterns of matches() that are none.

Mirrors ValidateRegexLiterals of cel/validator.go and ToDisplayString of common/error.go in cel-go @ v0.26.0.
"""

from __future__ import annotations

from collections.abc import Iterator

from .patterns import check_pattern
from .values import CelError
from .wire import Call, Const, Expr, parts


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
