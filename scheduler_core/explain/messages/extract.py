"""The message alone, out of what kubectl and logs print around it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scheduler_core.explain.compare.event_text import NAMESPACE

_HEAD = re.compile(r"(?<!\d)\d{1,9}/\d{1,9} nodes are available:?|no nodes available to schedule pods")
_SENTENCE = re.compile(r".*?\.(?=[\s\"']|$)")
# What PostFilter of DynamicResources says comes before what preemption says.
_PREEMPTION = re.compile(
    r" (?:(?:no new claims to deallocate|still not schedulable|de(?:allocation|letion) of ResourceClaim completed), )?"
    r"preemption: "
)
_NO_NODE_TO_CLEAR = re.compile(r" not found(?=[\s\"']|$)")  # of PostFilter, after a rejection by PreFilter
_DOUBLED = re.compile(r"(?<=[\w\]\[ =(,])''(?=[\w\]\[ .,:;)])")
_NAMESPACE = re.compile(rf"\bNamespace: ({NAMESPACE})(?!\S)")


def flat(text: str) -> str:
    """Return the text on one line, with the quotes of a log line and of a YAML string as they were."""
    return unquoted(" ".join(text.split()))


def unquoted(text: str) -> str:
    """Return a text without the backslashes and doubled quotes that a log line and YAML put into a string."""
    return _DOUBLED.sub("'", text.replace('\\"', '"'))


def message_in(line: str) -> str:
    """Return the first message in a text on one line, or "" if there is none. One that is cut ends with the text."""
    span = _span(line, 0)
    return line[span[0] : span[1]] if span else ""


def texts_of_messages(line: str) -> Iterator[str]:
    """Yield the pieces of a text on one line, each of which ends with a message."""
    start = 0
    while span := _span(line, start):
        yield line[start : span[1]]
        start = span[1]


def _span(line: str, start: int) -> tuple[int, int] | None:
    head = _HEAD.search(line, start)
    if head is None:
        return None
    end = _end_of_sentence(line, head.end())
    if part := _PREEMPTION.match(line, end):
        end = _end_of_sentence(line, part.end())
    elif part := _NO_NODE_TO_CLEAR.match(line, end):
        end = part.end()
    return head.start(), end


def namespace_in(line: str) -> str:
    """Return the namespace that `kubectl describe` prints, or "" if there is none."""
    match = _NAMESPACE.search(line)
    return match[1] if match else ""


def _end_of_sentence(line: str, start: int) -> int:
    sentence = _SENTENCE.match(line, start)
    return sentence.end() if sentence else len(line)
