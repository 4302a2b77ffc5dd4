"""Read environment variables as the values that the settings need, and refuse those that cannot work.

A wrong value is put on a list, so that one attempt to start names all of them: see `require_valid`.
"""

from __future__ import annotations

import os
import re
import secrets
import sys
import tempfile
from hashlib import sha256
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from limits import parse_many

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
POSTGRES_SCHEMES = ("postgres", "postgresql")
REDIS_SCHEMES = ("redis", "rediss", "unix")
HOST = re.compile(r"\*|\.?[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?\.?|\[[0-9A-Fa-f:.]+\]")
ORIGIN = re.compile(r"https?://[^/\s]+")
# Seconds and, the last one, milliseconds until a database server that no longer answers counts as lost.
LOST_SERVER = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
SOCKET_PATH_LIMIT = 100  # the kernel takes 107 bytes, macOS 103

problems: list[str] = []  # a sentence for each wrong variable


def reject(name: str, sentence: str) -> None:
    """Put a wrong variable on the list: the sentence says what it must be and, unless it is secret, what it is."""
    problems.append(f"{name} {sentence}.")


def require_valid() -> None:
    """End the process with a sentence for each wrong variable, if there is one."""
    if problems:
        stop("\n".join(problems))


def stop(reason: str) -> NoReturn:
    """End the process because of its settings, without the traceback of an exception."""
    sys.exit(f"SchedScope cannot start.\n{reason}")


def flag(name: str, *, default: bool = False) -> bool:
    value = os.environ.get(name, "").strip().lower()
    if value and value not in YES + NO:
        reject(name, f"must be 1 or 0, got {value!r}")
    return value in YES if value else default


def number(name: str, default: int, *, minimum: int = 1, maximum: int = 2**63 - 1) -> int:
    """Return a whole number from `minimum` to `maximum`."""
    text = os.environ.get(name, "").strip().replace("_", "")
    if not text:
        return default
    if re.fullmatch("-?[0-9]{1,20}", text) and minimum <= int(text) <= maximum:
        return int(text)
    limits = f"of at least {minimum}" if maximum == 2**63 - 1 else f"from {minimum} to {maximum}"
    reject(name, f"must be a whole number {limits}, got {text!r}")
    return default


def rate(name: str, default: str) -> str:
    """Return limits by time in the form of the library `limits`: `60/minute;600/hour`, or "none"."""
    text = os.environ.get(name, "").strip().lower() or default
    if text != "none":
        try:
            parse_many(text)
        except ValueError:
            reject(name, f"must be limits such as 60/minute;600/hour, or none, got {text!r}")
            return default
    return text


def networks(name: str) -> list[str]:
    """Return addresses and networks: `10.0.0.0/8,192.168.1.7`."""
    for network in (texts := words(name)):
        try:
            ip_network(network)
        except ValueError as error:
            reject(name, f"must be addresses or networks such as 10.0.0.0/8: {error}")
    return texts


def choice(name: str, default: str, choices: tuple[str, ...]) -> str:
    """Return one of a few words, in upper case."""
    value = (os.environ.get(name, "").strip() or default).upper()
    if value in choices:
        return value
    reject(name, f"must be one of {', '.join(choices)}, got {value!r}")
    return default


def words(name: str, default: str = "") -> list[str]:
    return [word for part in os.environ.get(name, default).split(",") if (word := part.strip())]


def hosts(name: str, default: str) -> list[str]:
    """Return names of hosts, as Django's ALLOWED_HOSTS has them."""
    for host in (names := words(name, default)):
        if not HOST.fullmatch(host):
            reject(name, f"must be host names without scheme and port, with commas between, got {host!r}")
    return names


def origins(name: str) -> list[str]:
    for origin in (names := words(name)):
        if not ORIGIN.fullmatch(origin):
            reject(
                name, f"must be origins such as https://sched.example, with commas between, got {origin!r}"
            )
    return names


def data_folder(default: Path) -> Path:
    """Return DATA_DIR, made if it does not exist. Without a folder nothing else can be read: stop."""
    folder = Path(os.environ.get("DATA_DIR") or default)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        stop(f"DATA_DIR must be a folder that can be written: {folder}: {error.strerror}.")
    return folder


