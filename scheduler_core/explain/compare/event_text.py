"""Parsing a FailedScheduling message, as printed in events, by `kubectl describe` and in the scheduler's log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import worded

from .wordings import complete

_HEAD = re.compile(r"(?<!\d)(\d{1,9})/(\d{1,9}) nodes are available:?\s*")
_NONE = "no nodes available to schedule pods"
_COUNT = re.compile(r"(?<!\d)(\d{1,9}) (?=\S)")
_END = re.compile(r"\.(?=[\s\"']|$)")
_PREEMPTION = re.compile(r"\bpreemption: ")
NAMESPACE = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_NAME = rf"((?:{NAMESPACE}/)?[a-z0-9](?:[a-z0-9.-]{{0,251}}[a-z0-9])?)(?![a-z0-9])"
_POD = re.compile(rf"(?:\bpod/|\bPod (?=\S*[-/0-9])|\bName: |pod=\"?){_NAME}")
_EXAMPLE = "0/4 nodes are available: 3 Insufficient cpu, 1 node(s) were unschedulable."

_CUT = ("...", "…")  # events have at most 1024 characters
_WITHOUT_COUNTS = re.compile(
    r"pod has unbound (?:immediate )?PersistentVolumeClaims|persistentvolumeclaim \"[^\"]+\" not found"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """The number of nodes for one reason."""

    count: int
    reason: str


@dataclass(frozen=True, slots=True)
class Message:
    """A parsed message. `pod` is the pod that the surrounding text names, "" if none.

    `is_cut`: the clauses of the filters end in the middle, as in an event that was too long.
    """

    available: int
    nodes: int
    clauses: tuple[Clause, ...]
    preemption: tuple[Clause, ...] = ()
    pod: str = ""
    is_cut: bool = False


def parse(text: str, *, nodes: int = 0) -> Message:
    """Return the first message in the text; raise InvalidInput if there is none.

    `nodes` is the number of nodes of a message that does not say it, as those of volumes up to 1.19.
    """
    flat = " ".join(text.split())
    head = _HEAD.search(flat)
    if head is None:
        return _without_head(flat, nodes)
    rest = _without_cut(flat[head.end() :])
    preemption = _PREEMPTION.search(rest)
    filters, preempted = (rest[: preemption.start()], rest[preemption.end() :]) if preemption else (rest, "")
    inner_head = _HEAD.match(preempted)
    clauses, is_cut = clauses_of(filters, int(head[2])), rest != flat[head.end() :]
    if is_cut and preemption:
        is_cut, preempted = False, ""
    elif is_cut and clauses:
        clauses = (*clauses[:-1], replace(clauses[-1], reason=complete(clauses[-1].reason)))
    return Message(
        int(head[1]),
        int(head[2]),
        clauses,
        clauses_of(preempted[inner_head.end() :] if inner_head else preempted, int(head[2])),
        pod_named_in(flat[: head.start()]),
        is_cut,
    )


def _without_cut(text: str) -> str:
    """Return a text without the dots that end one that was cut off, and the quotes behind them."""
    end = len(text)
    while end and (text[end - 1] in "\"'" or text[end - 1].isspace()):
        end -= 1
    mark = next((mark for mark in _CUT if text.endswith(mark, 0, end)), None)
    return text[: end - len(mark)].rstrip() if mark else text


def _without_head(flat: str, nodes: int) -> Message:
    if _NONE in flat:
        return Message(0, 0, (), (), pod_named_in(flat))
    if reason := _WITHOUT_COUNTS.search(flat):
        return Message(0, nodes, (Clause(nodes, reason[0]),), (), pod_named_in(flat))
    raise InvalidInput.of(
        "message",
        worded('must contain a message of the scheduler, for example "{example}"', example=_EXAMPLE),
    )


def clauses_of(text: str, nodes: int) -> tuple[Clause, ...]:
    """Return the clauses of `3 Insufficient cpu, 1 node(s) …, that …`; each begins at a number after a comma.

    Reasons of PreFilter have no number: they are about all nodes.
    """
    sentence = _first_sentence(text).strip()
    starts = list(_starts(sentence))
    if not starts:
        return (Clause(nodes, sentence),) if sentence else ()
    ends = [*(match.start() for match in starts[1:]), len(sentence)]
    return tuple(
        Clause(int(match[1]), sentence[match.end() : end].strip().rstrip(",.").strip())
        for match, end in zip(starts, ends, strict=True)
    )


def _starts(sentence: str) -> Iterator[re.Match[str]]:
    """Yield the numbers at the start or after a comma, outside braces; taints may contain commas."""
    seen = depth = 0
    for match in _COUNT.finditer(sentence):
        depth += sentence.count("{", seen, match.start()) - sentence.count("}", seen, match.start())
        seen = match.start()
        if not depth and (not seen or sentence.endswith(", ", 0, seen)):
            yield match


def _first_sentence(text: str) -> str:
    """Return the text up to the period that ends the sentence."""
    end = _END.search(text)
    return text[: end.start()] if end else text.rstrip(". ")


def pod_named_in(text: str) -> str:
    """Return the pod that a text names, as `kubectl describe` and logs do; "" if none."""
    named = _POD.search(text)
    return named[1] if named else ""
