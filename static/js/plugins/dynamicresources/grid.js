// A request against the devices of a node: a row per device, a column per clause. Each cell opens the device.

import { h } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { CLAUSES, clauseTitle, clauseWord, requestText, whyNotDevice } from "../../parts/deviceclause.js";
import { named } from "../../parts/factLink.js";
import { headers, scroller } from "../../parts/panels.js";

/**
 * @import {
 *   DeviceCell, DeviceClause, DeviceEntry, NodeClaimsFact, RequestRow,
 * } from "../../types/engine.js"
 */
/** @import { Child } from "../../lib/dom.js" */
/** @import { Kind } from "../../parts/deviceclause.js" */

const AT_ONCE = 16; // devices

/** @param {RequestRow} row @param {NodeClaimsFact} xray */
export function requestGrid(row, xray) {
  const { devices } = xray;
  const kinds = CLAUSES.map(([kind]) => kind).filter((kind) =>
    row.cells.some((cell) =>
      cell.clauses.some((clause) => clause.kind === kind && (kind !== "pool" || !clause.ok)),
    ),
  );
  const body = h("tbody");
  let listed = 0;
  const more = h("button.btn.more", { onclick: () => add() });
  const add = () => {
    const end = Math.min(listed + AT_ONCE, devices.length);
    for (; listed < end; listed += 1)
      body.append(deviceRow(devices[listed], row.cells[listed], kinds, row, xray));
    const left = devices.length - listed;
    more.hidden = !left;
    more.textContent = tn("Show more: {n} device left", "Show more: {n} devices left", left);
  };
  add();
  return h(
    "div.dv-request",
    h("h3.h4", h("span.mono", nameOf(row)), h("span.mute", row.claim), h("span.mute", requestText(row))),
    scroller(
      h(
        "table.tbl.dv-grid",
        { "aria-label": t("Request {request} by device and clause", { request: nameOf(row) }) },
        headers(t("Device"), ...kinds.map(clauseTitle), t("Result")),
        body,
      ),
    ),
    more,
  );
}

/** @param {{request: string, alternative: string}} row */
export const nameOf = ({ request, alternative }) => (alternative ? `${request}/${alternative}` : request);

/** @param {RequestRow} row */
const rowName = (row) => `${row.claim}/${nameOf(row)}`;

/**
 * @param {DeviceEntry} device @param {DeviceCell} cell @param {Kind[]} kinds @param {RequestRow} row
 * @param {NodeClaimsFact} xray
 */
function deviceRow(device, cell, kinds, row, { node, verdict }) {
  const id = `${device.driver}/${device.pool}/${device.name}`;
  const decides = cell.decides === null ? null : cell.clauses[cell.decides];
  return h(
    "tr",
    { class: cell.taken ? "dv-taken" : null },
    h(
      "th",
      { scope: "row" },
      opening({ id, node, row: rowName(row) }, t("Open {device}", { device: device.name }), device.name),
    ),
    kinds.map((kind) =>
      clauseCell(kind, cell, {
        id,
        node,
        row: rowName(row),
        decides,
        request: nameOf(row),
        name: device.name,
      }),
    ),
    h("td.dv-result", resultOf(cell, id, nameOf(row), verdict === "fits")),
  );
}

/**
 * @param {{id: string, node: string, row: string}} about @param {string} label @param {Child} inside
 */
const opening = ({ id, node, row }, label, inside) =>
  h(
    "button.opn.mono",
    {
      title: t("The device, clause by clause"),
      "aria-label": label,
      dataset: { why: named("node_device", node, id, row) },
    },
    inside,
  );

/**
 * @param {Kind} kind @param {DeviceCell} cell
 * @param {{
 *   id: string, node: string, row: string, decides: DeviceClause | null, request: string, name: string,
 * }} about
 */
function clauseCell(kind, cell, { id, node, row, decides, request, name }) {
  const clauses = cell.clauses.filter((clause) => clause.kind === kind);
  const clause = clauses.find(({ ok }) => !ok) ?? clauses[0];
  if (!clause) return h("td.mute", "–");
  const label = t("{device}, {clause}: {verdict}, {word}", {
    device: name,
    clause: clauseTitle(kind),
    verdict: clause.ok ? t("passes") : t("fails"),
    word: clause.ok ? clauseWord(clause) : whyNotDevice(clause, { device: id, request }),
  });
  return h(
    "td",
    { class: `${clause.ok ? "" : "dv-fails"}${clause === decides ? " dv-decides" : ""}` },
    opening({ id, node, row }, label, [
      glyph(clause.ok ? "pass" : "rejected"),
      h("span", clauseWord(clause)),
      clauses.length > 1 ? h("span.mute", `+${clauses.length - 1}`) : null,
    ]),
  );
}

/** @param {DeviceCell} cell @param {string} device @param {string} request @param {boolean} fits */
function resultOf({ taken, failing, refused }, device, request, fits) {
  if (taken) return h("b", t("taken"));
  if (failing) return h("span.mute", tn("fails {n} clause", "fails {n} clauses", failing));
  if (refused[0])
    return h(
      "span",
      t("refused in the search: {why}", { why: whyNotDevice(refused[0], { device, request }) }),
    );
  return h("span.mute", fits ? t("passes, not needed") : t("passes"));
}
