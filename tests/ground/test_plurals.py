"""The engine never says "1 pods": a number before a plural has a form for one, or is never one.

Which words are counted is read off all messages with two forms, those of the page and the server included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel.messages.catalog import Message

from scripts.messages import CATALOGUES, messages

OF_ENGINE = ("scheduler_core/", "static/js/wording/")
ALSO_COUNTED = {"bytes", "points"}
NOT_COUNTED = {"others"}  # it may begin a clause after a name: "of {queue} that others have borrowed"
NO_NUMBERS = {"taint"}
LIMITS = {"most", "limit"}  # of the program, all larger than one
# The beginnings of what is never about one, each with the reason.
NEVER_ONE = {
    "{feasible} of {nodes} nodes passed": "with one feasible node another sentence is said",
    "move {count} pods of {workload}": "one pod is moved by its name",
    "{replicas} pods exclude each other": "they are more than the domains",
    "states {count} facts": "one fact is what is asked for",
    "has {count} actions": "one action is what is asked for",
    "The message does not mention {small}": "the sum of two numbers, neither of them 0",
    "its reasons need at least {counted} nodes": "more than the nodes of the message",
    "the input has {size} ": "more than a limit",
    "the input has {count} objects": "more than a limit",
    "the workloads in the input would create {count} objects": "more than a limit",
}


def counted(said: list[Message]) -> set[str]:
    """Return the plurals after a number in messages that have a form for one, too."""
    nouns = set(ALSO_COUNTED)
    for one, many in (message.id for message in said if not isinstance(message.id, str)):
        singulars = set(re.findall(r"[a-z]+", one))
        for noun in re.findall(r"(?:\{\w+\}|\)s) (?:[a-z]+ )??([a-z]+s)\b", many):
            if noun not in singulars and singulars & {noun[:-1], noun[:-2], f"{noun[:-3]}y"}:
                nouns.add(noun)
    return nouns - NOT_COUNTED


def plurals(said: list[Message], nouns: set[str]) -> Iterator[str]:
    """Yield the messages with a number before a plural; of two forms that for one, where `n` is one."""
    number = re.compile(rf"\{{(\w+)\}} (?:[a-z]+ )?(?:{'|'.join(sorted(nouns))})\b")
    for message in said:
        text, chosen = (message.id, set()) if isinstance(message.id, str) else (message.id[0], {"n"})
        if set(number.findall(text)) - chosen - NO_NUMBERS - LIMITS:
            yield text


def test_a_number_before_a_plural_is_never_one() -> None:
    said = [message for domain in CATALOGUES for message in messages(domain) if message.id]
    nouns = counted(said)
    assert {"pods", "nodes", "changes", "domains"} <= nouns
    engine = [message for message in said if message.locations[0][0].startswith(OF_ENGINE)]
    found = list(plurals(engine, nouns))
    offending = [text for text in found if not text.startswith(tuple(NEVER_ONE))]
    assert offending == [], "give it a form for one, or word it without a plural"
    unused = [begin for begin in NEVER_ONE if not any(text.startswith(begin) for text in found)]
    assert unused == [], "no message needs these exceptions"
