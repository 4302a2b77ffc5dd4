// The borders between the panes: dragged, moved by arrow keys, reset by a double click. A pane folds to a
// strip at the window's edge.

import { effect } from "../../../lib/atoms.js";
import { $, h, replace } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { foldPane, isFolded, paneChoices, resizePane } from "../core/panes.js";
import { left, pointer } from "../core/state.js";
import { trail } from "../facts/trail.js";
import { wide } from "../map/settings.js";

/** @import { PaneId } from "../core/panes.js" */

/**
 * @typedef {object} Side a pane that can be resized and folded
 * @property {PaneId} id
 * @property {string} pane the id of its element
 * @property {1 | -1} outwards the direction in which dragging makes it wider
 * @property {string} widthName
 * @property {string} openName
 * @property {string} foldName
 */

const LEAST = 200; // a narrower pane says nothing
const LEAST_STAGE = 400;
const STEP = 16;
const FAST = 64;

/** @type {Side} */
const MAP = {
  id: "map",
  pane: "left",
  outwards: 1,
  widthName: t("Width of the map"),
  openName: t("Map"),
  foldName: t("Hide the map"),
};
/** @type {Side} */
const EDIT = { ...MAP, id: "edit", widthName: t("Width of the editor") };
/** @type {Side} */
const WHY = {
  id: "why",
  pane: "why",
  outwards: -1,
  widthName: t("Width of the Why pane"),
  openName: t("Why"),
  foldName: t("Hide the Why pane"),
};

/** @param {HTMLElement} panes */
export function mountPanes(panes) {
  const why = $("#why", panes);
  mountSide(panes, $("#split-map", panes), $("#left", panes), () => (left.get() === "edit" ? EDIT : MAP));
  mountSide(panes, $("#split-why", panes), why, () => WHY);
  effect(() => {
    const { widths } = paneChoices.get();
    const leftPane = left.get();
    const mapIsWide = wide.get();
    for (const { id } of [MAP, EDIT, WHY]) {
      if (widths[id]) panes.style.setProperty(`--${id}-chosen`, `${widths[id]}px`);
      else panes.style.removeProperty(`--${id}-chosen`);
    }
    panes.classList.toggle("map-folded", leftPane !== "edit" && !mapIsWide && isFolded("map"));
    panes.classList.toggle("why-folded", isFolded("why"));
  });
  let asked = "";
  effect(() => {
    const at = pointer.get();
    const opened = trail.get();
    const asking = at?.node || opened.length ? `${at?.node}/${opened.join()}` : "";
    if (asking && asking !== asked && isFolded("why")) foldPane("why", false); // the answer is there
    asked = asking;
  });
}

/**
 * @param {HTMLElement} panes @param {HTMLElement} border @param {HTMLElement} pane @param {() => Side} side
 */
function mountSide(panes, border, pane, side) {
  const { pane: paneId, openName, foldName } = side();
  const isWhy = paneId === WHY.pane;
  const open = h(
    "button",
    { class: `fold-tab ${isWhy ? "why-tab" : "map-tab"}`, "aria-expanded": "false", onclick: () => unfold() },
    icon(isWhy ? "left" : "right"),
    h("span", openName),
  );
  const close = h(
    "button.btn.bare.icon.dk.fold-pane",
    {
      "aria-label": foldName,
      title: foldName,
      onclick: () => {
        foldPane(side().id, true);
        queueMicrotask(() => open.focus()); // it is there once the effects ran
      },
    },
    icon(isWhy ? "right" : "left"),
  );
  const unfold = () => {
    foldPane(side().id, false);
    queueMicrotask(() => close.focus());
  };
  $(".pane-h", pane).append(close);
  border.after(open);
  replace(border, h("i"));
  draggable(border, pane, side);
  border.addEventListener("keydown", (event) => {
    const width = widthFor(event, pane, side());
    if (width === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // the page's arrow keys step
    if (event.key === "Enter") return close.click();
    resizePane(side().id, within(panes, pane, width));
  });
  border.addEventListener("dblclick", () => resizePane(side().id, null));
  const measure = () => {
    border.setAttribute("aria-label", side().widthName);
    border.setAttribute("aria-valuenow", String(Math.round(pane.offsetWidth)));
    border.setAttribute("aria-valuemin", String(LEAST));
    border.setAttribute("aria-valuemax", String(Math.round(widest(panes, pane))));
  };
  new ResizeObserver(measure).observe(pane);
}

/**
 * The width that a key asks for; undefined: the key is not the border's.
 * @param {KeyboardEvent} event @param {HTMLElement} pane @param {Side} side
 */
function widthFor({ key, shiftKey }, pane, { outwards }) {
  const step = (shiftKey ? FAST : STEP) * outwards;
  /** @type {Record<string, number>} */
  const widths = {
    ArrowRight: pane.offsetWidth + step,
    ArrowLeft: pane.offsetWidth - step,
    Home: LEAST,
    End: Infinity,
    Enter: pane.offsetWidth,
  };
  return widths[key];
}

/** What the other panes leave. @param {HTMLElement} panes @param {HTMLElement} pane */
function widest(panes, pane) {
  const stage = $("#stage", panes);
  return Math.max(LEAST, pane.offsetWidth + stage.offsetWidth - LEAST_STAGE);
}

/** @param {HTMLElement} panes @param {HTMLElement} pane @param {number} width */
const within = (panes, pane, width) => Math.min(widest(panes, pane), Math.max(LEAST, width));

/**
 * Dragging by mouse, pen or finger; far beyond the least width the pane folds.
 * @param {HTMLElement} border @param {HTMLElement} pane @param {() => Side} side
 */
function draggable(border, pane, side) {
  const panes = $("#main");
  /** @type {{x: number, width: number, most: number} | null} */
  let from = null;
  border.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    from = { x: event.clientX, width: pane.offsetWidth, most: widest(panes, pane) };
    border.setPointerCapture(event.pointerId);
    border.classList.add("dragged");
  });
  border.addEventListener("pointermove", (event) => {
    if (!from) return;
    const width = from.width + (event.clientX - from.x) * side().outwards;
    if (width < LEAST / 2 && side() !== EDIT) {
      end();
      foldPane(side().id, true);
    } else resizePane(side().id, Math.min(from.most, Math.max(LEAST, width)));
  });
  const end = () => {
    from = null;
    border.classList.remove("dragged");
  };
  border.addEventListener("pointerup", end);
  border.addEventListener("pointercancel", end);
}
