// What is behind More on every page of a run, and what stays the same from one of its views to the next.

import { $$ } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { toggleTheme } from "../lib/theme.js";

/** @import { Entry } from "../lib/menu.js" */

/** Findings in the text, the run by hand, theme and language. @returns {Entry[]} */
export const commonEntries = () => [
  { label: t("Lint findings"), icon: "check", run: () => location.assign(`${walkAddress()}lint/`) },
  {
    label: t("You are the scheduler"),
    icon: "box",
    run: () => location.assign(`${walkAddress()}by-hand/`),
  },
  { label: t("Light or dark"), icon: "moon", run: toggleTheme },
  ...$$(".languages button").map((language) => ({
    label: language.textContent,
    icon: "right",
    run: () => language.click(),
  })),
];

/** The address of the walk, which those of all other views are below. */
const walkAddress = () =>
  $$(".views [data-view=walk]")
    .map((link) => link.getAttribute("href"))
    .join("");

/** The views of the run, and their parts, open at the pod that is looked at. */
export function carryPod() {
  for (const link of $$(".views a, .parts a, a#version[href]")) {
    const address = link.getAttribute("href") ?? "";
    const lead = () => {
      const pod = new URLSearchParams(location.search).get("pod");
      link.setAttribute("href", pod ? `${address}?${new URLSearchParams({ pod })}` : address);
    };
    lead();
    for (const approach of ["pointerenter", "focus", "touchstart"]) link.addEventListener(approach, lead);
    $$(".views .view-now")[0]?.addEventListener("click", lead);
  }
}
