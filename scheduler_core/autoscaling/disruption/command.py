"""Nodes that go, and those that come in their place (pkg/controllers/disruption/types.go @ v1.13.0)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler_core.autoscaling.provisioning.nodeclaim import NewNodeClaim
from scheduler_core.autoscaling.provisioning.scheduler import Results
from scheduler_core.autoscaling.provisioning.topology import Tie
from scheduler_core.autoscaling.state.recorder import Recorder

from .candidates import Candidate, price_of


@dataclass(frozen=True, slots=True)
class Command:
    """Nodes that go; the pass that finds another place for their pods is None if they have none."""

    candidates: Sequence[Candidate]
    results: Results | None = None

    @property
    def replacements(self) -> list[NewNodeClaim]:
        return self.results.new_nodeclaims if self.results else []

    @property
    def ties(self) -> list[Tie]:
        """The choices between equal domains that the places of the pods rest on."""
        return self.results.ties if self.results else []

    @property
    def decision(self) -> str:
        return "replace" if self.replacements else "delete"

    @property
    def savings(self) -> float:
        """What is saved per hour (EstimatedSavings): a new node counts with its first type's cheapest offering."""
        spent = 0.0
        for claim in self.replacements:
            prices = [offering.price for t in claim.instance_types[:1] for offering in t.offerings]
            spent += min(prices, default=0.0)
        source = price_of(self.candidates)
        return source - spent if self.replacements else source

    def publish_candidates(self, recorder: Recorder) -> None:
        """Tell of each node that it may be consolidated."""
        self._publish(recorder, "ConsolidationCandidate", "Consolidation candidate", "")

    def publish_rejection(self, recorder: Recorder, reason: str) -> None:
        """Tell of each node that it is not consolidated after all."""
        self._publish(recorder, "ConsolidationRejected", "Consolidation rejected", f", reason: {reason}")

    def _publish(self, recorder: Recorder, reason: str, what: str, why: str) -> None:
        for candidate in self.candidates:
            text = f"{what}: {self._described(candidate)}{why} (savings: ${self.savings:.2f})"
            candidate.publish(recorder, reason, text)

    def _described(self, candidate: Candidate) -> str:
        """Return the command as one of its nodes sees it (StringForNode)."""
        text = f"{self.decision}: [{candidate.name}]"
        if len(self.candidates) > 1:
            return f"{text} (part of {len(self.candidates)}-node consolidation)"
        count = len(self.replacements)
        return f"{text} -> [{count} replacement{'s' if count > 1 else ''}]" if count else text
