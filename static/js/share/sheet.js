// On a phone the view is one wide button. It opens a sheet with the views and their questions, the
// version, and what to do.

import { $$, h } from "../lib/dom.js";
import { openDialog } from "../lib/dialog.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";

const ACTIONS = /** @type {const} */ ([
  ["to-edit", "pencil"],
  ["export", "download"],
  ["share", "share"],
]);

/** Makes the button of the header open the sheet. */
export function mountSheet() {
  for (const button of $$(".views .view-now"))
    button.addEventListener("click", () => openDialog(t("Views of this run"), content, "sheet"));
}

/** @param {() => void} close */
const content = (close) => [
  h("nav.sheet-views", { "aria-label": t("Views") }, $$(".views a").map(row)),
  $$("#version").map((version) =>
    h(
      "p.row.soft",
      t("Kubernetes version"),
      h("a.chip", { href: version.getAttribute("href") }, version.innerText),
    ),
  ),
  h(
    "div.row.sheet-acts",
    ACTIONS.map((action) => act(action, close)),
  ),
];

/** @param {HTMLElement} link */
const row = (link) =>
  h(
    "a",
    { href: link.getAttribute("href"), "aria-current": link.getAttribute("aria-current") },
    h("span.grow", h("b", link.textContent), h("span.soft", link.title)),
    link.hasAttribute("aria-current") && icon("check"),
  );

/** @param {(typeof ACTIONS)[number]} action @param {() => void} close */
function act([id, glyph], close) {
  const button = document.getElementById(id);
  const run = () => {
    close();
    button?.click();
  };
  return button && h("button.btn", { onclick: run }, icon(glyph), button.getAttribute("aria-label") ?? "");
}
