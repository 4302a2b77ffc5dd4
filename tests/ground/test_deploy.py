"""What `deploy/` starts, says and needs is what the code has."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from django.core.management import get_commands

from scripts.notices import installed, packages
from tests.services import http
from tests.services.folder import ROOT
from tests.services.live import Live, free_port, running
from tests.services.waiting import wait_for
from tests.webui.features.live.apiserver import MadeServer, served
from webui.core.scenarios.live_cluster import RESOURCES

DEPLOY = ROOT / "deploy"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
MANAGE = re.compile(r"manage\.py (\w+)")
SETTING = re.compile(r'(?:environ\.get|(?<=environment\.)\w+)\(\s*"([A-Z_]+)"')


def documents(*names: str) -> list[dict[str, Any]]:
    return [
        document
        for name in names
        for document in yaml.safe_load_all((DEPLOY / "kustomize" / name).read_text())
    ]


def base() -> list[dict[str, Any]]:
    return documents(*(f"base/{name}.yaml" for name in ("namespace", "migrate", "web", "worker", "network")))


BASE = base()


def pod_templates() -> dict[str, dict[str, Any]]:
    return {
        manifest["metadata"]["name"]: manifest["spec"]["template"]
        for manifest in BASE
        if "template" in manifest.get("spec", {})
    }


def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"])


def test_only_commands_that_exist_are_started() -> None:
    started = {
        str(path.relative_to(ROOT)): set(MANAGE.findall(path.read_text().replace("manage.py,", "manage.py")))
        for path in DEPLOY.rglob("*")
        if path.is_file()
    }
    assert set().union(*started.values()) == {
        *("collectstatic", "follow", "load_gallery", "migrate", "serve", "work")
    }
    assert set().union(*started.values()) <= set(get_commands())
    for kind in ("compose.yaml", "kustomize", "systemd"):
        commands = set().union(
            *(names for path, names in started.items() if path.startswith(f"deploy/{kind}"))
        )
        assert commands >= {"follow", "load_gallery", "migrate", "work"}, kind


def test_what_a_unit_starts_answers(live: Live, tmp_path: Path) -> None:
    """The web server as systemd starts it, beside the other one, on the same database; and its metrics."""
    unit = (DEPLOY / "systemd" / "schedscope-web.service").read_text()
    line = next(row for row in unit.splitlines() if row.startswith("ExecStart="))
    port, metrics = free_port(), free_port()
    _, *arguments = shlex.split(line.replace("--port 8000", f"--port {port}"))
    environment = {
        **live.environment,
        "METRICS_PORT": str(metrics),
        "LOG_FORMAT": "json",
        "LOG_LEVEL": "INFO",
    }
    log = tmp_path / "log"
    with running([sys.executable, str(ROOT / arguments[0]), *arguments[1:]], environment, log):
        wait_for(lambda: answers(f"http://127.0.0.1:{port}/healthz"), "the web server answers", seconds=60)
        sent = http.get(f"http://127.0.0.1:{port}/message/", headers={"X-Request-ID": "probe-1"}, timeout=30)
        text = http.get(f"http://127.0.0.1:{metrics}/metrics", timeout=30).text
        public = http.get(f"http://127.0.0.1:{port}/metrics", timeout=30)
        with pytest.raises(httpx.ConnectError):  # it listens where METRICS_HOST says alone
            http.get(f"http://127.0.0.2:{metrics}/metrics", timeout=30)
    assert sent.headers["X-Request-ID"] == "probe-1"
    assert 'schedscope_http_requests_total{method="GET",route="message/",status="200"} 1.0' in text
    assert "schedscope_database_up 1.0" in text
    assert public.status_code == 404
    lines = [json.loads(row) for row in log.read_text().splitlines()]
    assert [line["message"] for line in lines if line["request_id"] == "probe-1"] == ["GET /message/ 200"]


def unit_of_a_cluster(folder: Path) -> str:
    """The command of systemd: the instance, its credentials and its options filled in."""
    unit = (DEPLOY / "systemd" / "schedscope-follow@.service").read_text()
    line = next(row for row in unit.splitlines() if row.startswith("ExecStart="))
    given = {"%i": "of-a-unit", "${CREDENTIALS_DIRECTORY}": str(folder), "$FOLLOW": "--open"}
    return filled_in(line.removeprefix("ExecStart=/opt/schedscope/.venv/bin/"), given)


def service_of_a_cluster(folder: Path) -> str:
    """The command of compose: the kubeconfig where it is mounted from, and its options filled in."""
    service = compose()["follow"]
    assert service["volumes"] == ["${FOLLOW_KUBECONFIG:-/dev/null}:/run/kubeconfig:ro"]
    added = service["environment"].keys() - compose()["worker"]["environment"].keys()
    assert added == {"FOLLOW", "FOLLOW_NAME"}
    *shell, line = service["command"]
    assert shell == ["sh", "-c"]
    given = {"/run/kubeconfig": f"{folder}/kubeconfig", "$$FOLLOW_NAME": "of-a-service", "$$FOLLOW": "--open"}
    return filled_in(line.removeprefix("exec "), given)


def pod_of_a_cluster(folder: Path) -> str:
    """The command of Kubernetes: the environment filled in, the login that of KUBECONFIG."""
    (line,) = follow_command()[2:]
    return filled_in(line.removeprefix("exec "), {"$FOLLOW_NAME": "of-a-pod", "$FOLLOW": "--open"})


def follow_command() -> list[str]:
    (container,) = documents("follow/follow.yaml")[0]["spec"]["template"]["spec"]["containers"]
    assert {"configMapRef": {"name": "schedscope-follow"}} in container["envFrom"]
    return list(container["command"])


def test_a_cluster_is_not_followed_on_kubernetes_before_it_is_said_who_may_see_it() -> None:
    (kustomization,) = documents("follow/kustomization.yaml")
    (generated,) = kustomization["configMapGenerator"]
    given = dict(literal.split("=", 1) for literal in generated["literals"])
    assert given == {"FOLLOW_NAME": "cluster", "FOLLOW": ""}
    python = str(Path(sys.executable).parent)
    environment = {**os.environ, **given, "PATH": f"{python}:{os.environ['PATH']}"}
    done = subprocess.run(
        follow_command(), cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Say who may see the cluster: --user, --team or --open." in done.stderr


def filled_in(line: str, given: dict[str, str]) -> str:
    for name, value in given.items():
        assert name in line
        line = line.replace(name, value)
    return line


@pytest.mark.parametrize(
    ("started", "name"),
    [
        (unit_of_a_cluster, "of-a-unit"),
        (service_of_a_cluster, "of-a-service"),
        (pod_of_a_cluster, "of-a-pod"),
    ],
)
def test_what_is_started_for_a_cluster_follows_it(
    live: Live, tmp_path: Path, started: Callable[[Path], str], name: str
) -> None:
    python, program, *arguments = shlex.split(started(tmp_path))
    assert python == "python"
    with served(MadeServer(), tmp_path), live.client() as client:
        command = [sys.executable, str(ROOT / program), *arguments]
        environment = {**live.environment, "KUBECONFIG": f"{tmp_path}/kubeconfig"}
        with running(command, environment, tmp_path / "log"):
            wait_for(
                lambda: name in [c["name"] for c in client.get("/api/live").json()],
                "the cluster is followed",
            )


def test_a_cluster_is_followed_on_one_machine_only_if_that_is_asked_for() -> None:
    assert {name for name, service in compose().items() if "profiles" in service} == {"follow"}


def answers(url: str) -> bool:
    try:
        return http.get(url).status_code == 200
    except httpx.ConnectError:
        return False


def test_our_own_scheduler_places_the_manifests() -> None:
    """On three zones of two nodes: the web servers one in each zone, the workers in two."""
    files = [
        str(DEPLOY / "kustomize" / "base" / f"{name}.yaml")
        for name in ("namespace", "migrate", "web", "worker")
    ]
    command = [sys.executable, "-m", "scheduler_core", "simulate", *files, "--on", "three-zones"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    placed = re.findall(
        r"^schedscope/schedscope-(web|worker|migrate)-\S+ -> node-(\w)\d$", done.stdout, re.MULTILINE
    )
    zones = {
        name: sorted(zone for owner, zone in placed if owner == name) for name in ("web", "worker", "migrate")
    }
    assert zones["web"] == ["a", "b", "c"]
    assert len(set(zones["worker"])) == 2
    assert len(zones["migrate"]) == 1


KIND = """
apiVersion: v1
kind: Node
metadata:
  name: kind-control-plane
  labels:
    kubernetes.io/arch: amd64
    kubernetes.io/hostname: kind-control-plane
    kubernetes.io/os: linux
    node-role.kubernetes.io/control-plane: ""
