// Try beside a change in words, and what came of it below.

import { h, island, useFocusInside } from "../../lib/view.js";
import { post } from "../../net/api.js";
import { strip } from "./strip.js";
import { isTried, trial } from "./trial.js";
import { TryButton } from "./tryButton.js";

/** @import { RemedyChange } from "../../types/engine.js" */

/** @typedef {{run: {id: string}, pod: string, change: RemedyChange}} Question */

/** @param {Question & {words: string}} props `words` of the change */
function TryHere({ run, pod, change, words }) {
  const ref = useFocusInside();
  const key = `${run.id} ${pod} ${JSON.stringify(change)}`;
  const ask = () => post(`/runs/${run.id}/changes/try`, { pod, change });
  const mine = isTried(key);
  return h(
    "span.try-here",
    { ref },
    !mine && h(TryButton, { change: { key, changes: [words], ask }, kind: "btn small" }),
    strip(mine ? trial.get() : null),
  );
}

/** Within elements of lib/dom.js. @param {Question} question @param {string} words of the change */
export const tryHere = (question, words) => island(TryHere, { ...question, words });
