// If a node or a zone is lost: how many pods come back elsewhere, and how many stay pending.

import { h } from "../../lib/view.js";
import { decimal, integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icon.js";
import { sharedStart } from "../../model/names.js";
import { headingOf } from "../../model/poolgrid.js";
import { foldedByPool, groupsOf } from "../../model/sweeps/columns.js";
import {
  outcomeOf,
  outcomeOfAll,
  pairLosses,
  singleLosses,
  worst,
  worstOutcome,
} from "../../model/sweeps/losses.js";
import { groupTitle, othersHead } from "./columns.js";
import { openPoint } from "./data.js";
import { matrix, missing } from "./matrix.js";
import { cellIn, url } from "./core/state.js";
import { HOSTNAME, keyName, lossWords } from "./core/words.js";

/** @import { SweepStateOut } from "../../types/api.js" */
/** @import { SweepCell, SweepResult } from "../../types/engine.js" */
/** @import { Child } from "../../lib/view.js" */
/** @import { Column } from "../../model/sweeps/columns.js" */
/** @import { LossAt, Outcome } from "../../model/sweeps/losses.js" */
/** @import { Cell, Head } from "./matrix.js" */

const MOST_PAIRS = 30;

/**
 * @typedef {object} LostColumn
 * @property {Head} head
 * @property {string} name
 * @property {LossAt[]} losses several where they are folded: the worst of them counts
 */

/** @typedef {{title: Child, columns: LostColumn[]}} LostGroup */

/** @param {SweepStateOut} sweep @param {SweepResult} result */
export function losses(sweep, result) {
  const groups = lostGroups(result);
  const columns = groups.flatMap((group) => group.columns);
  const names = repeated(result.workloads.map(({ name }) => name));
  return [
    columns.length > 0 &&
      matrix({
        label: t("If a node or a zone is lost"),
        pinned: pinnedOf(groups),
        groups: groups.map((group) => ({ title: group.title, heads: group.columns.map(({ head }) => head) })),
        rows: [
          ...worstFirst(result).flatMap((i) => {
            const outcomes = columns.map((column) => outcomeIn(result, column, (cell) => outcomeOf(cell, i)));
            if (outcomes.every((outcome) => outcome && !outcome.placed && !outcome.pending)) return [];
            const { namespace, name } = result.workloads[i];
            const text = names.has(name) ? `${namespace}/${name}` : name;
            return {
              key: `${sweep.id}|${i}`,
              head: h("b.cut", { title: `${namespace}/${name}` }, text),
              cells: columns.map((column, at) => lostCell(sweep, result, column, outcomes[at], text)),
            };
          }),
          {
            key: `${sweep.id}|all`,
            head: t("pending"),
            kind: "sum",
            cells: columns.map((column) =>
              sumCell(sweep, result, column, outcomeIn(result, column, outcomeOfAll)),
            ),
          },
          ...goneRow(sweep, result, columns),
        ],
      }),
    legend(),
    consequence(sweep, result),
    pairs(sweep, result),
  ];
}

const MOST_PINNED = 4;

/** How many columns of zones stay in sight beside those of nodes. @param {LostGroup[]} groups */
function pinnedOf([first, ...others]) {
  const many = first?.columns.length ?? 0;
  return others.length && many <= MOST_PINNED ? many : 0;
}

/** The values of every other key, then nodes by zone. @param {SweepResult} result @returns {LostGroup[]} */
function lostGroups(result) {
  const keys = singleLosses(result);
  const others = [...keys].filter(([key]) => key !== HOSTNAME);
  return [
    ...others.map(([key, all]) => ({ title: keyName(key), columns: worstOf(result, all) })),
    ...nodeGroups(result, keys.get(HOSTNAME) ?? []),
  ];
}

/** @param {SweepResult} result @param {LossAt[]} lost the nodes @returns {LostGroup[]} */
function nodeGroups(result, lost) {
  const known = new Map(result.nodes.map((node) => [node.name, node]));
  const nodes = lost.map(
    ({ loss }) => known.get(loss.values[0]) ?? { name: loss.values[0], zone: "", pool: "" },
  );
  const opened = url.state.get().zone ?? "";
  const folded = foldedByPool(nodes, opened);
  if (folded)
    return folded.map(({ zone, pools }) => ({
      title: zoneButton(zone),
      columns: pools.map(({ pool, nodes: members }) => ({
        head: poolHead(pool || t("nodes"), members.length),
        name: headingOf(
          pool,
          members.map(() => ""),
          zone,
        ),
        losses: members.map((i) => lost[i]),
      })),
    }));
  return groupsOf(nodes, (i) => pendingIn(result, lost[i]), { folds: false, opened }).flatMap((group) =>
    byPool(group.columns, nodes).map(({ pool, columns }) => ({
      title: pool ? [pool, group.zone && h("br"), groupTitle(group, nodes)] : groupTitle(group, nodes),
      columns: columns.map((column) => ({
        head: column.name ? column.name : othersHead(column.nodes.length),
        name: column.name || tn("{n} other node", "{n} other nodes", column.nodes.length),
        losses: column.nodes.map((i) => lost[i]),
      })),
    })),
  );
}

/**
 * Columns of nodes by pool; that of all others has none.
 * @param {Column[]} columns @param {{pool: string}[]} nodes
 */
function byPool(columns, nodes) {
  /** @type {Map<string, Column[]>} */
  const pools = new Map();
  for (const column of columns) {
    const pool = column.kind === "node" ? nodes[column.nodes[0]].pool : "";
    pools.set(pool, [...(pools.get(pool) ?? []), column]);
  }
  return [...pools].map(([pool, members]) => ({ pool, columns: members }));
}

/** @param {string} pool @param {number} nodes */
const poolHead = (pool, nodes) => ({
  view: h("span", pool, h("br"), h("span.mute", `×${integer(nodes)}`)),
  letters: pool.length,
});

/** A zone whose nodes are folded, which lists them. @param {string} zone */
const zoneButton = (zone) =>
  zone &&
  h(
    "button.sw-link",
    {
      title: t("List the nodes of {zone}", { zone }),
      onclick: () => url.write({ zone }, { push: true }),
    },
    zone,
  );

const MOST_VALUES = 24;

/**
 * The values of a key, the worst of them where there are many.
 * @param {SweepResult} result @param {LossAt[]} all
 */
function worstOf(result, all) {
  const order = [...all].sort((a, b) => pendingIn(result, b) - pendingIn(result, a) || a.cell - b.cell);
  const listed = new Set(order.slice(0, MOST_VALUES));
  const start = sharedStart([...listed].map(({ loss }) => loss.values[0]));
  return all
    .filter((loss) => listed.has(loss))
    .map((loss, _, { length }) => ({
      head:
        length > 1
          ? { view: h("span", { title: loss.loss.values[0] }, loss.loss.values[0].slice(start)) }
          : loss.loss.values[0],
      name: loss.loss.values[0],
      losses: [loss],
    }));
}

/** @param {SweepResult} result @param {LossAt} at */
const pendingIn = ({ cells }, { cell }) => cells[cell]?.pending ?? 0;

/** The numbers of the workloads, those first that lose most at once. @param {SweepResult} result */
function worstFirst({ workloads, cells }) {
  const most = workloads.map((_, i) =>
    Math.max(0, ...cells.map((cell) => (cell ? outcomeOf(cell, i).pending : 0))),
  );
  return [...workloads.keys()].sort((a, b) => most[b] - most[a] || a - b);
}

/** The names that several have. @param {string[]} names */
const repeated = (names) => new Set(names.filter((name, i) => names.indexOf(name) !== i));

/**
 * The worst of the column's losses; null while one of them is not computed.
 * @param {SweepResult} result @param {LostColumn} column @param {(cell: SweepCell) => Outcome} outcome
 */
function outcomeIn({ cells }, { losses: all }, outcome) {
  const there = all.map(({ cell }) => cells[cell]).filter((cell) => cell !== null);
  return there.length === all.length ? worstOutcome(there.map(outcome)) : null;
}

/**
 * @param {SweepStateOut} sweep @param {SweepResult} result @param {LostColumn} column
 * @param {Outcome | null} outcome @param {string} workload @returns {Cell}
 */
function lostCell(sweep, result, column, outcome, workload) {
  if (!outcome) return missing(`${workload}, ${column.name}`);
  const { placed, pending } = outcome;
  const all = placed + pending;
  const values = { name: column.name, workload, pending: number(pending), placed: number(placed) };
  return {
    ...choosing(sweep, result, column),
    text: pending
      ? [glyph("rejected"), placed ? `${number(pending)}/${number(all)}` : number(pending)]
      : placed
        ? number(placed)
        : "·",
    kind: pending ? "pend" : placed ? "back" : "mute",
    says: pending
      ? t("{name} lost, {workload}: {pending} pending, {placed} placed elsewhere", values)
      : placed
        ? t("{name} lost, {workload}: all {placed} placed elsewhere", values)
        : t("{name} lost, {workload}: no pod is lost", values),
  };
}

/**
 * @param {SweepStateOut} sweep @param {SweepResult} result @param {LostColumn} column
 * @param {Outcome | null} outcome @returns {Cell}
 */
function sumCell(sweep, result, column, outcome) {
  if (!outcome) return missing(`${t("pending")}, ${column.name}`);
  const { placed, pending } = outcome;
  return {
    ...choosing(sweep, result, column),
    text: [pending ? h("b", number(pending)) : "0", h("span", `/${number(placed + pending)}`)],
    kind: pending ? "z bad" : "z",
    says: tn(
      "{name} lost: {pending} of {n} pod stays pending",
      "{name} lost: {pending} of {n} pods stay pending",
      placed + pending,
      { name: column.name, pending: number(pending), n: number(placed + pending) },
    ),
  };
}

/**
 * How many pods nobody makes again, if there are any.
 * @param {SweepStateOut} sweep @param {SweepResult} result @param {LostColumn[]} columns
 */
function goneRow(sweep, result, columns) {
  if (!result.cells.some((cell) => cell?.gone)) return [];
  const cells = columns.map((column) => {
    const gone = outcomeIn(result, column, (cell) => ({ placed: 0, pending: cell.gone ?? 0 }));
    if (!gone) return missing(`${t("gone")}, ${column.name}`);
    return {
      ...choosing(sweep, result, column),
      text: gone.pending ? number(gone.pending) : "·",
      kind: "z",
      says: tn(
        "{name} lost: {n} pod without a controller, or of a DaemonSet, is lost with it",
        "{name} lost: {n} pods without a controller, or of DaemonSets, are lost with it",
        gone.pending,
        { name: column.name, n: number(gone.pending) },
      ),
    };
  });
  return [{ key: `${sweep.id}|gone`, head: t("gone"), kind: /** @type {const} */ ("sum"), cells }];
}

/**
 * The loss of a column, of several the worst.
 * @param {SweepStateOut} sweep @param {SweepResult} result @param {LostColumn} column
 */
function choosing(sweep, { cells }, { losses: all }) {
  const [{ cell }] = [...all].sort((a, b) => (cells[b.cell]?.pending ?? 0) - (cells[a.cell]?.pending ?? 0));
  return {
    here: cellIn(sweep) === cell,
    run: () => url.write({ sweep: sweep.id, cell }, { push: true }),
  };
}

/** Means over seeds are no whole numbers. @param {number} value */
const number = (value) => decimal(value, 1);

const legend = () =>
  h(
    "p.sw-key",
    h("span", h("i.back"), t("all placed again")),
    h("span", h("i.pend"), glyph("rejected"), t("1/5: 1 of 5 stays pending")),
    h("span", h("i.sw-none"), t("not computed yet")),
  );

/** The chosen loss in words, else the worst one. @param {SweepStateOut} sweep @param {SweepResult} result */
function consequence(sweep, { cells, losses: all = [] }) {
  const at = cellIn(sweep) ?? worst(cells);
  const cell = at === null ? null : cells[at];
  if (at === null || !cell)
    return cells.every(Boolean)
      ? h(
          "p.sw-words",
          t("Whatever is lost, every pod with a controller is placed elsewhere."),
          cells.some((lost) => lost?.gone) && [
            " ",
            t("Gone: pods without a controller, and those of DaemonSets."),
          ],
        )
      : null;
  const first = cell.first_pending;
  return h(
    "p.sw-words",
    { "aria-live": "polite" },
    h("b", t("{what} lost:", { what: lossWords(all[at]) })),
    " ",
    first
      ? [t("{pod} stays pending.", { pod: first.pod }), " ", h("code", first.message)]
      : tn("the pod is placed elsewhere.", "all {n} pods are placed elsewhere.", cell.placed, {
          n: number(cell.placed),
        }),
    cell.gone
      ? [
          " ",
          tn(
            "{n} pod without a controller, or of a DaemonSet, is lost with it.",
            "{n} pods without a controller, or of DaemonSets, are lost with it.",
            cell.gone,
            { n: number(cell.gone) },
          ),
        ]
      : "",
    " ",
    h(
      "button.sw-link",
      { onclick: () => openPoint(sweep.id, first?.point ?? cell.point) },
      t("Open this run"),
    ),
  );
}

/**
 * The pairs that leave pods pending, the worst first.
 * @param {SweepStateOut} sweep @param {SweepResult} result
 */
function pairs(sweep, result) {
  const all = pairLosses(result);
  if (!all.length) return null;
  const bad = all.filter((loss) => pendingIn(result, loss));
  const listed = [...bad].sort((a, b) => pendingIn(result, b) - pendingIn(result, a)).slice(0, MOST_PAIRS);
  const done = all.filter(({ cell }) => result.cells[cell]).length;
  return [
    h(
      "h3.h3",
      t("Pairs"),
      h(
        "span.mute",
        tn(
          "{bad} of {n} computed pair leaves pods pending",
          "{bad} of {n} computed pairs leave pods pending",
          done,
          { bad: integer(bad.length) },
        ),
        done < all.length && `, ${t("{n} not computed yet", { n: integer(all.length - done) })}`,
      ),
    ),
    h(
      "ul.sw-pairs",
      listed.map(({ cell, loss }) =>
        h(
          "li",
          h(
            "button.sw-link",
            {
              "aria-current": cellIn(sweep) === cell ? "true" : null,
              onclick: () => url.write({ sweep: sweep.id, cell }, { push: true }),
            },
            lossWords(loss),
          ),
          h(
            "span.bad.row",
            glyph("rejected"),
            t("{n} pending", { n: number(pendingIn(result, { cell, loss })) }),
          ),
        ),
      ),
    ),
    bad.length > listed.length &&
      h("p.mute", t("and {n} more, in the CSV", { n: integer(bad.length - listed.length) })),
  ];
}
