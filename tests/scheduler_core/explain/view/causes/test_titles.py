"""A cause in a few words."""

from __future__ import annotations

from typing import get_args

from scheduler_core.explain.view.causes.contract import Reason, ReasonKind
from scheduler_core.explain.view.causes.titles import TITLES, title


def reason(kind: ReasonKind, operand: str = "") -> Reason:
    return {"plugin": "", "kind": kind, "operand": operand, "message": ""}


def test_each_kind_of_reason_has_a_title() -> None:
    assert set(TITLES) == {*get_args(ReasonKind), "none"}


def test_resources_are_named_together_and_other_reasons_once() -> None:
    reasons = [reason("resource", name) for name in ("cpu", "memory", "pods")]
    assert title(reasons) == "not enough cpu, memory and pod slots"
    assert title([reason("port", "80"), reason("port", "80")]) == "host port 80 is taken"


def test_words_of_the_scheduler_speak_of_nodes() -> None:
    assert title([reason("message", "node(s) had no room")]) == "nodes had no room"


def test_without_a_reason_no_node_takes_the_pod() -> None:
    assert title([]) == "the pod fits on no node"
