// Nodes by pool and zone: pools below one another, zones side by side where they are few.

import { h, replace } from "../lib/dom.js";
import { integer, labelled } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { zoneTexts, zoneWords } from "../model/zonewords.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { PoolGrid, PoolRow } from "../model/poolgrid.js" */

const MOST_COLUMNS = 4; // zones side by side

/**
 * @param {PoolGrid} grid
 * @param {(nodes: number[], pool: string, zone?: string) => string} heading
 * @param {(nodes: number[], heading: string, row: HTMLElement) => Child} draw a group; `row` is the element
 *   of the pool, for what opens below its groups
 */
export function poolMap({ zones, rows }, heading, draw) {
  const texts = zoneTexts(zones);
  const beside = zones.length > 1 && zones.length <= MOST_COLUMNS;
  /** @param {number} i */
  const zoneOf = (i) => (zones.length > 1 ? texts.get(zones[i]) : undefined);
  return h(
    "div.pm",
    { style: { "--zones": beside ? zones.length : 1 } },
    beside &&
      h(
        "div.pm-cells",
        { "aria-hidden": "true" },
        zones.map((zone) =>
          h("b.pm-zone", { title: zone }, zone ? zoneWords(texts.get(zone) ?? zone) : texts.get(zone)),
        ),
      ),
    rows.map((row) => poolRow(row, beside, zoneOf, heading, draw)),
  );
}

/**
 * @param {PoolRow} row @param {boolean} beside @param {(zone: number) => string | undefined} zoneOf
 * @param {Parameters<typeof poolMap>[1]} heading @param {Parameters<typeof poolMap>[2]} draw
 */
function poolRow({ pool, nodes, cells }, beside, zoneOf, heading, draw) {
  const element = h("section.pm-pool");
  const groups = cells.map((members, i) => {
    if (!members.length) return beside ? h("div") : null;
    const title = heading(members, pool, zoneOf(i));
    const drawn = draw(members, title, element);
    return beside ? h("div", drawn) : h("div", h("h3", title), drawn);
  });
  return replace(element, beside && h("h3", heading(nodes, pool)), h("div.pm-cells", groups));
}

/** @typedef {{kind: string, nodes: number}} Segment of a strip: its class */

/**
 * Many nodes as a strip of their states, which opens into them below its pool.
 * @param {object} options
 * @param {number[]} options.nodes
 * @param {string} options.heading
 * @param {string} options.note what is so of them, in a word
 * @param {string} options.says the same in a sentence
 * @param {Segment[]} options.segments
 * @param {HTMLElement} options.row the element of the pool
 * @param {(nodes: number[]) => Child} options.list its nodes, when it is opened
 */
export function stripCell({ nodes, heading, note, says, segments, row, list }) {
  const button = h(
    "button.pm-strip",
    {
      "aria-expanded": "false",
      title: says,
      onclick: () => toggle(button, row, () => [h("h4", heading), list(nodes)]),
    },
    h("span", h("b", integer(nodes.length)), h("span.mute", note)),
    h(
      "span.pm-bar",
      segments
        .filter((segment) => segment.nodes)
        .map(({ kind, nodes: many }) => h("i", { class: kind, style: { flexGrow: many } })),
    ),
    h("span.vh", ` ${labelled(heading, says)}`),
  );
  return button;
}

/**
 * One group of a pool is open at a time.
 * @param {HTMLElement} button @param {HTMLElement} row @param {() => Child} content
 */
function toggle(button, row, content) {
  const opens = button.getAttribute("aria-expanded") === "false";
  for (const other of row.querySelectorAll("[aria-expanded=true]"))
    other.setAttribute("aria-expanded", "false");
  row.querySelector(".pm-open")?.remove();
  if (!opens) return;
  button.setAttribute("aria-expanded", "true");
  row.append(h("div.pm-open", content()));
}

const MOST_LISTED = 120;

/**
 * A list of nodes that may be long.
 * @param {number[]} nodes @param {(node: number) => Child} item @param {string} label
 */
export function nodeList(nodes, item, label) {
  const list = h("ul.gauges", { "aria-label": label }, nodes.slice(0, MOST_LISTED).map(item));
  const rest = nodes.slice(MOST_LISTED);
  if (!rest.length) return list;
  const more = h(
    "button.btn.bare",
    {
      onclick: () => {
        list.append(...rest.map((node) => h("li", item(node))));
        more.remove();
      },
    },
    tn("{n} more node", "{n} more nodes", rest.length),
  );
  return [list, more];
}

/** The key of the ramp. @param {string} what it stands for */
export const rampKey = (what) =>
  h(
    "li.pm-key",
    what,
    " 0 % ",
    RAMP.map((kind) => h("i", { class: kind })),
    " 100 %",
  );

/** From what is empty to what is full. */
export const RAMP = ["pm-1", "pm-2", "pm-3", "pm-4", "pm-5"];

/** The class of a share. @param {number} share 0 to 1 */
export const rampOf = (share) =>
  RAMP[Math.max(0, Math.min(RAMP.length - 1, Math.floor(share * RAMP.length)))];

/** Shown for nodes that are closed to most pods. */
export const closedWord = () => t("tainted or cordoned");
