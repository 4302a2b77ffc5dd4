// Filter: node × plugin in execution order, with the funnel above and the event text below. In a slim
// column one plugin at a time, nodes by domain.

import { hostLength } from "../../../model/names.js";
import { nameElement } from "../../../parts/name.js";
import { effect } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { integer, labelled } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { GLYPHS } from "../../../lib/glyphs.js";
import { glyph, icon } from "../../../lib/icons.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { changedNodes } from "../core/changes.js";
import { termWord } from "../../../parts/term.js";
import { factLink, named } from "../../../parts/factLink.js";
import { clausesOf, matrixOf } from "../../../model/matrix.js";
import { groupText } from "../../../model/nodegroups.js";
import { grouping, pins, rest } from "../core/state.js";
import { perPlugin } from "./perPlugin.js";
import { eventPanel } from "./eventpanel.js";
import { filterList, pluginPicker } from "./filterlist.js";
import { listing, listingBar } from "./listing.js";
import { itemsOf } from "./nodelist.js";
import { pluginOf, shortName } from "../../../plugins/registry.js";
import { panelOf } from "./page.js";
import { rejections } from "../../../plugins/rejections.js";
import { rowGrid } from "../../../lib/rowgrid.js";

/** @import { CellState, Matrix } from "../../../model/matrix.js" */
/** @import { Pointer } from "../../../model/pointer.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */
/** @import { EqualItem, Item, NodeItem } from "./nodelist.js" */

/** @type {import("../core/context.js").Stage} */
export const filter = {
  key: ({ rest: on, clause, slim, pointer }) => `${on}/${clause}/${slim ? pointer.plugin : ""}/${slim}`,
  render(now) {
    const matrix = matrixOf(now.data);
    const chosen = clausesOf(now.data)[now.clause];
    const only = chosen ? new Set(chosen.nodes) : null;
    if (now.slim)
      return {
        top: pluginPicker(matrix, now),
        body: [
          figureOf(now.pointer.plugin, now),
          filterList(
            now,
            matrix,
            matrix.nodes.filter((node) => !only || only.has(node)),
          ),
        ],
        foot: eventPanel(now),
      };
    const { place, reveal } = grid(now, matrix, only);
    return {
      tools: restSwitch(),
      top: matrix.nodes.length > FEW ? listingBar(matrix, now) : null,
      body: [place, perPlugin((plugin) => figureOf(plugin, now))],
      foot: eventPanel(now),
      reveal,
    };
  },
};

/**
 * The plugin's own picture, else its verdicts in sentences.
 * @param {string | null} plugin @param {Viewed} now
 */
const figureOf = (plugin, now) => plugin && (panelOf(plugin, "Filter", now) ?? rejections(now, plugin));

const FEW = 8; // up to this many nodes, there is no choice of rows

/** While it is on; a key and the menu switch it on. */
function restSwitch() {
  const element = h(
    "button.switch",
    {
      role: "switch",
      title: t("Also run the filters that kube-scheduler skipped (x)"),
      onclick: () => rest.update((on) => !on),
    },
    h("span.sw-h", { "aria-hidden": "true" }),
    t("Also run the rest"),
    h("i", { "aria-hidden": "true" }),
  );
  effect(() => {
    const on = rest.get();
    element.setAttribute("aria-checked", String(on));
    element.hidden = !on;
  });
  return element;
}

/** @typedef {{plugin: string, skipped: null} | {plugin: null, skipped: string[]}} Column */

/** Columns: a plugin each; skipped neighbours share one. @param {Matrix} matrix */
function columnsOf(matrix) {
  /** @type {Column[]} */
  const columns = [];
  for (const plugin of matrix.plugins) {
    const last = columns.at(-1);
    if (!matrix.skipped.has(plugin)) columns.push({ plugin, skipped: null });
    else if (last?.skipped) last.skipped.push(plugin);
    else columns.push({ plugin: null, skipped: [plugin] });
  }
  return columns;
}

/**
 * The matrix: the choices above it select the rows.
 * @param {Viewed} now @param {Matrix} matrix @param {Set<number> | null} only
 */
