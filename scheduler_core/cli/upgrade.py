"""`upgrade`: which pods of a live cluster other versions of Kubernetes would place otherwise, and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from scheduler_core.advice.explanation import PodExplanation, explanation
from scheduler_core.advice.whatif.conflicts import workload_name
from scheduler_core.explain.compare.upgrade import report_lines, select_versions, upgrade_matrix
from scheduler_core.explain.compare.upgrade.contract import UpgradeMatrix, UpgradeProgress
from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.versions import KUBERNETES_VERSIONS
from scheduler_core.sentences import verbatim

from .input import add_seed, report_queues
from .live import Answer, Live, add_live, print_answer, read_scenario, wants_data
from .terminal import Progress

_NEWEST = next(
    release for release in reversed(KUBERNETES_VERSIONS) if not KUBERNETES_VERSIONS[release].planned
)


_QUEUES = "each version schedules the pods that it admitted, and its own releases are not compared"


class UpgradeAnswer(Answer):
    """Which pods other versions would place otherwise."""

    matrix: UpgradeMatrix
    explanations: list[PodExplanation]
    """Why pods have no node under the last version, or another one than before: one for each workload."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "versions",
        nargs="?",
        metavar="VERSION | RANGE",
        help=f"1.37, 1.34..1.37 or 1.34,1.37; default: from the server's to {_NEWEST}",
    )
    add_seed(command)
    add_live(command)


def run(options: argparse.Namespace) -> int:
    """Print the matrix of versions; return 1 if one of them places a pod elsewhere, else 0. Raise InvalidInput."""
    progress = Progress()
    live = read_scenario(options, progress)
    releases = _releases(options.versions, live.scenario.release)

    def show(state: UpgradeProgress) -> None:
        progress(f"{state['done']} of {state['total']}: {state['release']}")

    matrix = upgrade_matrix(live.scenario, releases, seed=options.seed, report=show)
    explained = list(_explanations(live, matrix, options.seed)) if wants_data(options) else []
    progress.end()
    answer: UpgradeAnswer = {**live.about(), "matrix": matrix, "explanations": explained}
    print_answer(live, options, answer, lambda *_: report_lines(matrix))
    report_queues(live.scenario, _QUEUES)
    return int(any(len(pod["stays"]) > 1 for pod in matrix["pods"]))


def _explanations(live: Live, matrix: UpgradeMatrix, seed: int | None) -> Iterator[PodExplanation]:
    """Yield explanations under the last version that reads the configuration; none if no version does."""
    release = next(
        (version["release"] for version in reversed(matrix["versions"]) if not version["problems"]), None
    )
    if release is None:
        return
    recording = Recording.of(live.scenario, kubernetes_version=release, seed=seed)
    workloads = {pod.key: workload_name(pod) for pod in live.scenario.objects.pods}
    seen: set[str] = set()
    for pod in matrix["pods"]:
        key = pod["pod"]
        is_asked = len(pod["stays"]) > 1 or pod["stays"][-1]["node"] is None
        if is_asked and recording.attempts(key) and workloads[key] not in seen:
            seen.add(workloads[key])
            yield explanation(recording, key)


def _releases(asked: str | None, served: str) -> list[str]:
    """Return the releases that are compared; raise InvalidInput."""
    text = asked or _NEWEST
    is_list = ".." in text or "," in text
    try:
        return select_versions(text if is_list else f"{served}..{text.removeprefix('v')}")
    except ValueError as error:
        raise InvalidInput.of("versions", verbatim(str(error))) from error
