"""What commands about a cluster hand on besides their answer: manifests, an offline page, a link on a server."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import webbrowser
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import orjson

from scheduler_core.advice.whatif.patches import as_yaml
from scheduler_core.extras import ExtraMissing
from scheduler_core.kubernetes.objects.parsing import Manifest
from scheduler_core.kubernetes.objects.reading import InvalidInput
from scheduler_core.sentences import worded

from .shown import Shown

_MOST_YAML: Final = 2000  # objects: YAML of more takes long to write, and lines of JSON much room
_LARGE: Final = 1_000_000  # bytes of a body, above which it is compressed
_PATIENCE: Final = 120.0  # seconds for one answer of the server, which reads the whole cluster


class ServerError(OSError):
    """A server cannot be reached, or refuses; the text says why."""


def hand_on(options: argparse.Namespace, contents: Shown) -> None:
    """Write, send and open what the options ask for, and say where it is on stderr; raise OSError and ExtraMissing."""
    link = _sent(options.to, contents) if options.to else ""
    if link:
        print(link, file=sys.stderr)
    page = ""
    if options.save and options.save.endswith(".html"):
        page = options.save
        write_page(Path(page), contents)
    elif options.save:
        write_manifests(options.save, contents.scenario.manifests)
    if options.open and not (link or page):
        with NamedTemporaryFile(prefix="schedscope-", suffix=".html", delete=False) as file:
            page = file.name
        write_page(Path(page), contents)
    if options.open:
        webbrowser.open(link or Path(page).resolve().as_uri())
    elif page:
        print(f"{page}: open it in a browser, it needs no network", file=sys.stderr)


def as_list(manifests: list[Manifest]) -> str:
    """Return manifests as `kubectl get -o json` writes a list: a line a value, unless there are many.

    Pages cite lines.
    """
    option = orjson.OPT_INDENT_2 if len(manifests) <= _MOST_YAML else None
    return (
        orjson.dumps({"apiVersion": "v1", "kind": "List", "items": manifests}, option=option).decode() + "\n"
    )


def write_manifests(file: str, manifests: list[Manifest]) -> None:
    """Write manifests into a file, - for stdout: JSON if its name ends so or there are many, else YAML."""
    is_json = file.endswith(".json") or len(manifests) > _MOST_YAML
    text = as_list(manifests) if is_json else "---\n".join(map(as_yaml, manifests))
    if file == "-":
        print(text, end="")
    else:
        Path(file).write_text(text, encoding="utf-8")


def write_page(path: Path, contents: Shown) -> None:
    """Write the page that steps through the run offline; raise ExtraMissing without the web application."""
    if find_spec("webui") is None or find_spec("django") is None:
        needs = (
            "without a server (--to URL) an offline page needs the web application, which is in a checkout"
        )
        raise ExtraMissing(needs, "server")
    chosen = {
        "title": _title(contents),
        "pod": contents.pod,
        "kubernetes-version": contents.scenario.release,
        "seed": contents.seed,
    }
    arguments = [f"--{name}={value}" for name, value in chosen.items() if value not in (None, "")]
    script = f"""
import django, sys
from django.core.management import call_command
django.setup()
call_command("migrate", verbosity=0)
call_command("offline_page", {str(path.resolve())!r}, *{arguments!r})
"""
    with TemporaryDirectory(prefix="schedscope-") as folder:
        environment = {
            **{
                name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
            },
            "DATA_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "webui.config.settings",
        }
        ended = subprocess.run(
            [sys.executable, "-c", script],
            input=_source(contents),
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    if ended.returncode:
        raise ServerError(f"{path}: {ended.stderr.strip().splitlines()[-1]}")


def _source(contents: Shown) -> str:
    """Return the objects and the configuration as a List."""
    config = contents.scenario.config_manifest
    return as_list([*contents.scenario.manifests, *([config] if config else [])])


def _title(contents: Shown) -> str:
    return contents.pod.partition("/")[2] or "A cluster, read with kubectl"


def _sent(server: str, contents: Shown) -> str:
    """Make a link of what was read on a server; raise ServerError and InvalidInput."""
    if not server.startswith(("http://", "https://")):
        raise InvalidInput.of(
            "--to", worded("must begin with http:// or https://; got {server}", server=server)
        )
    base = server.rstrip("/")
    draft = _post(f"{base}/api/scenarios", {"title": _title(contents), "source": _source(contents)})
    options = {
        "kubernetes_version": contents.scenario.release,
        **({} if contents.seed is None else {"seed": contents.seed}),
    }
    key = {"Authorization": f"Bearer {draft['edit_key']}"}
    run = _post(f"{base}/api/scenarios/{draft['id']}/runs", options, key)
    query = f"?{urlencode({'pod': contents.pod})}" if contents.pod else ""
    return f"{base}/x/{run['snapshot']}/{query}"


def _post(url: str, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Any:
    sent = {"Content-Type": "application/json", "Prefer": "return=minimal", **(headers or {})}
    data = orjson.dumps(body)
    if len(data) > _LARGE:
        data, sent["Content-Encoding"] = gzip.compress(data, 1), "gzip"
    request = Request(url, data, sent, method="POST")
    try:
        with urlopen(request, timeout=_PATIENCE) as answer:
            return json.load(answer)
    except HTTPError as error:
        raise ServerError(f"{url}: {_refusal(error)}") from error
    except (URLError, TimeoutError) as error:
        raise ServerError(f"{url}: {getattr(error, 'reason', error)}") from error


def _refusal(error: HTTPError) -> str:
    """Return why the server refuses, in its own words where it has some."""
    try:
        errors = json.load(error)["errors"]
        return "; ".join(f"{one.get('path') or ''} {one['message']}".strip() for one in errors[:3])
    except (ValueError, KeyError, TypeError):
        return f"{error.code} {error.reason}"
