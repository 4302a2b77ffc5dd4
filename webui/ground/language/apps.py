from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.core import checks

from webui.ground.language.compiling import stale_catalogues


class LanguageConfig(AppConfig):
    name = "webui.ground.language"

    def ready(self) -> None:
        checks.register(check_catalogues)


def check_catalogues(**_options: Any) -> list[checks.CheckMessage]:
    """Warn about catalogues that are not compiled: their language would be missing, or its texts old."""
    return [
        checks.Warning(
            f"{text.parent.parent.name}/{text.name} is not compiled: pages lack its translations",
            hint="Run `python -m webui.ground.language.compiling`, as `make install` does.",
            id="language.W001",
        )
        for text in stale_catalogues()
    ]
