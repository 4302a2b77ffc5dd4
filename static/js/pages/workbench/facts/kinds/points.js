// The facts behind the rail's counts: which plugins ran at an extension point and which skipped, and why;
// which of them score.

import { h } from "../../../../lib/dom.js";
import { decimal } from "../../../../lib/format.js";
import { t, tn } from "../../../../lib/i18n.js";
import { isPoint, pointOf } from "../../../../model/points.js";
import { scoresNow } from "../../core/trial.js";
import { factLink, named } from "../../../../parts/factLink.js";
import { muted, sec, title } from "../../../../parts/reasons.js";
import { skipReason } from "../../../../plugins/registry.js";
import { tableOf } from "../../../../parts/listed.js";

/** @import { CodeName } from "../../../../types/engine.js" */
/** @import { Viewed } from "../../../../plugins/descriptor.js" */

/** @type {Record<string, import("../../../../plugins/descriptor.js").Fact>} */
export const POINT_FACTS = {
  plugins: {
    title: ([point]) => t("plugins of {point}", { point: isPoint(point) ? pointOf(point).label : point }),
    render: plugins,
  },
};

/** @param {string[]} args @param {Viewed} now */
function plugins([point], now) {
  return point === "PreFilter" || point === "PreScore" ? prepared(point, now) : scoring(now);
}

/** @typedef {"PreFilter" | "PreScore"} Prepared */

const TRACE_KEYS = /** @type {const} */ ({ PreFilter: "preFilter", PreScore: "preScore" });

const SKIPS = {
  PreFilter: t("A plugin that skips PreFilter has nothing to check for this pod; Filter does not run it."),
  PreScore: t("A plugin that skips PreScore has nothing to compare for this pod; it gives no scores."),
};

/** @param {Prepared} point @param {Viewed} now */
function prepared(point, now) {
  const answers = now.data.trace[TRACE_KEYS[point]] ?? {};
  const names = now.data.plugins[point] ?? [];
  /** @param {(code: CodeName) => boolean} test */
  const of = (test) => names.filter((name) => answers[name] && test(answers[name].code));
  const [ran, skipped] = [of((code) => code !== "Skip"), of((code) => code === "Skip")];
  return [
    sec(
      h(
        "p.why-t",
        tn("{ran} of {n} plugin ran", "{ran} of {n} plugins ran", names.length, { ran: ran.length }),
      ),
      h("p.soft.t12", SKIPS[point]),
    ),
    ran.length
      ? sec(
          title(t("Ran"), muted(String(ran.length))),
          tableOf(
            "",
            [t("Plugin"), t("Answer")],
            ran.map((name) => [name, answers[name].code]),
          ),
        )
      : null,
    skipped.length
      ? sec(
          title(t("Skipped"), muted(String(skipped.length))),
          tableOf(
            "",
            [t("Plugin"), t("What it checked")],
            skipped.map((name) => [name, h("span.wrap", skipReason(point, name, now))]),
          ),
        )
      : null,
  ];
}

/** @param {Viewed} now */
function scoring({ data }) {
  if (!data.scored) return null;
  const scores = scoresNow(data);
  const rows = scores.plugins.map((plugin) => {
    const { min, max } = scores.range(plugin);
    return [
      plugin,
      factLink(scores.weight(plugin), scores.tried ? null : named("weight", plugin)),
      factLink(t("{min} to {max}", { min: decimal(min), max: decimal(max) }), named("range", plugin)),
    ];
  });
  return [
    sec(
      h(
        "p.why-t",
        tn(
          "{n} plugin scores the remaining nodes",
          "{n} plugins score the remaining nodes",
          scores.plugins.length,
        ),
      ),
      h(
        "p.soft.t12",
        t(
          "Each rates every node; the rating is normalized to 0 to 100 and multiplied by the plugin's " +
            "weight.",
        ),
      ),
    ),
    sec(tableOf("", [t("Plugin"), [t("Weight"), "num"], [t("Raw"), "num"]], rows)),
  ];
}
