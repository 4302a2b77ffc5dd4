"""How much unfinished work one person, all at one address, and everybody may have."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext

from webui.core.accounts.quotas import Quota, Requester, words
from webui.ground.lib.errors import TooMany
from webui.ground.lib.work import Requested

LEAST_WAIT = 10  # seconds, until somebody is told to ask again
SUPPOSED_WAIT = 60.0  # where nobody knows when work will end


def require_room(model: type[Requested], quota: Quota, requester: Requester) -> None:
    """Raise TooMany (429) if somebody has as much unfinished work as allowed, or all at the address, or everybody.

    It is exact in a transaction that took `one_at_a_time` before; without it simultaneous requests may all pass.
    """
    if not requester.person:
        return
    unfinished = model._default_manager.filter(status__in=model.UNFINISHED)
    by_person, by_address, of_all = settings.AT_ONCE[quota]
    limits = (
        (
            unfinished.filter(starter=requester.person),
            by_person,
            gettext(
                "your unfinished %(what)s have reached the limit of %(count)s: cancel one, or try again in about "
                "%(seconds)s seconds"
            ),
        ),
        (
            unfinished.filter(network=requester.network),
            by_address,
            gettext(
                "the unfinished %(what)s from your address have reached the limit of %(count)s: try again "
                "in about %(seconds)s seconds"
            ),
        ),
        (
            unfinished,
            of_all,
            gettext(
                "this server's unfinished %(what)s have reached the limit of %(count)s: try again in about "
                "%(seconds)s seconds"
            ),
        ),
    )
    for work, limit, message in limits:
        if work.order_by()[:limit].count() == limit:
            seconds = max(LEAST_WAIT, round(model.first_end(work) or SUPPOSED_WAIT))
            values = {"count": limit, "what": words(quota), "seconds": seconds}
            raise TooMany(message % values, retry_after=seconds)
