"""What is made of files and kept as long as the process lasts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import ParamSpec, TypeVar, cast

from django.conf import settings

P = ParamSpec("P")
T = TypeVar("T")


def kept(function: Callable[P, T]) -> Callable[P, T]:
    """Keep the results of a function of files; not in development, where files change."""
    return function if settings.DEVELOPMENT else cast("Callable[P, T]", cache(function))
