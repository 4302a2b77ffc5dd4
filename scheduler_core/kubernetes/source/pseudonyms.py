"""Other names for what people named, so that every comparison has the same answer.

Equal stays equal, what begins or ends with another name still does, what comes first in the alphabet still comes first.
A name is split at its punctuation, and every word gets one pseudonym wherever it stands: "web-7d4cf-x2" and the label
"7d4cf" still share a word. Numbers at the end stay, for a StatefulSet counts by them. The browser's import does the
same (`static/js/import/pseudonyms.js`).
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from scheduler_core.kubernetes.objects.parsing import Manifest

from .fields import GROUPS, KEEP, MESSAGE, NAME, UID, Fields, imported_fields
from .filtering import imported_as

_SYLLABLES: Final = [consonant + vowel for consonant in "bdfghklmnprstvz" for vowel in "aeiou"]
# Kubernetes' own names, and values with a meaning.
_FIXED: Final = {
    "",
    "default",
    "kube-system",
    "kube-public",
    "kube-node-lease",
    "system-cluster-critical",
    "system-node-critical",
    "true",
    "false",
    "linux",
    "windows",
    "amd64",
    "arm64",
    "node",  # what trains in a runtime of Kubeflow's Trainer, and its step
    "trainer",
}
_FIXED_WORDS: Final = {"latest", "aws", "vol", "docker", "io", "library"}
_WORD: Final = re.compile(r"[^\W_]+")
_LAST_NUMBER: Final = re.compile(r"-\d{1,3}$")
_NUMBER: Final = re.compile(r"-?\d+$")
_LONG: Final = 4  # syllables, of which there are 31 million combinations
_GROUP: Final = re.compile(r"(?<=^- name: ).+", re.MULTILINE)

Visit = Callable[[str, str], str]
"""Returns what stands for a text of a role."""


def pseudonymise(manifests: Sequence[Manifest]) -> tuple[list[Manifest], dict[str, str]]:
    """Return manifests that have passed the allow-list under pseudonyms, and what each name became."""
    words: set[str] = set()
    uids: dict[str, str] = {}
    names: dict[str, str] = {}

    def collect(text: str, role: str) -> str:
        if role == UID:
            uids.setdefault(text, f"uid-{len(uids) + 1}")
        elif role == GROUPS:
            for group in _GROUP.findall(text):
                collect(group, NAME)
        elif not _is_fixed(text):
            words.update(set(_WORD.findall(_LAST_NUMBER.sub("", text))) - _FIXED_WORDS)
        return text

    def rename(text: str, role: str) -> str:
        if role == UID:
            return uids.get(text, text)
        if role == GROUPS:
            return _GROUP.sub(lambda group: rename(group[0], NAME), text)
        if text not in names:
            names[text] = text if _is_fixed(text) else _renamed(text, lambda word: pseudonyms.get(word, word))
        return names[text]

    _with_texts(manifests, collect)
    pseudonyms = _in_order(words)
    return _with_texts(manifests, rename), names


def _is_fixed(text: str) -> bool:
    return text in _FIXED or _NUMBER.match(text) is not None


def _with_texts(manifests: Iterable[Manifest], visit: Visit) -> list[Manifest]:
    return [
        _replaced(manifest, imported_fields()[imported_as(manifest) or ""], visit) for manifest in manifests
    ]


def _replaced(value: Any, tree: Fields, visit: Visit) -> Any:
    """Return a value with its texts replaced, by the roles that the tree gives them."""
    if tree == MESSAGE:
        return ""
    if isinstance(tree, str):
        return visit(value, tree) if isinstance(value, str) and tree != KEEP else value
    if isinstance(tree, Mapping):
        if not isinstance(value, dict):
            return value
        others = tree.get("*", KEEP)
        return {key: _replaced(inner, tree.get(key, others), visit) for key, inner in value.items()}
    return [_replaced(item, tree[0], visit) for item in value] if isinstance(value, list) else value


def keyed_pseudonyms(key: bytes) -> Callable[[Manifest], Manifest]:
    """Return what gives pseudonyms to one manifest after another, the same for the same names and key.

    Nothing has to be kept for it, and who lacks the key cannot find a name by trying. Alphabetical order is not kept.
    """

    @lru_cache(maxsize=100_000)
    def word(text: str) -> str:
        return (
            text if text in _FIXED_WORDS else _spelled(_number(key, text) % len(_SYLLABLES) ** _LONG, _LONG)
        )

    def rename(text: str, role: str) -> str:
        if role == UID:
            return f"uid-{_number(key, text):x}"
        if role == GROUPS:
            return _GROUP.sub(lambda group: rename(group[0], NAME), text)
        return text if _is_fixed(text) else _renamed(text, word)

    return lambda manifest: _with_texts([manifest], rename)[0]


def _number(key: bytes, text: str) -> int:
    return int.from_bytes(hmac.digest(key, text.encode(), "sha256")[:8])


def _renamed(text: str, pseudonym: Callable[[str], str]) -> str:
    number = _LAST_NUMBER.search(text)
    name = text[: number.start()] if number else text
    return _WORD.sub(lambda word: pseudonym(word[0]), name) + (number[0] if number else "")


def _in_order(words: Iterable[str]) -> dict[str, str]:
    """Return pseudonyms of as many syllables as are needed, the same for all: their order is that of the words."""
    ordered = sorted(words)
    length = 2
    while len(_SYLLABLES) ** length < len(ordered):
        length += 1
    stride = len(_SYLLABLES) ** length // max(1, len(ordered))
    return {word: _spelled(index * stride, length) for index, word in enumerate(ordered)}


def _spelled(number: int, length: int) -> str:
    text = ""
    for _ in range(length):
        number, last = divmod(number, len(_SYLLABLES))
        text = _SYLLABLES[last] + text
    return text
