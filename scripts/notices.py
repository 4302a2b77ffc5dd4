"""Write THIRD-PARTY-NOTICES.md: the packages that SchedScope installs, with their licences."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "THIRD-PARTY-NOTICES.md"
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==[^ ;\\]+(.*)", re.MULTILINE)
HEAD = """\
# Third-party notices

SchedScope installs these packages and ships no code of theirs; the image of `deploy/Containerfile` has them with the
texts of their licences, in `/venv/lib/python3.11/site-packages/*.dist-info/`. Made by `make notices`.

The libraries and fonts that it does ship for the browser are in `static/vendor/`, each beside its licence:
[what they are](static/vendor/README.md).

| package | licence | more |
|---|---|---|
"""


def packages() -> list[str]:
    """Return the packages of the runtime's lock file that this platform installs."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return list(dict.fromkeys(name for name, marker in PINNED.findall(text) if "win32" not in marker))


def notices() -> str:
    return HEAD + "".join(
        f"| {name} | {licence(of)} | {home(of)} |\n" for name in packages() if (of := installed(name))
    )


def installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def licence(package: Distribution) -> str:
    """Return the SPDX expression, else what older metadata say."""
    for key in ("License-Expression", "License"):
        if (text := "".join(values(package, key))) and "\n" not in text:
            return text
    classifiers = (value for value in values(package, "Classifier") if value.startswith("License ::"))
    return ", ".join(classifier.rpartition(" :: ")[2] for classifier in classifiers)


def home(package: Distribution) -> str:
    links = dict(value.split(", ", 1) for value in values(package, "Project-URL"))
    link_by_name = {name.lower(): link for name, link in links.items()}
    names = ("homepage", "source", "source code", "repository", "documentation")
    return next((link_by_name[name] for name in names if name in link_by_name), "") or "".join(
        values(package, "Home-page")
    )


def values(package: Distribution, key: str) -> list[str]:
    return [str(value) for value in package.metadata.get_all(key) or ()]


if __name__ == "__main__":
    FILE.write_text(notices(), encoding="utf-8")
