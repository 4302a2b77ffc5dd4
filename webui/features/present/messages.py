"""What people in a room send, read strictly: whatever else they send ends their connection."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, model_validator

from webui.features.present import limits
from webui.ground.lib.public_address import Address

Label = Annotated[str, StringConstraints(min_length=1, max_length=limits.MOST_LABEL)]
Token = Annotated[str, StringConstraints(pattern=r"^[\w-]{16,64}$")]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Choice(_Message):
    value: Label
    label: Label


class Question(_Message):
    """What is asked on the presenter's page; `about` names it."""

    about: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    choices: Annotated[tuple[Choice, ...], Field(min_length=2, max_length=limits.MOST_CHOICES)]

    @model_validator(mode="after")
    def _values_differ(self) -> Question:
        if len({choice.value for choice in self.choices}) < len(self.choices):
            raise ValueError("choices: must have different values")
        return self


class Hello(_Message):
    """Who somebody is: the presenter by the room's secret, or a follower by a token that nobody else knows."""

    says: Literal["hello"]
    secret: Token | None = None
    follower: Token | None = None


class GoneTo(_Message):
    """The presenter's page is at an address; `question` is what it asks there."""

    says: Literal["at"]
    at: Address
    question: Question | None = None


class Show(_Message):
    """The presenter shows how many chose what, or hides it."""

    says: Literal["show"]
    show: bool


class AskBack(_Message):
    says: Literal["back"]


class End(_Message):
    says: Literal["end"]


class Guess(_Message):
    """What a follower chose of the question `about`; nothing takes it back."""

    says: Literal["guess"]
    about: Annotated[str, StringConstraints(max_length=200)]
    chosen: Annotated[tuple[Label, ...], Field(max_length=limits.MOST_CHOICES)]


class Following(_Message):
    """Whether a follower goes along, or looks around."""

    says: Literal["with"]
    along: bool


FIRST = TypeAdapter(Hello)
OF_PRESENTER: TypeAdapter[GoneTo | Show | AskBack | End] = TypeAdapter(
    Annotated[GoneTo | Show | AskBack | End, Field(discriminator="says")]
)
OF_FOLLOWER: TypeAdapter[Guess | Following] = TypeAdapter(
    Annotated[Guess | Following, Field(discriminator="says")]
)
