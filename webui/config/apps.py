"""The applications of which Django has to know more than their folder. Labels never change: tables have their names."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import ClassVar

from django.apps import AppConfig


class Listening(AppConfig):
    """An application with modules whose receivers wait for signals, or whose checks run."""

    listeners: ClassVar[tuple[str, ...]]

    def ready(self) -> None:
        for module in self.listeners:
            import_module(f"{self.name}.{module}")


class Language(Listening):
    name = "webui.ground.language"
    listeners = ("compiling",)


class Lint(AppConfig):
    name = "webui.features.lint"
    label = "linting"


class Notes(Listening):
    name = "webui.features.notes"
    listeners = ("carrying",)


class Scenarios(Listening):
    name = "webui.core.scenarios"
    listeners = ("history", "listening")


class Snapshots(AppConfig):
    name = "webui.core.snapshots"
    label = "sharing"


class Upgrade(AppConfig):
    name = "webui.features.upgrade"
    label = "upgrading"


class WhatIf(AppConfig):
    name = "webui.features.whatif"
    label = "repairing"


class Workbench(Listening):
    name = "webui.features.workbench"
    listeners = ("verdict.stored",)


def features() -> list[str]:
    """Return the applications of all features: each is a folder."""
    known = {app.name: f"{__name__}.{app.__name__}" for app in (Lint, Notes, Upgrade, WhatIf, Workbench)}
    folders = sorted(path.parent.name for path in Path(__file__).parents[1].glob("features/*/__init__.py"))
    names = [f"webui.features.{folder}" for folder in folders]
    return [known.get(name, name) for name in names]
