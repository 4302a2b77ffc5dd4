"""The wheel, tried where there is nothing else: an empty environment, no checkout on the path."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from scripts.wheel import build_wheel
from tests.builders import make_node, make_pod
from tests.scheduler_core.cli.kubectl import fake_kubectl

UV = Path(sys.executable).parent / "uv"
CLAIMED = [
    make_node("n"),
    {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "DeviceClass",
        "metadata": {"name": "gpu"},
        "spec": {"selectors": [{"cel": {"expression": "device.driver == 'gpu.example.com'"}}]},
    },
    {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceSlice",
        "metadata": {"name": "s"},
        "spec": {
            "driver": "gpu.example.com",
            "nodeName": "n",
            "pool": {"name": "n", "generation": 1, "resourceSliceCount": 1},
            "devices": [{"name": "gpu-0"}],
        },
    },
    {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaim",
        "metadata": {"name": "c", "namespace": "default"},
        "spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu"}}]}},
    },
]


@dataclass
class Installed:
    """The wheel in an environment of its own."""

    folder: Path

    def run(self, program: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join([str(self.folder / "environment" / "bin"), "/usr/bin", "/bin"])
        return subprocess.run(
            [self.folder / "environment" / "bin" / program, *arguments],
            cwd=self.folder,
            env={"PATH": path, "HOME": str(self.folder), **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    def file(self, objects: object) -> str:
        path = self.folder / "input.json"
        path.write_text(json.dumps(objects), encoding="utf-8")
        return str(path)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    wheel = build_wheel(folder)
    environment = folder / "environment"
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, environment], check=True)
    variables = {**os.environ, "VIRTUAL_ENV": str(environment)}
    subprocess.run([UV, "pip", "install", "--quiet", wheel], check=True, env=variables)
    return Installed(folder)


def test_it_needs_three_libraries(installed: Installed) -> None:
    code = "from importlib.metadata import distributions as d; print(*sorted(x.name.lower() for x in d()))"
    assert installed.run("python", "-c", code).stdout.split() == ["numpy", "orjson", "pyyaml", "schedscope"]
    code = "import scheduler_core; print(scheduler_core.__file__)"
    assert str(installed.folder) in installed.run("python", "-c", code).stdout


def test_the_command_answers_under_its_names(installed: Installed) -> None:
    assert installed.run("schedscope", "--help").stdout.startswith("usage: schedscope ")
    assert installed.run("kubectl-schedscope", "--help").stdout.startswith("usage: kubectl schedscope ")
    ended = installed.run("schedscope", "simulate", installed.file([make_node("n"), make_pod("p")]))
    assert (ended.returncode, ended.stdout) == (0, "default/p -> n\n")
    assert installed.run("schedscope", "lint", "--rules").returncode == 0


def test_a_cluster_is_asked_through_kubectl(installed: Installed) -> None:
    script = Path(fake_kubectl.__file__)
    program = installed.folder / "kubectl"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$@"\n')
    program.chmod(0o755)
    variables = {"KUBECTL": str(program), "FAKE_CALLS": str(installed.folder / "calls")}
    ended = installed.run("kubectl-schedscope", "why", "-A", **variables)
    assert ended.stdout.startswith("6 pods wait, 3 causes")
    assert ended.returncode == 1
    completed = installed.run("kubectl_complete-schedscope", "node", "node-0001", **variables)
    assert completed.stdout == "node-0001\n:4\n"


def test_what_an_extra_is_missing_for_is_said_of_the_pods_that_need_it(installed: Installed) -> None:
    pod = make_pod("p")
    pod["spec"]["resourceClaims"] = [{"name": "gpu", "resourceClaimName": "c"}]
    ended = installed.run("schedscope", "simulate", installed.file([*CLAIMED, pod]))
    assert ended.returncode == 1
    assert (
        "not evaluated: selectors of devices need the language CEL (cel-expr-python): "
        "install the extra, for example with pipx install 'schedscope[devices]'"
    ) in ended.stdout
