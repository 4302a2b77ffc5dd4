from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.urls import reverse

from scheduler_core import AmbiguousScalars, FilteredObjects, content_text, keep_scheduling_fields
from webui.core.accounts.quotas import OPERATOR
from webui.core.runs.start import start
from webui.core.scenarios.live_cluster import ApiError, ClientMissing, Resource, connect, read_cluster
from webui.core.scenarios.source import check
from webui.core.snapshots.freeze import SnapshotContent, freeze
from webui.ground.lib.errors import Problem

MANY = 500  # objects


class Command(BaseCommand):
    help = (
        "Read a live cluster, keep what scheduling reads, run it and print the link. Nothing in the cluster "
        "is changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--context", help="context of the kubeconfig; default: the current one")
        parser.add_argument(
            "--namespace", action="append", default=[], help="only pods of this namespace; may be repeated"
        )
        parser.add_argument(
            "--title", default="", help="title of the scenario; default: the name of the context"
        )
        parser.add_argument("--images", action="store_true", help="keep image names, for ImageLocality")
        parser.add_argument(
            "--output", help='write the manifests to this file ("-": stdout) instead of running them'
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            manifests = read_cluster(connect(options["context"]), options["namespace"], self._report_skipped)
            # Each object is reduced as it arrives: a large cluster takes no more memory than what is kept.
            filtered = keep_scheduling_fields(manifests, images=options["images"])
        except ClientMissing as error:
            raise CommandError(f"import_cluster {error}") from error
        except ApiError as error:
            raise CommandError(f"The cluster could not be read. {error}") from error
        self._report(filtered)
        source = _text(filtered.manifests)
        if options["output"]:
            self._write(source, options["output"])
        else:
            self._run(source, options["title"] or options["context"] or "Cluster")

    def _report_skipped(self, resource: Resource, error: ApiError) -> None:
        self.stderr.write(f"left out: {resource.plural} ({error})")

    def _report(self, filtered: FilteredObjects) -> None:
        kinds: dict[str, int] = {}
        for manifest in filtered.manifests:
            kinds[manifest["kind"]] = kinds.get(manifest["kind"], 0) + 1
        self.stderr.write("kept: " + ", ".join(f"{count} {kind}" for kind, count in kinds.items()))
        self.stderr.write(f"dropped fields that scheduling does not read: {sum(filtered.dropped.values())}")

    def _write(self, source: str, target: str) -> None:
        if target == "-":
            self.stdout.write(source)
        else:
            Path(target).write_text(source, encoding="utf-8")

    def _run(self, source: str, title: str) -> None:
        try:
            result = check(source)
        except Problem as problem:
            raise CommandError("\n".join(item["message"] for item in problem.errors)) from problem
        if result.scenario is None:
            raise CommandError("\n".join(_line(error) for error in result.errors))
        with transaction.atomic():
            snapshot = freeze(
                SnapshotContent(
                    title=title[:200],
                    source=source,
                    scenario=result.scenario,
                    kubernetes_version=result.scenario.release,
                    seed=None,
                    nonce=secrets.token_hex(16),
                )
            )
            start(snapshot, OPERATOR)
        self.stdout.write(reverse("snapshot_answer", args=[snapshot.pk]))


def _text(manifests: list[Any]) -> str:
    """Return YAML, which people read; of many objects JSON, which is read seven times as fast."""
    if len(manifests) > MANY:
        return content_text({"objects": manifests, "config": None})
    return yaml.dump_all(manifests, Dumper=_Dumper, sort_keys=False, allow_unicode=True)


def _line(error: Any) -> str:
    return " ".join(str(error[key]) for key in ("object", "path", "message") if error.get(key))


class _Dumper(AmbiguousScalars, yaml.CSafeDumper):
    """Dumper without anchors: equal parts of two objects are written twice."""

    def ignore_aliases(self, data: Any) -> bool:
        return True
