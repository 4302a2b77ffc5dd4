"""The rules, a module a family."""

from __future__ import annotations
