"""Builds what a release has: `python -m scripts.release URL`, where URL is the folder that the archive will be in.

Into dist/ go the wheel and an archive with the command for this platform, and into deploy/krew/ the manifest that names
the archive with its checksum.
"""

from __future__ import annotations

import platform
import sys
import tarfile
import tomllib
from hashlib import sha256
from pathlib import Path
from string import Template

from scripts.wheel import ROOT, build_wheel
from scripts.zipapp import build_zipapp

DIST, KREW = ROOT / "dist", ROOT / "deploy" / "krew"
ARCHES = {"x86_64": "amd64", "aarch64": "arm64", "arm64": "arm64"}


def archive(version: str) -> Path:
    """Build the archive with the command and the licence, and return it."""
    system, machine = platform.system().lower(), ARCHES[platform.machine()]
    program = build_zipapp(DIST / "kubectl-schedscope")
    path = DIST / f"kubectl-schedscope-{version}-{system}-{machine}.tar.gz"
    with tarfile.open(path, "w:gz") as packed:
        for file in (program, ROOT / "LICENSE"):
            packed.add(file, file.name)
    return path


def manifest(path: Path, version: str, url: str) -> str:
    """Return the manifest for krew of an archive that is served below an address."""
    *_, system, arch = path.name.removesuffix(".tar.gz").split("-")
    return Template((KREW / "template.yaml").read_text(encoding="utf-8")).substitute(
        version=version,
        homepage=url,
        python=".".join(map(str, sys.version_info[:2])),
        os=system,
        arch=arch,
        uri=f"{url.rstrip('/')}/{path.name}",
        sha256=sha256(path.read_bytes()).hexdigest(),
    )


def main(url: str) -> int:
    if not url.startswith("https://"):
        print("name the folder of the archive: make release URL=https://…", file=sys.stderr)
        return 2
    version: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    print(build_wheel(DIST))
    path = archive(version)
    print(path)
    target = KREW / "schedscope.yaml"
    target.write_text(manifest(path, version, url), encoding="utf-8")
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
