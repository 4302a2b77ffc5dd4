// PreScore: which plugins will score, and what they count before.

import { t } from "../../../lib/i18n.js";
import { note, section } from "../../../parts/panels.js";
import { panelsAt } from "./page.js";
import { pluginCards } from "./plugincards.js";

/** @type {import("../core/context.js").Stage} */
export const prescore = {
  render(now) {
    const codes = now.data.trace.preScore ?? {};
    const own = panelsAt("PreScore", now);
    return {
      top: pluginCards("PreScore", now.data.plugins.PreScore ?? Object.keys(codes), codes, now),
      body: own.length
        ? own
        : section(
            note(
              t(
                "No plugin prepares anything for this pod: it has no ScheduleAnyway constraint, no " +
                  "default one applies, and no affinity term gives points.",
              ),
            ),
          ),
    };
  },
};
