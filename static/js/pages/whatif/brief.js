// The best repairs of a pod in a few lines, for other pages: each was run, and is tried in its line.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { redraw } from "../../lib/redraw.js";
import { get, messageOf, post } from "../../net/api.js";
import { follow, isUnfinished } from "../../net/question.js";
import { trialStrip } from "./strip.js";
import { trial } from "./trial.js";
import { tryButton } from "./tryButton.js";
import { watchAnswers } from "./waiting.js";
import { coverageOf, displacedText, notesOf } from "./consequences.js";
import { rankedBy } from "./ranking.js";
import { changeOf } from "./changeOf.js";
import { changesOf, searchText } from "./words.js";

/** @import { InquiryOut } from "../../types/api.js" */
/** @import { Repair } from "../../types/engine.js" */
/** @import { Ranked } from "./ranking.js" */
/** @import { Trial } from "./trial.js" */
/** @import { Waiting } from "./waiting.js" */

const BEST = 3;
const BESIDE = 2; // beside the figures of a step, which are long enough
const SMALL = 1000; // nodes of a cluster that is searched without being asked to

/**
 * @typedef {object} Question
 * @property {string} run its id
 * @property {string} pod `namespace/name`
 * @property {string} [node] that the pod is to get; a search for one is begun by the reader
 * @property {number} nodes of the cluster
 * @property {string} page the address of the run's repairs
 * @property {boolean} [shown] the page shows what is tried in a place of its own
 */

/** Answers, so that a pane that is drawn again does not ask again. @type {Map<string, InquiryOut>} */
const answers = new Map();

/** @param {Question} question */
export function briefRepairs(question) {
  const body = h("div.brief-b");
  let mine = "";
  effect(() => {
    const now = trial.get();
    const known = answers.get(keyOf(question));
    const tried = known && now?.key.startsWith(known.id) ? `${now.key} ${now.asked?.status}` : "";
    if (known && tried !== mine && body.isConnected) draw(body, question, known);
    mine = tried;
  });
  const isOurs = (/** @type {Trial} */ { key }) => key.startsWith(answers.get(keyOf(question))?.id ?? " ");
  const element = h(
    "div.sec.brief",
    h("h3", { title: t("each verified by a run") }, titleOf(question)),
    body,
    !question.shown && trialStrip(isOurs),
  );
  const known = answers.get(keyOf(question));
  if (known) draw(body, question, known);
  if (!known && (question.node || question.nodes > SMALL)) replace(body, searchButton(body, question));
  else if (!known || isUnfinished(known)) search(body, question);
  return element;
}

/** @param {Question} question */
const titleOf = ({ node, pod, shown }) => {
  if (node) return t("What would put it on {node}", { node });
  return shown
    ? t("What would make {pod} fit", { pod: pod.slice(pod.indexOf("/") + 1) })
    : t("What would make it fit");
};

/** @param {HTMLElement} body @param {Question} question */
const searchButton = (body, question) =>
  h("button.btn", { onclick: () => search(body, question) }, icon("search"), t("Search for changes"));

/** @param {HTMLElement} body @param {Question} question */
async function search(body, question) {
  const watch = watchAnswers(Date.now);
  if (!body.childNodes.length || body.querySelector("button")) replace(body, h("p.soft", t("Searching…")));
  await follow(
    () => post(`/runs/${question.run}/inquiries`, { pod: question.pod, node: question.node ?? "" }),
    ({ id }) => get(`/inquiries/${id}`),
    {
      take(answer) {
        answers.set(keyOf(question), answer);
        draw(body, question, answer, watch(answer));
      },
      fail: (error) => replace(body, h("p.soft", messageOf(error))),
      stale: () => !body.isConnected, // whoever draws it again goes on
    },
  );
}

/** @param {Question} question */
const keyOf = ({ run, pod, node }) => `${run} ${pod} ${node ?? ""}`;

/**
 * @param {HTMLElement} body @param {Question} question @param {InquiryOut} inquiry @param {Waiting} [late]
 */
function draw(body, question, inquiry, late = "asked") {
  const { pod, node, page } = question;
  const { repairs: found = [], costs = {} } = inquiry.answer ?? {};
  const repairs = rankedBy(found, costs, costs);
  const asked = new URLSearchParams({ pod, ...(node ? { node } : {}) });
  redraw(
    body,
    h(
      "ol.brief-l",
      repairs.slice(0, question.shown ? BEST : BESIDE).map((repair) => line(repair, inquiry.id, node)),
    ),
    isUnfinished(inquiry) && progress(body, question, inquiry, late),
    !isUnfinished(inquiry) && !repairs.length && h("p.soft", inquiry.error ?? noRepair(inquiry)),
    inquiry.status === "cancelled" && searchButton(body, question),
    repairs.length > 0 &&
      h(
        "a.brief-all",
        { href: `${page}?${asked}` },
        tn("{n} repair in all", "{n} repairs in all", repairs.length),
      ),
    question.shown &&
      h("a.brief-all", { href: `${page}more/?${new URLSearchParams({ pod })}` }, t("How many more fit?")),
  );
}

/** @param {InquiryOut} inquiry */
const noRepair = ({ status, node, answer }) =>
  answer?.placed && answer.placed === node
    ? t("It already runs there without a change.")
    : status === "cancelled"
      ? t("The search was stopped.")
      : t("No change was found that places it.");

/**
 * How far the search is, with Stop; a queue that nobody empties is said, with another try.
 * @param {HTMLElement} body @param {Question} question @param {InquiryOut} inquiry @param {Waiting} late
 */
function progress(body, question, { id, answer }, late) {
  if (late === "unclaimed") return h("p.row", t("No worker answers"), searchButton(body, question));
  return h(
    "p.row.soft",
    searchText(answer),
    h("button.btn.small", { onclick: () => post(`/inquiries/${id}/cancel`) }, icon("stop"), t("Stop")),
  );
}

/** "places 1 of 4 · onto 2-0-26" @param {Repair} repair @param {string} [node] that was asked for */
const inShort = (repair, node) =>
  [coverageOf(repair), node ? "" : t("onto {node}", { node: repair.node }), displacedText(repair)]
    .filter(Boolean)
    .join(" · ");

/**
 * @param {Ranked} repair @param {string} inquiry its id
 * @param {string} [node] that was asked for: every repair leads there
 */
const line = (repair, inquiry, node) =>
  h(
    "li",
    h(
      "div",
      changesOf(repair).map((text) => h("b", text)),
      h("span.soft", inShort(repair, node)),
      notesOf(repair).map((note) => h("span.soft", note)),
    ),
    tryButton(changeOf(inquiry, repair.number, repair)),
  );
