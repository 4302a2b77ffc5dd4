// Try beside a change in words, and what came of it below.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { post } from "../../net/api.js";
import { trialStrip } from "./strip.js";
import { trial } from "./trial.js";
import { tryButton } from "./tryButton.js";

/** @import { RemedyChange } from "../../types/engine.js" */

/** @param {{run: {id: string}, pod: string, change: RemedyChange}} question @param {string} words of the change */
export function tryHere({ run, pod, change }, words) {
  const key = `${run.id} ${pod} ${JSON.stringify(change)}`;
  const button = h("span");
  const ask = () => post(`/runs/${run.id}/changes/try`, { pod, change });
  effect([trial], () => {
    const hadFocus = button.contains(document.activeElement);
    replace(button, tryButton({ key, changes: [words], ask }, "btn small"));
    if (hadFocus) button.querySelector("button")?.focus();
  });
  return h(
    "span.try-here",
    button,
    trialStrip((now) => now.key === key),
  );
}
