"""What a release is made of: the manifest for krew, and the plugins of k9s."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import yaml

from scripts.release import main, manifest
from tests.services.folder import ROOT


def test_the_manifest_names_the_archive_with_its_checksum(tmp_path: Path) -> None:
    archive = tmp_path / "kubectl-schedscope-1.2.3-linux-amd64.tar.gz"
    archive.write_bytes(b"content")
    spec = yaml.safe_load(manifest(archive, "1.2.3", "https://example.com/v1.2.3/"))["spec"]
    assert spec["version"] == "v1.2.3"
    (platform,) = spec["platforms"]
    assert platform["uri"] == f"https://example.com/v1.2.3/{archive.name}"
    assert platform["sha256"] == sha256(b"content").hexdigest()
    assert platform["selector"]["matchLabels"] == {"os": "linux", "arch": "amd64"}
    assert platform["bin"] in [file["from"] for file in platform["files"]]


def test_a_release_without_an_address_is_refused() -> None:
    assert main("") == 2


def test_plugins_of_k9s_have_what_k9s_asks_for() -> None:
    plugins = yaml.safe_load((ROOT / "deploy" / "k9s" / "plugins.yaml").read_text())["plugins"]
    for plugin in plugins.values():
        assert plugin.keys() >= {"shortCut", "description", "scopes", "command", "args"}
