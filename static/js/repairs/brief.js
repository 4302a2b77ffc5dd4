// The best repairs of a pod in a few lines, for other pages: each was run, and leads to the page of all.

import { h, replace } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { get, messageOf, post } from "../net/api.js";
import { changesOf } from "./words.js";

/** @import { InquiryOut } from "../types/api.js" */
/** @import { Repair } from "../types/engine.js" */

const BEST = 3;
const AGAIN_MS = 400;
const SMALL = 1000; // nodes of a cluster that is searched without being asked to

/**
 * @typedef {object} Question
 * @property {string} run its id
 * @property {string} pod `namespace/name`
 * @property {number} nodes of the cluster
 * @property {string} page the address of the run's repairs
 */

/** Answers, so that a pane that is drawn again does not ask again. @type {Map<string, InquiryOut>} */
const answers = new Map();

/** @param {Question} question */
export function briefRepairs(question) {
  const body = h("div", { class: "brief-b" });
  const element = h(
    "div",
    { class: "sec brief" },
    h("h3", null, t("What would make it fit"), " ", h("span", { class: "mute" }, t("each one was run"))),
    body,
  );
  const known = answers.get(keyOf(question));
  if (known) draw(body, question, known);
  if (!known && question.nodes > SMALL) replace(body, searchButton(body, question));
  else if (!known || isSearching(known)) search(body, question);
  return element;
}

/** @param {HTMLElement} body @param {Question} question */
const searchButton = (body, question) =>
  h(
    "button",
    { class: "btn", type: "button", onclick: () => search(body, question) },
    icon("search"),
    t("Search for changes"),
  );

/** @param {HTMLElement} body @param {Question} question */
async function search(body, question) {
  if (!body.childNodes.length || body.querySelector("button"))
    replace(body, h("p", { class: "soft" }, t("Searching…")));
  try {
    let answer = await post(`/runs/${question.run}/inquiries`, { pod: question.pod });
    for (;;) {
      answers.set(keyOf(question), answer);
      draw(body, question, answer);
      if (!isSearching(answer)) return;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      if (!body.isConnected) return; // whoever draws it again goes on
      answer = await get(`/inquiries/${answer.id}`);
    }
  } catch (error) {
    replace(body, h("p", { class: "soft" }, messageOf(error)));
  }
}

/** @param {InquiryOut} answer */
const isSearching = ({ status }) => status === "queued" || status === "running";
/** @param {Question} question */
const keyOf = ({ run, pod }) => `${run} ${pod}`;

/** @param {HTMLElement} body @param {Question} question @param {InquiryOut} inquiry */
function draw(body, { pod, page }, inquiry) {
  const repairs = inquiry.answer?.repairs ?? [];
  /** @param {number} [number] */
  const address = (number) =>
    `${page}?${new URLSearchParams({ pod, ...(number ? { repair: String(number) } : {}) })}`;
  replace(
    body,
    h(
      "ol",
      { class: "brief-l" },
      repairs.slice(0, BEST).map((repair, i) => line(repair, address(i + 1))),
    ),
    isSearching(inquiry) && h("p", { class: "soft" }, t("Searching…")),
    !isSearching(inquiry) &&
      !repairs.length &&
      h("p", { class: "soft" }, inquiry.error ?? t("No change was found that places it.")),
    repairs.length > 0 &&
      h(
        "a",
        { class: "brief-all", href: address() },
        tn("{n} repair in all", "{n} repairs in all", repairs.length),
      ),
  );
}

/** @param {Repair} repair @param {string} href */
const line = (repair, href) =>
  h(
    "li",
    null,
    h(
      "div",
      null,
      changesOf(repair).map((text) => h("b", null, text)),
      h("span", { class: "soft" }, t("onto {node}", { node: repair.node })),
    ),
    h(
      "a",
      { class: "btn", href, "aria-label": t("Try: {change}", { change: changesOf(repair).join(" + ") }) },
      t("Try"),
    ),
  );
