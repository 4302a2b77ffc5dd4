// The pending pods by cause: how many, since when, what they lack, and what changed just before.

import { effect } from "../../lib/atoms.js";
import { arrange, h, say as sayIn } from "../../lib/dom.js";
import { integer, listOf } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { acknowledgements } from "./acknowledged.js";
import { filterField, isCauseWanted, isFiltered } from "./filter.js";
import { amountText } from "./nodecolumn.js";
import { open, repair } from "./opening.js";
import { lookAt } from "./past.js";
import { boot, hours, shown, url } from "./state.js";
import { causeText, dateOf, headline, lasting, say, timeOf } from "./words.js";

/** @import { LiveCause, LiveNow } from "../../types/engine.js" */

const OPEN_CARDS = 3; // more causes than these are folded to a line each
const LISTED = 6; // workloads

const acknowledged = acknowledgements(boot.id);

/** @param {HTMLElement} place */
export function mountCauses(place) {
  const heading = h("h1");
  const lead = h("p.soft");
  const cards = h("div.lv-cards");
  place.append(heading, lead, filterField(), cards);
  /** @type {Map<string, {text: string, isSeen: boolean, card: HTMLDetailsElement}>} by cause */
  let drawn = new Map();
  effect(() => {
    const now = shown.get();
    if (!now) return;
    const wanted = now.causes.filter(isCauseWanted);
    const causes = [
      ...wanted.filter((cause) => !acknowledged.has(cause)),
      ...wanted.filter((cause) => acknowledged.has(cause)),
    ];
    sayIn(heading, headline(now.pending, now.causes.length));
    sayIn(lead, leadOf(now, wanted.length));
    const all = causes.map((cause) => {
      const isSeen = acknowledged.has(cause);
      const text = JSON.stringify([cause, ageOf(cause, now), isSeen, url.state.get().cause]);
      const before = drawn.get(cause.key);
      if (before?.text === text) return before;
      const isOpen = before && before.isSeen === isSeen ? before.card.open : now.causes.length <= OPEN_CARDS;
      return { text, isSeen, card: cardOf(cause, now, isOpen && !isSeen) };
    });
    drawn = new Map(causes.map(({ key }, i) => [key, all[i]]));
    arrange(
      cards,
      all.map(({ card }) => card),
    );
    if (!document.title.startsWith(heading.textContent)) document.title = titleOf(heading.textContent);
  });
}

const ownTitle = globalThis.document?.title ?? "";

/** @param {string} heading */
const titleOf = (heading) => `${heading} · ${ownTitle}`;

/**
 * How many were placed lately, how many wait for their first attempt, and how many causes are shown.
 * @param {LiveNow} now @param {number} wanted causes
 */
function leadOf({ at, untried, causes }, wanted) {
  const until = Date.parse(at);
  const placed = (hours.get()?.minutes ?? [])
    .filter((minute) => Date.parse(minute.at) > until - 240_000 && Date.parse(minute.at) <= until)
    .flatMap(({ pools }) => Object.values(pools))
    .reduce((sum, pods) => sum + pods, 0);
  return [
    placed > 0 &&
      tn("{n} was placed in the last three minutes.", "{n} were placed in the last three minutes.", placed),
    untried > 0 && tn("{n} has not been tried yet.", "{n} have not been tried yet.", untried),
    isFiltered.get() &&
      tn("{wanted} of {n} cause matches.", "{wanted} of {n} causes match.", causes.length, { wanted }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** In the words in which it is shown. @param {LiveCause} cause @param {LiveNow} now */
const ageOf = ({ oldest }, { at }) => lasting(Math.max(0, Date.parse(at) - Date.parse(oldest)) / 1000);

/** @param {LiveCause} cause @param {LiveNow} now @param {boolean} opened */
function cardOf(cause, now, opened) {
  const { key, pod_count: pods, since, before, decision, workloads, requested = {} } = cause;
  const pod = workloads[0]?.pods[0];
  const isSeen = acknowledged.has(cause);
  const isAlone = url.state.get().cause === key;
  const amounts = Object.entries(requested).map(([resource, amount]) => requestText(resource, amount));
  return h(
    isSeen ? "details.card.is-seen" : "details.card",
    { open: opened },
    h(
      "summary",
      h("span.lv-count", icon(isSeen ? "pass" : "rej", "ic ic-12"), integer(pods)),
      h("h2", causeText(cause)),
      icon("right", "ic lv-turn"),
    ),
    amounts.length > 0 &&
      h(
        "p",
        tn("It requests {amounts}", "Together they request {amounts}", pods, { amounts: listOf(amounts) }),
      ),
    h("p.soft", t("The longest has waited {time}", { time: ageOf(cause, now) })),
    workloads.length > 1 &&
      h(
        "ul.lv-work",
        workloads
          .slice(0, LISTED)
          .map(({ namespace, name, pod_count: n }) =>
            h("li.mono", h("span.mute", `${namespace}/`), name, n > 1 && h("span.soft", ` ×${integer(n)}`)),
          ),
        workloads.length > LISTED && h("li.soft", t("and {n} more", { n: workloads.length - LISTED })),
      ),
    h(
      "p.lv-since",
      h(
        "button.link",
        { title: dateOf(since), onclick: () => lookAt(Date.parse(since)) },
        t("Since {time}", { time: timeOf(since) }),
      ),
      before.length ? ` · ${t("just before:")} ` : ` · ${t("nothing changed just before")}`,
      before.length > 0 &&
        h(
          "ul",
          before.map((said) => h("li", say(said))),
        ),
    ),
    h(
      "div.row",
      decision !== null &&
        pod &&
        h(
          "button.btn",
          { onclick: () => repair(decision, `${workloads[0].namespace}/${pod}`) },
          icon("arrow"),
          t("What would it take"),
        ),
      decision !== null && h("button.btn.bare", { onclick: () => open(decision) }, t("Its last attempt")),
      h(
        "button.btn.bare",
        {
          "aria-pressed": String(isAlone),
          onclick: () => url.write({ cause: isAlone ? null : key, show: isAlone ? null : "all" }),
        },
        isAlone ? t("All causes") : t("Its attempts"),
      ),
      h(
        "button.btn.bare",
        {
          title: t("Folded in this browser, until more pods wait or the cause comes up again"),
          onclick: () => acknowledged.toggle(cause, now.causes),
        },
        isSeen ? t("Show again") : t("Acknowledge"),
      ),
    ),
  );
}

/** "412 cores", "3 nvidia.com/gpu" @param {string} resource @param {number} amount */
const requestText = (resource, amount) =>
  ["cpu", "memory", "ephemeral-storage"].includes(resource)
    ? amountText(resource, amount)
    : `${integer(amount)} ${resource}`;
