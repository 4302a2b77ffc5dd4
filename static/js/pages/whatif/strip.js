// What is tried, in a line: how far it is, what it came to, and what can be done with it.

import { copyText } from "../../lib/clipboard.js";
import { $$ } from "../../lib/dom.js";
import { h, island } from "../../lib/view.js";
import { integer } from "../../lib/format.js";
import { afterPaint } from "../../lib/frame.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { compare, endOf, linkOf, sendLink, trial, undo } from "./trial.js";

/** @import { TriedChange } from "../../types/engine.js" */
/** @import { Trial } from "./trial.js" */

/**
 * Without `shows` it shows whatever is tried.
 * @param {{shows?: (now: Trial) => boolean}} props
 */
export function TrialStrip({ shows = () => true }) {
  const tried = trial.get();
  return strip(tried && shows(tried) ? tried : null);
}

/**
 * What is tried, and nothing while nothing is; its place in the page is there before.
 * @param {Trial | null} now
 */
export const strip = (now) =>
  h(
    "section.trial",
    { "aria-label": t("Trial"), hidden: !now },
    h("div.trial-w", { role: "status" }, now && wordsOf(now)),
    h("div.trial-a", now && (endOf(now) ? done(now) : running())),
  );

/** The same within elements of lib/dom.js. @param {(now: Trial) => boolean} [shows] */
export const trialStrip = (shows) => island(TrialStrip, { shows });

/** Goes on, by keyboard, from a change that is tried to what can be done with it. */
export const goToStrip = () => afterPaint(() => $$(".trial:not([hidden]) button")[0]?.focus());

/** @param {MouseEvent} event */
function takeBack({ detail }) {
  const key = trial.get()?.key;
  undo();
  if (isKeyboard(detail))
    afterPaint(() =>
      $$("[data-try]")
        .find(({ dataset }) => dataset.try === key)
        ?.focus(),
    );
}

/** Whether a button was pressed by keyboard, or by a screen reader. @param {number} clicks */
export const isKeyboard = (clicks) => clicks === 0;

/** @param {Trial} now */
function wordsOf(now) {
  const answer = now.asked?.answer;
  const end = endOf(now);
  return [
    h("p", h("b", end ? t("Tried: {changes}", { changes: now.changes.join(" + ") }) : progressOf(answer))),
    end && answer
      ? h("p.soft", outcomeOf(answer))
      : h("progress", { max: answer?.pods || 1, value: answer?.placed, "aria-label": t("Pods placed") }),
  ];
}

/** "Trying… 10 of 20 placed" @param {TriedChange | null | undefined} answer */
export const progressOf = (answer) =>
  answer
    ? t("Trying… {placed} of {pods} placed", {
        placed: integer(answer.placed),
        pods: integer(answer.pods),
      })
    : t("Trying…");

/** What came of it, beside the run without it. @param {TriedChange} answer */
export function outcomeOf({ placed, pods, before, end }) {
  const elsewhere = (end?.moved ?? []).filter((pod) => pod.before && pod.after).length;
  return [
    t("{placed} of {pods} placed, {before} without the change", {
      placed: integer(placed),
      pods: integer(pods),
      before: integer(before),
    }),
    elsewhere && tn("{n} other pod moves", "{n} other pods move", elsewhere),
    end?.evicted && tn("{n} running pod is evicted", "{n} running pods are evicted", end.evicted),
  ]
    .filter(Boolean)
    .join(" · ");
}

const running = () => h("button.btn", { onclick: takeBack }, icon("stop"), t("Stop"));

/** @param {Trial} now */
const done = ({ patch, copy, copying }) => [
  h("button.btn", { onclick: takeBack }, icon("undo"), t("Undo")),
  patch &&
    h("button.btn", { onclick: () => copyText(patch, t("The commands")) }, icon("copy"), t("Copy kubectl")),
  h(
    "button.btn",
    { onclick: sendLink, "aria-disabled": copying ? "true" : null },
    icon("link"),
    copying ? t("Making the link…") : t("Send link"),
  ),
  h("button.btn", { onclick: compare, "aria-disabled": copying ? "true" : null }, icon("diff"), t("Compare")),
  copy && h("a.trial-l", { href: linkOf(copy) }, t("Open the trial")),
];
