// "group by": any label keys, from the outermost to the innermost. Order by drag or by buttons; the choice is
// part of the link.

import { effect } from "../../../lib/atoms.js";
import { $$, h, replace } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { shortKey } from "../../../model/labels.js";
import { groupingKeys } from "../../../model/nodegroups.js";
import { groupBy } from "./actions.js";
import { cluster, grouping } from "./state.js";

/** @import { Cluster } from "../../../model/cluster.js" */

/** @returns {HTMLElement} */
export function groupingButton() {
  const text = h("span.cut");
  const menu = h("div.menu.group-menu", {
    popover: "auto",
    id: "group-menu",
    role: "group",
    "aria-label": t("Label keys to group by"),
  });
  const button = h(
    "button.sel.small",
    { popovertarget: "group-menu" },
    h("span.vh", t("Group nodes by"), " "),
    text,
    icon("down"),
  );
  effect(() => {
    const keys = grouping.get();
    const loaded = cluster.get();
    button.hidden = !loaded;
    text.textContent = keys.length ? keys.map(shortKey).join(" › ") : t("nothing");
    button.title = keys.join(" › ");
    const focused = menu.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-focus")
      : null;
    replace(menu, loaded ? choices(loaded, keys) : null);
    if (focused) $$(`[data-focus="${CSS.escape(focused)}"]`, menu)[0]?.focus();
  });
  menu.addEventListener("toggle", (event) => event.newState === "open" && place(menu, button));
  return h("span.row.group-by", h("span.mute.t12.dk", t("group by")), button, menu);
}

/** @param {Cluster} loaded @param {string[]} keys */
function choices(loaded, keys) {
  const others = loaded.labelKeys.filter((key) => !keys.includes(key));
  return [
    presets(loaded, keys),
    keys.length
      ? h(
          "ol.group-keys",
          { "aria-label": t("From the outermost to the innermost") },
          keys.map((key, at) => chosen(key, at, keys, loaded)),
        )
      : null,
    others.map((key) =>
      h(
        "label.check",
        h("input", {
          type: "checkbox",
          dataset: { focus: `key ${key}` },
          onchange: () => groupBy([...keys, key]),
        }),
        h("code.grow.cut", { title: key }, key),
        many(loaded, key),
      ),
    ),
  ];
}

/**
 * What people group by, in one click: zones, or pools and types, as far as the nodes have labels for them.
 * @param {Cluster} loaded @param {string[]} keys
 */
function presets(loaded, keys) {
  const { zone, pool, type } = groupingKeys(loaded);
  const offered = [zone, [...pool, ...type]].filter((keysOffered) => keysOffered.length);
  if (offered.length < 2) return null;
  return h(
    "div.row.group-presets",
    offered.map((keysOffered) =>
      h(
        "button.btn",
        {
          "aria-pressed": String(keysOffered.join() === keys.join()),
          dataset: { focus: `preset ${keysOffered.join()}` },
          onclick: () => groupBy(keysOffered),
        },
        keysOffered.map(shortKey).join(", "),
      ),
    ),
  );
}

/** @param {Cluster} loaded @param {string} key */
const many = (loaded, key) =>
  h("span.mute.t12", loaded.labels[key] ? loaded.labels[key].values.length : loaded.nodes.length);

/** @param {string} key @param {number} at @param {string[]} keys @param {Cluster} loaded */
function chosen(key, at, keys, loaded) {
  /** @param {number} to */
  const move = (to) => groupBy(moved(keys, at, to));
  /** @param {string} glyph @param {string} label @param {number} to */
  const arrow = (glyph, label, to) =>
    h(
      "button.btn.bare.icon",
      {
        "aria-label": label,
        title: label,
        disabled: to < 0 || to >= keys.length,
        dataset: { focus: `${glyph} ${key}` },
        onclick: () => move(to),
      },
      icon(glyph),
    );
  const item = h(
    "li.check",
    { draggable: "true" },
    h(
      "label.row.grow.cut",
      h("input", {
        type: "checkbox",
        checked: true,
        dataset: { focus: `key ${key}` },
        onchange: () => groupBy(keys.filter((other) => other !== key)),
      }),
      h("code.grow.cut", { title: key }, key),
    ),
    many(loaded, key),
    arrow("up", t("Move {key} outwards", { key: shortKey(key) }), at - 1),
    arrow("down", t("Move {key} inwards", { key: shortKey(key) }), at + 1),
  );
  item.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", String(at)));
  item.addEventListener("dragover", (event) => event.preventDefault());
  item.addEventListener("drop", (event) => {
    event.preventDefault();
    const from = Number(event.dataTransfer?.getData("text/plain") || NaN);
    if (from in keys) groupBy(moved(keys, from, at));
  });
  return item;
}

/** @param {string[]} keys @param {number} from @param {number} to */
function moved(keys, from, to) {
  const next = keys.filter((_, i) => i !== from);
  next.splice(to, 0, keys[from]);
  return next;
}

/** @param {HTMLElement} menu @param {HTMLElement} button */
function place(menu, button) {
  const at = button.getBoundingClientRect();
  Object.assign(menu.style, {
    position: "fixed",
    inset: "auto",
    top: `${at.bottom + 4}px`,
    left: `${Math.max(8, Math.min(at.left, innerWidth - menu.offsetWidth - 8))}px`,
  });
}
