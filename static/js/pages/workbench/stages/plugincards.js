// A card for each plugin of PreFilter or PreScore: its summary when it ran, and what the pod lacks when it
// skipped.

import { h } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { glyph, icon } from "../../../lib/icons.js";
import { explained, term, termWord } from "../../../parts/term.js";
import { pluginOf, skipReason } from "../../../plugins/registry.js";

/** @import { StatusEntry } from "../../../types/engine.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */

/**
 * Those of `names`, which are in execution order.
 * @param {"PreFilter" | "PreScore"} point @param {string[]} names @param {Record<string, StatusEntry>} codes
 * @param {Viewed} now
 */
export function pluginCards(point, names, codes, now) {
  const ran = names.filter((name) => codes[name] && codes[name].code !== "Skip");
  const skipped = names.filter((name) => codes[name]?.code === "Skip");
  const notCalled = names.filter((name) => !codes[name]);
  return h(
    "div.plugs",
    { role: "group", "aria-label": t("{point} plugins", { point }) },
    ran.map((name) => card(name, codes[name], pluginOf(name).summaries?.[point]?.(now))),
    folded(skipped, tn("{n} skipped", "{n} skipped", skipped.length), (name) => skipReason(point, name, now)),
    folded(notCalled, tn("{n} not called", "{n} not called", notCalled.length), () =>
      t("An earlier plugin ended the cycle."),
    ),
  );
}

/** @param {string} name @param {StatusEntry} status @param {string | null | undefined} summary */
const card = (name, { code }, summary) =>
  h(
    "button",
    { class: `pg${summary ? " two-l" : ""}`, dataset: { plugin: name, pick: "plugin", term: name } },
    glyph(code === "Success" ? "pass" : "rejected"),
    h("span", h("span.block", termWord(name)), summary ? h("span.block.mute.t12", summary) : null),
  );

/** @param {string[]} names @param {string} words @param {(name: string) => string} why */
function folded(names, words, why) {
  if (!names.length) return null;
  return h(
    "details.pg-more",
    h("summary.pg.sk", glyph("skipped"), words, icon("down")),
    h(
      "dl.skips.t12",
      names.map((name) => [h("dt", term(name)), h("dd", explained(why(name)))]),
    ),
  );
}
