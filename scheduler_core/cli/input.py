"""What commands read: files or stdin, the version, admission; and what they say about what was not read."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from scheduler_core.controlplane.admission.policy import ALL, AdmissionPolicy, UnknownName, policy_of
from scheduler_core.kubernetes.objects.limits import NO_LIMITS
from scheduler_core.kubernetes.objects.loading import CONFIG_KIND, LeftOut
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.parsing import documents as parsed_documents
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.kubernetes.versions import (
    BASE,
    DEFAULT_VERSION,
    KUBERNETES_VERSIONS,
    Version,
    described,
    find_version,
)
from scheduler_core.sentences import counted, worded
from scheduler_core.simulation.run.reading_report import read_line, reading_report, unread_lines
from scheduler_core.simulation.run.scenario import Scenario, load_all

from .snapshots import manifests_text, unpacked

_OFFERED = f"one of {', '.join(map(described, KUBERNETES_VERSIONS))}, or a patch release such as 1.33.13"
OF_KUBELETS = f"that of the nodes' kubelets, or {DEFAULT_VERSION}"
OF_A_LINE = f"the key `kubernetes` of a line, or {BASE.name}"


def add_files(
    command: argparse.ArgumentParser | argparse._ArgumentGroup,
    nargs: Literal["+", "*"] = "+",
    help: str = "YAML or JSON, - for stdin",
) -> None:
    """Add the files that a command reads."""
    command.add_argument("files", nargs=nargs, metavar="FILE", help=help)


def add_seed(command: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add `--seed`."""
    command.add_argument(
        "--seed", type=int, help="break ties as the version does, with this seed if it does so at random"
    )


