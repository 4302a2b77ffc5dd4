// Where "…" stands: beside the node, domain or pod that is hovered or focused; on a touch screen, which
// hovers over nothing, beside those that are selected. The map shows its own.

import { effect } from "../../lib/atoms.js";
import { $$, around } from "../../lib/dom.js";
import { afterPaint } from "../../lib/frame.js";
import { aim, menuHandle, placeAt } from "../../parts/menuHandle.js";
import { log, pointer, view } from "../core/state.js";

const SUBJECTS = "[data-node], [data-pod], [data-domain-key]";
const TOUCH = matchMedia("(hover: none)");

/** @param {HTMLElement[]} areas */
export function mountHandle(areas) {
  const handle = menuHandle();
  /** @type {HTMLElement | null} */
  let beside = null;
  const isOpen = () => handle.getAttribute("aria-expanded") === "true";
  /** @param {HTMLElement | null} subject */
  const move = (subject) => {
    if (isOpen() || (subject === beside && handle.isConnected === Boolean(subject))) return;
    beside = subject;
    if (subject) show(handle, subject);
    else handle.remove();
  };
  for (const area of areas) {
    // what comes to lie under a mouse that rests is not pointed at
    area.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch" && !around(event, ".menu-handle")) move(subjectAt(event));
    });
    area.addEventListener("pointerleave", () => move(null));
    area.addEventListener("focusin", (event) => {
      const focused = around(event, "*");
      if (focused?.matches(":focus-visible") && !around(event, ".menu-handle")) move(subjectAt(event));
    });
  }
  if (TOUCH.matches) besideSelected(areas);
}

/** @param {HTMLElement[]} areas */
function besideSelected(areas) {
  const handles = { node: menuHandle(), pod: menuHandle() };
  effect(
    [pointer, log, view],
    (at, { cycles }) => {
      const names = { node: at?.node, pod: at && cycles[at.cycle]?.pod };
      for (const kind of /** @type {const} */ (["node", "pod"])) {
        const name = names[kind];
        handles[kind].remove();
        const subject = name ? areas.flatMap((area) => $$(selectorOf(kind, name), area))[0] : null;
        if (subject) show(handles[kind], subject);
      }
    },
    afterPaint,
  );
}

/** @param {"node" | "pod"} kind @param {string} name */
const selectorOf = (kind, name) => `[data-${kind}="${CSS.escape(name)}"]`;

/** @param {Event} event */
const subjectAt = (event) => (around(event, ".map-list, .ed") ? null : around(event, SUBJECTS));

/**
 * In a row at the end of its head, otherwise after the element, which may be a button.
 * @param {HTMLElement} handle @param {HTMLElement} subject
 */
function show(handle, subject) {
  const head = subject.closest("tr")?.querySelector("th");
  if (head) head.append(handle);
  else subject.after(handle);
  aim(handle, subject.dataset);
  placeAt(handle, head ?? subject);
}
