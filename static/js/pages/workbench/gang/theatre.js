// The theatre of a pod group: its members in the order tried, the first that breaks it, and what would have
// worked.

import { computed } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { section } from "../../../parts/panels.js";
import { term } from "../../../parts/term.js";
import { go } from "../core/actions.js";
import { cluster, pointer } from "../core/state.js";
import { asked, askAgain, followGang } from "./data.js";
import { memberGrid } from "./grid.js";
import { conditions, otherOrder, placements, victims } from "./parts.js";
import { breakingAt, isPlaced, OUTCOMES, rollBack, verdict, whyNot } from "./words.js";

/** @import { GangView } from "../../../types/engine.js" */
/** @import { Asked } from "./data.js" */

/** @param {{slim: boolean}} now */
export function theatre({ slim }) {
  const element = h("div.theatre");
  const body = h("div");
  const order = h("div.part");
  element.append(body);
  followGang(element);
  const chosen = computed(() => pointer.get()?.cycle ?? -1);
  /** @type {GangView | null | undefined} */
  let drawn;
  let drawnFor = -1;
  redrawWhileMounted(element, () => {
    const answer = asked.get();
    const here = chosen.get();
    if (drawn !== answer.gang || drawnFor !== here || !answer.gang || cluster.get())
      replace(body, parts(answer, slim, order, here));
    [drawn, drawnFor] = [answer.gang, here];
    replace(order, answer.order && otherOrder(answer.order));
  });
  return element;
}

/**
 * @param {Asked} answer @param {boolean} slim @param {HTMLElement} order where the answer about it goes
 * @param {number} here the cycle of the chosen pod
 */
function parts({ gang, failed }, slim, order, here) {
  if (failed) return failure();
  if (!gang) return h("p.waiting.mute", { role: "status" }, t("Loading the group's cycle…"));
  const { table, show } = memberGrid(gang, slim, here);
  const breaking = breakingAt(gang);
  if (breaking > 0) requestAnimationFrame(() => table.isConnected && show(breaking));
  return [
    outcome(gang),
    order,
    placements(gang),
    h("div.gang-grid", legend(gang), table),
    victims(gang),
    conditions(gang),
  ];
}

const failure = () =>
  h(
    "div.blank",
    h("p", h("b", t("The group's cycle could not be loaded."))),
    h("button.btn", { onclick: askAgain }, icon("retry"), t("Try again")),
  );

/** @param {GangView} gang */
function outcome(gang) {
  const placed = isPlaced(gang);
  const breaker = gang.members[breakingAt(gang)];
  return section(
    h(
      "p.big",
      icon(placed ? "star" : gang.waiting_on_preemption ? "arrow" : "rej", placed ? "g g-sel" : "g g-rej"),
      h("span", verdict(gang)),
    ),
    gauge(gang),
    [whyNot(gang), rollBack(gang)].filter(Boolean).map((text) => h("p.soft", text)),
    breaker
      ? h(
          "p.row",
          h(
            "button.btn.primary",
            { onclick: () => go({ cycle: breaker.cycle, point: "Filter", plugin: null, node: null }) },
            t("See which nodes reject {pod}", { pod: breaker.pod }),
          ),
        )
      : null,
  );
}

/** How many members count, against minCount. @param {GangView} gang */
function gauge({ policy, missing, members, not_in_queue: held }) {
  if (policy === "basic") return null;
  const { min_count: count, before, placed, missing: left } = missing;
  const counted = before + placed;
  const all = Math.max(count, before + members.length + held.length);
  /** @param {number} value */
  const share = (value) => `${(100 * value) / all}%`;
  return h(
    "div.min-count",
    h(
      "div.bar",
      { role: "img", "aria-label": t("{counted} of minCount {count}", { counted, count }) },
      h("i", { class: left ? null : "full", style: { width: share(counted) } }),
      h("b", { style: { insetInlineStart: share(count) } }),
    ),
    h(
      "span",
      h("strong", `${integer(counted)}/${integer(count)} `),
      term("minCount", "minCount"),
      left ? h("span.mute", ` · ${t("{n} missing", { n: integer(left) })}`) : null,
      before ? h("span.mute", ` · ${t("{n} bound before", { n: integer(before) })}`) : null,
    ),
  );
}

/** What the glyphs mean: those that the grid has. @param {GangView} gang */
const legend = ({ members }) =>
  h(
    "div.key.legend",
    { "aria-label": t("Legend") },
    [...new Set(members.map(({ outcome: member }) => member))].map((kind) =>
      h("span", icon(OUTCOMES[kind].icon, OUTCOMES[kind].glyph), OUTCOMES[kind].word),
    ),
    h("span", icon("pass", "g g-pass"), t("fits")),
    h("span", icon("unres", "g g-unres"), t("preemption cannot help")),
  );
