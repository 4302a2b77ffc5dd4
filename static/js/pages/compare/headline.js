// What the comparison comes to, in a line: the first pod that ends elsewhere, and how many more do.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { endWords, openingPod } from "./opening.js";
import { comparison } from "./state.js";

/** @import { ComparisonOut } from "../../types/api.js" */

/** @param {HTMLElement} element */
export function mountHeadline(element) {
  effect(() => {
    const result = comparison.get();
    if (result?.finished) replace(element, headline(result));
  });
}

/** @param {ComparisonOut} result */
function headline(result) {
  const pod = openingPod(result);
  if (!pod) return t("Every pod ends in the same place");
  const more = result.placements_count - 1;
  return [
    t("{pod}: {a} → {b}", {
      pod: pod.pod.replace(/^default\//, ""),
      a: endWords(pod, "a"),
      b: endWords(pod, "b"),
    }),
    more > 0 &&
      h("span.mute", " ", tn("and {n} more pod ends elsewhere", "and {n} more pods end elsewhere", more)),
  ];
}
