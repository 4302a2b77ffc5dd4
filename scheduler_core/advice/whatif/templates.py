"""Pods of manifests that are not in the scenario, read in its cluster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.limits import Limits
from scheduler_core.kubernetes.objects.loading import parse_source
from scheduler_core.kubernetes.objects.pod import Pod, PodTemplate
from scheduler_core.kubernetes.objects.reading import InputError, InvalidInput
from scheduler_core.kubernetes.source import object_name
from scheduler_core.sentences import worded
from scheduler_core.simulation.run.scenario import Scenario


def with_template(
    recording: Recording,
    text: str,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
) -> tuple[Recording, list[Pod]]:
    """Return the recording with the objects of manifests in its scenario, and a pod of each class that they make.

    The pods themselves take no part in the run. An object of the name of one that is there gets another name. Raise
    InvalidInput, also if the manifests make no pods or if the API server would refuse one.
    """
    scenario = recording.scenario
    wide = widened(scenario, parse_source(text, limits))
    former = {pod.key for pod in scenario.objects.pods}
    new = [pod for pod in wide.objects.pods if pod.key not in former]
    if not new:
        raise InvalidInput(
            list(_refusals(wide, scenario)) or [InputError("template", worded("must create a pod"))]
        )
    pods = [pod for pod in wide.objects.pods if pod.key in former]
    without = replace(wide, objects=replace(wide.objects, pods=pods))
    classes: dict[PodTemplate, Pod] = {}
    for pod in new:
        classes.setdefault(pod.template, pod)
    return Recording(without, recording.finished, seed=recording.seed), list(classes.values())


def widened(scenario: Scenario, manifests: Iterable[Any]) -> Scenario:
    """Return the scenario with further objects, under other names where one is taken; raise InvalidInput."""
    names = {object_name(manifest) for manifest in scenario.manifests}
    objects = [*scenario.manifests, *(_renamed(manifest, names) for manifest in manifests)]
    content = {**scenario.content(), "objects": objects}
    return Scenario.from_content(content, name=scenario.name, version=scenario.version)


def _renamed(manifest: Any, names: set[str]) -> Any:
    """Return a manifest under a name that no other object has."""
    while isinstance(manifest, dict) and object_name(manifest) in names:
        meta = manifest["metadata"]
        manifest = {**manifest, "metadata": {**meta, "name": f"{meta['name']}-more"}}
    return manifest


def _refusals(wide: Scenario, former: Scenario) -> Iterator[InputError]:
    """Yield why the API server would refuse the new objects."""
    refused = {refusal.name for refusal in former.admitted.refusals}
    for refusal in wide.admitted.refusals:
        if refusal.name not in refused:
            yield InputError(
                "", worded("would not be created: {message}", message=refusal.message), object=refusal.name
            )