function grid(now, matrix, only) {
  const columns = columnsOf(matrix);
  const place = h("div");
  /** @type {ReturnType<typeof rowGrid<Item>> | null} */
  let current = null;
  /** @type {Item[]} */
  let items = [];
  redrawWhileMounted(place, () => {
    const changed = changedNodes.get();
    items = itemsOf(matrix, now, {
      ...listing.get(),
      grouping: grouping.get(),
      pins: pins.get(),
      only: changed ?? only,
    });
    current = rowGrid({
      attrs: {
        class: "mx",
        "aria-label": t("Filter: {nodes} by {plugins}", {
          nodes: tn("{n} node", "{n} nodes", only ? only.size : matrix.nodes.length),
          plugins: tn("{n} plugin", "{n} plugins", matrix.ran.length),
        }),
      },
      columns: h(
        "colgroup",
        h("col", { class: `w-name${items.some((item) => item.kind === "equal") ? " wide" : ""}` }),
        columns.map((column) => h("col", { class: column.skipped ? "w-skip" : "" })),
      ),
      head: [nameRow(columns), countRow(matrix, columns), funnelRow(matrix, columns)],
      items,
      row: (item) => /** @type {Row<Item>} */ (ROWS[item.kind])(item, now, matrix, columns),
    });
    const beside = columns.reduce((sum, column) => sum + (column.skipped ? 22 : 62), 0);
    current.table.style.setProperty("--names", String(longestName(items, matrix)));
    current.table.style.minWidth = `calc(var(--least) + ${beside}px)`;
    replace(
      place,
      current.table,
      items.length ? null : h("p.empty.sec", changed ? t("This step changes no node.") : t("No such node.")),
    );
  });
  /** @param {Pointer} at */
  const reveal = ({ node: name }) => {
    const node = now.data.indexOf(name);
    if (node < 0) return;
    const index = items.findIndex((item) => item.kind === "node" && item.node === node && !item.pinned);
    if (index >= 0) current?.show(index);
    else
      for (const item of items) if (item.kind === "equal" && item.nodes.includes(node)) openEqual(item.key);
  };
  return { place, reveal };
}

/** How many characters the names of the rows need. @param {Item[]} items @param {Matrix} matrix */
const longestName = (items, matrix) =>
  items.reduce(
    (most, item) => (item.kind === "node" ? Math.max(most, hostLength(matrix.name(item.node))) : most),
    0,
  );

/** @param {string} key */
const openEqual = (key) =>
  listing.update((now) => ({
    ...now,
    opened: new Set(
      now.opened.has(key) ? [...now.opened].filter((opened) => opened !== key) : [...now.opened, key],
    ),
  }));

/** @param {Column[]} columns */
function nameRow(columns) {
  return h(
    "tr.names",
    { role: "row" },
    h("th.nn", { role: "columnheader", scope: "col" }, t("Node")),
    columns.map(({ plugin, skipped }) =>
      skipped
        ? h(
            "th.skipcol",
            {
              role: "columnheader",
              scope: "col",
              title: t("Skipped: {skipped}", { skipped: skipped.join(", ") }),
            },
            skipped.length,
            h("span.vh", t(" skipped: {plugins}", { plugins: skipped.join(", ") })),
          )
        : h(
            "th",
            { role: "columnheader", scope: "col", dataset: { col: plugin } },
            h(
              "button.colh",
              { tabindex: "-1", dataset: { plugin, pick: "plugin", term: plugin } },
              h("span.lg", termWord(plugin, broken(plugin, plugin))),
              h("span.sm", broken(shortName(plugin), plugin)),
            ),
          ),
    ),
  );
}

/** @param {Matrix} matrix @param {Column[]} columns */
function countRow(matrix, columns) {
  return h(
    "tr.counts",
    { role: "row" },
    h("th.nn", { role: "rowheader", scope: "row" }, t("rejected")),
    columns.map(({ plugin }) => {
      if (!plugin) return h("td.skipcol", { role: "cell" }, "–");
      const rejected = matrix.rejectedBy.get(plugin) ?? 0;
      return h(
        "td",
        { role: "cell", class: rejected ? "" : "zero", dataset: { col: plugin } },
        factLink(rejected ? `−${integer(rejected)}` : "0", named("rejected", plugin), {
          tabindex: "-1",
          "aria-label": tn("{plugin} rejected {n} node", "{plugin} rejected {n} nodes", rejected, { plugin }),
        }),
      );
    }),
  );
}

/** Letters of a word that fits a column. */
const FITTING = 8;

/** Long names break where their words do. @param {string} name @param {string} plugin */
const broken = (name, plugin) =>
  (name.length > FITTING ? (pluginOf(plugin).hyphenated ?? name) : name)
    .split(/(?<=[a-z])(?=[A-Z])/)
    .flatMap((word, i) => (i ? [h("wbr"), word] : [word]));

