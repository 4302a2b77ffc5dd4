// Which pod is compared, of those whose attempts differ.

import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { h } from "../../lib/view.js";
import { attempt, comparison, url } from "./state.js";

/** @import { Attempt } from "./state.js" */

export function Pods() {
  const now = attempt.get();
  if (!now) return null;
  /** @type {Attempt[]} */
  const offered = comparison.get()?.differing ?? [];
  const isListed = offered.some((pair) => nameOf(pair) === nameOf(now));
  return [
    h("span.mute", t("Pod")),
    h("span.mono.cut", now.pod),
    icon("down"),
    h(
      "select",
      {
        "aria-label": t("Pod"),
        value: nameOf(now),
        onchange: ({ currentTarget }) => open(currentTarget.value),
      },
      (isListed ? offered : [now, ...offered]).map((pair) => {
        const { pod, attempt: n } = pair;
        return h("option", { value: nameOf(pair) }, n > 1 ? t("{pod} (attempt {n})", { pod, n }) : pod);
      }),
    ),
  ];
}

/** @param {Attempt} attempt */
const nameOf = ({ pod, attempt: number }) => JSON.stringify([pod, number]);

/** @param {string} name */
function open(name) {
  const [pod, number] = JSON.parse(name);
  url.write(
    { pod, attempt: number > 1 ? number : null, point: null, plugin: null, node: null },
    { push: true },
  );
}
