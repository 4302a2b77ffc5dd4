// Where "…" stands: beside the node, domain or pod that is hovered or focused; on a touch screen, which
// hovers over nothing, beside those that are selected. The map shows its own.

import { watch } from "../../../lib/atoms.js";
import { $$, around } from "../../../lib/dom.js";
import { afterPaint } from "../../../lib/frame.js";
import { aim, menuHandle, placeAt } from "../../../parts/menuHandle.js";
import { log, pointer, view } from "../core/state.js";

/** Entries of lists and rows of tables: there it covers no control. */
const SUBJECTS = `tr[data-node], tr[data-domain-key], .nr[data-node], .tl [data-pod], .vrow [data-pod],
  .map-tray [data-pod]`;
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
    remove(handle);
    if (subject) show(handle, subject);
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
  watch(
    [pointer, log, view],
    () => {
      const at = pointer.get();
      const { cycles } = log.get();
      const names = { node: at?.node, pod: at && cycles[at.cycle]?.pod };
      for (const kind of /** @type {const} */ (["node", "pod"])) {
        const name = names[kind];
        remove(handles[kind]);
        const subject = name ? subjectOf(kind, name, areas) : null;
        if (subject) show(handles[kind], subject);
      }
    },
    afterPaint,
  );
}

/** @param {"node" | "pod"} kind @param {string} name @param {HTMLElement[]} areas */
const subjectOf = (kind, name, areas) =>
  areas
    .flatMap((area) => $$(`[data-${kind}="${CSS.escape(name)}"]`, area))
    .find((element) => element.matches(SUBJECTS));

/** @param {Event} event */
const subjectAt = (event) => (around(event, ".map-list, .ed") ? null : around(event, SUBJECTS));

/**
 * In a row at the end of its head, otherwise after the element, which may be a button, or its list.
 * @param {HTMLElement} handle @param {HTMLElement} subject
 */
function show(handle, subject) {
  const head = subject.closest("tr")?.querySelector("th");
  if (head) head.append(handle);
  else (subject.closest("[role=listbox]") ?? subject).after(handle);
  handle.parentElement?.classList.add("menu-host");
  handle.previousElementSibling?.classList.add("menu-beside");
  aim(handle, subject.dataset);
  placeAt(handle, head ?? subject);
}

/** @param {HTMLElement} handle */
function remove(handle) {
  handle.parentElement?.classList.remove("menu-host");
  handle.previousElementSibling?.classList.remove("menu-beside");
  handle.remove();
}
