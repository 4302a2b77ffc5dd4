"""Cache results that depend on files for the lifetime of the process."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import ParamSpec, TypeVar, cast

from django.conf import settings

P = ParamSpec("P")
T = TypeVar("T")


def cached_in_production(function: Callable[P, T]) -> Callable[P, T]:
    """Cache the results of a function of files, except in development, where files change."""
    return function if settings.DEVELOPMENT else cast("Callable[P, T]", cache(function))
