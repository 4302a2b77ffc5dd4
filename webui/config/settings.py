"""The only settings module. `make run`, the tests and distributed installations differ only in the environment:
it says where the database and the broker are.
"""

from __future__ import annotations

import gc
import importlib.util
import logging
import os
from pathlib import Path

from kombu import Queue

from webui.config import environment
from webui.config.apps import features
from webui.ground.telemetry.context import add_context

# Each of our processes holds half a million objects that stay. As often as Python looks for cycles among them by
# itself, that takes a quarter of the time of its start, and a tenth of what follows.
gc.set_threshold(50_000, 20, 50)

BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = environment.data_folder(BASE_DIR / "var")

DEBUG = environment.flag("DEBUG")
DEVELOPMENT = environment.flag("DEVELOPMENT")  # `make dev`: files are served as they are, pages reload
HTTPS = environment.flag("HTTPS")
SECRET_KEY = environment.secret_key(DATA_DIR)
ALLOWED_HOSTS = environment.hosts("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.origins("CSRF_TRUSTED_ORIGINS")
PORT = environment.number("PORT", 8000, maximum=65535)

INSTALLED_APPS = [
    "webui.config.apps.Language",  # before Django, whose translation of a word would replace ours
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.humanize",  # thousands in templates
    "django.contrib.staticfiles",
    "channels",
    "ninja",  # serves the API's documentation from our own static files
    "django_ace",
    "webui.ground.telemetry",
    "webui.ground.lib",
    "webui.ground.bundles",
    "webui.ground.glossary",
    "webui.core.accounts",
    "webui.config.apps.Snapshots",
    "webui.core.runs",
    "webui.config.apps.Scenarios",
    *features(),
    "webui.site.operating",
    "webui.site",
    *(["webui.ground.dev"] if DEVELOPMENT else []),
]

MIDDLEWARE = [
    "webui.site.health.HealthMiddleware",  # first: probes come with any Host header
    "webui.ground.telemetry.requests.RequestMiddleware",
    "webui.site.api_errors.ApiErrorsMiddleware",
    "webui.ground.lib.headers.SecurityHeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "webui.ground.lib.staticfiles.StaticFilesMiddleware",
    "webui.ground.lib.compression.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "webui.ground.lib.origin.OtherSitesMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "webui.site.calling.CallMiddleware",  # last: it calls the view itself
]

ROOT_URLCONF = "webui.site.urls"
ASGI_APPLICATION = "webui.site.asgi.application"
TEMPLATE_LOADER = "django.template.loaders.app_directories.Loader"
CACHED_LOADER = "django.template.loaders.cached.Loader"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "loaders": [TEMPLATE_LOADER if DEVELOPMENT else (CACHED_LOADER, [TEMPLATE_LOADER])],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
            ],
        },
    }
]

