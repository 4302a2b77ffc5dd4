"""Kubernetes versions as named differences from v1.34.1, the base."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Version:
    """A version's behaviour; each field is one difference, its default is what v1.34.1 does."""

    name: str
    taint_reason_is_fixed: bool = False
    """TaintToleration says `node(s) had untolerated taint(s)` whatever the taint."""
    dynamic_resources_scores: bool = False
    """DynamicResources is a Score plugin too and gives every node 0."""


V1_34 = Version("v1.34.1")
V1_35 = Version("v1.35.4", taint_reason_is_fixed=True, dynamic_resources_scores=True)

KUBERNETES_VERSIONS = {"1.34": V1_34, "1.35": V1_35}
DEFAULT_VERSION = "1.34"


def find_version(text: str) -> Version:
    """The version that "1.34", "v1.34" or "v1.34.1" names; ValueError for an unknown one."""
    short = ".".join(text.removeprefix("v").split(".")[:2])
    if short not in KUBERNETES_VERSIONS:
        raise ValueError(
            f"unknown Kubernetes version {text!r}: choose one of {', '.join(KUBERNETES_VERSIONS)}"
        )
    return KUBERNETES_VERSIONS[short]
