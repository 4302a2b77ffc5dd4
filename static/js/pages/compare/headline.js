// What the comparison comes to, in a line: the first pod that ends elsewhere, and how many more do.

import { h } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { endWords, openingPod } from "./opening.js";
import { comparison } from "./state.js";

/** @import { ComparisonOut } from "../../types/api.js" */

export function Headline() {
  const result = comparison.get();
  return result?.finished ? headline(result) : t("Compare");
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
