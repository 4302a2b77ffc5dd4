// The small workbench on the first page: a guess, then what happened.

import { $, $$, h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";

/** @param {HTMLElement} live */
export function setUpLive(live) {
  const nodes = $$(".live-node", live).map(asButton);
  const right = nodes.filter((node) => "right" in node.dataset);
  const names = right.map((node) => node.value).join(", ");
  /** @param {HTMLButtonElement} chosen */
  const reveal = (chosen) => {
    const isRight = right.includes(chosen);
    for (const node of nodes) {
      node.disabled = true;
      node.classList.toggle("is-right", right.includes(node));
      node.classList.toggle("is-wrong", node === chosen && !isRight);
    }
    const verdict = !right.length
      ? t("It stays pending.")
      : isRight
        ? t("Correct.")
        : t("Not {chosen}: {names}.", { chosen: chosen.value, names });
    replace($("#live-told", live), h("b.row", glyph(isRight ? "pass" : "rejected"), verdict));
    const open = $("#live-open", live);
    open.textContent = t("Step through it");
    open.classList.add("primary");
    open.focus();
  };
  for (const node of nodes) node.addEventListener("click", () => reveal(node));
}

/** Without a script there is nothing to click. @param {HTMLElement} node */
function asButton(node) {
  const { node: name = "", right } = node.dataset;
  const button = h("button.live-node", { value: name }, [...node.children]);
  if (right !== undefined) button.dataset.right = "";
  node.replaceWith(button);
  return button;
}
