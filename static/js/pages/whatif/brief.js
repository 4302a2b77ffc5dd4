// The best repairs of a pod in a few lines, for other pages: each was run, and is tried in its line.

import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { h, island, useLayoutEffect, useState } from "../../lib/view.js";
import { isUnfinished } from "../../net/question.js";
import { changeOf } from "./changeOf.js";
import { coverageOf, displacedText, notesOf } from "./consequences.js";
import { bestOfEachRisk, rankedBy } from "./ranking.js";
import { isHelped, newNodes } from "./newNodes.js";
import { riskOf } from "./risk.js";
import { TrialStrip } from "./strip.js";
import { TryButton } from "./tryButton.js";
import { inquiring } from "./waiting.js";
import { changesOf, searchText } from "./words.js";

/** @import { InquiryOut } from "../../types/api.js" */
/** @import { Repair } from "../../types/engine.js" */
/** @import { Ranked } from "./ranking.js" */

const BEST = 3;
const BESIDE = 1; // beside the figures of a step, which are long enough
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

/** @typedef {ReturnType<typeof inquiring>} Search */

/** By what is asked, so that a pane that is drawn again does not ask again. @type {Map<string, Search>} */
const searches = new Map();

/** @param {Question} question */
function searchOf({ run, pod, node = "" }) {
  const key = `${run} ${pod} ${node}`;
  const search = searches.get(key) ?? inquiring();
  searches.set(key, search);
  return search;
}

/** @param {Question} question */
function BriefRepairs(question) {
  const { run, pod, node = "", nodes, shown } = question;
  const search = searchOf(question);
  const begin = () => search.ask(run, { pod, node });
  const [begun, setBegun] = useState(false);
  useLayoutEffect(() => {
    if (search.answer.peek()) search.goOn();
    else if (!node && nodes <= SMALL) begin();
    return search.rest;
  }, [search]);
  const inquiry = search.answer.get();
  const failure = search.failure.get();
  const waits = !inquiry && (begun || (!node && nodes <= SMALL));
  const first = () => {
    setBegun(true);
    begin();
  };
  return h(
    "div.sec.brief",
    newNodes(inquiry?.answer),
    h("h3", { title: t("each verified by a run") }, titleOf(question)),
    h(
      "div.brief-b",
      failure
        ? h("p.soft", failure.message)
        : inquiry
          ? found(question, search, inquiry, begin)
          : waits
            ? h("p.soft", t("Searching…"))
            : searchButton(first),
    ),
    !shown && h(TrialStrip, { shows: ({ key }) => key.startsWith(inquiry?.id ?? " ") }),
  );
}

/** Within elements of lib/dom.js. @param {Question} question */
export const briefRepairs = (question) => island(BriefRepairs, question);

/** @param {Question} question */
const titleOf = ({ node, pod, shown }) => {
  if (node) return t("What would put it on {node}", { node });
  return shown
    ? t("What would make {pod} fit", { pod: pod.slice(pod.indexOf("/") + 1) })
    : t("What would make it fit");
};

/** @param {() => void} onclick */
const searchButton = (onclick) => h("button.btn", { onclick }, icon("search"), t("Search for changes"));

/** @param {Question} question @param {Search} search @param {InquiryOut} inquiry @param {() => void} begin */
function found({ pod, node, page, shown }, search, inquiry, begin) {
  const { repairs: all = [], costs = {} } = inquiry.answer ?? {};
  const repairs = rankedBy(all, costs, costs);
  const asked = new URLSearchParams({ pod, ...(node ? { node } : {}) });
  return [
    h(
      "ol.brief-l",
      bestOfEachRisk(repairs)
        .slice(0, shown ? BEST : BESIDE)
        .map((repair) => line(repair, inquiry.id, node)),
    ),
    isUnfinished(inquiry) && progress(search, inquiry, begin),
    !isUnfinished(inquiry) && !repairs.length && h("p.soft", inquiry.error ?? noRepair(inquiry)),
    inquiry.status === "cancelled" && searchButton(begin),
    repairs.length > 0 &&
      h(
        "a.brief-all",
        { href: `${page}?${asked}` },
        tn("{n} repair in all", "{n} repairs in all", repairs.length),
      ),
    shown &&
      h("a.brief-all", { href: `${page}more/?${new URLSearchParams({ pod })}` }, t("How many more fit?")),
  ];
}

/** @param {InquiryOut} inquiry */
const noRepair = ({ status, node, answer }) =>
  answer?.placed && answer.placed === node
    ? t("It already runs there without a change.")
    : answer && isHelped(answer)
      ? t("No change is needed: a new node takes it.")
      : status === "cancelled"
        ? t("The search was stopped.")
        : t("No change was found that places it.");

/**
 * How far the search is, with Stop; a queue that nobody empties is said, with another try.
 * @param {Search} search @param {InquiryOut} inquiry @param {() => void} begin
 */
function progress({ waiting, stop }, { answer }, begin) {
  if (waiting.get() === "unclaimed") return h("p.row", t("No worker answers"), searchButton(begin));
  return h(
    "p.row.soft",
    searchText(answer),
    h("button.btn.small", { onclick: stop }, icon("stop"), t("Stop")),
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
    { key: repair.changes.join(" + ") },
    h(
      "div",
      changesOf(repair).map((text) => h("b", text)),
      h("span.soft", inShort(repair, node)),
      notesOf(repair).map((note) => h("span.soft", note)),
      riskOf(repair),
    ),
    h(TryButton, { change: changeOf(inquiry, repair.number, repair) }),
  );