status:
  allocatable: {cpu: "2", memory: 4Gi, pods: "110"}
---
apiVersion: v1
kind: Pod
metadata: {name: all-of-kube-system, namespace: kube-system}
spec:
  nodeName: kind-control-plane
  containers:
  - {name: c, image: i, resources: {requests: {cpu: 950m, memory: 290Mi}}}
"""


def demo() -> list[dict[str, Any]]:
    """The objects of the demo, with the JSON patches that its kustomization makes to those of the base."""
    objects = base() + documents("demo/services.yaml")
    (kustomization,) = documents("demo/kustomization.yaml")
    for patch in kustomization["patches"]:
        if "target" not in patch:
            continue  # a ConfigMap, which scheduling does not read
        (patched,) = [
            manifest
            for manifest in objects
            if (manifest["kind"], manifest["metadata"]["name"])
            == (patch["target"]["kind"], patch["target"]["name"])
        ]
        for operation in yaml.safe_load(patch["patch"]):
            assert operation["op"] == "replace"
            replace(patched, operation["path"].split("/")[1:], operation["value"])
    return objects


def replace(value: Any, path: list[str], new: object) -> None:
    keys: list[Any] = [int(key) if key.isdigit() else key for key in path]
    *parents, last = keys
    for key in parents:
        value = value[key]
    assert last in value or isinstance(value, list)
    value[last] = new


def test_the_demo_fits_on_the_one_node_of_kind(tmp_path: Path) -> None:
    """Two processors, no zone, and what Kubernetes itself asks for there."""
    manifests = tmp_path / "demo.yaml"
    manifests.write_text(KIND + "---\n" + yaml.safe_dump_all(demo()))
    command = [sys.executable, "-m", "scheduler_core", "simulate", str(manifests)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    placed = re.findall(r"^schedscope/([a-z-]+)-\S+ -> kind-control-plane$", done.stdout, re.MULTILINE)
    assert len(placed) == 5, done.stdout


def test_the_role_of_following_reads_what_is_followed_and_changes_nothing() -> None:
    (role,) = [document for document in documents("follow/role.yaml") if document["kind"] == "ClusterRole"]
    listed = {
        (group, resource)
        for rule in role["rules"]
        if rule["verbs"] == ["list", "watch"]
        for group in rule["apiGroups"]
        for resource in rule["resources"]
    }
    groups = {r: r.api.split("/")[1] if r.api.startswith("apis/") else "" for r in RESOURCES}
    assert listed == {(group, resource.plural) for resource, group in groups.items()}
    assert {verb for rule in role["rules"] for verb in rule["verbs"]} == {"get", "list", "watch"}


def test_rules_and_dashboard_ask_for_metrics_that_exist() -> None:
    groups = yaml.safe_load((DEPLOY / "prometheus-rules.yaml").read_text())["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    panels = json.loads((DEPLOY / "grafana.json").read_text())["panels"]
    expressions = [part["expr"] for part in (*rules, *(t for panel in panels for t in panel["targets"]))]
    asked = set(re.findall(r"schedscope_\w+", " ".join(expressions)))
    defining = ("features/live/following/counted", "ground/telemetry/metrics", "site/operating/collector")
    defined = "".join((ROOT / f"webui/{name}.py").read_text() for name in defining)
    assert {name.removesuffix("_bucket") for name in asked} <= set(re.findall(r'"(schedscope_\w+)"', defined))
    assert all("/live/{{ $labels.id }}/" in rule["annotations"]["description"] for rule in rules)


def test_images_of_others_are_pinned_by_digest() -> None:
    files = [DEPLOY / name for name in ("Containerfile", "compose.yaml", "kustomize/demo/services.yaml")]
    images = [
        image
        for file in files
        for image in re.findall(r"^(?:FROM| +image:) (\S+)", file.read_text(), re.MULTILINE)
        if image != "schedscope"
    ]
    assert len(images) == 6
    assert all(re.fullmatch(r"[a-z/]+:[\w.-]+@sha256:[0-9a-f]{64}", image) for image in images), images
    assert len(set(images)) == 3, "each of one digest everywhere"


def test_the_case_of_the_gallery_has_our_constraints() -> None:
    case = list(
        yaml.safe_load_all((ROOT / "webui/features/gallery/cases/schedscope-itself.yaml").read_text())
    )
    (pending,) = [
        document for document in case if document.get("kind") == "Pod" and "nodeName" not in document["spec"]
    ]
    template = pod_templates()["schedscope-web"]["spec"]
    assert pending["spec"]["topologySpreadConstraints"] == template["topologySpreadConstraints"]
    requests = pending["spec"]["containers"][0]["resources"]["requests"]
    assert requests == template["containers"][0]["resources"]["requests"]


MIGRATE = f"schedscope-migrate-{VERSION.replace('.', '-')}"


def test_the_job_that_prepares_a_version_has_a_name_of_its_own() -> None:
    """A Job cannot be changed: `kubectl apply` of another version makes another one."""
    assert [manifest["metadata"]["name"] for manifest in BASE if manifest["kind"] == "Job"] == [MIGRATE]


@pytest.mark.parametrize(
    "file", ["base/web", "base/worker", "base/migrate", "follow/follow", "demo/services"]
)
def test_everything_in_a_cluster_has_a_limit(file: str) -> None:
    templates = [
        manifest["spec"]["template"]["spec"]
        for manifest in documents(f"{file}.yaml")
        if "template" in manifest.get("spec", {})
    ]
    assert templates
    for template in templates:
        for container in template["containers"]:
            assert container["resources"]["limits"]["memory"], container["name"]
            assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
        for volume in template.get("volumes", ()):
            assert volume["emptyDir"]["sizeLimit"], volume["name"]


@pytest.mark.parametrize("name", ["schedscope-web", "schedscope-worker", MIGRATE])
def test_pods_have_no_rights_that_they_do_not_need(name: str) -> None:
    spec = pod_templates()[name]["spec"]
    assert spec["automountServiceAccountToken"] is False
    assert spec["securityContext"]["runAsNonRoot"] is True
    for container in spec["containers"]:
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert {mount["mountPath"] for mount in container["volumeMounts"]} == {"/data", "/tmp"}


@pytest.mark.parametrize("name", compose())
def test_containers_of_one_machine_have_limits_and_no_rights(name: str) -> None:
    service = compose()[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["pids_limit"] > 0
    memory = bytes_of(service["mem_limit"])
    for place in service.get("tmpfs", ()):
        assert bytes_of(place.partition("size=")[2]) < memory, "what is there counts as memory"
    if service["image"] != "schedscope":
        assert service["user"] == name, "its entrypoint needs capabilities to become another user"


def test_the_broker_of_one_machine_refuses_writes_before_it_is_killed() -> None:
    command = compose()["valkey"]["command"]
    most = bytes_of(command[command.index("--maxmemory") + 1].removesuffix("b"))
    assert 2 * most <= bytes_of(compose()["valkey"]["mem_limit"])
    assert "--maxmemory-policy" not in command, "none of its keys may be evicted"


def test_one_machine_is_reached_from_itself_alone() -> None:
    ports = {name: service["ports"] for name, service in compose().items() if "ports" in service}
    assert ports == {"web": ["${ADDRESS:-127.0.0.1}:${PORT:-8000}:8000"]}


def bytes_of(size: str) -> int:
    return int(size[:-1]) * {"m": 2**20, "g": 2**30}[size[-1]]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
@pytest.mark.parametrize("unit", sorted((DEPLOY / "systemd").glob("*.service")), ids=lambda unit: unit.stem)
def test_a_unit_is_confined(unit: Path) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=30", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_setting_is_described() -> None:
    read = "".join((ROOT / "webui/config" / name).read_text() for name in ("settings.py", "environment.py"))
    settings = set(SETTING.findall(read))
    assert len(settings) > 20
    described = "".join((ROOT / name).read_text() for name in ("docs/deploy.md", "README.md"))
    assert {name for name in settings if f"`{name}`" not in described} == set()


def test_every_package_has_its_licence() -> None:
    text = (ROOT / "THIRD-PARTY-NOTICES.md").read_text()
    rows = dict(re.findall(r"^\| (\S+) \| (.+?) \|", text, re.MULTILINE))
    assert {name for name in packages() if installed(name) and not rows.get(name, "").strip()} == set()


def test_the_image_has_all_files_that_the_commands_need(tmp_path: Path) -> None:
    """The steps of the Containerfile are made in a folder: what it does not copy is not there."""
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ")
    build = text.split("\nFROM ")[1]
    for line in re.findall(r"^COPY (?!--)(.+)$", build, re.MULTILINE):
        *names, target = line.split()
        for name in names:
            into = tmp_path / target if len(names) == 1 and target != "./" else tmp_path / name
            copy = partial(shutil.copytree, ignore=shutil.ignore_patterns("*.mo", "__pycache__"))
            (copy if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, into)
    steps = re.findall(r"^RUN (/venv/bin/python -m webui.+|.+manage.py.+)$", build, re.MULTILINE)
    compile_catalogues, collect = steps
    collect = f"{collect.partition(' && ')[0]} --dry-run"  # to compress all files takes half a minute
    imports = "/venv/bin/python -c 'import webui.config.celery, webui.site.asgi'"
    environment = {name: os.environ[name] for name in ("PATH", "PYTHONPYCACHEPREFIX") if name in os.environ}
    environment["DATA_DIR"] = str(tmp_path / "data")
    for command in (compile_catalogues, collect, f"DJANGO_SETTINGS_MODULE=webui.config.settings {imports}"):
        here = command.replace("/venv/bin/python", sys.executable).replace("/app", str(tmp_path))
        here = here.replace("/tmp/build", str(tmp_path / "data"))
        done = subprocess.run(
            here, shell=True, cwd=tmp_path, env=environment, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
    texts = list(tmp_path.glob("webui/ground/language/locale/*/LC_MESSAGES/*.po"))
    assert texts
    assert all(text.with_suffix(".mo").exists() for text in texts)


def test_an_update_names_what_there_is() -> None:
    text = (ROOT / "docs/deploy.md").read_text()
    names = {(manifest["kind"].lower(), manifest["metadata"]["name"]) for manifest in BASE}
    named = re.findall(r"\b(deployment)/([\w-]+)", text)
    assert named
    assert set(named) <= names
