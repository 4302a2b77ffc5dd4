"""`repro`: a folder that makes a run again on a real control plane, and compares its scheduler's answers."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path

from scheduler_core.explain.view.recording import Recording
from scheduler_core.kubernetes.objects.podgroups import is_pod_group
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import counted, worded
from scheduler_core.simulation.run.scenario import Scenario, read_manifests, stored_objects

from .handing_on import write_manifests
from .input import add_admission, add_files, add_seed, add_version, on_scenario
from .reproduction.attempts import Expected, expected_attempts
from .reproduction.objects import Reproducible, reproducible

_DEFAULT_CONFIG = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_files(command)
    command.add_argument(
        "--kwok",
        metavar="DIR",
        type=Path,
        required=True,
        help="write the folder for a KWOK cluster, or any other cluster without nodes",
    )
    add_seed(command)
    add_version(command)
    add_admission(command)


def run(options: argparse.Namespace) -> int:
    """Write the folder, say what it has, and return 0; raise InvalidInput and OSError."""
    return on_scenario(options, lambda scenario, _: _write(scenario, options), has_answer=True)


def _write(scenario: Scenario, options: argparse.Namespace) -> int:
    folder: Path = options.kwok
    if folder.exists() and any(folder.iterdir()):
        raise InvalidInput.of(
            "--kwok", worded("must be a new or empty folder; {folder} has files", folder=folder)
        )
    stored = stored_objects(scenario)
    if any(map(is_pod_group, stored)):
        rule = worded(
            "must have no PodGroup: the pods of a group are tried together, which the script cannot compare"
        )
        raise InvalidInput.of("", rule)
    objects = reproducible(stored)
    recording = _recorded(objects, scenario, options.seed)
    attempts = list(expected_attempts(recording))
    (folder / "pods").mkdir(parents=True)
    for name, manifests in (*objects.files.items(), ("7-bound-pods.yaml", objects.bound)):
        write_manifests(str(folder / name), manifests)
    lines = [f"{file}\t{attempt.line()}\n" for file, attempt in _with_files(attempts)]
    (folder / "expected.tsv").write_text("".join(lines), encoding="utf-8")
    for file, attempt in _with_files(attempts):
        if file != "-":
            manifest = objects.pending[f"{attempt.namespace}/{attempt.name}"]
            write_manifests(str(folder / "pods" / file), [manifest])
    write_manifests(str(folder / "scheduler.yaml"), [scenario.config_manifest or _DEFAULT_CONFIG])
    _write_texts(folder, objects, scenario)
    print(f"{folder}: {counted(len(attempts), 'attempt')} to compare; README.md says how")
    for line in _changes(Recording.of(scenario, seed=options.seed), recording):
        print(line)
    return 0


def _recorded(objects: Reproducible, scenario: Scenario, seed: int | None) -> Recording:
    """Return the run of the objects that are written, which is what the real scheduler meets; raise InvalidInput."""
    gates = [{"gates": list(scenario.gates)}] if scenario.gates else []
    config = [scenario.config_manifest] if scenario.config_manifest else []
    written, problems = read_manifests([*objects.manifests(), *gates, *config], version=scenario.version)
    if problems.entries:
        raise InvalidInput(problems.errors())
    return Recording.of(written, seed=seed)


def _with_files(attempts: Iterable[Expected]) -> Iterator[tuple[str, Expected]]:
    """Yield each attempt with the file of its pod if that is to be created before it, else "-"."""
    seen: set[tuple[str, str]] = set()
    for attempt in attempts:
        pod = attempt.namespace, attempt.name
        yield ("-" if pod in seen else f"{len(seen) + 1:05}-{attempt.name}.yaml"), attempt
        seen.add(pod)


def _write_texts(folder: Path, objects: Reproducible, scenario: Scenario) -> None:
    """Write the script and the README."""
    texts = files(f"{__package__}.reproduction")
    script = folder / "repro.sh"
    script.write_text(texts.joinpath("repro.sh").read_text(encoding="utf-8"), encoding="utf-8")
    script.chmod(0o755)
    left_out = ", ".join(f"{count} {kind}" for kind, count in sorted(objects.left_out.items()))
    gates = ",".join(f"{gate}=true" for gate in scenario.gates)
    readme = texts.joinpath("README.md").read_text(encoding="utf-8")
    readme = readme.format(
        nodes=len(scenario.objects.nodes),
        bound=len(objects.bound),
        pending=len(objects.pending),
        version=scenario.release,
        gates=f" --kube-feature-gates {gates}" if gates else "",
        left_out=f"* Left out: {left_out}." if left_out else "",
    )
    (folder / "README.md").write_text(readme.rstrip() + "\n", encoding="utf-8")


def _changes(before: Recording, written: Recording) -> Iterator[str]:
    """Yield a line for each pod whose answer is another one for the objects that are written."""
    now = {event["pod"]: (event["node"], event["message"]) for event in written.finished}
    for pod, (node, message) in {e["pod"]: (e["node"], e["message"]) for e in before.finished}.items():
        if pod in now and now[pod] != (node, message):
            yield f"{pod}: {now[pod][0] or now[pod][1]} for what was written, {node or message} for what was read"
