"""Logging in as a kubeconfig says. Its plugin is any program: it has a time to answer in, and no terminal."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from kubernetes.aio.config import KUBE_CONFIG_DEFAULT_LOCATION, ConfigException
from kubernetes.aio.config.kube_config import KubeConfigLoader, KubeConfigMerger

from webui.core.scenarios.live_cluster import ApiError
from webui.features.live.following import plugin

SECONDS = 60


class Login(KubeConfigLoader):
    """The login of a context, None: of the current one. Raise ConfigException if there is no such context."""

    def __init__(self, kubeconfig: str | None, context: str | None) -> None:
        merged = KubeConfigMerger(kubeconfig or KUBE_CONFIG_DEFAULT_LOCATION)  # type: ignore[no-untyped-call]
        super().__init__(  # type: ignore[no-untyped-call]
            config_dict=merged.config, active_context=context, config_base_path=None
        )
        if self._user and "exec" in self._user:
            program: dict[str, Any] = self._user["exec"].value
            asked = [program.get("command", ""), *(program.get("args") or ())]
            program.update(command=sys.executable, args=["-I", plugin.__file__, str(SECONDS), *asked])

    async def log_in(self, configuration: Any) -> None:
        """Set what one logs in with; raise ApiError if there is nothing in time."""
        try:
            async with asyncio.timeout(SECONDS + 5):  # the plugin is ended before that
                await self.load_and_set(configuration)  # type: ignore[no-untyped-call]
        except (ConfigException, OSError) as error:  # TimeoutError is one
            reason = str(error) or f"there is no login after {SECONDS} s"
            raise ApiError(0, reason) from error

    async def load_from_exec_plugin(self) -> bool:
        """Ask the plugin for a login; the client would go on without one."""
        if not await super().load_from_exec_plugin():  # type: ignore[no-untyped-call]
            raise ConfigException("the plugin of the kubeconfig gave no login: the log says why")
        return True