DATABASES = {"default": environment.database(DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---- broker, also of announcements -------------------------------------------------------------------

REDIS_URL = environment.redis_url(DATA_DIR)

CELERY_BROKER_URL = environment.broker_url(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # for ever: without it a worker ends after a hundred attempts
# Tasks are sent by webui.config.publishing: a pool's connection would be waited for without end while the broker hangs.
CELERY_BROKER_POOL_LIMIT = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 15 * 60,
    "socket_connect_timeout": 2,
    "socket_timeout": 3,
}
CELERY_TASK_DEFAULT_QUEUE = "schedscope"  # messages of versions that had one queue
# A worker takes from all of them in turn, unless `-Q schedscope.small` reserves it for small runs.
CELERY_TASK_QUEUES = [
    Queue(name, routing_key=name)
    for name in (
        "schedscope.small",
        "schedscope.large",
        "schedscope.tasks",
        "schedscope.sweeps",
        "schedscope",
    )
]
# Tasks keep their first names: messages of the version before arrive after an update.
CELERY_TASK_ROUTES = {
    "webui.sweeps.tasks.*": {"queue": "schedscope.sweeps"},
    "webui.*": {"queue": "schedscope.tasks"},  # runs are sent to the queue of their size
}
CELERY_TASK_IGNORE_RESULT = True  # the run log in the database is the result
CELERY_TASK_ACKS_LATE = True  # a killed worker's task is delivered again
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CONCURRENCY = environment.number("WORKERS", os.cpu_count() or 1)
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# ---- limits ------------------------------------------------------------------------------------------

SCENARIO_MAX_OBJECTS = environment.number("SCENARIO_MAX_OBJECTS", 100_000)
# Of these, what controllers make of the workloads of one scenario, so that a few lines do not ask for everything.
SCENARIO_MAX_CREATED = environment.number("SCENARIO_MAX_CREATED", 10_000)
# Numbers in a table with a column for each node: 32 MB of resources, and as much of labels.
SCENARIO_MAX_CELLS = environment.number("SCENARIO_MAX_CELLS", 4_000_000)
# What is stored: about 1,300 bytes an object, which scheduling reads of a pod with two containers and an affinity.
SCENARIO_MAX_BYTES = environment.number("SCENARIO_MAX_BYTES", 128_000_000)
# A dump as kubectl prints it, with managed fields and indented, as a JSON string: three to four times as large.
# Larger requests are rejected before they are read.
REQUEST_MAX_BYTES = 4 * SCENARIO_MAX_BYTES + 100_000
DATA_UPLOAD_MAX_MEMORY_SIZE = REQUEST_MAX_BYTES
# What one person may ask for, and what all at one address may: a team behind one address is not to notice these.
QUOTAS = {
    quota: (
        environment.rate(f"LIMIT_{quota.upper()}", by_person),
        environment.rate(f"LIMIT_{quota.upper()}_BY_ADDRESS", by_address),
    )
    for quota, by_person, by_address in (
        ("drafts", "120/minute;2000/hour", "600/minute;10000/hour"),
        (
            "uploads",
            "2000000/hour",
            "10000000/hour",
        ),  # kilobytes as they are stored, before they are compressed
        ("runs", "120/minute;2000/hour", "600/minute;10000/hour"),
        ("variants", "20/minute;200/hour", "100/minute;1000/hour"),
        ("inquiries", "30/minute;300/hour", "200/minute;2000/hour"),
        ("upgrades", "10/minute;60/hour", "60/minute;400/hour"),
        ("plays", "120/minute;1500/hour", "600/minute;8000/hour"),
        ("lints", "20/minute;200/hour", "100/minute;1000/hour"),
        ("sweeps", "20/minute;200/hour", "100/minute;1000/hour"),
        ("decisions", "50000/hour", "200000/hour"),  # thousands of them, in sweeps
        ("accounts", "30/hour", "200/hour"),
        ("invitations", "60/hour", "200/hour"),
        ("notes", "30/minute;600/hour", "200/minute;3000/hour"),
        ("rooms", "20/minute;120/hour", "100/minute;1000/hour"),
        ("computing", "30000/minute", "45000/minute"),  # milliseconds of a web process's processor
    )
}
WRONG_PASSWORDS = {
    "by both": environment.rate("LIMIT_PASSWORDS", "10/10 minutes"),
    "by account": environment.rate("LIMIT_PASSWORDS_BY_ACCOUNT", "100/hour"),
    "by address": environment.rate("LIMIT_PASSWORDS_BY_ADDRESS", "50/10 minutes"),
}
HOLDER_MAX_BYTES = environment.number("HOLDER_MAX_BYTES", 1_000_000_000)  # of drafts and links, as compressed
SWEEP_MAX_DECISIONS = environment.number(
    "SWEEP_MAX_DECISIONS", 20_000_000
)  # of one sweep: runs × pending pods
# Unfinished ones of one person, of all at one address, and of everybody.
AT_ONCE = {
    quota: (
        environment.number(f"{quota.upper()}_AT_ONCE_BY_PERSON", by_person),
        environment.number(f"{quota.upper()}_AT_ONCE_BY_ADDRESS", by_address),
        environment.number(f"{quota.upper()}_AT_ONCE", of_all),
    )
    for quota, by_person, by_address, of_all in (
        ("runs", 200, 1_000, 10_000),
        ("inquiries", 20, 60, 1_000),
        ("upgrades", 10, 40, 500),
        ("plays", 50, 200, 1_000),
        ("lints", 5, 20, 200),
        ("sweeps", 3, 12, 100),
        ("rooms", 5, 30, 300),
    )
}
ROOM_FOLLOWERS_BY_ADDRESS = environment.number("ROOM_FOLLOWERS_BY_ADDRESS", 60)  # of one room
TRUSTED_PROXIES = environment.networks("TRUSTED_PROXIES")  # whose X-Forwarded-For is believed
# Seconds of the processor that a request may use; half a second more for each megabyte that it reads.
REQUEST_SECONDS = environment.number("REQUEST_SECONDS", 1)
LARGE_REQUEST_BYTES = environment.number("LARGE_REQUEST_BYTES", 1_000_000)
LARGE_REQUESTS = environment.number("LARGE_REQUESTS", 2)  # that a web process works on at once
# Days after which unlisted links that nobody keeps, stopped runs and answers of tasks are deleted; 0 is never.
KEEP_UNKEPT_DAYS = environment.number("KEEP_UNKEPT_DAYS", 30, minimum=0)
KEEP_DRAFTS_DAYS = environment.number("KEEP_DRAFTS_DAYS", 365, minimum=0)  # of browsers without an account
# What is kept of each followed cluster: so many hours, at most so many megabytes; 0 is without a limit.
KEEP_LIVE_HOURS = environment.number("KEEP_LIVE_HOURS", 168, minimum=0)
KEEP_LIVE_MB = environment.number("KEEP_LIVE_MB", 2000, minimum=0)
RUN_TIME_LIMIT = environment.number("RUN_TIME_LIMIT", 600)  # seconds
RUN_LEASE = environment.number("RUN_LEASE", 30)  # seconds of a worker's silence after which its run is free
CELERY_TASK_SOFT_TIME_LIMIT = RUN_TIME_LIMIT
CELERY_TASK_TIME_LIMIT = RUN_TIME_LIMIT + 30

# ---- static files ------------------------------------------------------------------------------------


def _package_folder(package: str, folder: str) -> Path:
    """Return a folder of an installed package without the cost of importing it."""
    spec = importlib.util.find_spec(package)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent / folder


STATIC_VERSION = environment.contents(
    BASE_DIR / "static", BASE_DIR / "requirements.lock", BASE_DIR / "package-lock.json"
)  # packages contain files too
STATIC_URL = "/static/" if DEVELOPMENT else f"/static/{STATIC_VERSION}/"
# The small bundle of Plotly where npm has installed it, else the whole library of the Python package.
_CARTESIAN = BASE_DIR / "node_modules" / "plotly.js-cartesian-dist-min"
_PLOTLY = _CARTESIAN if _CARTESIAN.is_dir() else _package_folder("plotly", "package_data")
STATICFILES_DIRS = [BASE_DIR / "static", ("vendor/plotly", _PLOTLY)]
STATIC_ROOT = os.environ.get("STATIC_ROOT")  # where `collectstatic` has put compressed copies
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
WHITENOISE_STATIC_PREFIX = "/static/"
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS  # avoids listing all files at the start
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MAX_AGE = 0  # without a version in the address the browser asks each time

# ---- security ----------------------------------------------------------------------------------------

# Plotly makes two style elements while it loads: an empty one, which it fills rule by rule, and one for maps.
EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
PLOTLY_STYLE = "'sha256-ji27qzEtxXZW+7dun6UwjHXJ18e6WAin1VvNtkzIE/o='"
CONTENT_SECURITY_POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "style-src-elem": f"'self' {EMPTY_STYLE} {PLOTLY_STYLE}",
    "style-src-attr": "'unsafe-inline'",  # Plotly draws with style attributes
    "img-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 90 * 24 * 3600
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600

# ---- accounts: nobody needs one -----------------------------------------------------------------------

LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "home"
SIGN_UP = environment.flag("SIGN_UP", default=True)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "UserAttributeSimilarityValidator")
]
OIDC_ISSUER = os.environ.get("OIDC_ISSUER", "")
OIDC_CLIENT_ID = os.environ.get("OIDC_CLIENT_ID", "")
OIDC_CLIENT_SECRET = os.environ.get("OIDC_CLIENT_SECRET", "")
if OIDC_ISSUER and not environment.ORIGIN.match(OIDC_ISSUER):
    environment.reject("OIDC_ISSUER", f"must be the provider's https:// address, got {OIDC_ISSUER!r}")
