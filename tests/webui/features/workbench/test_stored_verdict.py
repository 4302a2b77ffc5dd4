"""What a page without scripts says is stored when the run ends, and is what the run's log says."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pydantic import TypeAdapter

from tests.webui.conftest import Visitor
from webui.features.workbench.models import StoredVerdict
from webui.features.workbench.verdict.stored import FORM, Content


def test_what_is_stored_says_what_is_computed_again(alice: Visitor, stranger: Visitor) -> None:
    runs = [alice.run(alice.draft()) for _ in range(2)]
    assert StoredVerdict.objects.filter(run=runs[1]["id"]).update(form=FORM - 1) == 1
    stored, computed = (verdict_of(stranger, run) for run in runs)
    assert "zone=a: 1 matching + 1 self − 0 minimum = 2 &gt; maxSkew 1" in stored
    assert stored == computed


def verdict_of(visitor: Visitor, run: dict[str, Any]) -> str:
    page = visitor.get(f"/x/{run['snapshot']}/").content.decode()
    return page[page.index('id="verdict"') :].partition("</main>")[0].replace(run["snapshot"], "LINK")


def test_a_content_of_another_form_has_another_number() -> None:
    """A step or an event was declared otherwise: raise FORM, then write the new digest here."""
    schema = TypeAdapter(Content).json_schema()
    text = json.dumps(without_words(schema), sort_keys=True)
    assert (FORM, hashlib.sha256(text.encode()).hexdigest()[:12]) == (1, "06b2d0c29440")


def without_words(schema: Any) -> Any:
    if isinstance(schema, list):
        return [without_words(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: without_words(value) for key, value in schema.items() if key not in ("title", "description")}
