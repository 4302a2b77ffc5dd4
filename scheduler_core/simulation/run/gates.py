"""From `gates:` to the feature gates that a scenario turns on: a list of names in a document of its own."""

from __future__ import annotations

from typing import Any, Final

from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import ManifestField, Problems
from scheduler_core.kubernetes.versions.gates import POD_GROUP_GATES
from scheduler_core.sentences import worded

KEY: Final = "gates"


def is_gates(manifest: Any) -> bool:
    """Return whether a document states feature gates and is not a Kubernetes object."""
    return isinstance(manifest, dict) and KEY in manifest and "kind" not in manifest


def read_gates(manifest: Manifest, index: int, problems: Problems) -> tuple[str, ...]:
    """Return the gates of a document, which is the input's object `index`, in the order in which they are written."""
    problems.index, problems.object = index, ""
    at = ManifestField(manifest, "", problems)
    gates = tuple(dict.fromkeys(at.texts(KEY)))
    for i, gate in enumerate(gates):
        if gate not in POD_GROUP_GATES:
            at.problem(
                f"{KEY}[{i}]",
                worded(
                    "must be one of {names}; got {value}",
                    names=", ".join(POD_GROUP_GATES),
                    value=repr(gate),
                ),
            )
        for needed in POD_GROUP_GATES.get(gate, ()):
            if needed not in gates:
                at.problem(f"{KEY}[{i}]", worded("needs {needed}: add it to the list", needed=needed))
    return gates
