import assert from "node:assert/strict";
import { test } from "node:test";

const { all, textOf } = await import("../../document.js");
const { causeCard } = await import("../../../../static/js/pages/answer/cards.js");

/** @import { Cause } from "../../../../static/js/types/engine.js" */

const CLOSED = 2; // from the third card on repairs are searched when it is opened

const WORKLOAD = {
  ...{ kind: "Deployment", namespace: "shop", name: "web", pods: ["web-0", "web-1"], pod_count: 2 },
  ...{ pod: "shop/web-1", attempt: 1, message: "0/3 nodes are available", nodes: 3, open_nodes: 2 },
  ...{ pod_group: "", shortages: [], spread: [], selectors: [], nearest: [], parts: [] },
};

/** @param {object[]} workloads @param {object} [more] of the cause */
function card(workloads, more) {
  const listed = workloads.map((workload) => ({ ...WORKLOAD, ...workload }));
  const cause = { reasons: [], pod_count: 2, workloads: listed, workload_count: listed.length, ...more };
  const drawn = causeCard(/** @type {Cause} */ (/** @type {unknown} */ (cause)), CLOSED, "7");
  return {
    who: textOf(all(all(drawn, "summary")[0], "soft")),
    chip: textOf(all(drawn, "chip")),
    titles: all(drawn, "h3").map(textOf),
    links: all(drawn, "a").map((link) => [textOf(link).trim(), link.getAttribute("href")]),
    text: textOf(drawn),
  };
}

test("the card leads to the steps of the pod that its figures are of, and to those of each pod", () => {
  assert.deepEqual(card([{ attempt: 3 }]).links, [
    ["web-0", "../?pod=shop%2Fweb-0"],
    ["web-1", "../?pod=shop%2Fweb-1"],
    ["Step through shop/web-1", "../?pod=shop%2Fweb-1&attempt=3"],
  ]);
});

test("whose pods they are: of one workload, of several, or bare ones that are alike", () => {
  assert.equal(card([{}]).who, "shop/web");
  assert.equal(card([{}, { name: "api" }], { workload_count: 5 }).who, "shop/web and 4 more workloads");
  assert.equal(card([{ kind: "Pod", name: "web-0", pod_count: 3 }]).who, "shop/web-0 and 2 pods like it");
  assert.equal(card([{ kind: "Pod", name: "web-0", pod_count: 1 }]).who, "shop/web-0");
});

test("several workloads have their names on the card, and those that are not listed are counted", () => {
  assert.deepEqual(card([{}]).titles, []);
  const { titles, text } = card([{}, { name: "api" }], { workload_count: 3, pod_count: 9 });
  assert.deepEqual(titles, ["shop/web", "shop/api"]);
  assert.match(text, /and 1 more workload/);
  assert.equal(card([{}], { pod_count: 9 }).chip, "9 pods");
});

test("of many pods only some are listed", () => {
  assert.match(card([{ pod_count: 1500 }]).text, /1,500 podsweb-0web-1and 1,498 more/);
});

test("a member of a pod group leads to the cycle of the group", () => {
  const { text, links } = card([{ pod_group: "ml/train", attempt: 2 }]);
  assert.match(text, /A member of pod group ml\/train, which is placed as a whole or not at all\./);
  assert.deepEqual(links[0], [
    "See which member fails the group",
    "../?pod=shop%2Fweb-1&attempt=2&point=Group",
  ]);
});