def secret_key(folder: Path) -> str:
    """Return SECRET_KEY, or a key that the first start stores in the data folder."""
    if key := os.environ.get("SECRET_KEY"):
        if not key.strip():
            reject(
                "SECRET_KEY", "must be a long random text, got only spaces; leave it unset to have one made"
            )
        return key
    path = folder / "secret_key"
    try:
        return _stored_key(path)
    except OSError as error:
        stop(f"SECRET_KEY is not set, and {path} can be neither read nor written: {error.strerror}.")


def _stored_key(path: Path) -> str:
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(50))
    return path.read_text()


def _write_once(path: Path, text: str) -> None:
    """Write the file unless it exists. Linking is atomic: no concurrent process reads half a key."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=path.name) as temporary:  # mode 0600
        temporary.write(text)
        temporary.flush()
        try:
            os.link(temporary.name, path)
        except FileExistsError:
            return


def database(folder: Path) -> dict[str, Any]:
    """Return Django's settings for DATABASE_URL: `postgres://user:password@host:port/name?option=value`,
    `sqlite:///path`, or, without it, an SQLite file in the data folder.
    """
    url = os.environ.get("DATABASE_URL", "").strip()
    default = _sqlite(folder / "schedscope.sqlite3")
    parts = _split("DATABASE_URL", url) if url else None
    if parts is None:
        return default
    path = Path(unquote(parts.path))
    if parts.scheme in POSTGRES_SCHEMES:
        if not parts.path.strip("/"):
            reject("DATABASE_URL", "must name a database: postgres://user:password@host:5432/name")
        return _postgres(url)
    if parts.scheme != "sqlite":
        reject("DATABASE_URL", f"must be postgres://… or sqlite:///…, or unset, got {parts.scheme!r}")
    elif not parts.netloc and path.is_absolute() and path.parent.is_dir():
        return _sqlite(path)
    else:
        reject("DATABASE_URL", f"must be sqlite:/// and a path in a folder that exists, got {url!r}")
    return default


def _split(name: str, url: str) -> SplitResult | None:
    """Return the parts of a URL. A malformed one is rejected without its text, which may hold a password."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises for a port that is not a number
    except ValueError as error:
        reject(name, f"must be a URL: {str(error)[:1].lower()}{str(error)[1:]}")
        return None
    return parts


def _sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            # A transaction that reads before it writes must not fail because of a write in between.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
        "TEST": {"NAME": path.with_name("test.sqlite3")},  # a file, so that a worker can open it
    }


def _postgres(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),  # ?host=/folder is a unix socket
        "PORT": options.pop("port", str(parts.port or "")),
        "OPTIONS": {**LOST_SERVER, **options},
    }


def redis_url(folder: Path) -> str:
    """Return REDIS_URL, or the socket of the server that `manage.py up` starts."""
    url = os.environ.get("REDIS_URL", "").strip()
    if not url:
        return f"unix://{socket_path(folder)}"
    parts = _split("REDIS_URL", url)
    if parts is not None and parts.scheme not in REDIS_SCHEMES:
        reject(
            "REDIS_URL",
            f"must be redis://host:6379/0, rediss://… or unix:///path, got {parts.scheme or url!r}",
        )
    elif parts is not None and not (parts.path if parts.scheme == "unix" else parts.hostname):
        reject("REDIS_URL", "must name a host (redis://host:6379/0) or the path of a socket (unix:///path)")
    return url


def without_password(url: str) -> str:
    """Return a URL to show."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


def socket_path(folder: Path) -> Path:
    """Return the path of Valkey's socket: in the data folder, unless that path would be too long."""
    path = folder / "valkey.sock"
    if len(os.fsencode(path)) <= SOCKET_PATH_LIMIT:
        return path
    return Path(tempfile.gettempdir()) / f"schedscope-{os.getuid()}-{abs(hash_of(folder)):x}-{path.name}"


def hash_of(folder: Path) -> int:
    """Return a hash that is equal in every process, unlike `hash()`."""
    return int.from_bytes(os.fsencode(folder), "big") % (2**61 - 1)


def broker_url(url: str) -> str:
    """Return the URL in Celery's form: redis-py has `unix:///path`, Celery `redis+socket:///path`."""
    return "redis+socket" + url.removeprefix("unix") if url.startswith("unix://") else url


def contents(*paths: Path) -> str:
    """Return 12 hexadecimal digits of the digest of these files and folders."""
    digest = sha256()
    files = (file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*"))))
    for file in files:
        if file.is_file():
            digest.update(f"{file.name}\0{file.stat().st_size}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
