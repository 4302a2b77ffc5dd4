// The pending pods by cause: how many, since when, and what changed just before.

import { effect } from "../../lib/atoms.js";
import { arrange, h, say as sayIn } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { open, repair } from "./opening.js";
import { lookAt } from "./past.js";
import { hours, shown } from "./state.js";
import { causeText, dateOf, headline, lasting, say, timeOf } from "./words.js";

/** @import { LiveCause, LiveNow } from "../../types/engine.js" */

const OPEN_CARDS = 3; // more causes than these are folded to a line each
const LISTED = 6; // workloads

/** @param {HTMLElement} place */
export function mountCauses(place) {
  const heading = h("h1");
  const lead = h("p.soft");
  const cards = h("div.lv-cards");
  place.append(heading, lead, cards);
  /** @type {Map<string, {text: string, card: HTMLDetailsElement}>} by the key of the cause */
  let drawn = new Map();
  effect(() => {
    const now = shown.get();
    if (!now) return;
    sayIn(heading, headline(now.pending, now.causes.length));
    sayIn(lead, leadOf(now));
    const all = now.causes.map((cause) => {
      const text = JSON.stringify([cause, ageOf(cause, now)]);
      const before = drawn.get(cause.key);
      if (before?.text === text) return before;
      const opened = before ? before.card.open : now.causes.length <= OPEN_CARDS;
      return { text, key: cause.key, card: cardOf(cause, now, opened) };
    });
    drawn = new Map(now.causes.map(({ key }, i) => [key, all[i]]));
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

/** How many were placed lately, and how many wait for their first attempt. @param {LiveNow} now */
function leadOf({ at, untried }) {
  const until = Date.parse(at);
  const placed = (hours.get()?.minutes ?? [])
    .filter((minute) => Date.parse(minute.at) > until - 240_000 && Date.parse(minute.at) <= until)
    .flatMap(({ pools }) => Object.values(pools))
    .reduce((sum, pods) => sum + pods, 0);
  return [
    placed > 0 &&
      tn("{n} was placed in the last three minutes.", "{n} were placed in the last three minutes.", placed),
    untried > 0 && tn("{n} has not been tried yet.", "{n} have not been tried yet.", untried),
  ]
    .filter(Boolean)
    .join(" ");
}

/** In the words in which it is shown. @param {LiveCause} cause @param {LiveNow} now */
const ageOf = ({ oldest }, { at }) => lasting(Math.max(0, Date.parse(at) - Date.parse(oldest)) / 1000);

/** @param {LiveCause} cause @param {LiveNow} now @param {boolean} opened */
function cardOf(cause, now, opened) {
  const { pod_count: pods, since, before, decision, workloads } = cause;
  const pod = workloads[0]?.pods[0];
  return h(
    "details.card",
    { open: opened },
    h(
      "summary",
      h("span.lv-count", icon("rej", "ic ic-12"), integer(pods)),
      h("h2", causeText(cause)),
      icon("right", "ic lv-turn"),
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
    decision !== null &&
      h(
        "div.row",
        pod &&
          h(
            "button.btn",
            { onclick: () => repair(decision, `${workloads[0].namespace}/${pod}`) },
            icon("arrow"),
            t("What would it take"),
          ),
        h("button.btn.bare", { onclick: () => open(decision) }, t("Its last attempt")),
      ),
  );
}
