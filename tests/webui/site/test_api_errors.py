"""Every error below /api/ is JSON in the one form of the API, whoever makes it."""

from __future__ import annotations

import pytest
from django.core.handlers.exception import response_for_exception
from django.http import HttpRequest, HttpResponseBase
from django.test import Client, RequestFactory

from tests.webui.conftest import Visitor
from tests.webui.site.test_refusals import check
from webui.site.api_errors import ApiErrorsMiddleware

METHODS = ("get", "post", "put", "patch", "delete", "options", "head", "trace")


@pytest.mark.parametrize("path", ["/api/nothing", "/api/docs/nothing"])
@pytest.mark.django_db
def test_an_unknown_address_is_not_found_by_any_method(path: str) -> None:
    for method in METHODS:
        answer = Client().generic(method.upper(), path)
        if method == "head":
            assert (answer.status_code, answer["Content-Type"]) == (404, "application/json; charset=utf-8")
        else:
            check(answer, 404)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "TRACE", "OPTIONS", "PROPFIND"])
def test_a_method_that_is_not_allowed_is_named(alice: Visitor, method: str) -> None:
    answer = alice.client.generic(method, "/api/gallery")
    check(answer, 405)
    assert answer["Allow"] == "GET"
    assert "not allowed" in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize(
    ("method", "path", "message"),
    [
        ("GET", "/api/nothing", "此 API 中没有这个路径"),
        ("PUT", "/api/gallery", "此处不允许该方法：请参阅 Allow 响应头"),
        ("GET", "/api/snapshots/nothing-is-called-so", "未找到"),
    ],
)
def test_an_error_is_told_in_the_language_of_the_caller(
    alice: Visitor, method: str, path: str, message: str
) -> None:
    answer = alice.client.generic(method, path, headers={"accept-language": "zh-hans"})
    assert answer.json()["errors"][0]["message"] == message


@pytest.mark.django_db
def test_an_unknown_host_is_refused_in_json() -> None:
    check(Client().get("/api/gallery", headers={"host": "evil.example"}), 400)
    assert Client().get("/", headers={"host": "evil.example"})["Content-Type"].startswith("text/html")


@pytest.mark.django_db
def test_a_missing_csrf_token_is_refused_in_json(alice: Visitor) -> None:
    strict = Client(enforce_csrf_checks=True)
    check(strict.post("/api/nothing", {}), 403, 404)
    check(strict.post("/api/scenarios", {}), 403, 422)


def test_a_fault_is_told_without_its_reason(alice: Visitor) -> None:
    def fault(request: HttpRequest) -> HttpResponseBase:
        return response_for_exception(request, KeyError("a secret"))

    handler = ApiErrorsMiddleware(fault)
    request = RequestFactory().get("/api/gallery")
    answer = handler(request)
    assert answer.status_code == 500
    assert b"secret" not in answer.content and b"internal error" in answer.content  # type: ignore[attr-defined]
    page = handler(RequestFactory().get("/apiary"))
    assert page["Content-Type"].startswith("text/html")
