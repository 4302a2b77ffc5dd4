"""Pieces in any order, delivered again, of workers that are lost: every point is counted once."""

from __future__ import annotations

import random
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.webui.conftest import Visitor
from tests.webui.features.sweeps.deliveries import begin, deliver, shown, undisturbed
from webui.features.sweeps import pieces
from webui.features.sweeps.job import claim_next, evaluate
from webui.features.sweeps.models import Piece, Sweep
from webui.features.sweeps.pieces import open_share, tend


@pytest.mark.parametrize(("order", "tallies"), [(0, 40), (1, 1)])
def test_any_order_and_repetition_of_pieces_gives_the_same(
    order: int, tallies: int, link: str, alice: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "FOLD_TALLIES", tallies)
    chance = random.Random(order)
    begun = begin(alice, link)
    waiting = [piece.pk for piece in tend(uuid.UUID(begun["id"]), wait=True)]
    delivered = []
    while waiting:
        key = waiting.pop(chance.randrange(len(waiting)))
        delivered.append(key)
        if chance.random() < 0.3:  # a worker takes it and is lost, and the message comes again
            assert Piece.claim(key, owner="message") is not None
        waiting += [piece.pk for piece in deliver(key)]
        deliver(chance.choice(delivered), "again")
    answer = shown(alice, begun)
    assert answer["status"] == "finished"
    assert answer["result"] == undisturbed(link)


def test_a_worker_that_was_thought_lost_counts_nothing(link: str, alice: Visitor) -> None:
    begun = begin(alice, link)
    first, *_ = tend(uuid.UUID(begun["id"]), wait=True)
    lost = Piece.claim(first.pk, owner="message")
    assert lost is not None
    deliver(first.pk)  # the same message, delivered again
    evaluate(lost)
    stored = Sweep.objects.get(pk=begun["id"])
    done = sum(piece.stop - piece.start for piece in stored.open_pieces.filter(status="finished"))
    assert stored.evaluated + done == 1


def test_the_starter_ends_it_and_what_there_is_stays(link: str, alice: Visitor, stranger: Visitor) -> None:
    begun = begin(alice, link)
    first, second, *_ = tend(uuid.UUID(begun["id"]), wait=True)
    deliver(first.pk)
    taken = Piece.claim(second.pk, owner="message")
    assert taken is not None
    assert stranger.post(f"/api/sweeps/{begun['id']}/cancel").status_code == 403
    answer = alice.post(f"/api/sweeps/{begun['id']}/cancel")
    assert (answer.status_code, answer.json()["status"]) == (202, "cancelled")
    assert evaluate(taken) == []
    assert tend(uuid.UUID(begun["id"]), wait=True) == []
    after = shown(alice, begun)
    assert (after["status"], after["result"]["evaluated"]) == ("cancelled", 1)
    assert not Piece.objects.exists()
    assert begin(alice, link)["id"] != begun["id"]


def test_two_addresses_have_the_same_share(
    link: str, alice: Visitor, stranger: Visitor, settings: Any
) -> None:
    """One has as many pieces under way as there are workers and as many again; with another, half of that."""
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    first = begin(alice, link, {"kind": "seeds", "seeds": 10_000}, address="192.0.2.1")
    pieces = tend(uuid.UUID(first["id"]), wait=True)
    for _ in range(4):  # ever more workers, which take what there is
        for piece in pieces:
            Piece.claim(piece.pk, owner="message")
        pieces = tend(uuid.UUID(first["id"]), wait=True)
    alone = Piece.objects.count()
    second = begin(stranger, link, {"kind": "seeds", "seeds": 10_001}, address="192.0.2.2")
    beside = len(tend(uuid.UUID(second["id"]), wait=True))
    running = Piece.objects.filter(status="running").count()
    assert alone > running > 16
    assert beside == 2 * -(-running // 2) + 4
    assert tend(uuid.UUID(first["id"]), wait=True) == []


def test_a_network_of_many_people_has_the_share_of_one(link: str, alice: Visitor, settings: Any) -> None:
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    for number in range(3):
        visitor = Visitor()
        visitor.draft()  # which gives a cookie
        begin(visitor, link, {"kind": "seeds", "seeds": 100 + number}, address="192.0.2.1")
    alone = begin(alice, link, {"kind": "seeds", "seeds": 200}, address="192.0.2.2")
    shares = {sweep.points: open_share(sweep, 12) for sweep in Sweep.objects.all()}
    assert shares == {100: 6, 101: 6, 102: 6, 200: 16}
    assert alone["points"] == 200


def test_a_piece_comes_next_to_those_of_a_crowd(link: str, alice: Visitor, settings: Any) -> None:
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    crowd: list[uuid.UUID] = []
    for number in range(8):
        visitor = Visitor()
        visitor.draft()
        begun = begin(visitor, link, {"kind": "seeds", "seeds": 100 + number}, address="192.0.2.1")
        crowd += [piece.pk for piece in tend(uuid.UUID(begun["id"]), wait=True)]
    taken = [claim_next(crowd[0], owner="first")]
    later = begin(alice, link, {"kind": "seeds", "seeds": 200}, address="192.0.2.2")
    tend(uuid.UUID(later["id"]), wait=True)
    taken.append(claim_next(crowd[1], owner="second"))
    assert [piece and piece.sweep.points for piece in taken] == [100, 200]


def test_a_piece_that_cannot_be_evaluated_ends_the_sweep(link: str, alice: Visitor) -> None:
    begun = begin(alice, link)
    first, *_ = tend(uuid.UUID(begun["id"]), wait=True)
    Piece.objects.filter(pk=first.pk).update(attempt=25)  # it has ended its worker each time
    deliver(first.pk)
    answer = shown(alice, begun)
    assert answer["status"] == "failed"
    assert answer["error"].startswith("This was started 25 times")
    assert not Piece.objects.exists()


def test_what_a_lost_worker_had_is_sent_again(link: str, alice: Visitor) -> None:
    begun = begin(alice, link)
    first, *others = tend(uuid.UUID(begun["id"]), wait=True)
    Piece.claim(first.pk, owner="message")
    Piece.objects.exclude(pk=first.pk).update(enqueued=timezone.now())
    Piece.objects.filter(pk=first.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    lost = Piece.take_abandoned(resend_after=timedelta(seconds=-1))
    assert {piece.pk for piece in lost} == {first.pk, *(piece.pk for piece in others)}
    assert Piece.take_abandoned(resend_after=timedelta(seconds=60)) == []
    Sweep.objects.filter(pk=begun["id"]).update(
        status="running", lease_until=timezone.now() - timedelta(seconds=1)
    )
    tended = Sweep.take_abandoned(resend_after=timedelta(seconds=-1))
    assert [str(sweep.pk) for sweep in tended] == [begun["id"]]
