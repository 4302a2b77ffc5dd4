// The puzzle on the first page: a guess, then what happened and why.

import { $, $$, h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";

/** @param {HTMLElement} live */
export function setUpPuzzle(live) {
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
    for (const node of right) $(".live-p", node).append(h("i.new"));
    replace(
      $("#live-told", live),
      h("p.told", glyph(isRight ? "pass" : "rejected"), outcome(chosen, isRight)),
    );
    const open = $("#live-open", live);
    open.textContent = t("Step through it");
    open.classList.add("primary");
    open.focus();
  };
  /** @param {HTMLButtonElement} chosen @param {boolean} isRight */
  const outcome = (chosen, isRight) => {
    const { why } = chosen.dataset;
    if (isRight) return h("span", h("b", t("Correct.")), " ", why);
    if (!right.length) return h("span", h("b", t("It stays pending.")), " ", why);
    return h(
      "span",
      why
        ? `${why} ${t("It is {names}.", { names })}`
        : t("Not {chosen}: {names}.", { chosen: chosen.value, names }),
    );
  };
  for (const node of nodes) node.addEventListener("click", () => reveal(node));
}

/** Without a script there is nothing to click. @param {HTMLElement} node */
function asButton(node) {
  const { node: name = "" } = node.dataset;
  const button = h("button.live-node", { value: name }, [...node.children]);
  Object.assign(button.dataset, node.dataset);
  node.replaceWith(button);
  return button;
}
