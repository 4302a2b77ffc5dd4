"""The pages in Chinese: chosen once, kept, and what Kubernetes says stays as it is."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import SPREAD, make_link
from tests.browser.test_workbench_accessibility import FIRST, open_step

REASON = "node(s) didn't match pod topology spread constraints"


def switch(page: Page, to: str) -> None:
    page.get_by_role("button", name=to, exact=True).click()


def test_a_case_is_walked_in_chinese_and_the_step_stays_when_english_returns(page: Page) -> None:
    catalogues: list[str] = []
    page.on(
        "request", lambda request: catalogues.append(request.url) if "/language/" in request.url else None
    )
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Why is my pod pending?")
    assert not catalogues, "English needs none"
    switch(page, "简体中文")
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    expect(page.get_by_role("heading", level=1)).to_have_text("我的 Pod 为什么处于 Pending？")

    open_step(page, FIRST, point="Filter", plugin="PodTopologySpread", node="node1")
    why = page.get_by_role("complementary", name="为什么")
    expect(why).to_contain_text("把 mypod 放在此处会使 zoneA 过满")
    expect(why).to_contain_text("2 + 1 − 1 = 2 > maxSkew 1")
    expect(why).to_contain_text(REASON)
    expect(page.get_by_role("gridcell", name=re.compile("^node1, PodTopologySpread：拒绝"))).to_be_visible()
    expect(page.locator("#stepper")).to_contain_text(re.compile(r"第 \d+ 步，共 \d+ 步"))
    rail = page.get_by_role("navigation", name="扩展点")
    rail.get_by_role("button", name=re.compile("^PreFilter")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("每个域有多少个匹配的 Pod？")
    chart = page.locator("#stage").get_by_role("img", name=re.compile("^zoneA"))
    expect(chart).to_have_attribute("aria-label", re.compile("最小值为 1"))
    page.go_back()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="按键与符号")).to_contain_text("下一步")
    page.keyboard.press("Escape")
    address = page.url
    page.get_by_role("button", name="更多", exact=True).click()
    page.get_by_role("menuitem", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page).to_have_url(address)
    expect(page.get_by_role("complementary", name="Why")).to_contain_text(
        "Placing mypod here would exceed maxSkew in zoneA"
    )


# A colon or semicolon of Latin text between Chinese words, in what is read or read aloud.
HALF_WIDTH = """() => {
    const said = [document.title, document.body.innerText];
    for (const name of ["aria-label", "title"])
        for (const element of document.querySelectorAll(`[${name}]`)) said.push(element.getAttribute(name));
    return said.join("\\n").match(/.*(\\p{Script=Han}[:;] |[:;] \\p{Script=Han}).*/gu) ?? [];
}"""


def test_colons_between_chinese_words_are_full_width(page: Page) -> None:
    first = make_link(page, SPREAD)
    second = make_link(page, SPREAD.replace("maxSkew: 1", "maxSkew: 2"))
    page.goto("/")
    switch(page, "简体中文")
    page.goto(f"/x/{first}..{second}/?pod=default%2Fweb-1&point=Filter")
    expect(page.get_by_role("heading", name="有何不同")).to_be_visible()
    assert page.evaluate(HALF_WIDTH) == []
    page.goto(f"/x/{first}/?pod=default%2Fweb-1&point=Filter")
    expect(page.locator("tr[data-node=node-a1]")).to_be_visible()
    assert page.evaluate(HALF_WIDTH) == []
    page.goto(f"/x/{first}/answer/")
    expect(page.get_by_text(re.compile("^调度之前填充："))).to_be_visible()
    assert page.evaluate(HALF_WIDTH) == []
    page.goto(f"/x/{first}/day-two/")
    expect(page).to_have_title(re.compile("^第二天："))
    assert page.evaluate(HALF_WIDTH) == []
