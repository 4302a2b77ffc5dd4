"""What the API server, its admission plugins and the controllers fill in before the scheduler sees an object."""

from __future__ import annotations

from .admission import admit, tainted_nodes
from .policy import DEFAULT_POLICY, NO_ADMISSION, AdmissionPolicy
from .report import Report

__all__ = ["DEFAULT_POLICY", "NO_ADMISSION", "AdmissionPolicy", "Report", "admit", "tainted_nodes"]
