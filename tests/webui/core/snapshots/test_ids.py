from __future__ import annotations

import hashlib
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from webui.core.snapshots import ids

digests = st.binary(min_size=32, max_size=32)


def test_the_alphabet_spells_no_words_and_has_no_look_alikes() -> None:
    assert len(set(ids.ALPHABET)) == len(ids.ALPHABET) == 28
    assert not set(ids.ALPHABET) & set("aeiou01l_-")


@given(digests)
def test_a_name_is_the_whole_digest(digest: bytes) -> None:
    name = ids.encode(digest)
    number = 0
    for symbol in name:
        number = number * 28 + ids.ALPHABET.index(symbol)
    assert len(name) == ids.FULL_LENGTH
    assert number.to_bytes(32) == digest


def test_a_name_comes_from_the_content_alone() -> None:
    assert ids.full_name(b"content") == ids.encode(hashlib.sha256(b"content").digest())


def test_a_collision_is_answered_with_one_symbol_more() -> None:
    name = ids.full_name(b"content")
    assert list(islice(ids.candidates(name, 10), 2)) == [name[:10], name[:11]]
    assert list(ids.candidates(name, 10))[-1] == name
