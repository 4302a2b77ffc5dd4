"""Requests to the servers of the tests. They go over plain HTTP: to read certificates for each would take 15 ms."""

from __future__ import annotations

from functools import partial

import httpx

get = partial(httpx.get, verify=False)
client = partial(httpx.Client, verify=False)
