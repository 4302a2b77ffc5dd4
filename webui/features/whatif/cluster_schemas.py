from __future__ import annotations

from typing import Annotated, Literal

from ninja import Schema
from pydantic import Field

from scheduler_core.contract import Leaving, MoreCapacity, Removal, WholeRun
from webui.features.whatif.models import Inquiry
from webui.features.whatif.schemas import AskedOut, Cost
from webui.ground.lib.fields import Unchecked

ZONE = "topology.kubernetes.io/zone"
MOST_COPIES = 10_000
ClusterInquiryKind = Literal["run", "capacity", "removal"]


class MixedPodIn(Schema, extra="forbid"):
    pod: Annotated[str, Field(max_length=512, description='A pod of the input as "namespace/name"')]
    times: Annotated[int, Field(ge=1, le=1000, description="The copies of each turn")] = 1


class ClusterInquiryIn(Schema, extra="forbid"):
    """`run`: what places most pending pods. `capacity`: how many more pods fit. `removal`: which nodes (could) go."""

    kind: ClusterInquiryKind
    costs: Annotated[
        dict[str, Cost], Field(max_length=20, description="By kind of change, of a question of kind run")
    ] = Field(default_factory=dict)
    mix: Annotated[
        list[MixedPodIn], Field(max_length=10, description="The pods to replicate in turn, for capacity")
    ] = Field(default_factory=list)
    template: Annotated[
        str, Field(max_length=50_000, description="Manifests whose pods are replicated too, for capacity")
    ] = ""
    count: Annotated[
        int, Field(ge=0, le=MOST_COPIES, description="How many copies should fit; 0: as many as possible")
    ] = 0
    key: Annotated[str, Field(max_length=317, description="The topology key by which copies are counted")] = (
        ZONE
    )


class ClusterInquiryOut(AskedOut):
    """The answer is in the field of the kind; it grows while the inquiry runs, and is null before."""

    kind: ClusterInquiryKind
    whole_run: Annotated[WholeRun | None, Unchecked()]
    capacity: Annotated[MoreCapacity | None, Unchecked()]
    removal: Annotated[Removal | None, Unchecked()]
    leaving: Annotated[list[Leaving] | None, Unchecked()]
    """In place of `removal` where the cluster has autoscalers: which nodes they remove, and why others stay."""

    @classmethod
    def about(cls, inquiry: Inquiry) -> dict[str, object]:
        field = "whole_run" if inquiry.kind == "run" else inquiry.kind
        nothing: dict[str, object] = dict.fromkeys(("whole_run", "capacity", "removal", "leaving"))
        answer = inquiry.answer
        if field == "removal" and answer and "leaving" in answer:
            field, answer = "leaving", answer["leaving"]
        return {**nothing, "kind": inquiry.kind, field: answer}
