// Agreement with the cluster's own scheduler, a line below the stream.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { rich, t, tn } from "../../lib/i18n.js";
import { cluster, entries, url } from "./state.js";
import { dateOf, timeOf } from "./words.js";

/** @import { LiveEntry } from "../../types/engine.js" */
/** @import { LiveOut } from "../../types/api.js" */

const TICKS = 120; // the last decisions

/** @param {HTMLElement} place */
export function mountAgreement(place) {
  const line = h("div.lv-agree-l");
  const ticks = h("span.lv-ticks", { "aria-hidden": "true" });
  place.append(line, ticks, h("a.nowrap", { href: "/conformance/" }, t("How this is checked")));
  let drawn = "";
  effect(() => {
    const out = cluster.get();
    const key = JSON.stringify([out?.tally, out?.since]);
    if (!out || key === drawn) return;
    drawn = key;
    replace(line, lineOf(out));
  });
  effect(() => drawTicks(ticks, entries.get()));
}

/** @param {LiveOut} out */
function lineOf({ tally: { equal, undetermined, different, unjudged }, since }) {
  const all = equal + undetermined + different;
  if (!all) return h("span.soft", t("No decision yet. Decisions are recomputed as they come."));
  const others = [
    different > 0 && openLink("different", "reject", tn("{n} differs", "{n} differ", different)),
    undetermined > 0 &&
      openLink("undetermined", "unres", tn("{n} undetermined", "{n} undetermined", undetermined)),
    unjudged > 0 && h("span.soft", tn("{n} not judged", "{n} not judged", unjudged)),
  ];
  return [
    h("b", t("{n} of {all}", { n: integer(equal), all: integer(all) })),
    " ",
    h(
      "span",
      rich(t("recomputed decisions are {possible}"), {
        possible: h("b", t("one of our scheduler's possible choices")),
      }),
      " ",
      since && h("span.soft", { title: dateOf(since) }, t("since {time}", { time: timeOf(since) })),
    ),
    ...others,
  ];
}

/** @param {string} show @param {string} kind @param {string} text */
const openLink = (show, kind, text) =>
  h("button", { class: `chip ${kind}`, onclick: () => url.write({ show, at: null }, { push: true }) }, text);

/** @param {HTMLElement} place @param {LiveEntry[]} list */
function drawTicks(place, list) {
  const kinds = list.flatMap((entry) => (entry.kind === "decision" ? entry.agreement : [])).slice(-TICKS);
  while (place.childElementCount > kinds.length) place.lastElementChild?.remove();
  while (place.childElementCount < kinds.length) place.append(h("i"));
  kinds.forEach((kind, i) => {
    if (place.children[i].className !== kind) place.children[i].className = kind;
  });
}
