// PreFilter: what is counted before nodes are checked, and which nodes are left to check.

import { h } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { chip, heading, note, section } from "../../../parts/panels.js";
import { panelsAt } from "./page.js";
import { pluginCards } from "./plugincards.js";

/** @import { PreFilterEntry } from "../../../types/engine.js" */

/** @type {import("../core/context.js").Stage} */
export const prefilter = {
  render: (now) => {
    const codes = now.data.trace.preFilter ?? {};
    const parts = [...rejection(codes), ...narrowed(codes), ...panelsAt("PreFilter", now)];
    return {
      top: pluginCards("PreFilter", now.data.plugins.PreFilter ?? Object.keys(codes), codes, now),
      body: parts.length
        ? parts
        : section(
            note(
              t(
                "There is nothing to count for this pod: it has no spread constraint, affinity term or " +
                  "request.",
              ),
            ),
          ),
    };
  },
};

/** @param {Record<string, PreFilterEntry>} codes */
function rejection(codes) {
  return Object.entries(codes)
    .filter(([, status]) => status.reasons?.length && status.code !== "Skip")
    .map(([plugin, status]) =>
      section(
        heading(plugin, null, chip(status.code, "unres", "unresolvable")),
        (status.reasons ?? []).map((reason) => h("p.mono", reason)),
        note(t("The cycle ends here: no node is checked.")),
      ),
    );
}

/** @param {Record<string, PreFilterEntry>} codes */
function narrowed(codes) {
  return Object.entries(codes)
    .map(([plugin, { nodeNames: nodes }]) =>
      nodes
        ? section(
            heading(
              plugin,
              tn("only {n} node will be checked", "only {n} nodes will be checked", nodes.length),
            ),
            h("p.mono.t12", nodes.join(", ")),
          )
        : null,
    )
    .filter(Boolean);
}