def add_types(command: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add `--types`."""
    command.add_argument(
        "--types",
        action="append",
        default=[],
        metavar="FILE",
        help="the instance types that Karpenter may launch: output of aws ec2 describe-instance-types, az vm list-skus "
        "or gcloud compute machine-types list, or prices; repeatable (see docs/autoscaling.md)",
    )


def machines_of(options: argparse.Namespace) -> list[Manifest]:
    """Return the document with the instance types and prices that the options name; raise InvalidInput."""
    names: list[str] = getattr(options, "types", [])
    if not names:
        return []
    from scheduler_core.autoscaling.dumps.clouds import document_of  # here: few commands are given types

    return [document_of([(name, _document(name)) for name in names])]


def _document(name: str) -> object:
    documents = list(parsed_documents(read(name), NO_LIMITS))
    if len(documents) != 1:
        raise InvalidInput.of("", worded("must be one document of JSON or YAML"), object=name)
    return documents[0]


def add_version(command: argparse.ArgumentParser, default: str = OF_KUBELETS) -> None:
    """Add `--kubernetes-version`, with what decides without it."""
    command.add_argument(
        "--kubernetes-version", type=_version, metavar="VERSION", help=f"{_OFFERED}; default: {default}"
    )


def _version(text: str) -> str:
    try:
        find_version(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text


def version_of(options: argparse.Namespace) -> Version | None:
    """Return the version that is asked for, None if the input decides."""
    return None if options.kubernetes_version is None else find_version(options.kubernetes_version)


def add_admission(command: argparse.ArgumentParser) -> None:
    """Add the switches of admission plugins."""
    for switch, everything in (("enable", ""), ("disable", f", {ALL} for all")):
        command.add_argument(
            f"--{switch}-admission",
            type=_names,
            default=[],
            metavar="NAME,…",
            help=f"{switch} admission plugins and controllers (see docs/commands.md{everything})",
        )


def _names(text: str) -> list[str]:
    names = text.split(",")
    try:
        policy_of(disable=names)
    except UnknownName as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return names


def read(name: str) -> str:
    """Return the text of a file, that of another program's snapshot as a List of its objects.

    Raise InvalidInput for another encoding, such as that of PowerShell's >.
    """
    if name == "-":
        return manifests_text(sys.stdin.read(), name)
    try:
        data = io.BytesIO(unpacked(Path(name).read_bytes(), name))
        text = io.TextIOWrapper(data, encoding="utf-8-sig").read()
    except UnicodeDecodeError as error:
        place = f"{error.reason} at byte {error.start:,}"
        raise InvalidInput.of(
            "", worded("{name} must be UTF-8: save it in this encoding ({place})", name=name, place=place)
        ) from None
    return manifests_text(text, name)


def read_all(options: argparse.Namespace) -> list[str]:
    """Return the texts of all files; raise InvalidInput if none is named."""
    texts = [read(name) for name in file_names(options)]
    return [*texts, *(json.dumps(document) for document in machines_of(options))]


def refuse_stdin(names: Sequence[str]) -> None:
    """Raise InvalidInput if stdin, which has the questions of a protocol, is named as a file too."""
    if "-" in names:
        raise InvalidInput.of("", worded("stdin is for the questions: name files in place of -"))


def file_names(options: argparse.Namespace) -> list[str]:
    """Return the names of the files, those of expectations last; raise InvalidInput without any."""
    names = [*options.files, *getattr(options, "expect", ())]
    if not names:
        raise InvalidInput.of("", worded("there is no input: name at least one FILE, or - for stdin"))
    return names


def load(
    sources: Sequence[str], options: argparse.Namespace, versions: Sequence[Version | None] = ()
) -> Scenario:
    """Return the scenario of the sources, and say on stderr what was filled in.

    It is read for the first of the versions that takes its configuration, without any for that of the options; raise
    InvalidInput if none does. None is the version that the sources tell. Objects that cannot be read are left out,
    which stderr says and the exit code, 2.
    """
    first, *others = versions or [version_of(options)]
    names = file_names(options)
    left_out = LeftOut(names if len(names) <= len(sources) else ())
    try:
        scenario = load_all(
            sources, NO_LIMITS, version=first, admission=_admission(options), left_out=left_out
        )
    except InvalidInput as error:
        if not others or any(problem.object != CONFIG_KIND for problem in error.errors):
            raise
        return load(sources, options, others)
    report_left_out(left_out, options)
    for line in scenario.admitted.lines():
        print(line, file=sys.stderr)
    return scenario


def report_left_out(left_out: LeftOut, options: argparse.Namespace) -> None:
    """Print to stderr what cannot be read and what that can change, for which the command ends with 2."""
    for line in (*left_out.errors, *left_out_lines(left_out.kinds), *left_out.notes):
        print(line, file=sys.stderr)
    options.left_out = bool(left_out.errors)


def left_out_lines(kinds: Mapping[str, int]) -> Iterator[str]:
    """Yield what an answer can be wrong about without objects that cannot be read, by their kind."""
    from scheduler_core.kubernetes.resources_read import READ  # here: an input rarely has such objects

    consequences = {resource.kind: resource.consequence for resource in READ}
    for kind, count in kinds.items():
        what = counted(count, kind or "text")
        yield f"left out: {what}: {consequences.get(kind, 'the answer may be another one')}"


def _admission(options: argparse.Namespace) -> AdmissionPolicy:
    """Return the policy that the options ask for."""
    return policy_of(getattr(options, "enable_admission", ()), getattr(options, "disable_admission", ()))


def on_scenario(
    options: argparse.Namespace,
    act: Callable[[Scenario, list[str]], int],
    *,
    has_answer: bool = False,
    with_queues: str = "",
) -> int:
    """Read the scenario of the files, act on it and its texts, and say what was not read; return the exit code.

    `with_queues` is what the answer leaves out where Kueue has decided first.
    """
    sources = read_all(options)
    scenario = load(sources, options)
    exit_code = act(scenario, sources)
    if with_queues:
        report_queues(scenario, with_queues)
    report_reading(scenario, sources, has_answer=has_answer)
    return exit_code


def report_queues(scenario: Scenario, left_out: str) -> None:
    """Print to stderr what an answer leaves out, where Kueue has decided first."""
    if scenario.queued is not None:
        print(f"Kueue decided first: {left_out}", file=sys.stderr)


def report_reading(scenario: Scenario, sources: Sequence[str], *, has_answer: bool) -> None:
    """Print what was not read, and what is missing if no pod is pending, to stderr.

    What is missing goes to stdout if there is no other answer, so that it is never empty.
    """
    report = reading_report(scenario, sources)
    if missing := report["missing"]:
        is_note = has_answer or scenario.summary()["pending"]
        print(*missing, sep="\n", file=sys.stderr if is_note else sys.stdout, flush=True)
        print(read_line(report), file=sys.stderr)
    for line in unread_lines(report):
        print(line, file=sys.stderr)
