// The map's own controls: find, zoom, folding, table, width.

import { effect } from "../../../lib/atoms.js";
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { cluster, theCluster } from "../core/state.js";
import { toggleMap } from "./actions.js";
import { matches } from "./find.js";
import { zoomBy } from "./input.js";
import { theMap } from "./map.js";
import { folds } from "./scene.js";
import { folding, asTable, match, query, unfolded, wide } from "./settings.js";

/** @returns {HTMLElement} */
export function mapToolbar() {
  const bar = h(
    "div.map-bar",
    { role: "group", "aria-label": t("Map") },
    finder(),
    button("minus", t("Zoom out (−)"), () => zoomBy(theMap(), -1)),
    button("fit", t("Fit to window"), () => theMap()?.fit()),
    button("plus", t("Zoom in (+)"), () => zoomBy(theMap(), 1)),
    toggle("stack", t("Group identical nodes"), folds, () => {
      unfolded.set(new Set());
      folding.set(!folds());
    }),
    toggle("list", t("Nodes as a table"), asTable.get, () => asTable.update((on) => !on)),
    toggle("wide", t("Map instead of the step"), wide.get, toggleMap),
  );
  effect(() => (bar.hidden = !cluster.get()));
  effect(() => document.body.classList.toggle("map-wide", wide.get()));
  return bar;
}

/** @param {string} glyph @param {string} label @param {() => void} run */
const button = (glyph, label, run) =>
  h("button.btn.bare.icon", { "aria-label": label, title: label, onclick: run }, icon(glyph));

/** @param {string} glyph @param {string} label @param {() => boolean} isOn @param {() => void} run */
function toggle(glyph, label, isOn, run) {
  const element = button(glyph, label, run);
  effect(() => element.setAttribute("aria-pressed", String(isOn())));
  return element;
}

function finder() {
  const input = h("input.in", {
    type: "search",
    id: "map-find",
    placeholder: t("Find"),
    "aria-label": t("Find on the map: a node, a label or a pod"),
    autocomplete: "off",
    spellcheck: "false",
  });
  const place = h("span.mute.t12", { role: "status" });
  input.addEventListener("input", () => {
    query.set(input.value);
    match.set(-1);
    const nodes = matches.get()?.nodes;
    if (nodes?.length) next(1);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") next(event.shiftKey ? -1 : 1);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") next(event.key === "ArrowUp" ? -1 : 1);
    else if (event.key === "Escape" && input.value) clear(input);
    else return;
    event.preventDefault();
  });
  effect(() => {
    const result = matches.get();
    place.textContent = !result
      ? ""
      : result.nodes.length
        ? t("{n} of {m}", { n: match.get() + 1, m: result.nodes.length })
        : result.pods.size
          ? t("not placed")
          : t("none");
  });
  return h("label.map-find", icon("search", "ic ic-12"), input, place);
}

/** @param {1 | -1} direction */
function next(direction) {
  const nodes = matches.get()?.nodes ?? [];
  if (!nodes.length) return;
  const before = match.get();
  const at = before < 0 ? 0 : (before + direction + nodes.length) % nodes.length;
  match.set(at);
  const map = theMap();
  const place = map?.place(theCluster().nodes[nodes[at]].name);
  if (map && place) {
    map.cursor = place;
    map.reveal(place);
  }
}

/** @param {HTMLInputElement} input */
function clear(input) {
  input.value = "";
  query.set("");
  match.set(-1);
}
