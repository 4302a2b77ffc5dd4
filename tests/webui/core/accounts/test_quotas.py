"""What one person and one address may ask for in a time."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from pytest_django.fixtures import Settings

from tests.webui.clusters import SPREAD, node, pod
from tests.webui.conftest import Visitor
from webui.core.runs.models import Run
from webui.features.samples.choices import PASTED
from webui.ground.lib.rates import Counters, Exceeded, windows

NO_LIMIT = "none"


def visitor_at(address: str) -> Visitor:
    return Visitor(Client(REMOTE_ADDR=address))


def attempt(visitor: Visitor, **headers: str) -> Any:
    return visitor.post("/api/scenarios", {"title": "Spread", "source": SPREAD}, **headers)


def statuses(visitor: Visitor, count: int, **headers: str) -> list[int]:
    return [attempt(visitor, **headers).status_code for _ in range(count)]


@pytest.mark.django_db
def test_a_person_is_refused_with_the_time_to_wait(alice: Visitor, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"drafts": ("2/minute;9/hour", NO_LIMIT)}
    alice.draft()  # which gives the cookie; before that it is only an address
    assert statuses(alice, 2) == [201, 201]
    refused = attempt(alice)
    assert refused.status_code == 429
    seconds = int(refused.headers["Retry-After"])
    assert 1 <= seconds <= 60
    message = f"too many new drafts: the limit is 2 per minute; try again in {seconds} seconds"
    assert refused.json() == {"errors": [{"path": "", "message": message}]}


@pytest.mark.django_db
def test_a_visitor_without_a_cookie_is_its_address(settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"drafts": ("2/minute", NO_LIMIT)}
    assert [attempt(Visitor()).status_code for _ in range(3)] == [201, 201, 429]
    assert attempt(visitor_at("192.0.2.7")).status_code == 201


@pytest.mark.django_db
def test_a_key_is_a_person_only_if_it_opens_something(alice: Visitor, settings: Settings) -> None:
    draft = alice.draft()
    code = alice.post(f"/api/snapshots/{alice.run(draft)['snapshot']}/key").json()["key"]
    settings.QUOTAS = settings.QUOTAS | {"drafts": ("1/minute", NO_LIMIT)}

    def with_key(key: str) -> int:
        return int(attempt(Visitor(), authorization=f"Bearer {key}").status_code)

    assert [with_key(key) for key in ("made up", "another", "")] == [201, 429, 429]
    assert [with_key(key) for key in (draft["edit_key"], draft["edit_key"])] == [201, 429]
    assert [with_key(key) for key in (code.upper(), code)] == [201, 429], "one code, however it is typed"


@pytest.mark.django_db
def test_no_address_is_stored(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    visitor = Visitor()
    draft = attempt(visitor, **{"X-Forwarded-For": "192.0.2.7"}).json()
    visitor.post(f"/api/scenarios/{draft['id']}/runs", {}, **{"X-Forwarded-For": "192.0.2.7"})
    run = Run.objects.get()
    guess = hashlib.sha256(b"address:192.0.2.7").hexdigest()[:32]
    assert len(run.network) == 32
    assert run.network not in ("192.0.2.7", guess)
    assert run.starter != run.network


@pytest.mark.django_db
def test_all_at_an_address_share_its_limit(settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"drafts": (NO_LIMIT, "2/minute")}
    assert [attempt(visitor_at("2001:db8::1")).status_code for _ in range(2)] == [201, 201]
    assert attempt(visitor_at("2001:db8::ffff")).status_code == 429, "one household"
    assert attempt(visitor_at("2001:db8:0:1::1")).status_code == 201


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("proxies", "expected"), [([], [201, 429, 429]), (["127.0.0.0/8", "10.0.0.1"], [201, 201, 429])]
)
def test_only_a_trusted_proxy_tells_the_address(
    settings: Settings, proxies: list[str], expected: list[int]
) -> None:
    settings.TRUSTED_PROXIES = proxies
    settings.QUOTAS = settings.QUOTAS | {"drafts": (NO_LIMIT, "1/minute")}
    # The first address of a list is what a client says, the last but the proxies' own is its real one.
    chains = ["192.0.2.1", "192.0.2.1, 192.0.2.2, 10.0.0.1", "192.0.2.9, 192.0.2.2"]
    answers = [attempt(Visitor(), **{"X-Forwarded-For": chain}).status_code for chain in chains]
    assert answers == expected


@pytest.mark.django_db
def test_strangers_variants_have_a_limit_of_their_own(
    alice: Visitor, stranger: Visitor, settings: Settings
) -> None:
    run = alice.run(alice.draft())
    settings.QUOTAS = settings.QUOTAS | {"variants": ("2/minute", NO_LIMIT)}
    path = f"/api/snapshots/{run['snapshot']}/variants"
    assert [stranger.post(path, {"seed": seed}).status_code for seed in (1, 2, 3)] == [202, 202, 429]
    assert stranger.post(path, {"seed": 1}).status_code == 202, "this one exists"
    assert [alice.post(path, {"seed": seed}).status_code for seed in (3, 4, 5)] == [202, 202, 202]


@pytest.mark.django_db
def test_runs_have_a_limit(alice: Visitor, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"runs": ("1/minute", NO_LIMIT)}
    path = f"/api/scenarios/{alice.draft()['id']}/runs"
    assert [alice.post(path, {"seed": seed}).status_code for seed in (1, 1, 2)] == [202, 202, 429]


@pytest.mark.django_db
def test_tasks_have_a_limit(alice: Visitor, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {
        "upgrades": ("1/minute", NO_LIMIT),
        "inquiries": ("1/minute", NO_LIMIT),
        "plays": ("4/minute", NO_LIMIT),
    }
    run = alice.run(alice.draft())
    upgrades = f"/api/snapshots/{run['snapshot']}/upgrades"
    ranges = ["1.33..1.34", "1.33..1.34", "1.32..1.34"]
    assert [alice.post(upgrades, {"versions": text}).status_code for text in ranges] == [202, 202, 429]
    plays = f"/api/snapshots/{run['snapshot']}/plays"
    seeds = [0, 0, 200, 100]  # of 200 seeds a play costs three times as much
    assert [alice.post(plays, {"seeds": n}).status_code for n in seeds] == [202, 202, 202, 429]
    inquiries = f"/api/runs/{run['id']}/inquiries"
    assert [alice.post(inquiries, {"pod": pod}).status_code for pod in ("a/b", "a/b", "a/c")] == [
        202,
        202,
        429,
    ]


@pytest.mark.django_db
def test_kilobytes_have_a_limit(alice: Visitor, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"uploads": (NO_LIMIT, f"{-(-len(SPREAD) // 1000) * 2}/hour")}
    assert statuses(alice, 3) == [201, 201, 429]


@pytest.mark.django_db
def test_a_page_says_it_in_a_sentence(alice: Visitor, settings: Settings) -> None:
    draft = alice.draft(pod("p"))
    settings.QUOTAS = settings.QUOTAS | {"drafts": (NO_LIMIT, "1/minute")}
    attempt(alice)
    refused = alice.client.post(f"/w/{draft['id']}/try-on/", {"cluster": PASTED, "nodes": node("n1")})
    assert refused.status_code == 429
    sentence = "Too many new drafts: the limit is 1 per minute; try again in "
    assert sentence + f"{refused.headers['Retry-After']} seconds." in refused.content.decode()


@pytest.mark.django_db
def test_new_accounts_have_a_limit(settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"accounts": (NO_LIMIT, "1/hour")}
    password = "a long one, with spaces"
    forms = [{"username": name, "password1": password, "password2": password} for name in ("ann", "bob")]
    first, second = (Visitor().client.post("/account/sign-up/", form) for form in forms)
    assert (first.status_code, second.status_code) == (302, 429)
    assert (
        "Too many new accounts: the limit is 1 per hour; try again in 60 minutes." in second.content.decode()
    )
    with translation.override("zh-hans"):  # ends with it: a request leaves its language to the thread
        chinese = Visitor().client.post("/account/sign-up/", forms[1], headers={"accept-language": "zh-CN"})
    assert "新账号太多：每 1 小时上限为 1；请在 60 分钟后重试。" in chinese.content.decode()


def guess(address: str, name: str) -> int:
    form = {"username": name, "password": "wrong"}
    return visitor_at(address).client.post("/account/sign-in/", form).status_code


@pytest.mark.django_db
def test_one_address_guesses_at_few_accounts(settings: Settings) -> None:
    settings.WRONG_PASSWORDS = settings.WRONG_PASSWORDS | {"by address": "3/hour"}
    assert [guess("192.0.2.1", f"user{number}") for number in range(4)] == [200, 200, 200, 429]
    assert guess("192.0.2.2", "user0") == 200


@pytest.mark.django_db
def test_many_addresses_guess_at_no_account(settings: Settings) -> None:
    settings.WRONG_PASSWORDS = settings.WRONG_PASSWORDS | {"by account": "3/hour"}
    assert [guess(f"192.0.2.{number}", "Ann ") for number in range(4)] == [200, 200, 200, 429]
    assert guess("192.0.2.9", "bob") == 200


@pytest.mark.django_db
def test_what_a_holder_keeps_is_bounded(alice: Visitor, stranger: Visitor, settings: Settings) -> None:
    draft = alice.draft()
    settings.HOLDER_MAX_BYTES = 100
    refused = attempt(alice)
    assert refused.status_code == 413
    assert "the limit is 100. Delete some of them" in refused.json()["errors"][0]["message"]
    assert alice.put(f"/api/scenarios/{draft['id']}", {"source": SPREAD}).status_code == 200
    assert attempt(stranger).status_code == 201
    assert alice.delete(f"/api/scenarios/{draft['id']}").status_code == 204
    assert attempt(alice).status_code == 201


def spends(counters: Counters, key: str) -> bool:
    try:
        counters.spend(windows("2/hour"), "tests", key, cost=1)
    except Exceeded:
        return False
    return True


def test_processes_count_together(valkey: str) -> None:
    processes = [Counters(valkey), Counters(valkey)]
    assert [spends(processes[number % 2], "together") for number in range(4)] == [True, True, False, False]


def test_without_a_broker_a_process_counts_alone() -> None:
    processes = [Counters("redis://127.0.0.1:1/0"), Counters("redis://127.0.0.1:1/0")]
    assert [spends(processes[0], "alone") for _ in range(3)] == [True, True, False]
    assert spends(processes[1], "alone")


def test_a_long_window_does_not_count_what_a_short_one_refuses() -> None:
    counters = Counters("redis://127.0.0.1:1/0")
    for _ in range(5):
        with pytest.raises(Exceeded, match="1 per 1 minute"):
            for _ in range(2):
                counters.spend(windows("3/hour;1/minute"), "tests", "long", cost=1)
    counters.require(windows("3/hour"), "tests", "long")
