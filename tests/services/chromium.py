"""A Chromium for the browser tests: the one on the PATH, else Debian's package.

The shell without a window's own pages comes first: it takes a fifth of the processor time to open a page.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium-headless-shell", "fonts-liberation", "fonts-dejavu-core")
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-partial-raster",  # a tile drawn anew in part differs in its smooth edges from one drawn whole
)


@contextmanager
def chromium() -> Iterator[Browser]:
    executable = on_path() or one_at_a_time()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=list(FLAGS), chromium_sandbox=False
        )
        try:
            yield browser
        finally:
            browser.close()


def on_path() -> str | None:
    return next((executable for name in NAMES if (executable := shutil.which(name))), None)


def one_at_a_time() -> str:
    """Each of the processes that share the tests may want it; the first installs it."""
    with (Path(tempfile.gettempdir()) / "schedscope-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return on_path() or installed()


def installed() -> str:
    if os.getuid() != 0 or shutil.which("apt-get") is None:
        raise RuntimeError(
            "The browser tests need Chromium, and there is none on the PATH. Install it "
            "(on Debian or Ubuntu: apt-get install chromium-headless-shell) and run the tests again."
        )
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *PACKAGES]
    for command in (["apt-get", "update", "-q"], install):
        subprocess.run(command, env=quiet, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    executable = on_path()
    assert executable, "Debian's package has been installed, yet there is no chromium on the PATH"
    return executable
