from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from django.conf import settings
from django.contrib.auth.models import Group, User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from webui.core.scenarios.live_cluster import ApiError, ClientMissing
from webui.features.live.following.following import Asked, follow
from webui.ground.telemetry import metrics


class Command(BaseCommand):
    help = (
        "Follow a running cluster: watch what scheduling reads, and compute each decision of its scheduler "
        "again. Nothing in the cluster is changed. Runs until it is stopped; of two for one cluster one waits."
    )
    requires_system_checks = ()  # they import all views: 50 MB that stay, and a second

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--context", help="context of the kubeconfig; default: the current one")
        parser.add_argument(
            "--kubeconfig", help="default: as for kubectl; inside a cluster its service account"
        )
        parser.add_argument("--name", help="the cluster's name on the page; default: the context")
        parser.add_argument("--config", type=Path, help="the scheduler's KubeSchedulerConfiguration")
        parser.add_argument("--kubernetes", help="the version to compute with; default: the API server's")
        parser.add_argument("--user", help="the account that owns it")
        parser.add_argument("--team", help="the team that may see it")
        parser.add_argument(
            "--open", action="store_true", help="everybody who can reach the server may see it"
        )
        parser.add_argument(
            "--pseudonyms", action="store_true", help="store pseudonyms instead of the cluster's names"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not (options["user"] or options["team"] or options["open"]):
            raise CommandError("Say who may see the cluster: --user, --team or --open.")
        asked = Asked(
            context=options["context"],
            kubeconfig=options["kubeconfig"],
            name=options["name"] or options["context"] or "cluster",
            config=_config(options["config"]),
            kubernetes=options["kubernetes"],
            user=_one(User, "username", options["user"]),
            team=_one(Group, "name", options["team"]),
            open=options["open"],
            pseudonyms=options["pseudonyms"],
        )
        if settings.METRICS_PORT:
            metrics.serve(settings.METRICS_HOST, settings.METRICS_PORT)
        try:
            follow(asked, self.stderr.write)
        except ClientMissing as error:
            raise CommandError(f"follow {error}") from error
        except ApiError as error:
            raise CommandError(f"The cluster cannot be followed. {error}") from error


def _config(path: Path | None) -> Any:
    if path is None:
        return None
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise CommandError(f"{path}: {error}") from error


def _one(model: Any, field: str, value: str | None) -> Any:
    if value is None:
        return None
    match = model.objects.filter(**{field: value}).first()
    if match is None:
        raise CommandError(f"There is no {model._meta.verbose_name} {value}: create it first.")
    return match
