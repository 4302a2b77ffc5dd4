// Try beside a change in words, and what came of it below.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { post } from "../../net/api.js";
import { trialStrip } from "./strip.js";
import { isTried } from "./trial.js";
import { tryButton } from "./tryButton.js";

/** @import { RemedyChange } from "../../types/engine.js" */

/**
 * @param {{run: {id: string}, pod: string, change: RemedyChange}} question
 * @param {string} words of the change
 */
export function tryHere({ run, pod, change }, words) {
  const key = `${run.id} ${pod} ${JSON.stringify(change)}`;
  const ask = () => post(`/runs/${run.id}/changes/try`, { pod, change });
  const button = h("span");
  const strip = trialStrip((now) => now.key === key);
  const element = h("span.try-here", button, strip);
  effect(() => {
    const hadFocus = element.contains(document.activeElement);
    replace(button, !isTried(key) && tryButton({ key, changes: [words], ask }, "btn small"));
    // the strip is drawn after this
    if (hadFocus) queueMicrotask(() => element.querySelector("button")?.focus());
  });
  return element;
}
