"""PyYAML's loader of nodes and its dumper, with the plain scalars of kubectl."""

from __future__ import annotations

import yaml

from . import scalars


class SourceLoader(yaml.CSafeLoader):
    """Composes nodes whose scalars have the tags of Kubernetes."""

    def resolve(self, kind: type[yaml.Node], value: str | None, implicit: tuple[bool, bool]) -> str:
        if kind is yaml.ScalarNode and implicit[0] and value is not None:
            return scalars.tag_of(value)
        return str(super().resolve(kind, value, implicit))  # type: ignore[no-untyped-call]


class AmbiguousScalars(yaml.resolver.BaseResolver):
    """Lets a dumper quote each text that kubectl or another reader of YAML takes for another type."""

    def resolve(self, kind: type[yaml.Node], value: str | None, implicit: tuple[bool, bool]) -> str:
        if kind is yaml.ScalarNode and implicit[0] and value is not None:
            tag = scalars.tag_of(value)
            if tag != scalars.TEXT:
                return tag
        return str(super().resolve(kind, value, implicit))  # type: ignore[no-untyped-call]


class SourceDumper(AmbiguousScalars, yaml.SafeDumper):
    """Writes values so that the same values are read."""
