"""The scheduling framework of Kubernetes on columns: schedules pods as kube-scheduler does, and explains why.

The public names are those of `public.py`. It is imported with the first of them that is asked for, so that a command
imports only the modules that it needs.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .public import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        """Return a public name; raise AttributeError for others, and for modules, which are imported then."""
        if name.startswith("_") or find_spec(f"{__name__}.{name}"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.public"), name)
