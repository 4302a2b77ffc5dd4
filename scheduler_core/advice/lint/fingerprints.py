"""What a finding is known by from one version of a text to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

from .contract import LintFinding


def fingerprints(findings: Sequence[LintFinding], names: Sequence[str]) -> list[str]:
    """Return a digest for each finding: of its file, rule, object and path, not of its line or its figures.

    Findings that are alike in these are told apart by their order.
    """
    seen: Counter[str] = Counter()
    digests = []
    for finding in findings:
        parts = (names[finding["source"]], finding["rule"], finding["object"], finding["path"])
        own = "\0".join(parts)
        digests.append(sha256(f"{own}\0{seen[own]}".encode()).hexdigest()[:32])
        seen[own] += 1
    return digests
