// What a constraint of a claim does to the devices of a node: which pairs it parts, and which devices share
// the value that it asks about.

import { shortValues } from "../../parts/deviceclause.js";

/** @import { ConstraintClause, DeviceClause, DeviceEntry, NodeClaimsFact } from "../../types/engine.js" */

/**
 * @typedef {object} Shared the devices with one value of the attribute
 * @property {string} value as people say it; "" without the attribute
 * @property {{device: DeviceEntry, requests: string[]}[]} devices with the requests that each meets by itself
 * @property {string[]} lacking the requests that none of them meets
 */

/** @param {DeviceEntry} device */
const idOf = ({ driver, pool, name }) => `${driver}/${pool}/${name}`;

/** @param {DeviceClause | null | undefined} clause @returns {clause is ConstraintClause} */
const isConstraint = (clause) => clause?.kind === "constraint";

/**
 * The constraint that keeps a device from going together with another one: it was refused for it, or the
 * other was refused because of this one. Null if none does.
 * @param {NodeClaimsFact} xray @param {number} row @param {number} device
 */
export function clashOf({ rows, devices, verdict }, row, device) {
  const cell = rows[row].cells[device];
  const own = cell.refused.find(isConstraint);
  if (own) return own;
  if (verdict === "fits" || cell.failing) return null;
  const id = idOf(devices[device]);
  for (const { cells } of rows)
    for (const [other, { refused }] of cells.entries()) {
      const clause = refused.find((step) => isConstraint(step) && step.clash_device === id);
      if (isConstraint(clause))
        return {
          ...clause,
          value: clause.clash_value,
          clash_device: idOf(devices[other]),
          clash_value: clause.value,
        };
    }
  return null;
}

/** The attribute that the devices have to agree on, or null. @param {NodeClaimsFact} xray */
export function agreedAttribute({ rejection, rows }) {
  if (isConstraint(rejection?.clause)) return rejection.clause.attribute;
  const clauses = rows.flatMap(({ cells }) => cells.flatMap(({ clauses: all }) => all.filter(isConstraint)));
  return clauses.find(({ rule }) => rule === "matchAttribute")?.attribute ?? null;
}

/**
 * The devices by the value of an attribute.
 * @param {NodeClaimsFact} xray @param {string} attribute @returns {Shared[]}
 */
export function sharedBy({ rows, devices }, attribute) {
  /** @type {Map<string, Shared["devices"]>} */
  const groups = new Map();
  for (const [index, device] of devices.entries()) {
    const cells = rows.map(({ cells: all }) => all[index]);
    const clause = cells
      .flatMap(({ clauses }) => clauses)
      .find((step) => isConstraint(step) && step.attribute === attribute);
    if (!isConstraint(clause)) continue;
    const requests = rows.filter((_, i) => !cells[i].failing).map(({ request }) => request);
    const value = clause.value ?? "";
    groups.set(value, [...(groups.get(value) ?? []), { device, requests }]);
  }
  const wanted = [...new Set(rows.map(({ request }) => request))];
  const written = shortValues([...groups.keys()]);
  return [...groups].map(([value, group]) => ({
    value: written.get(value) ?? value,
    devices: group,
    lacking: wanted.filter((request) => !group.some(({ requests }) => requests.includes(request))),
  }));
}
