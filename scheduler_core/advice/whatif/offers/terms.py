"""Required terms of pod affinity and anti-affinity, changed in the ways that keep the rest of the pod as it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from scheduler_core.advice.phrases import Phrase, say
from scheduler_core.advice.whatif.change import Change, Edit
from scheduler_core.kubernetes.objects.node import HOSTNAME, REGION, ZONE
from scheduler_core.kubernetes.objects.parsing import Manifest

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
REVISION = "pod-template-hash"
WIDER = (HOSTNAME, ZONE, REGION)  # from the smallest domains to the largest
NARROWER = WIDER[::-1]

TermKind = Literal["podAffinity", "podAntiAffinity"]


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms that change alike: one of the pod, or those of running pods.

    `written` are the terms as written, each with the object that it is in ("" for the pod). The kinds of phrases begin
    with `name`, and all phrases have the operands `stated`. `commands` and `notes` are those of each change.
    """

    kind: TermKind
    name: str
    stated: Mapping[str, str]
    written: tuple[tuple[str, Manifest], ...]
    dial: tuple[Hashable, ...]
    commands: tuple[str, ...] = ()
    notes: tuple[Phrase, ...] = ()

    def changed(self, phrase: str, rank: float, fields: Manifest, **operands: str) -> Change:
        """Return the change after which each term has these fields."""
        return self._swapped(phrase, rank, [{**term, **fields} for _, term in self.written], operands)

    def by_revision(self, rank: float) -> Iterator[Change]:
        """Yield the terms for pods of the same revision alone, unless one is so already."""
        keys = [list(term.get("matchLabelKeys") or ()) for _, term in self.written]
        if all(REVISION not in of_term for of_term in keys):
            terms = [
                {**term, "matchLabelKeys": [*of_term, REVISION]}
                for (_, term), of_term in zip(self.written, keys, strict=True)
            ]
            yield self._swapped("match label keys", rank, terms, {"keys": REVISION})

    def elsewhere(self, rank: float, order: tuple[str, ...]) -> Iterator[Change]:
        """Yield the terms over each topology key that comes later in the order, if all have the same."""
        keys = {term.get("topologyKey") for _, term in self.written}
        (key,) = keys if len(keys) == 1 else (None,)
        for other in order[order.index(key) + 1 :] if key in order else ():
            yield self.changed("topology key", rank, {"topologyKey": other}, before=str(key), after=other)

    def preferred(self, rank: float) -> Change:
        """Return the change after which the terms are preferred ones."""
        edits = []
        for name, term in self.written:
            edits.append(Edit("drop", self._path(REQUIRED), term, object=name))
            preference = {"weight": 100, "podAffinityTerm": term}
            edits.append(Edit("add", self._path(PREFERRED), preference, object=name))
        return self._change("preferred", rank, tuple(edits), {})

    def _swapped(
        self, phrase: str, rank: float, terms: list[Manifest], operands: Mapping[str, str]
    ) -> Change:
        edits = tuple(
            Edit("swap", self._path(REQUIRED), new, old, object=name)
            for (name, old), new in zip(self.written, terms, strict=True)
        )
        return self._change(phrase, rank, edits, operands)

    def _path(self, strength: str) -> tuple[str, ...]:
        return ("spec", "affinity", self.kind, strength)

    def _change(
        self, phrase: str, rank: float, edits: tuple[Edit, ...], operands: Mapping[str, str]
    ) -> Change:
        said = say(f"{self.name} {phrase}", **self.stated, **operands)
        return Change(said, "manifest", self.dial, edits, commands=self.commands, rank=rank, notes=self.notes)