if OIDC_ISSUER and not OIDC_CLIENT_ID:
    environment.reject("OIDC_CLIENT_ID", "must be set, because OIDC_ISSUER is")
OIDC_NAME = os.environ.get("OIDC_NAME", "OpenID")  # on the button
OIDC_SCOPE = os.environ.get("OIDC_SCOPE", "openid profile email")
OIDC_TEAMS_CLAIM = os.environ.get("OIDC_TEAMS_CLAIM", "")  # the claim that names a user's teams

# ---- the rest ----------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
TIME_ZONE = "UTC"


def is_no_probe(record: logging.LogRecord) -> bool:
    """Return whether to log the record: /readyz answers 503 repeatedly during the start."""
    return getattr(record, "status_code", None) != 503


LOG_LEVEL = environment.choice("LOG_LEVEL", "WARNING", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"))
LOG_FORMAT = environment.choice("LOG_FORMAT", "LINE", ("LINE", "JSON")).lower()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "ready": {"()": "django.utils.log.CallbackFilter", "callback": is_no_probe},
        "context": {"()": "django.utils.log.CallbackFilter", "callback": add_context},
    },
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "format": "{asctime}{levelname}{name}{message}{request_id}{run_id}",
            "style": "{",
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
        },
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["ready", "context"],
        }
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    # uvicorn brings handlers of its own, whose lines would have another form.
    "loggers": {
        "uvicorn": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "uvicorn.access": {"handlers": [], "propagate": False},  # webui.request has these lines
    },
}
METRICS_PORT = environment.number("METRICS_PORT", 0, minimum=0, maximum=65535)  # of each web server; 0: none
METRICS_HOST = os.environ.get("METRICS_HOST", "").strip() or "127.0.0.1"  # where that port is open

environment.require_valid()
