"""An expectation: a fact, and how to check it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.sentences import Sentence, verbatim, worded

from .finding import PENDING, Finding
from .finished_run import FinishedRun
from .play_facts import PlayFact


class Fact(Protocol):
    """A statement that holds for a run or does not."""

    @property
    def sentence(self) -> Sentence:
        """Its short form."""
        ...

    def check(self, run: FinishedRun) -> Finding:
        """Check the fact against a run; raise NoSuchAttempt or OutOfTime."""
        ...


@dataclass(frozen=True, slots=True)
class SameWinner:
    """The pod is placed on the same node with every seed of the expectation."""

    pod: str

    @property
    def sentence(self) -> Sentence:
        return worded("{pod} on one node", pod=self.pod)

    def check(self, run: FinishedRun) -> Finding:
        event = run.attempt(self.pod, None)
        node = event["node"] if event else run.node_of(self.pod)
        return Finding(node is not None, verbatim(node or PENDING))


@dataclass(frozen=True, slots=True)
class Expectation:
    """A fact about the run or about the play of the steps, and its modifiers. `manifest` is the entry.

    With `seeds` the fact must also hold with each of this number of seeds. With `without` it must not hold after this
    field is removed from the spec of all pods ("config": from the scenario). `version` is the version of Kubernetes
    that it is about, "" for that of the run.
    """

    fact: Fact | PlayFact
    manifest: Manifest
    seeds: int = 0
    without: str = ""
    version: str = ""

    @property
    def sentence(self) -> Sentence:
        said = self.fact.sentence
        if self.version:
            said = worded("{fact} on {version}", fact=said, version=self.version)
        if self.seeds:
            said = worded("{fact} with each seed ({n} tried)", fact=said, n=self.seeds)
        if self.without:
            said = worded("{fact}, not without {field}", fact=said, field=self.without)
        return said

    def __str__(self) -> str:
        return self.sentence
