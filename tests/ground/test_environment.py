from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.services.folder import ROOT
from webui.config import environment


@pytest.fixture(autouse=True)
def problems(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is wrong with the environment of a test, in sentences."""
    monkeypatch.setattr(environment, "problems", [])
    return environment.problems


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


def test_another_database_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problems: list[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://localhost/sched")
    environment.database(tmp_path)
    assert problems == ["DATABASE_URL must be postgres://… or sqlite:///…, or unset, got 'mysql'."]


@pytest.mark.parametrize(
    ("url", "expectation"),
    [
        ("postgres://me:secret@db.example:54x2/sched", "must be a URL: port could not be cast"),
        ("postgres://me:secret@db.example", "must name a database: postgres://"),
        ("sqlite://relative.sqlite3", "must be sqlite:/// and a path in a folder that exists"),
        ("sqlite:///no/such/folder/db.sqlite3", "must be sqlite:/// and a path in a folder that exists"),
    ],
)
def test_a_database_url_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problems: list[str], url: str, expectation: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    environment.database(tmp_path)
    assert [expectation in problem and "secret" not in problem for problem in problems] == [True]


@pytest.mark.parametrize(
    ("url", "expectation"),
    [
        ("http://cache.example", "must be redis://host:6379/0, rediss://… or unix:///path, got 'http'"),
        ("cache.example:6379", "got 'cache.example'"),
        ("redis://", "must name a host"),
        ("unix://", "must name a host"),
        ("redis://:secret@cache.example:high", "must be a URL"),
    ],
)
def test_a_broker_url_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problems: list[str], url: str, expectation: str
) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    environment.redis_url(tmp_path)
    assert [expectation in problem and "secret" not in problem for problem in problems] == [True]


@pytest.mark.parametrize("text", ["many", "-1", "0", "1.5", "70000", "9" * 30])
def test_a_wrong_number_is_named(monkeypatch: pytest.MonkeyPatch, problems: list[str], text: str) -> None:
    monkeypatch.setenv("PORT", text)
    assert environment.number("PORT", 8000, maximum=65535) == 8000
    assert problems == [f"PORT must be a whole number from 1 to 65535, got {text!r}."]


@pytest.mark.parametrize("host", ["https://sched.example", "sched.example:8000", "two names"])
def test_a_host_has_neither_scheme_nor_port(
    monkeypatch: pytest.MonkeyPatch, problems: list[str], host: str
) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", f"*, .sched.example,[::1] ,10.0.0.1,{host}")
    environment.hosts("ALLOWED_HOSTS", "localhost")
    assert problems == [
        f"ALLOWED_HOSTS must be host names without scheme and port, with commas between, got {host!r}."
    ]


def test_a_key_of_spaces_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problems: list[str]
) -> None:
    monkeypatch.setenv("SECRET_KEY", "  ")
    environment.secret_key(tmp_path)
    assert [problem.startswith("SECRET_KEY must be a long random text") for problem in problems] == [True]


@pytest.mark.parametrize(
    "command",
    [
        ["manage.py", "up"],
        ["-m", "uvicorn", "webui.site.asgi:application"],
        ["-m", "celery", "-A", "webui.config.celery", "worker"],
    ],
    ids=["up", "web", "worker"],
)
def test_every_process_names_all_wrong_settings_and_ends(tmp_path: Path, command: list[str]) -> None:
    wrong = {"DATA_DIR": str(tmp_path), "WORKERS": "few", "CSRF_TRUSTED_ORIGINS": "sched.example"}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, **wrong},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "SchedScope cannot start.",
        "CSRF_TRUSTED_ORIGINS must be origins such as https://sched.example, with commas between, got 'sched.example'.",
        "WORKERS must be a whole number of at least 1, got 'few'.",
    ]


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
    path = environment.socket_path(deep)
    assert len(str(path)) < 104
    assert path == environment.socket_path(deep)
    assert path != environment.socket_path(deep / "other")


@pytest.mark.parametrize(("text", "value"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_flags(monkeypatch: pytest.MonkeyPatch, text: str, value: bool) -> None:
    monkeypatch.setenv("DEBUG", text)
    assert environment.flag("DEBUG") is value


def test_urls_of_the_tests_themselves() -> None:
    """The services' addresses got into the settings: without that, all would run on the defaults."""
    from django.conf import settings

    assert urlsplit(settings.REDIS_URL).scheme == "unix"
    assert "schedscope-tests-" in settings.REDIS_URL
