"""What a function of expressions is: its forms by the types of arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .values import type_name

DYN = "dyn"
TEXTS = "list(string)"  # the type of a result only


@dataclass(frozen=True, slots=True)
class Overload:
    """One form of a function: the types of its arguments, the first of which is the target if it is a member."""

    name: str
    parameters: tuple[str, ...]
    result: str
    call: Callable[..., Any]
    member: bool = True

    def takes(self, arguments: tuple[Any, ...]) -> bool:
        return len(arguments) == len(self.parameters) and all(
            parameter in (DYN, type_name(argument))
            for parameter, argument in zip(self.parameters, arguments, strict=True)
        )
