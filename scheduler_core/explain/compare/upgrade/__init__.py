"""The upgrade matrix: one scenario under many versions, and the change that causes each difference."""

from __future__ import annotations

from .contract import (
    Shift,
    Stay,
    UpgradeChange,
    UpgradeMatrix,
    UpgradePod,
    UpgradeProgress,
    UpgradeStep,
    UpgradeVersion,
)
from .matrix import upgrade_matrix
from .report import report_lines
from .selection import select_versions

__all__ = [
    "Shift",
    "Stay",
    "UpgradeChange",
    "UpgradeMatrix",
    "UpgradePod",
    "UpgradeProgress",
    "UpgradeStep",
    "UpgradeVersion",
    "report_lines",
    "select_versions",
    "upgrade_matrix",
]
