"""Builds the command as one file: `python -m scripts.zipapp [FILE]`, by default dist/schedscope.pyz.

It holds the wheel with what it needs, for this platform and this version of Python. Libraries in C cannot be imported
from an archive, so that it unpacks itself into the user's cache when it is run for the first time.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipapp
from hashlib import sha256
from pathlib import Path

from scripts.wheel import ROOT, build_wheel

START = '''"""Unpack the command into the user's cache, once, and run it."""
import os, sys, tempfile, zipfile

VERSION, DIGEST = {version!r}, {digest!r}
if sys.version_info[:2] != VERSION:
    sys.exit("this file is for Python {{}}.{{}}: run it with that, or install schedscope".format(*VERSION))
cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
folder = os.path.join(cache, "schedscope", DIGEST)
if not os.path.isdir(folder):
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    part = tempfile.mkdtemp(dir=os.path.dirname(folder))
    with zipfile.ZipFile(os.path.dirname(os.path.abspath(__file__))) as archive:
        archive.extractall(part)
    try:
        os.rename(part, folder)
    except OSError:  # another process was faster
        pass
sys.path.insert(0, folder)
from scheduler_core.__main__ import installed

sys.exit(installed())
'''


def build_zipapp(file: Path) -> Path:
    """Build the file and return it."""
    with tempfile.TemporaryDirectory() as scratch:
        wheel, content = build_wheel(Path(scratch)), Path(scratch) / "content"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--target"]
        subprocess.run([*command, str(content), str(wheel)], check=True)
        digest = sha256(wheel.read_bytes()).hexdigest()[:16]
        start = START.format(version=sys.version_info[:2], digest=digest)
        (content / "__main__.py").write_text(start, encoding="utf-8")
        file.parent.mkdir(parents=True, exist_ok=True)
        zipapp.create_archive(content, file, interpreter="/usr/bin/env python3", compressed=True)
    return file


if __name__ == "__main__":
    print(build_zipapp(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist" / "schedscope.pyz")))
