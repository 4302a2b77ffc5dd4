"""What manifests and a cluster already say, without anything played: rules with the consequence of each finding."""

from __future__ import annotations

from .linting import SEVERITIES, lint
from .printing import OUTPUTS, printed_report
from .registry import HELP_PAGES, RULES

__all__ = ["HELP_PAGES", "OUTPUTS", "RULES", "SEVERITIES", "lint", "printed_report"]
