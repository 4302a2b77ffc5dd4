// A request against the devices of a node: a row per device, a column per clause. Each cell opens the device.

import { classes, h } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import {
  CLAUSES,
  clauseTitle,
  clauseWord,
  deviceName,
  requestText,
  whyNotDevice,
} from "../../parts/deviceclause.js";
import { named } from "../../parts/factLink.js";
import { headers, scroller } from "../../parts/panels.js";
import { clashOf } from "./constraint.js";

/**
 * @import {
 *   ConstraintClause, DeviceCell, DeviceClause, NodeClaimsFact, RequestRow,
 * } from "../../types/engine.js"
 */
/** @import { Child } from "../../lib/dom.js" */
/** @import { Kind } from "../../parts/deviceclause.js" */

const AT_ONCE = 16; // devices

/** @param {number} index of the request @param {NodeClaimsFact} xray */
export function requestGrid(index, xray) {
  const { devices, rows } = xray;
  const row = rows[index];
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
    for (; listed < end; listed += 1) body.append(deviceRow(listed, kinds, index, xray));
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
 * @param {number} place of the device @param {Kind[]} kinds @param {number} index of the request
 * @param {NodeClaimsFact} xray
 */
function deviceRow(place, kinds, index, xray) {
  const { node, verdict, devices, rows } = xray;
  const [device, row] = [devices[place], rows[index]];
  const cell = row.cells[place];
  const clash = clashOf(xray, index, place);
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
      clauseCell(kind, cell, clash, {
        id,
        node,
        row: rowName(row),
        decides,
        request: nameOf(row),
        name: device.name,
      }),
    ),
    h("td.dv-result", resultOf(cell, clash, id, nameOf(row), verdict === "fits")),
  );
}

/** @param {{id: string, node: string, row: string}} about @param {string} label @param {Child} inside */
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
 * @param {ConstraintClause | null} clash what keeps the device from going together with another one
 * @param {{
 *   id: string, node: string, row: string, decides: DeviceClause | null, request: string, name: string,
 * }} about
 */
function clauseCell(kind, cell, clash, { id, node, row, decides, request, name }) {
  const clauses = cell.clauses.filter((clause) => clause.kind === kind);
  const failing = clauses.find(({ ok }) => !ok) ?? (kind === "constraint" ? clash : null);
  const clause = failing ?? clauses[0];
  if (!clause) return h("td.mute", "–");
  const label = t("{device}, {clause}: {verdict}, {word}", {
    device: name,
    clause: clauseTitle(kind),
    verdict: failing ? t("fails") : t("passes"),
    word: !failing ? clauseWord(clause) : whyNotDevice(clause, { device: id, request }),
  });
  return h(
    "td",
    { class: classes(failing ? "dv-fails" : "", (clause === decides || clause === clash) && "dv-decides") },
    opening({ id, node, row }, label, [
      glyph(failing ? "rejected" : "pass"),
      h("span", clauseWord(clause)),
      clauses.length > 1 ? h("span.mute", `+${clauses.length - 1}`) : null,
    ]),
  );
}

/**
 * @param {DeviceCell} cell @param {ConstraintClause | null} clash @param {string} device
 * @param {string} request @param {boolean} fits
 */
function resultOf({ taken, failing, refused }, clash, device, request, fits) {
  if (taken) return h("b", t("taken"));
  if (failing) return h("span.mute", tn("fails {n} clause", "fails {n} clauses", failing));
  if (clash?.clash_device)
    return h("span", t("conflicts with {device}", { device: deviceName(clash.clash_device) }));
  if (refused[0])
    return h(
      "span",
      t("rejected by the search: {why}", { why: whyNotDevice(refused[0], { device, request }) }),
    );
  return h("span.mute", fits ? t("passes, not needed") : t("passes"));
}
