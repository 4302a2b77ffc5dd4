"""The wordings of reasons, as versions have had them (`wordings.yaml`), and the plugins that give them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import yaml

_PATH: Final = Path(__file__).with_name("wordings.yaml")

TAINT = "node(s) had untolerated taint {taint}"
UNNAMED_TAINTS = "node(s) had untolerated taint(s)"
SPREAD = "node(s) didn't match pod topology spread constraints"
SPREAD_LABEL = f"{SPREAD} (missing required label)"
EXCLUDED_NODES = "node is filtered out by the prefilter result"
NO_VICTIMS = "No preemption victims found for incoming pod"

# Versions up to 1.22 gave this reason beside the one that says which rules it was.
AFFINITY = "node(s) didn't match pod affinity/anti-affinity"
AFFINITY_RULES = frozenset(
    (
        "node(s) didn't match pod affinity rules",
        "node(s) didn't match pod anti-affinity rules",
        "node(s) didn't satisfy existing pods anti-affinity rules",
    )
)

LONGEST = 1_024  # characters of a reason: an event has no more
_PLACEHOLDER = re.compile(r"\\\{(\w+)\\\}")
_REPEATED = re.compile(r" \(repeated \d+ times\)$")


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason in its current wording. `plugin` gives it, or gave it; None if no version has the wording."""

    words: str
    plugin: str | None


def recognize(words: str) -> Reason:
    """Return the reason of a wording of any version; an unknown wording as it is."""
    if len(words) > LONGEST:
        return Reason(words, None)
    plain = _REPEATED.sub("", words) if words.endswith(" times)") else words
    if known := _plain().get(plain):
        return known
    for beginning, pattern, plugin, current in _patterns():
        if plain.startswith(beginning) and (match := pattern.fullmatch(plain)):
            return Reason(current.format(**match.groupdict()), plugin)
    return Reason(plain, None)


def complete(beginning: str) -> str:
    """Return the wording that a text cut off in the middle begins; the text if there is none, or more than one."""
    candidates = {words for words, _, _ in _rows() if words.startswith(beginning) and "{" not in words}
    return candidates.pop() if len(candidates) == 1 else beginning


@cache
def _plain() -> Mapping[str, Reason]:
    """Return the reasons by the wordings without a placeholder."""
    return {words: Reason(current, plugin) for words, plugin, current in _rows() if "{" not in words}


@cache
def _patterns() -> Sequence[tuple[str, re.Pattern[str], str, str]]:
    """Return beginning, pattern, plugin and current wording of each wording with a placeholder."""
    return [
        (words.partition("{")[0], _pattern(words), plugin, current)
        for words, plugin, current in _rows()
        if "{" in words
    ]


@cache
def _rows() -> tuple[tuple[str, str, str], ...]:
    """Return each wording with its plugin and the current wording."""
    table = yaml.load(_PATH.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return tuple(
        (words, row["plugin"], row["words"])
        for row in table
        for words in (row["words"], *row.get("also", ()))
    )


def _pattern(words: str) -> re.Pattern[str]:
    escaped = re.escape(words)
    return re.compile(_PLACEHOLDER.sub(_placeholder, escaped))


def _placeholder(match: re.Match[str]) -> str:
    form = r"\{.*?\}" if match[1] == "taint" else ".+?"
    return f"(?P<{match[1]}>{form})"
