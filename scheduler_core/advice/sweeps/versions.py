"""The same scenario under several versions of Kubernetes."""

from __future__ import annotations

from scheduler_core.kubernetes.objects.reading import InvalidInput, ManifestField
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.scenario import Scenario

from .contract import VersionsSweep
from .fields import seeds_of, values_of, version_of
from .kind import Kind
from .study import VariantStudy, axis_of, detail_of_pods, subject_of


class VersionsStudy(VariantStudy):
    """A cell for each version."""

    def __init__(self, scenario: Scenario, specification: VersionsSweep) -> None:
        super().__init__()
        versions = specification["versions"]
        self._scenarios = [
            under(scenario, version, f"sweep.versions[{i}]") for i, version in enumerate(versions)
        ]
        self.axes = [axis_of("version", versions)]
        self.subject = subject_of(scenario)
        self.detail = detail_of_pods(self.subject, self.cells, specification["seeds"])

    def variant(self, cell: int) -> Scenario:
        return self._scenarios[cell]


def under(scenario: Scenario, version: str, path: str) -> Scenario:
    """Return the scenario under a version; raise InvalidInput with the path in the specification."""
    try:
        return scenario.under_release(version)
    except InvalidInput as error:
        message = worded(
            "cannot be used: it rejects the configuration: {error}", error=error.errors[0].sentence
        )
        raise InvalidInput.of(path, message) from None


def _read(at: ManifestField) -> VersionsSweep:
    versions = [version_of(at, f"versions[{i}]", value) for i, value in enumerate(values_of(at, "versions"))]
    return {"kind": "versions", "versions": versions, "seeds": seeds_of(at)}


KIND: Kind[VersionsSweep] = Kind(
    ("versions",),
    _read,
    lambda scenarios, specification: VersionsStudy(scenarios[0], specification),
    cells=lambda specification: len(specification["versions"]),
)