/** @param {Matrix} matrix @param {Column[]} columns */
function funnelRow(matrix, columns) {
  const total = matrix.visited.length || 1;
  return h(
    "tr.funnel",
    { role: "row" },
    h("th.nn", { role: "rowheader", scope: "row" }, t("nodes left")),
    columns.map(({ plugin }) => {
      if (!plugin) return h("td.skipcol", { role: "cell" });
      const leftCount = matrix.left.get(plugin) ?? 0;
      return h(
        "td",
        { role: "cell", dataset: { col: plugin } },
        factLink(integer(leftCount), named("left", plugin), {
          tabindex: "-1",
          "aria-label": tn("{n} node left after {plugin}", "{n} nodes left after {plugin}", leftCount, {
            plugin,
          }),
        }),
        h("span.bar", { style: { width: `${Math.round((70 * leftCount) / total)}%` } }),
      );
    }),
  );
}

/**
 * @template {Item} I
 * @typedef {(item: I, now: Viewed, matrix: Matrix, columns: Column[]) => HTMLTableRowElement} Row
 */

/** @type {{[K in Item["kind"]]: Row<Extract<Item, {kind: K}>>}} */
const ROWS = {
  node: (item, now, matrix, columns) =>
    h(
      "tr",
      { role: "row", class: item.pinned ? "pinned" : null, dataset: { node: matrix.name(item.node) } },
      rowHead(item, matrix.name(item.node)),
      cells(item.node, now, matrix, columns),
    ),
  equal: (item, now, matrix, columns) =>
    h(
      "tr.equal",
      { role: "row", dataset: { node: matrix.name(item.node) } },
      equalHead(item, now),
      cells(item.node, now, matrix, columns),
    ),
  end: (_, __, ___, columns) =>
    h(
      "tr.end",
      { role: "row" },
      h(
        "td",
        { role: "gridcell", tabindex: "-1", colspan: columns.length + 1 },
        t("The search ended here: enough nodes were feasible."),
      ),
    ),
};

/** @param {number} node @param {Viewed} now @param {Matrix} matrix @param {Column[]} columns */
const cells = (node, now, matrix, columns) =>
  columns.map(({ plugin, skipped }) =>
    skipped
      ? h(
          "td.skipcol.c-skip",
          {
            role: "gridcell",
            tabindex: "-1",
            "aria-label": t("{node}: {plugins} skipped", {
              node: matrix.name(node),
              plugins: skipped.join(", "),
            }),
          },
          glyph("skipped"),
        )
      : cellOf(now, matrix, node, plugin),
  );

/** @param {NodeItem} item @param {string} node */
const rowHead = ({ place, pinned }, node) =>
  h(
    "th.nn",
    { role: "rowheader", scope: "row" },
    h(
      "button.rowh",
      { tabindex: "-1", dataset: { node, pick: "node" }, title: node },
      h("span.ix", pinned ? icon("pin", "ic ic-12") : integer(place + 1)),
      nameElement(node),
    ),
  );

/** @param {EqualItem} item @param {Viewed} now */
function equalHead({ nodes, key }, { cluster }) {
  const open = listing.get().opened.has(key);
  const group = groupText(cluster, nodes);
  return h(
    "th.nn",
    { role: "rowheader", scope: "row" },
    h(
      "button.rowh",
      {
        tabindex: "-1",
        "aria-expanded": String(open),
        title: t("{group}: identical nodes with the same results", { group }),
        onclick: () => openEqual(key),
      },
      icon(open ? "down" : "right", "ic ic-12"),
      h("span.cut", group),
    ),
  );
}

/** @type {Partial<Record<CellState, string>>} */
const CLASSES = { rejected: "rej", unresolvable: "unr", unreached: "c-nr", error: "err" };

/** @param {Viewed} now @param {Matrix} matrix @param {number} place @param {string} plugin */
function cellOf(now, matrix, place, plugin) {
  const cell = matrix.cell(place, plugin, now.rest);
  const node = matrix.name(place);
  const words = [
    labelled(`${node}, ${plugin}`, GLYPHS[cell.state].word),
    cell.counterfactual ? t("kube-scheduler did not run this") : null,
    ...cell.reasons,
  ]
    .filter(Boolean)
    .join(", ");
  return h(
    "td",
    {
      role: "gridcell",
      tabindex: "-1",
      class: `${CLASSES[cell.state] ?? ""}${cell.counterfactual ? " cf" : ""}`,
      "aria-label": words,
      title: cell.reasons.join(", ") || null,
      dataset: { node, plugin, pick: "cell", col: plugin },
    },
    glyph(cell.state),
  );
}
