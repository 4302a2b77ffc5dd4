"""Digests of files."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path


def version(*paths: Path) -> str:
    """Return 12 hexadecimal digits of the digest of these files and folders."""
    digest = sha256()
    files = (file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*"))))
    for file in files:
        if file.is_file():
            digest.update(f"{file.name}\0{file.stat().st_size}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
