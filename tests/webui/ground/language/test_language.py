"""In which language a page speaks, and what it costs."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

CATALOGUE = re.compile(r'<script defer src="(/language/[^"]+)"></script>')


def page(client: Client, accept: str = "") -> str:
    return client.get("/conformance/", headers={"accept-language": accept}).content.decode()


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("", "en"),
        ("en-GB,en;q=0.9", "en"),
        ("zh-CN,zh;q=0.9", "zh-hans"),
        ("fr,zh-SG;q=0.5", "zh-hans"),
        ("fr", "en"),
    ],
)
def test_the_browser_says_which(client: Client, accept: str, language: str) -> None:
    assert f'<html lang="{language}">' in page(client, accept)


def test_a_choice_is_kept_and_the_page_stays(client: Client) -> None:
    here = "http://testserver/conformance/?theme=dark"
    answer = client.post(
        "/language/", {"language": "zh-hans"}, headers={"referer": here, "accept": "text/html"}
    )
    assert (answer.status_code, answer["Location"]) == (302, here)
    assert "按文件" in page(client, "en")


def test_english_asks_for_no_catalogue(client: Client) -> None:
    assert not CATALOGUE.search(page(client))


def test_the_catalogue_is_kept_for_good_under_its_name(client: Client) -> None:
    catalogue = CATALOGUE.search(page(client, "zh-CN"))
    assert catalogue
    answer = client.get(catalogue[1])
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer["Cache-Control"]
    assert json.dumps("下一步") in answer.content.decode()


def test_the_name_of_another_version_is_not_kept(client: Client) -> None:
    assert client.get("/language/zh-hans/0123456789abcdef.js")["Cache-Control"] == "no-store"


def test_there_are_no_other_catalogues(client: Client) -> None:
    assert client.get("/language/en/0123456789abcdef.js").status_code == 404
    assert client.get("/language/fr/0123456789abcdef.js").status_code == 404
