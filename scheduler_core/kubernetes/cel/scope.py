"""What an expression is evaluated in: its variables, and the meter of its evaluation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .cost import LimitExceeded, Meter
from .values import CelError, Growing


class Scope(dict[str, object]):
    """The variables that an expression sees, and the meter of its evaluation."""

    __slots__ = ("meter",)

    def __init__(self, variables: Mapping[str, Any], meter: Meter) -> None:
        super().__init__(variables)
        self.meter = meter


Evaluator = Callable[[Scope], Any]


def evaluate(evaluator: Evaluator, variables: Mapping[str, Any]) -> Any:
    """Return the value of an expression; raise CelError, also for what costs too much."""
    scope = Scope(variables, Meter())
    try:
        try:
            return evaluator(scope)
        finally:
            scope.meter.charge(0)
    except LimitExceeded as limit:
        raise CelError(str(limit)) from None


class Bound:
    """A variable that is evaluated when it is read for the first time, or not at all."""

    def __init__(self, evaluate: Evaluator, scope: Scope, *, growing: bool = False) -> None:
        self._evaluate, self._scope, self._growing = evaluate, scope, growing
        self._value: Any = None
        self._failure: CelError | None = None
        self._known = False

    def value(self) -> Any:
        if not self._known:
            self._known = True
            try:
                value = self._evaluate(self._scope)
                self._value = Growing() if self._growing and isinstance(value, list) else value
            except CelError as error:
                self._failure = error
        if self._failure:
            raise self._failure
        return self._value

    @classmethod
    def failed(cls, failure: CelError, scope: Scope) -> Bound:
        """Return a variable with an error for a value, until a step of a macro decides without it."""
        bound = cls(lambda _: None, scope)
        bound._known, bound._failure = True, failure
        return bound
