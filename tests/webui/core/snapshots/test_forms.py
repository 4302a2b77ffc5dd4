"""Links of every form that was ever stored. The files in forms/ are what was stored then, byte for byte: they are added
to and never changed.
"""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from scheduler_core import content_text
from tests.webui.conftest import Visitor, compute
from webui.core.accounts.quotas import OPERATOR
from webui.core.runs.start import start
from webui.core.snapshots import document, ids
from webui.core.snapshots.models import Snapshot

FORMS = Path(__file__).parent / "forms"
NAMES = {
    1: "3chh57hnf7gkszqq49xtc82yr8q55dw3g53p2dcvs2zxs2s9cm7k5s",
    2: "32dn67xjyjpfs4w95z4qkm8djrs73fshz5x4t63jmpgc7f79qspqvq",
    3: "3kkny23hht8prwdssgw9n9nphmwgm3jxw8ms9f6vkrvrmn6zwv9kt6",
}


def test_each_form_is_kept() -> None:
    assert {int(path.stem) for path in FORMS.iterdir()} == set(range(1, document.CURRENT + 1)) == set(NAMES)
    assert set(document.STEPS) == set(range(1, document.CURRENT))


@pytest.mark.django_db
@pytest.mark.parametrize("form", NAMES)
def test_a_link_made_then_opens_now(form: int, stranger: Visitor) -> None:
    stored = (FORMS / f"{form}.json").read_bytes()
    assert ids.full_name(stored) == NAMES[form]
    document = orjson.loads(stored)
    snapshot = Snapshot(
        id=NAMES[form][:16],
        name=NAMES[form],
        document=stored.decode(),
        title=document["title"],
        kubernetes_version=document["kubernetes_version"],
        seed=document["seed"],
        summary={"nodes": 2, "pods": 2, "pending": 1},
    )
    snapshot.save()
    run = compute(str(start(snapshot, OPERATOR).pk))
    assert (run.placed, run.pending) == (1, 0)
    assert stranger.get(f"/x/{snapshot.pk}/").status_code == 200
    opened = stranger.get(f"/api/snapshots/{snapshot.pk}").json()
    source = document["source"] or content_text(document["content"])
    assert (opened["title"], opened["source"], opened["seed"]) == ("Spread", source, 7)
    assert (
        Snapshot.objects.get(pk=snapshot.pk).document == stored.decode()
    )  # its name is the hash of these bytes
    fork = stranger.post(f"/api/snapshots/{snapshot.pk}/fork").json()
    assert stranger.run(fork, seed=7)["snapshot"] != snapshot.pk


def test_reading_an_old_form_changes_nothing_of_it() -> None:
    stored = (FORMS / "1.json").read_text()
    read = document.read(stored)
    assert document.read(orjson.dumps(read).decode()) == read
    assert {name: read[name] for name in orjson.loads(stored) if name != "schema"} == {  # type: ignore[literal-required]
        name: value for name, value in orjson.loads(stored).items() if name != "schema"
    }


def test_a_form_from_the_future_is_refused() -> None:
    with pytest.raises(document.UnknownSchema):
        document.read('{"schema": 999}')
