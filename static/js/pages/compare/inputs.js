// The inputs: every object, field, version and seed that the sides do not share.

import { heads } from "../../lib/table.js";
import { h } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { comparison } from "./state.js";
import { sign } from "./parts.js";

/** @import { ComparisonOut, InputOut } from "../../types/api.js" */
/** @import { Side } from "./state.js" */

const MAX_OPEN = 6;

export function Inputs() {
  const result = comparison.get();
  return result && content(result, result.finished && !result.differing_count);
}

/** @param {ComparisonOut} comparison @param {boolean} isOpen where nothing else is to be seen */
function content({ inputs, inputs_count: total }, isOpen) {
  const title = [
    t("Inputs that differ"),
    h("span.mute", total ? tn("{n} field or object", "{n} fields or objects", total) : t("none")),
  ];
  if (!total)
    return h(
      "h2.h3",
      title,
      h("span.mute.t12.dk", t("objects, configuration, version and seed are identical")),
    );
  const [first, rest] = [inputs.slice(0, MAX_OPEN), inputs.slice(MAX_OPEN)];
  return h(
    "details",
    { open: isOpen },
    h("summary", h("h2.h3", title)),
    h("div.scroll", { tabindex: "0" }, inputTable(first)),
    rest.length
      ? h(
          "details.more-inputs",
          h("summary.t12", tn("{n} more", "{n} more", total - MAX_OPEN)),
          h("div.scroll", { tabindex: "0" }, inputTable(rest)),
          total > inputs.length
            ? h("p.mute.t12", t("and {n} more, which the API omits too", { n: total - inputs.length }))
            : null,
        )
      : null,
  );
}

/** @param {InputOut[]} list */
const inputTable = (list) =>
  h(
    "table.tbl.di2",
    heads([{ head: t("Object") }, { head: t("Field") }, { head: sign("a") }, { head: sign("b") }]),
    h("tbody", list.map(row)),
  );

/** @param {InputOut} input */
function row({ object, path, kind, a, b }) {
  /** @param {Side} side */
  const present = (side) => (kind === "added" ? side === "b" : kind === "removed" ? side === "a" : true);
  /** @param {Side} side @param {unknown} value */
  const cell = (side, value) =>
    h(
      "td.mono",
      { "data-side": side.toUpperCase() },
      present(side)
        ? h("span", { class: `dv ${side}`, title: text(value) }, path ? text(value) : t("present"))
        : h("span.mute", path ? t("not set") : t("absent")),
    );
  return h(
    "tr",
    h("td.mono", object === "Run" ? t("The run") : object),
    h("td.mono", path || h("span.mute", t("whole object"))),
    cell("a", a),
    cell("b", b),
  );
}

/** @param {unknown} value */
function text(value) {
  if (value === null || value === undefined) return t("none");
  return typeof value === "string" ? value : JSON.stringify(value);
}
