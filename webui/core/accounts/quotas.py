"""What one person and one address may ask for in a time: so many drafts, runs, new accounts, wrong passwords."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, ngettext
from limits import RateLimitItem

from webui.core.accounts.caller import caller_of, key_hash
from webui.core.accounts.keys import opens_something
from webui.ground.lib.address import client_address, network_of
from webui.ground.lib.errors import TooMany
from webui.ground.lib.rates import Exceeded, Window, counters, process_windows, windows

Quota = Literal[
    "drafts",
    "uploads",
    "runs",
    "variants",
    "inquiries",
    "upgrades",
    "plays",
    "lints",
    "sweeps",
    "decisions",
    "accounts",
    "invitations",
    "notes",
    "rooms",
    "computing",
]

DIGEST_LENGTH = 32  # characters
LONGEST_IN_SECONDS = 120  # a wait; a longer one is told in minutes
LEAST_CHARGED = 0.05  # seconds of the processor: less is not counted


@dataclass(frozen=True, slots=True)
class Requester:
    """Who asks, as digests: a person, by account, cookie or key, and the network that the request comes from.

    Somebody without any of these, or with a key that opens nothing, is the network. Commands of an operator have
    neither, and no limits.
    """

    person: str
    network: str


OPERATOR = Requester("", "")


def requester_of(request: HttpRequest) -> Requester:
    """Return who sent the request."""
    caller, network = caller_of(request), _network(request)
    if caller.user:
        return Requester(_digest(f"user:{caller.user.pk}"), network)
    if caller.holder:
        return Requester(_digest(f"holder:{caller.holder}"), network)
    if caller.key and opens_something(caller.key):
        # A recovery code may be typed in capitals: it is no other person for that.
        return Requester(_digest(f"key:{key_hash(caller.key.lower())}"), network)
    return Requester(network, network)


def _network(request: HttpRequest) -> str:
    """Return a digest of the network. Addresses are few, so that without a secret each could be found by trying."""
    network = network_of(client_address(request))
    return salted_hmac("webui.accounts.quotas", network, algorithm="sha256").hexdigest()[:DIGEST_LENGTH]


def _digest(person: str) -> str:
    return hashlib.sha256(person.encode()).hexdigest()[:DIGEST_LENGTH]


def spend(requester: Requester, quota: Quota, cost: int = 1) -> None:
    """Count what somebody asks for. Raise TooMany (429) if a limit of the person or of the address is used up."""
    try:
        counters().spend_all(_windows(requester, quota), cost=cost)
    except Exceeded as exceeded:
        raise _too_many(words(quota), exceeded) from exceeded


def require_computing(request: HttpRequest) -> None:
    """Raise TooMany (429) if somebody has had their share of the processor of this web process."""
    exceeded = process_windows().used_up(_windows(requester_of(request), "computing"))
    if exceeded is not None:
        raise _too_many(words("computing"), exceeded)


def charge_computing(request: HttpRequest, seconds: float) -> None:
    """Count the processor time that a request took."""
    if seconds >= LEAST_CHARGED:
        process_windows().spend(_windows(requester_of(request), "computing"), round(1000 * seconds))


def _windows(requester: Requester, quota: Quota) -> list[Window]:
    """Return the windows of the person and of the address."""
    by_person, by_address = (windows(text) for text in settings.QUOTAS[quota])
    charged: list[Window] = []
    if requester.person:
        charged += [(limit, (quota, requester.person)) for limit in by_person]
    if requester.network:
        charged += [(limit, (quota, "address", requester.network)) for limit in by_address]
    return charged


def require_attempt(request: HttpRequest, name: str) -> None:
    """Raise TooMany (429) after too many wrong passwords: for a name, from an address, or for both together."""
    try:
        for limit, key in _guesses(request, name):
            counters().require(limit, *key)
    except Exceeded as exceeded:
        raise _too_many(gettext("wrong passwords"), exceeded) from exceeded


def record_wrong_password(request: HttpRequest, name: str) -> None:
    """Count a wrong password."""
    for limit, key in _guesses(request, name):
        try:
            counters().spend(limit, *key, cost=1)
        except Exceeded:  # the next attempt is refused
            continue


def _guesses(request: HttpRequest, name: str) -> list[tuple[tuple[RateLimitItem, ...], tuple[str, ...]]]:
    network = _network(request)
    account = _digest(name.strip().lower())
    limits: dict[str, str] = settings.WRONG_PASSWORDS
    return [
        (windows(limits["by both"]), ("guess", account, network)),
        (windows(limits["by account"]), ("guess", account)),
        (windows(limits["by address"]), ("guess", "address", network)),
    ]


def words(quota: Quota) -> str:
    """Return what a quota counts, as it stands after "too many"."""
    names: dict[Quota, str] = {
        "drafts": gettext("new drafts"),
        "uploads": gettext("kilobytes in new drafts"),
        "runs": gettext("runs"),
        "variants": gettext("variants of other people's links"),
        "inquiries": gettext("searches for repairs"),
        "upgrades": gettext("upgrade matrices"),
        "plays": gettext("plays of day two"),
        "lints": gettext("large texts to lint"),
        "sweeps": gettext("sweeps"),
        "decisions": gettext("thousands of decisions in sweeps"),
        "accounts": gettext("new accounts"),
        "invitations": gettext("invitations to teams"),
        "notes": gettext("notes"),
        "rooms": gettext("rooms for presenting"),
        "computing": gettext("milliseconds of processor time"),
    }
    return names[quota]


def _too_many(what: str, exceeded: Exceeded) -> TooMany:
    limit = exceeded.limit
    message = gettext("too many %(what)s: the limit is %(amount)s per %(window)s; try again in %(wait)s")
    return TooMany(
        message
        % {
            "what": what,
            "amount": limit.amount,
            "window": _window(limit),
            "wait": _wait(exceeded.seconds),
        },
        retry_after=exceeded.seconds,
    )


def _window(limit: RateLimitItem) -> str:
    """Return the time that a limit is for, as it stands after "per": "minute", "10 minutes"."""
    seconds = limit.get_expiry()
    if seconds % 3600 == 0:
        return ngettext("hour", "%(n)s hours", seconds // 3600) % {"n": seconds // 3600}
    if seconds % 60 == 0:
        return ngettext("minute", "%(n)s minutes", seconds // 60) % {"n": seconds // 60}
    return ngettext("second", "%(n)s seconds", seconds) % {"n": seconds}


def _wait(seconds: int) -> str:
    """Return how long to wait, rounded up: in seconds up to two minutes, in minutes after that."""
    minutes = -(-seconds // 60)
    if seconds > LONGEST_IN_SECONDS:
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    return ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds}
