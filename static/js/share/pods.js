// The pod that is looked at, with how it ended, in the header of every view but the walk, whose own chooser
// follows its steps. It stands in the address: it survives a change of view, and is in the link that is
// shared.

import { $, h, replace } from "../lib/dom.js";
import { labelled } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { glyph } from "../lib/icons.js";
import { get } from "../net/api.js";
import { follow } from "../net/question.js";

/** @import { PodEndOut, PodsOut, RunOut } from "../types/api.js" */

/** Fills the chooser once the run has ended. @param {HTMLElement} element @param {string} run */
export function mountPods(element, run) {
  follow(
    () => get(`/runs/${run}`),
    () => get(`/runs/${run}`),
    {
      take: (/** @type {RunOut} */ { status }) => {
        if (status === "finished") get(`/runs/${run}/pods`).then((ends) => fill(element, ends), ignore);
      },
      fail: ignore,
    },
  );
}

/** The page says itself what cannot be had of its run. */
const ignore = () => {};

/** @param {HTMLElement} element @param {PodsOut} ends */
function fill(element, { pods, left_out: others }) {
  const chosen = new URLSearchParams(location.search).get("pod");
  const end = pods.find(({ pod }) => pod === chosen);
  const select = h("select", { "aria-label": t("Pod"), onchange: () => choose(select.value) });
  const named = end?.pod ?? ((others > 0 && chosen) || "");
  replace($("[data-value]", element), end && endGlyph(end), named ? podName(named) : t("All pods"));
  select.append(h("option", { value: "" }, t("All pods")));
  let isListed = false;
  // Thousands of options wait until somebody comes near.
  const list = () => {
    if (isListed) return;
    isListed = true;
    if (named && !end) select.append(h("option", { value: named }, named));
    select.append(...pods.map(option));
    if (others)
      select.append(
        h(
          "option",
          { disabled: true },
          tn("{n} more: select it in Walk", "{n} more: select them in Walk", others),
        ),
      );
    select.value = named;
  };
  for (const approach of ["pointerenter", "pointerdown", "focus"])
    element.addEventListener(approach, list, true);
  element.append(select);
  element.hidden = pods.length === 0;
}

/** @param {PodEndOut} end */
const option = ({ pod, node }) =>
  h("option", { value: pod }, labelled(pod, node ? t("placed on {node}", { node }) : t("pending")));

/** @param {{node: string | null}} end */
const endGlyph = ({ node }) => glyph(node ? "pass" : "rejected");

/** Without its namespace. @param {string} pod */
const podName = (pod) => h("span.mono.cut", pod.slice(pod.indexOf("/") + 1));

/** Opens this view at another pod, or at all of them. @param {string} pod */
function choose(pod) {
  const query = new URLSearchParams(location.search);
  if (pod) query.set("pod", pod);
  else query.delete("pod");
  location.search = String(query);
}
