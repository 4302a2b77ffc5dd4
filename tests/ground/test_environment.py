from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import ImproperlyConfigured

from webui.config import environment


def test_without_a_url_the_database_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL")
    database = environment.database(tmp_path)
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == tmp_path / "schedscope.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_a_postgres_url_is_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://me:p%40ss@db.example:6543/sched?sslmode=require")
    database = environment.database(tmp_path)
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert [database[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == [
        "sched",
        "me",
        "p@ss",
        "db.example",
        "6543",
    ]
    assert database["OPTIONS"]["sslmode"] == "require"


def test_a_postgres_url_may_name_a_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me@/sched?host=/run/postgresql")
    assert environment.database(tmp_path)["HOST"] == "/run/postgresql"


def test_another_database_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://localhost/sched")
    with pytest.raises(
        ImproperlyConfigured, match="must be postgres://… or sqlite:///…, or unset, got 'mysql'"
    ):
        environment.database(tmp_path)


def test_the_key_is_made_once_and_for_us_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY")
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(environment.secret_key, [tmp_path] * 40))
    assert len(keys) == 1
    assert len(keys.pop()) > 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_a_given_key_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "given")
    assert environment.secret_key(tmp_path) == "given"
    assert list(tmp_path.iterdir()) == []


def test_celery_gets_the_same_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL")
    url = environment.redis_url(tmp_path)
    assert url == f"unix://{tmp_path}/valkey.sock"
    assert environment.broker_url(url) == f"redis+socket://{tmp_path}/valkey.sock"
    assert environment.broker_url("rediss://cache.example:6380/1") == "rediss://cache.example:6380/1"


def test_a_socket_fits_where_the_kernel_takes_it(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["a-folder-with-a-long-name"] * 8)
    path = environment.socket_path(deep, "valkey.sock")
    assert len(str(path)) < 104
    assert path == environment.socket_path(deep, "valkey.sock")
    assert path != environment.socket_path(deep / "other", "valkey.sock")


@pytest.mark.parametrize(("text", "value"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_flags(monkeypatch: pytest.MonkeyPatch, text: str, value: bool) -> None:
    monkeypatch.setenv("DEBUG", text)
    assert environment.flag("DEBUG") is value


def test_urls_of_the_tests_themselves() -> None:
    """The services' addresses got into the settings: without that, all would run on the defaults."""
    from django.conf import settings

    assert urlsplit(settings.REDIS_URL).scheme == "unix"
    assert "schedscope-tests-" in settings.REDIS_URL
