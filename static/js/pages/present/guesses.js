// How many of a room chose what, as bars.

import { h } from "../../lib/dom.js";
import { guessed } from "../../lib/guessed.js";
import { t } from "../../lib/i18n.js";
import { chosenBy } from "./choices.js";

/** @import { RoomState } from "../../types/api.js" */
/** @import { Rows } from "./choices.js" */

/** For all, once the presenter shows it. @param {RoomState | null} now */
export function guessesCard(now) {
  if (!now?.asked?.counts) return null;
  const { rows, of } = chosenBy(now, guessed.get());
  return h("div.room-card", { role: "group", "aria-label": t("What the audience guesses") }, bars(rows, of));
}

/** @param {Rows} rows @param {number} of */
export const bars = (rows, of) =>
  rows.map(({ label, count }) =>
    h(
      "p.room-bar",
      h("span.row", h("span.grow.cut", label), h("span", t("{n} of {total}", { n: count, total: of }))),
      h("meter", { min: 0, max: of || 1, value: count, "aria-label": label }),
    ),
  );
